/** The log of one webhook as a search sees it at a moment: it may grow, lose its oldest entries, and be seen late. */
import { type Entry, type HistoryShape, history, randomFrom } from '../../support/history.ts';
import type { SearchLiberties } from './search-options.ts';

interface Arrival extends Entry {
  /** ms since the epoch at which the entry can first be seen. */
  readonly arrived: number;
  /** In ms; what a sort by duration compares. */
  readonly duration: number;
}

export type LogView = readonly Arrival[];

export class LiberalLog {
  readonly #entries: Arrival[];
  readonly #shape: HistoryShape;
  readonly #how: SearchLiberties;
  readonly #random: () => number;
  readonly #began = Date.now();
  readonly #atStart: number;

  constructor(shape: HistoryShape, how: SearchLiberties) {
    this.#shape = shape;
    this.#how = how;
    this.#random = randomFrom(shape.seed + 7);
    this.#entries = history(shape).map((entry) => ({
      ...entry,
      arrived: 0,
      duration: this.#duration(),
    }));
    this.#atStart = this.#entries.length;
  }

  /** What can be seen at a moment, oldest first. */
  at(moment: number): LogView {
    this.#grow();
    const seen = this.#entries.filter((entry) => entry.arrived <= moment).map((entry) => this.#retried(entry, moment));
    const { keeps, keepsMs = Number.POSITIVE_INFINITY, expiresEveryMs } = this.#how;
    const expired = expiresEveryMs === undefined ? 0 : Math.floor((moment - this.#began) / expiresEveryMs);
    const young = seen.filter(({ at }) => moment - at <= keepsMs);
    const kept = keeps === undefined ? young : young.slice(-keeps);
    return kept.slice(Math.max(0, Math.min(expired, kept.length - 1)));
  }

  /** The entry with the status that it has at a moment: failed ones succeed one after another, the youngest of the first ones first. */
  #retried(entry: Arrival, moment: number): Arrival {
    const { retriesPerSecond = 0 } = this.#how;
    if (retriesPerSecond === 0 || entry.status === 'succeeded') return entry;
    const due = Math.floor(((moment - this.#began) * retriesPerSecond) / 1000);
    const isFailed = ({ status }: Arrival) => status === 'failed';
    const failed = [
      ...this.#entries.slice(0, this.#atStart).filter(isFailed).reverse(),
      ...this.#entries.slice(this.#atStart).filter(isFailed),
    ];
    return failed.indexOf(entry) < due ? { ...entry, status: 'succeeded' } : entry;
  }

  #duration(): number {
    return Math.floor(this.#random() * 5000);
  }

  /** Adds an entry that can be seen from now on. */
  add(): void {
    this.#arrive(Date.now());
  }

  #grow(): void {
    const { growsPerSecond = 0 } = this.#how;
    const due = Math.floor(((Date.now() - this.#began) * growsPerSecond) / 1000);
    while (this.#entries.length - this.#atStart < due) {
      const nth = this.#entries.length - this.#atStart + 1;
      this.#arrive(this.#began + (nth * 1000) / growsPerSecond);
    }
  }

  #arrive(arrived: number): void {
    const { backDatedMs = 0, clockAheadMs = 0 } = this.#how;
    const at = Math.floor(arrived + clockAheadMs - this.#random() * backDatedMs);
    const bare = {
      seq: this.#entries.length,
      status: this.#random() < (this.#shape.failed ?? 0.35) ? ('failed' as const) : ('succeeded' as const),
      at,
      created: at,
    };
    const item = this.#shape.item(bare, this.#random);
    this.#entries.push({ ...bare, item, arrived, duration: this.#duration() });
  }
}
