import { defineFault } from '../../fault.ts';
import { wrap } from '../../tampering.ts';

export const fault = defineFault({
  name: 'logs-webhooks-mixed',
  breaks: 'A search is of one webhook; here the second webhook’s log shows entries of the first among its own.',
  section: '4.4',
  level: 'derived',
  owner: 'logs/one-webhook',
  unseen: 'one event may rightly be delivered to two webhooks: the same text in both logs proves nothing',
  apply(server) {
    wrap(server, 'renderItem', (inner) => (entry, search) => {
      const first = server.logs.get('wh_1');
      const foreign = search.log.webhookId === 'wh_2' && entry.index % 9 === 1 && first && entry.index < first.length;
      return inner(foreign ? first.entry(entry.index) : entry, search);
    });
  },
});
