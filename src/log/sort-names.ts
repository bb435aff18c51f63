/** Which values of `sortBy` the target accepts: the specification (§4.4) does not name any. */
import { defined } from '../core/defined.ts';
import { type Exchange, isAccepted } from '../core/exchange.ts';
import { isTimeSort, timeSortNames } from '../core/time-names.ts';
import { parsePage } from '../schema/page.ts';
import type { LogQuery } from './query.ts';
import { readFirst } from './walk.ts';
import type { WebhookLog } from './webhook-log.ts';

/** Common names besides those of times: of what an entry has from the beginning, or its status; and of what may change. */
const fixedNames = ['status', 'id', 'item', 'event', 'type'];
/** Names of members that an entry gets only once its delivery was tried. */
const deliveryNames = ['duration', 'attempts', 'statusCode', 'responseTime'];
const otherNames = [...fixedNames.slice(0, 2), 'updatedAt', ...fixedNames.slice(2), ...deliveryNames];
/** Members of items whose names are tried: a target often sorts by what its items show. */
const mostMembers = 8;

interface SortNameOptions {
  /** The names that the configuration declares. */
  readonly declared: readonly string[];
  /** The names of the members of an item. */
  readonly members: readonly string[];
  /** Stop at the first accepted name. */
  readonly onlyFirst: boolean;
}

/** The accepted ones among the declared names, common ones, and those of the members of items. */
export async function findSortNames(
  log: WebhookLog,
  { declared, members, onlyFirst }: SortNameOptions,
): Promise<readonly string[]> {
  const shown = members.slice(0, mostMembers);
  const times = shown.filter(isTimeSort);
  const names = [
    ...new Set([...declared, ...times, ...timeSortNames, ...times.flatMap(otherSpelling), ...otherNames, ...shown]),
  ];
  if (onlyFirst) return findFirstSortName(log, names.slice(0, 3));
  const answers = await Promise.all(
    names.map((sortBy) => readFirst(log.client, { webhook: log.id, query: log.scoped({ sortBy }), form: 'alone' })),
  );
  return names.filter((_, index) => {
    const answer = answers[index]!;
    return isAccepted(answer) && parsePage(answer.response) !== undefined;
  });
}

/** `occurred_at` for `occurredAt`, and back: items and parameters may be spelt differently. */
function otherSpelling(name: string): readonly string[] {
  const snake = name.replaceAll(/(?<=[a-z0-9])[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const camel = name.replaceAll(/(?<=[a-z0-9])_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [snake, camel].filter((other) => other !== name);
}

/** Whether a walk shows each change of what the name sorts by: the items have it, or it is fixed but for the status. */
export function isFixedName(name: string, members: readonly string[]): boolean {
  return fixedNames.includes(name) || timeSortNames.includes(name) || members.includes(name);
}

/** Tries each name with the walk that later judges it, so that no request is spent on trying alone. */
async function findFirstSortName(log: WebhookLog, names: readonly string[]): Promise<readonly string[]> {
  for (const sortBy of names) {
    const { pages } = await log.walk({ sortBy, sortDirection: 'asc' });
    if (pages.length > 0) return [sortBy];
  }
  return [];
}

/** Names of fields to sort by, one for each order that the first pages show. */
export interface DistinctSorts {
  readonly all: readonly string[];
  /** Those that change the order of a search without `sortBy`. */
  readonly effective: readonly string[];
}

/**
 * Names under which both directions begin alike are taken for names of one field.
 * @param readPage reads the first page of a query, or takes one that was read before
 */
export async function findDistinctSorts(
  names: readonly string[],
  readPage: (query: LogQuery) => Promise<Exchange>,
): Promise<DistinctSorts> {
  const [usual, ...beginnings] = await Promise.all([undefined, ...names].map((name) => beginningsOf(name, readPage)));
  const all = names.filter((_, index) => beginnings.indexOf(beginnings[index]!) === index);
  return { all, effective: all.filter((name) => beginnings[names.indexOf(name)] !== usual) };
}

/** The items of the first page in both directions. */
async function beginningsOf(
  sortBy: string | undefined,
  readPage: (query: LogQuery) => Promise<Exchange>,
): Promise<string> {
  const pages = (['asc', 'desc'] as const).map(
    async (sortDirection) => parsePage((await readPage(defined({ sortBy, sortDirection }))).response)?.data,
  );
  return JSON.stringify(await Promise.all(pages));
}
