/** Readings and demands of checks on logs beyond one relation: first pages, several logs, navigations. */

import { defined } from '../../core/defined.ts';
import type { Exchange, OperationRequest } from '../../core/exchange.ts';
import { logStatuses } from '../../core/operation.ts';
import { mayBeOutage } from '../../core/outage.ts';
import { drawPages } from '../../log/drawing.ts';
import type { Baseline } from '../../log/logs.ts';
import type { NavigationOptions } from '../../log/navigation/navigation.ts';
import { levelOfFinding, type Step } from '../../log/navigation/navigation-finding.ts';
import { describeQuery, type LogQuery, parametersOf } from '../../log/query.ts';
import { isSameReading } from '../../log/reading.ts';
import type { Oracle, RelationResult } from '../../log/relations/relation-check.ts';
import { pointsOfWalks } from '../../log/situations.ts';
import { findRangesOfSizes } from '../../log/time/range-of-size.ts';
import type { Walk } from '../../log/walk.ts';
import type { WebhookLog } from '../../log/webhook-log.ts';
import type { CheckContext } from '../check-context.ts';
import { fail, logChanged } from '../conclusion.ts';
import { caseOf, requireRelation } from './log-preconditions.ts';

/** The response to a search of the first configured webhook; to a second one, if the first was lost. */
export async function requestFirstPage(t: CheckContext, query: LogQuery): Promise<Exchange> {
  const request: OperationRequest = { operation: 'logs', webhook: t.logs.all[0]!.id, query: parametersOf(query) };
  const first = await t.send(request);
  return mayBeOutage(first) ? t.send({ ...request, connection: 'fresh' }) : first;
}

/** {@link requestFirstPage}; if checks share, the first page of a walk that other checks read too, or one request for all. */
export async function firstPageOf(t: CheckContext, query: LogQuery): Promise<Exchange> {
  const request = () =>
    t.shareReading(`first page with ${describeQuery(query)}`, async (own) => {
      const measured = own.effort.sharesReadings ? await measuredPage(own, query) : undefined;
      return measured ?? requestFirstPage(own, query);
    });
  if (!t.effort.sharesReadings || !isWalked(t, query)) return request();
  const { log } = await t.logs.baseline();
  if (Object.keys(log.scope).length > 0) return request();
  const walk = isPair(query) && !t.effort.isLean ? await log.known(query) : await log.walk(query);
  return walk?.pages[0]?.exchange ?? walk?.last ?? request();
}

/** The first page as checks on counts read it, if it is of the first webhook, without a window, and was not lost. */
async function measuredPage(t: CheckContext, query: LogQuery): Promise<Exchange | undefined> {
  const { log } = await t.logs.baseline();
  if (t.effort.isLean || log.id !== t.logs.all[0]!.id || Object.keys(log.scope).length > 0) return undefined;
  const { exchange } = await t.logs.measure(query);
  return mayBeOutage(exchange) ? undefined : exchange;
}

/** Whether two parameters are given: of the sorts that show one order, other checks walk one. */
const isPair = (query: LogQuery): boolean => parametersOf(query).length > 1;

/** Other checks walk each parameter alone, but a `sortBy` only with a direction, and a lean run only the ascending order. */
function isWalked(t: CheckContext, query: LogQuery): boolean {
  if (t.effort.isLean && query.sortDirection === 'desc')
    return query.sortBy !== undefined && query.status === undefined;
  const set = parametersOf(query).map(([name]) => name);
  return set.length <= 1 ? query.sortBy === undefined : set.join() === 'sortBy,sortDirection';
}

/**
 * Whether pages of a filtered search are those of the whole log with fewer items on each, as where a server filters page by page:
 * then a short result takes as many requests as a long one.
 */
export async function isFilteredByPage({ log, plainWalk }: Pick<Baseline, 'log' | 'plainWalk'>): Promise<boolean> {
  const walks = await Promise.all(logStatuses.map((status) => log.walk({ status })));
  const pages = walks.reduce((sum, walk) => sum + walk.pages.length, 0);
  return pages > 1.5 * plainWalk.pages.length + walks.length;
}

/** Sizes of results at which paging is easily got wrong, by the length of a page. */
const tellingSizes = (page: number): readonly number[] => [0, 1, page - 1, page, page + 1, 2 * page];

/** Ranges of the judged log that hold nothing, one item, and about one page and two, by their size; those that exist. */
export function rangesOfTellingSizes(t: CheckContext, page: number): Promise<ReadonlyMap<number, LogQuery>> {
  return t.once('ranges of telling sizes', async (first) => {
    const time = await first.logs.time();
    if (!time.understood || time.sense.cuts.length === 0) return new Map();
    return findRangesOfSizes(tellingSizes(page), time.sense, (query) => first.logs.measure(query));
  });
}

/** The log of the baseline and the others; of those, if checks share, the ones that were read to their end and are not empty. */
async function readLogs(
  t: CheckContext,
  { log, others }: Baseline,
): Promise<readonly [WebhookLog, ...(readonly WebhookLog[])]> {
  if (!t.effort.isLean) return [log, ...others];
  const walks = await Promise.all(others.map((other) => other.walk()));
  const isEmpty = ({ items, total }: Walk) => items.length === 0 && total === 0;
  const isJudged = (walk: Walk) => walk.end !== 'cut' && (walk.end !== 'end' || !isEmpty(walk));
  return [log, ...others.filter((_, index) => isJudged(walks[index]!))];
}

/**
 * {@link readLogs}, that of the baseline first; if checks share, those others that have no more pages than it, to be read in
 * several ways.
 */
export async function judgedLogs(
  t: CheckContext,
  baseline: Baseline,
): Promise<readonly [WebhookLog, ...(readonly WebhookLog[])]> {
  const [log, ...others] = await readLogs(t, baseline);
  if (!t.effort.isLean) return [log, ...others];
  const walks = await Promise.all(others.map((one) => one.walk()));
  // The log itself may have grown by a page since.
  return [log, ...others.filter((_, index) => walks[index]!.pages.length <= baseline.plainWalk.pages.length)];
}

/** A second reading of a query; if checks share, that of the baseline. */
export async function readAgain(t: CheckContext, { log, again }: Baseline, query: LogQuery): Promise<Walk> {
  const isBaseline = parametersOf(query).length === 0;
  return t.effort.sharesReadings && isBaseline && again !== undefined ? again : log.read(query);
}

/**
 * Requires a relation between queries of several logs, as {@link expectOfWalks} does of one; a log that keeps changing is left
 * out. The log with the fewest pages comes first: a violation that several of them show is found and confirmed there.
 */
export async function expectOnLogs(
  t: CheckContext,
  cases: readonly (readonly [log: WebhookLog, queries: readonly LogQuery[]])[],
  oracle: Oracle,
): Promise<(readonly Walk[])[]> {
  const { log: judged } = await t.logs.baseline();
  await Promise.all(cases.map(([log, queries]) => t.readAtOnce(log, queries)));
  const held: (readonly Walk[])[] = [];
  for (const [log, queries] of t.casesOf(await shortestFirst(cases), (one) => caseOf(...one).name)) {
    const result = await log.checkRelation(queries, oracle);
    // The log of the baseline was stable: if it changes now, nothing is decided.
    if (result.kind === 'live' && log.id !== judged.id) continue;
    held.push(requireOfWalks(t, log, queries, result, oracle));
  }
  return held;
}

/** Cases in the order of the number of pages of their logs. */
async function shortestFirst<T extends readonly [log: WebhookLog, queries: readonly LogQuery[]]>(
  cases: readonly T[],
): Promise<T[]> {
  const pages = new Map<WebhookLog, number>();
  for (const [log] of cases) if (!pages.has(log)) pages.set(log, (await log.walk()).pages.length);
  return cases.toSorted(([one], [other]) => pages.get(one)! - pages.get(other)!);
}

/**
 * Requires a relation between queries of a log, as `CheckContext.expect` does, if a finding is confirmed by the same walks.
 * @param oracle judges the walks by themselves, and not by what was learned of the log: the same walks show the same again
 */
export async function expectOfWalks(
  t: CheckContext,
  log: WebhookLog,
  queries: readonly LogQuery[],
  oracle: Oracle,
): Promise<void> {
  if (t.casesOf([caseOf(log, queries).name], (name) => name).length === 0) return;
  requireOfWalks(t, log, queries, await log.checkRelation(queries, oracle), oracle);
}

function requireOfWalks(
  t: CheckContext,
  log: WebhookLog,
  queries: readonly LogQuery[],
  result: RelationResult,
  oracle: Oracle,
): readonly Walk[] {
  const showsAgain = result.kind === 'broken' ? readsSameAgain(log, result.walks, oracle) : undefined;
  const walks = requireRelation(result, { ...caseOf(log, queries), ...defined({ showsAgain }) });
  t.reached(...pointsOfWalks(walks));
  return walks;
}

/**
 * Reads walks once more, alone, when they are older than any cache lives and any index lags: what they showed still shows if they
 * are the same. Undefined for a window of a log, which the confirmation chooses itself.
 */
function readsSameAgain(
  { id, scope }: WebhookLog,
  walks: readonly Walk[],
  oracle: Oracle,
): ((t: CheckContext) => Promise<boolean>) | undefined {
  if (parametersOf(scope).length > 0) return undefined;
  return async (t) => {
    const log = t.logs.byId(id);
    const again: Walk[] = [];
    for (const earlier of walks) {
      await log.settleSince(earlier);
      const walk = await log.exclusively((alone) => alone.read(earlier.query, earlier.form));
      if (!isSameReading(earlier, walk)) return false;
      again.push(walk);
    }
    return oracle(again) !== undefined;
  };
}

/** Names a navigation as a case of its check. */
export const nameOfSteps = (log: WebhookLog, query: LogQuery, steps: readonly Step[]): string =>
  `${log.id} | ${describeQuery(query)} | ${steps.join()}`;

/** Requires every step of a navigation to lead to the page that it should. */
export async function expectSteps(
  t: CheckContext,
  log: WebhookLog,
  query: LogQuery,
  steps: readonly Step[],
  options: NavigationOptions = {},
): Promise<void> {
  const name = nameOfSteps(log, query, steps);
  if (t.casesOf([name], (one) => one).length === 0) return;
  const result = await t.navigate(log, query, steps, options);
  if (result.kind === 'live') logChanged();
  if (result.kind === 'holds') return;
  const { navigation, problem } = result;
  const drawn = drawPages(
    `the navigation with ${describeQuery(query)}`,
    navigation.pages,
    problem.place ?? navigation.pages.length,
    problem.message,
  );
  fail(`with ${describeQuery(query)}: ${problem.message}`, problem.proof, {
    illustrations: [drawn],
    level: levelOfFinding(problem),
    case: { name },
  });
}
