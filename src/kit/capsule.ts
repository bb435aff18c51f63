/** Packs the exchanges of a finding so that `cawl replay` can send them again: placeholders for secrets, fresh e-mails and cursors. */
import type { Client } from '../client/index.ts';
import type { Exchange } from '../core/exchange.ts';
import type { Capsule, CapsuleStep } from '../core/outcome.ts';
import { pageOf } from '../oracles/answer.ts';

/** Steps kept: a capsule is the smallest sequence that shows the fault, not the history of the run. */
const kept = 24;

export function capsuleOf(client: Client, exchanges: readonly Exchange[], symptom: Capsule['symptom']): Capsule {
  const prefix = new URL(client.settings.baseUrl).pathname.replace(/\/+$/, '');
  const cursors = new Map<string, string>();
  const steps = exchanges.slice(-kept).map((exchange, index): CapsuleStep => {
    const evidence = client.recorder.evidence(exchange);
    let target = client.secrets.mask(exchange.request.target.slice(prefix.length));
    for (const [cursor, placeholder] of cursors) target = target.replace(encodeURIComponent(cursor), placeholder);
    const page = pageOf(exchange.response);
    if (page?.next !== undefined) cursors.set(page.next, `{${index + 1}.cursor.next}`);
    if (page?.prev !== undefined) cursors.set(page.prev, `{${index + 1}.cursor.prev}`);
    return {
      method: exchange.request.method,
      target,
      headers: Object.entries(evidence.request.headers),
      body: evidence.request.body,
    };
  });
  return { steps, symptom };
}
