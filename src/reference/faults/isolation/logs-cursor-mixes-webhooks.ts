import { unpack } from '../../cursor.ts';
import { defineFault } from '../../fault.ts';
import { asked, wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-cursor-mixes-webhooks',
  breaks: 'A cursor belongs to its webhook; here a cursor of another webhook adds one of its entries to the page.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/cursor-bound',
  apply(server) {
    wrap(server, 'logs', (inner) => async (call, tenant) => {
      const cursor = unpack((asked(call).get('next') ?? '').split('.')[0] ?? '');
      const other = cursor && server.logs.get(cursor.webhookId);
      if (!other || other.webhookId === call.webhookId || other.tenant !== tenant.name) return inner(call, tenant);
      const answer = await inner({ ...call, webhookId: other.webhookId }, tenant);
      const page = answer.body as { data: unknown[] };
      page.data = page.data.slice(0, 3);
      return answer;
    });
  },
});
