/** Which values of `sortBy` the target accepts: the specification (§4.4) does not name any. */
import { defined } from '../core/defined.ts';
import { isAccepted } from '../core/exchange.ts';
import { timeSortNames } from '../core/time-names.ts';
import { parsePage } from '../schema/page.ts';
import { readFirst } from './walk.ts';
import type { WebhookLog } from './webhook-log.ts';

/** Common names besides those of times. */
const otherNames = ['status', 'id', 'updatedAt', 'item', 'event', 'type'];

/**
 * The accepted ones among the declared names and common ones.
 * @param options `declared`: the names that the configuration declares; `onlyFirst`: stop at the first accepted name
 */
export async function findSortNames(
  log: WebhookLog,
  { declared, onlyFirst }: { readonly declared: readonly string[]; readonly onlyFirst: boolean },
): Promise<readonly string[]> {
  const names = [...new Set([...declared, ...timeSortNames, ...otherNames])];
  if (onlyFirst) return findFirstSortName(log, names.slice(0, 3));
  const answers = await Promise.all(
    names.map((sortBy) => readFirst(log.client, { webhook: log.id, query: log.scoped({ sortBy }), form: 'alone' })),
  );
  return names.filter((_, index) => {
    const answer = answers[index]!;
    return isAccepted(answer) && parsePage(answer.response) !== undefined;
  });
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

/** Names under which both directions begin alike are taken for names of one field. */
export async function findDistinctSorts(log: WebhookLog, names: readonly string[]): Promise<DistinctSorts> {
  const [usual, ...beginnings] = await Promise.all([undefined, ...names].map((name) => beginningsOf(log, name)));
  const all = names.filter((_, index) => beginnings.indexOf(beginnings[index]!) === index);
  return { all, effective: all.filter((name) => beginnings[names.indexOf(name)] !== usual) };
}

/** The items of the first page in both directions. */
async function beginningsOf(log: WebhookLog, sortBy: string | undefined): Promise<string> {
  const pages = (['asc', 'desc'] as const).map(async (sortDirection) => {
    const query = log.scoped(defined({ sortBy, sortDirection }));
    return parsePage((await readFirst(log.client, { webhook: log.id, query, form: 'alone' })).response)?.data;
  });
  return JSON.stringify(await Promise.all(pages));
}
