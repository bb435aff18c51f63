/** Cursors: random texts that stand for a place in the results of a search (§4.4). */
import { randomBytes } from 'node:crypto';
import type { Position, Query } from './order.ts';
import { Refusal } from './refusal.ts';
import type { SearchLiberties } from './search-options.ts';

/** What a cursor stands for. */
export interface Place extends Position {
  readonly webhook: string;
  readonly query: Query;
  /** The query as it was sent. */
  readonly text: string;
  readonly back: boolean;
  /** ms since the epoch */
  readonly issued: number;
  readonly search: number;
}

export class Cursors {
  readonly #how: SearchLiberties;
  readonly #places = new Map<string, Place>();
  #searches = 0;

  constructor(how: SearchLiberties) {
    this.#how = how;
  }

  /** The number of a search that begins; the oldest ones end, if only some may be open. */
  begin(): number {
    this.#searches += 1;
    const { openSearches } = this.#how;
    if (openSearches !== undefined)
      for (const [cursor, place] of this.#places)
        if (place.search <= this.#searches - openSearches) this.#places.delete(cursor);
    return this.#searches;
  }

  /** What was issued so far is refused from now on. */
  end(): void {
    this.#places.clear();
  }

  /** @throws Refusal if its search has ended */
  issue(place: Place): string {
    const { cursorLength = 24, openSearches } = this.#how;
    if (openSearches !== undefined && place.search <= this.#searches - openSearches)
      throw new Refusal(410, 'search ended');
    const cursor = randomBytes(Math.ceil(cursorLength / 2))
      .toString('hex')
      .slice(0, cursorLength);
    this.#places.set(cursor, place);
    return cursor;
  }

  /** @throws Refusal if the cursor is not, or no longer, one of this query */
  open(cursor: string, webhook: string, back: boolean, parameters: URLSearchParams): Place {
    const { cursorLivesMs = Number.POSITIVE_INFINITY, cursorsServeOnce, cursorQuery, cursorOfAnyWebhook } = this.#how;
    const place = this.#places.get(cursor);
    if (place === undefined) throw new Refusal(410, 'unknown or ended cursor');
    if (place.back !== back) throw new Refusal(400, 'a cursor of the other direction');
    if (place.webhook !== webhook && cursorOfAnyWebhook !== true) throw new Refusal(400, 'a cursor of another webhook');
    if (Date.now() - place.issued > cursorLivesMs) throw new Refusal(410, 'the cursor has expired');
    if (cursorQuery === 'repeated' && describe(parameters) !== place.text)
      throw new Refusal(400, 'repeat the query beside the cursor');
    if (cursorsServeOnce === true) this.#places.delete(cursor);
    return place;
  }
}

/** The query without its cursor, in any order. */
export function describe(parameters: URLSearchParams): string {
  return [...parameters]
    .filter(([name]) => name !== 'next' && name !== 'prev')
    .map((pair) => pair.join('='))
    .sort()
    .join('&');
}
