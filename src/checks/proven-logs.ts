/** The logs that a finding is about, by the searches of its proof. */
import { isAccepted } from '../core/exchange.ts';
import { parsePage } from '../schema/page.ts';
import type { Growth } from './assumptions.ts';
import { exchangeOf, type Failure } from './decide.ts';

/** The webhooks that the proof searches. */
export function webhooksOf({ proof }: Pick<Failure, 'proof'>): ReadonlySet<string> {
  const searches = proof.map(exchangeOf).filter(({ request }) => request.operation === 'logs');
  return new Set(searches.flatMap(({ request }) => request.webhook ?? []));
}

/** How the total of a log of a finding rose until its confirmation, as far as plain searches of both proofs show it. */
export function growthBetween(found: Pick<Failure, 'proof'>, confirmed: Pick<Failure, 'proof'>): Growth | undefined {
  for (const webhook of webhooksOf(found)) {
    const [from, to] = [found, confirmed].map((one) => Math.max(...plainTotals(one, webhook)));
    if (Number.isFinite(from) && to! > from!) return { webhook, from: from!, to: to! };
  }
  return undefined;
}

/** The totals of first pages without parameters. */
function plainTotals({ proof }: Pick<Failure, 'proof'>, webhook: string): readonly number[] {
  return proof.map(exchangeOf).flatMap((exchange) => {
    const { request } = exchange;
    if (request.webhook !== webhook || request.target.includes('?') || !isAccepted(exchange)) return [];
    return parsePage(exchange.response)?.totalItems ?? [];
  });
}
