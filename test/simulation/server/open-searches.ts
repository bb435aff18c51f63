/** Limits how many searches a token may have open. A search with cursors is open until nobody uses them for a while. */
import type { Clock } from '../../../src/core/clock.ts';
import type { Server } from './axes.ts';
import { Refusal } from './refusal.ts';

interface OpenSearch {
  /** ms since the epoch. */
  used: number;
}

/** The cursors of a page. */
interface Cursors {
  readonly next?: unknown;
  readonly prev?: unknown;
}

/** After this time without a request, a search is over if others would be refused, ms. */
const idleMs = 1000;

export class OpenSearches {
  readonly #limit: Server['openSearches'];
  readonly #clock: Clock;
  /** The oldest first. */
  #open: OpenSearch[] = [];
  readonly #byCursor = new Map<string, OpenSearch>();

  constructor({ openSearches }: Server, clock: Clock) {
    this.#limit = openSearches;
    this.#clock = clock;
  }

  /**
   * Serves a page within the limit.
   * @param cursor the cursor of the request, if it has one
   * @throws Refusal if its search has ended, or one search more is not allowed
   */
  serve<T extends { readonly cursor: Cursors }>(webhook: string, cursor: string | undefined, page: () => T): T {
    if (this.#limit === undefined) return page();
    const nameOf = (text: unknown) => `${webhook} ${text}`;
    const known = cursor === undefined ? undefined : this.#byCursor.get(nameOf(cursor));
    if (known !== undefined && !this.#open.includes(known)) throw new Refusal(410, 'this search has ended');
    if (known === undefined) this.#makeRoom(this.#limit);
    const served = page();
    const { next, prev } = served.cursor;
    const search = known ?? { used: 0 };
    search.used = this.#clock.now();
    if (known === undefined && (isCursor(next) || isCursor(prev))) this.#open.push(search);
    for (const text of [next, prev].filter(isCursor)) this.#byCursor.set(nameOf(text), search);
    return served;
  }

  #makeRoom({ most, over }: NonNullable<Server['openSearches']>): void {
    if (over === 'ends-oldest') {
      this.#open = this.#open.slice(Math.max(this.#open.length - most + 1, 0));
      return;
    }
    this.#open = this.#open.filter(({ used }) => this.#clock.now() - used < idleMs);
    if (this.#open.length >= most) throw new Refusal(429, 'too many open searches');
  }
}

const isCursor = (text: unknown): text is string => typeof text === 'string' && text !== '';
