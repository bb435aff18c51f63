/** The totals of all plain searches of the run, whichever check sent them. They show parameters that another search left behind. */
import { type Exchange, isAccepted } from '../../core/exchange.ts';
import { parsePage } from '../../schema/page.ts';

export interface SeenTotals {
  readonly totals: ReadonlySet<number>;
  /** How many plain searches were answered right after another search of the same log. */
  readonly afterOthers: number;
  /** How often a total was lower than the one before. */
  readonly drops: number;
}

interface Seen {
  readonly totals: Set<number>;
  afterOthers: number;
  isAfterOther: boolean;
  drops: number;
  last: number;
}

const newSeen = (): Seen => ({ totals: new Set(), afterOthers: 0, isAfterOther: false, drops: 0, last: 0 });

export class PlainTotals {
  readonly #seen = new Map<string, Seen>();

  /** Takes in an exchange of the run. */
  note(exchange: Exchange): void {
    const { operation, webhook, proper, target } = exchange.request;
    if (operation !== 'logs' || webhook === null || !proper || !isAccepted(exchange)) return;
    const seen = this.#seen.get(webhook) ?? newSeen();
    this.#seen.set(webhook, seen);
    const isPlain = !target.includes('?');
    if (isPlain) {
      const total = parsePage(exchange.response)?.totalItems;
      if (total !== undefined) {
        if (total < seen.last) seen.drops += 1;
        seen.last = total;
        seen.totals.add(total);
      }
      if (seen.isAfterOther) seen.afterOthers += 1;
    }
    seen.isAfterOther = !isPlain;
  }

  of(webhook: string): SeenTotals {
    return this.#seen.get(webhook) ?? newSeen();
  }
}
