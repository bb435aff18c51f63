/** What a walk is missing, as another walk of the same log shows it. */
import type { CheckContext, LogQuery, Walk, WebhookLog } from '../../../src/suite.ts';
import { api, CheckConcluded, logs, NotSent } from '../../../src/suite.ts';

/** Pages read in the other direction at most: they begin with what a walk that ends early is missing. */
const mostPagesBack = 3;

/** The finding with the items that the walk is missing, if another walk of the log has them. */
export async function withMissingItems(t: CheckContext, error: unknown, short: Walk): Promise<unknown> {
  if (!(error instanceof CheckConcluded) || error.conclusion.verdict !== 'fail') return error;
  const { conclusion } = error;
  if (short.items.length >= short.total) return error;
  const log = t.logs.byId(short.webhook);
  const { sortDirection: _, ...rest } = short.query;
  const back = short.query.sortDirection === 'asc' ? rest : { ...short.query, sortDirection: 'asc' as const };
  const parts = short.query.status === undefined ? api.logStatuses.map((status) => ({ ...short.query, status })) : [];
  const known = await Promise.all([back, ...parts].map((query) => log.known(query)));
  const others = known.some((walk) => walk !== undefined) ? known : [await readBack(log, back, pagesOfMissing(short))];
  const found = logs.findMissingItems(
    short,
    others.filter((walk) => walk !== undefined),
  );
  if (found === undefined) return error;
  const { message, illustrations } = found;
  const proof = found.proof.length > 0 ? found.proof : conclusion.proof;
  return new CheckConcluded({ ...conclusion, message: `${conclusion.message}; ${message}`, illustrations, proof });
}

/** As many pages as the missing items fill. */
function pagesOfMissing({ total, items, pages }: Walk): number {
  const length = Math.max(1, pages[0]?.page.data.length ?? 0);
  return Math.min(mostPagesBack, Math.ceil((total - items.length) / length));
}

async function readBack(log: WebhookLog, query: LogQuery, pages: number): Promise<Walk | undefined> {
  try {
    return await log.readHead(query, pages);
  } catch (error) {
    if (error instanceof NotSent) return undefined;
    throw error;
  }
}
