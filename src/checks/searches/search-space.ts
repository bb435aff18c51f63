/** One combined search and the space of those that are sent, as factors of covering arrays. */
import type { LogStatus } from '../../core/operation.ts';
import type { CoveringOptions, RowOf } from '../../generators/covering-array.ts';
import type { Direction } from '../../log/query.ts';

export type SearchFactors = {
  /**
   * Which bounds are given, at moments inside the log; `same`: both at one moment; `wide`: both far beyond the log. `since` and
   * `up-to` have one of both far beyond it, so that other checks walk them too.
   */
  readonly range: readonly ('none' | 'from' | 'to' | 'both' | 'same' | 'wide' | 'since' | 'up-to')[];
  readonly status: readonly ('none' | LogStatus)[];
  /** `none`, or a name that is accepted. */
  readonly sortBy: readonly string[];
  readonly sortDirection: readonly ('none' | Direction)[];
  /**
   * How far the search is followed: not at all, along `SearchSpaces.steps`, by `next` to the end, or so and a page back.
   * Either of these reads the first page too, so that no search stops there unless requests are few.
   */
  readonly page: readonly ('first' | 'on' | 'end' | 'back')[];
  /** Ids. */
  readonly webhook: readonly string[];
};

/** One search, with details that must not change its result and that alternate from row to row. */
export interface SearchRow extends RowOf<SearchFactors> {
  readonly order: 'usual' | 'reversed';
  /** The content coding that the request accepts; `none`: it has no Accept-Encoding. */
  readonly encoding: 'none' | 'gzip';
}
export type SearchPart = keyof SearchRow;

/**
 * Factors, and of how many of them every combination is to be sent. `given`: searches that other checks follow to their end, too,
 * which count as followed as far as the others.
 */
export interface SearchSpace extends Pick<CoveringOptions<SearchFactors>, 'strength' | 'given' | 'needs'> {
  readonly factors: SearchFactors;
  /** Whether each two parameters are also followed to the end, and a page back, together. */
  readonly isFollowedToEnd?: boolean;
  /** Searches that are sent in any case; what they have needs no other row. */
  readonly inAnyCase?: readonly RowOf<SearchFactors>[];
  /** Searches that are followed by `next` and back by `prev` in any case. */
  readonly back?: readonly RowOf<SearchFactors>[];
  /** Searches of which other checks read the first page. */
  readonly measured?: readonly RowOf<SearchFactors>[];
  /** How those that are given are sent; as usual, and to their end, unless given. */
  readonly manner?: Pick<SearchRow, 'order' | 'encoding'>;
  readonly allows?: (row: Partial<RowOf<SearchFactors>>) => boolean;
}

export type GivenRow = Partial<Record<keyof SearchFactors, string>>;

/** A search without parameters. */
export const nothing = {
  range: 'none',
  status: 'none',
  sortBy: 'none',
  sortDirection: 'none',
  page: 'first',
  encoding: 'none',
  order: 'usual',
} as const;

export const given = (values: readonly string[]): readonly string[] => values.filter((value) => value !== 'none');

/** Rows of a log that are followed. */
export const followed = (rows: readonly GivenRow[], webhook: string) =>
  rows.map((row) => ({ ...nothing, ...row, page: 'on', webhook }) as RowOf<SearchFactors>);
