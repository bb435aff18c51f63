/**
 * Caches that live longer than a run waits. The same address returns the same page until the cache expires, so a log that changes seems
 * to stay the same; its pages, and searches of it, then contradict each other.
 */
import { type Page, parsePage } from '../schema/page.ts';
import { type LogQuery, parametersOf } from './query.ts';
import { readFirst } from './walk.ts';
import type { WebhookLog } from './webhook-log.ts';

/** Queries that are looked at, at most: four requests each. */
const mostQueries = 3;

/**
 * Whether the first page of a query is another one, twice, under an address that no cache knows, since it has an unknown parameter.
 * A target that rejects such a parameter does not tell.
 */
export function isOutdated(log: WebhookLog, queries: readonly LogQuery[]): Promise<boolean> {
  return log.exclusively(async ({ id, client }) => {
    for (const query of queries.slice(0, mostQueries)) {
      const usual = async () => parsePage((await readFirst(client, { webhook: id, query, form: 'alone' })).response);
      const fresh = async () => {
        const parameters = [...parametersOf(query), ['cawl', String(client.sent)] as const];
        return parsePage((await client.send({ operation: 'logs', webhook: id, query: parameters })).response);
      };
      const [known, knownAgain] = [await usual(), await usual()];
      const [now, nowAgain] = [await fresh(), await fresh()];
      if (known === undefined || now === undefined || now.totalItems === 0) continue;
      if (isSamePage(known, knownAgain) && isSamePage(now, nowAgain) && !isSamePage(known, now)) return true;
    }
    return false;
  });
}

const isSamePage = (one: Page, other: Page | undefined): boolean =>
  one.totalItems === other?.totalItems && one.data.join() === other.data.join();
