/** Which values of `sortBy` the target accepts: the specification (§4.4) does not name any. */
import { isAccepted } from '../core/exchange.ts';
import { timeSortNames } from '../core/time-names.ts';
import { parsePage } from '../schema/page.ts';
import { readFirst } from './walk.ts';
import type { WebhookLog } from './webhook-log.ts';

/**
 * The accepted ones among the declared names, common time names, `status` and `id`.
 * @param options `declared`: the names that the configuration declares; `onlyFirst`: stop at the first accepted name
 */
export async function findSortNames(
  log: WebhookLog,
  { declared, onlyFirst }: { readonly declared: readonly string[]; readonly onlyFirst: boolean },
): Promise<readonly string[]> {
  const names = [...new Set([...declared, ...timeSortNames, 'status', 'id'])];
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
