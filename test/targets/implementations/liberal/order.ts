/** In which order the entries of a search come, ties included. */
import type { LogView } from './log.ts';
import type { SearchLiberties, SortMeaning } from './search-options.ts';

export interface Query {
  readonly status?: string;
  readonly from?: number;
  readonly to?: number;
  readonly by: Exclude<SortMeaning, 'none'> | 'id';
  readonly descending: boolean;
}

export type Log = LogView[number];

/** A place between two entries, by one of them. */
export interface Position {
  /** Whether the place lies after this entry or before it. */
  readonly after: boolean;
  readonly key: number;
  readonly seq: number;
}

export class Order {
  readonly #ties: SearchLiberties['ties'];

  constructor({ ties }: Pick<SearchLiberties, 'ties'>) {
    this.#ties = ties;
  }

  compare(a: Log, b: Log, query: Query): number {
    const sign = query.descending ? -1 : 1;
    return sign * (keyOf(a, query) - keyOf(b, query)) || this.#tieOf(a, query) - this.#tieOf(b, query);
  }

  isBefore(row: Log, place: Position, query: Query): boolean {
    const sign = query.descending ? -1 : 1;
    const order = sign * (keyOf(row, query) - place.key) || this.#tieOf(row, query) - this.#tieOf(place, query);
    return order < 0 || (order === 0 && place.after);
  }

  /** Breaks ties: among entries with the same key, the lowest number comes first. */
  #tieOf({ seq }: { readonly seq: number }, query: Query): number {
    const sign = fixedSigns[this.#ties ?? ''] ?? signOfTies(query);
    return sign * (this.#areTiesScattered(query) ? scattered(seq) : seq) * this.#turnOfTies(query);
  }

  #areTiesScattered({ by, from, to, status }: Query): boolean {
    if (by === 'constant-by-id' || by === 'time') return by !== 'time';
    const hasRange = from !== undefined || to !== undefined;
    if (this.#ties === 'scattered-by-filter') return hasRange || status !== undefined;
    return this.#ties === 'reversed-by-status' || (this.#ties === 'scattered' && !hasRange);
  }

  #turnOfTies({ by, status }: Query): 1 | -1 {
    return this.#ties === 'reversed-by-status' && by !== 'time' && status !== undefined ? -1 : 1;
  }
}

/** Directions of ties that do not depend on the query. */
const fixedSigns: Readonly<Record<string, 1 | -1>> = { 'as-arrived': 1, 'newest-first': -1 };

/** Entries of one day come in the order of arrival, in either direction. */
const signOfTies = ({ by, descending }: Query): 1 | -1 => (descending && by !== 'day' ? -1 : 1);

/** A number that looks random. */
const scattered = (seq: number): number => (seq * 2_654_435_761) % 2 ** 32;

export function keyOf(entry: Log, { by }: Query): number {
  if (by === 'day') return Math.floor(entry.at / 86_400_000);
  if (by.startsWith('constant')) return 0;
  if (by === 'updated') return updatedAt(entry);
  if (by === 'falling') return -entry.created;
  if (by === 'id') return scattered(entry.seq);
  if (by === 'status') return entry.status === 'failed' ? 0 : 1;
  return by === 'duration' ? entry.duration : entry.created;
}

/** When the last attempt of a delivery ended: some minutes after it was created, if it was retried. */
export const updatedAt = ({ created, duration }: Pick<Log, 'created' | 'duration'>): number => created + 60 * duration;
