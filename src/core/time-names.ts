/** Names under which APIs keep the time of a log record. The specification (§2, §4.4) does not name any. */

interface TimeName {
  readonly name: string;
  /**
   * Rank among the values that are tried for `sortBy`: common names of parameters first, since a quick run tries only
   * three. A name that no API is known to sort by is not worth its request, and has no rank.
   */
  readonly asSort?: number;
  /**
   * Rank among the members of an item: what can only be the creation time comes before what may be another time.
   * Reading members costs no request, so all names have a rank.
   */
  readonly asMember: number;
}

const timeNames: readonly TimeName[] = [
  { name: 'createdAt', asSort: 1, asMember: 1 },
  { name: 'created_at', asSort: 5, asMember: 2 },
  { name: 'timestamp', asSort: 2, asMember: 3 },
  { name: 'time', asSort: 4, asMember: 4 },
  { name: 'at', asMember: 5 },
  { name: 'date', asSort: 3, asMember: 6 },
  { name: 'created', asSort: 6, asMember: 7 },
];

const rankedBy = (rank: (name: TimeName) => number | undefined): readonly string[] =>
  timeNames
    .filter((name) => rank(name) !== undefined)
    .sort((a, b) => rank(a)! - rank(b)!)
    .map(({ name }) => name);

/** Values of `sortBy` to try, in order. */
export const timeSortNames = rankedBy(({ asSort }) => asSort);

/** Names of the member that tells the time of an item, the most telling first. */
export const timeMemberNames = rankedBy(({ asMember }) => asMember);

/** A name that ends with one of these words can only mean a moment. */
const momentWords: ReadonlySet<string> = new Set(['at', 'date', 'datetime', 'timestamp', 'stamp', 'created']);

/** `event_time` is a moment. After other words, such as `response`, `time` may be a duration. */
const momentsBeforeTime: ReadonlySet<string> = new Set([
  ...['create', 'created', 'creation', 'date', 'event', 'log', 'publish', 'published', 'received', 'send', 'sent'],
  ...['start', 'started', 'end', 'ended', 'update', 'updated'],
]);

/**
 * Whether a `sortBy` names a moment, rather than a duration (`response_time`), a person (`updated_by`) or a state (`validated`).
 * Covers names beyond the table, but strictly: orders are judged by the answer.
 */
export function isTimeSort(name: string): boolean {
  if (timeSortNames.includes(name)) return true;
  const [last = '', before] = wordsOf(name).reverse();
  if (last === 'time') return before !== undefined && momentsBeforeTime.has(before);
  return momentWords.has(last) && name !== last;
}

/** Words of a name in camel case, or with signs between them, in lower case. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** Whether a `sortBy` names a day rather than a moment, as a column of dates does: entries of one day are equal under it. */
export function namesDay(name: string): boolean {
  return /(?:^|[a-z_.-])[dD](?:ate|ay)$/.test(name) && !/[uU]pdate$/.test(name);
}

/**
 * Values of `sortBy` that name the member at a JSON pointer (RFC 6901): the member itself, or the way to it.
 * @param pointer of a member, such as `/event/at`
 */
export function sortNamesOf(pointer: string): readonly string[] {
  const path = pointer.slice(1).replaceAll('/', '.');
  return [...new Set([path.split('.').at(-1)!, path, `$.${path}`, pointer])];
}

/**
 * How likely a member that holds a time holds the creation time; 0 is the most likely. Covers any name, and loosely: it only
 * chooses where a search of the time range begins.
 */
export function timeMemberRank(name: string): number {
  if (/creat|stamp/i.test(name)) return 0;
  return /time|date|at$/i.test(name) ? 1 : 2;
}
