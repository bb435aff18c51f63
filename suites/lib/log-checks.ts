/** What the checks of this area share: a settled log to judge on, and decisions from what became of a relation. */
import {
  type Baseline,
  type CheckContext,
  type Conclusion,
  checkNavigation,
  describeQuery,
  type Exchange,
  fail,
  inconclusive,
  type LogQuery,
  type Oracle,
  pass,
  type RelationResult,
  type Step,
  type Walk,
  type WebhookLog,
} from '../../src/suite.ts';

/** The baseline, where its log can be judged; else the row is inconclusive, with what would decide it. */
export async function requireStableLog(t: CheckContext): Promise<Baseline> {
  const baseline = await t.logs.baseline();
  const { plainWalk, changing, cut } = baseline;
  if (plainWalk.pages.length === 0)
    throw inconclusive(
      'the canonical search does not yield a page',
      'a target on which logs/accepts-valid and logs/page-shape pass',
      plainWalk.last === undefined ? [] : [plainWalk.last],
    );
  if (changing)
    throw inconclusive(
      'the log changed while it was read',
      'a webhook whose log is quiet during the run, or a time format that the target reads (declares.timeFormat)',
    );
  if (cut)
    throw inconclusive(
      `the log is longer than was walked (${plainWalk.items.length} of ${plainWalk.total} items)`,
      'a smaller log, a higher --max-requests, or --depth deep',
    );
  return baseline;
}

type Trailed = Awaited<ReturnType<typeof checkNavigation>>;
const trails = new WeakMap<CheckContext['runContext'], Map<string, Promise<Trailed>>>();

/** Follows steps, with control; at depth `quick` the rows share what the same steps showed. */
export function sharedNavigation(
  t: CheckContext,
  log: WebhookLog,
  query: LogQuery,
  steps: readonly Step[],
): Promise<Trailed> {
  if (!t.quick) return checkNavigation(log, query, steps);
  const known = trails.get(t.runContext) ?? new Map<string, Promise<Trailed>>();
  trails.set(t.runContext, known);
  const key = `${log.id} ${describeQuery(log.scoped(query))} ${steps.join()}`;
  const read = known.get(key) ?? checkNavigation(log, query, steps);
  known.set(key, read);
  return read;
}

/** All the way along a walk, all the way back, and on again: the trail of a query that the rows share at depth `quick`. */
export function thereBackAndOn(pages: number): Step[] {
  return pages < 2 ? [] : [...thereAndBack(pages), 'next'];
}

/** All the way along a walk and all the way back. */
export function thereAndBack(pages: number): Step[] {
  const way = <S extends Step>(step: S): S[] => Array.from({ length: Math.max(pages - 1, 0) }, () => step);
  return [...way('next'), ...way('prev')];
}

/**
 * The first answer to a query of the log, from its shared walk where that is read anyway: at depth `quick`, of a log that
 * is judged as a whole. Fresh otherwise.
 */
export async function firstAnswer(t: CheckContext, query: LogQuery, fresh: () => Promise<Exchange>): Promise<Exchange> {
  if (!t.quick) return fresh();
  const { log } = await t.logs.baseline();
  if (Object.keys(log.scope).length > 0) return fresh();
  const { pages, last } = await log.walk(query);
  return pages[0]?.exchange ?? last ?? fresh();
}

/** Whether another webhook's log is judged too: at depth quick one that was read to its end and holds something. */
export async function isJudged(t: CheckContext, other: WebhookLog): Promise<boolean> {
  if (!t.quick) return true;
  const { end, items } = await other.walk();
  return end !== 'cut' && (end !== 'end' || items.length > 0);
}

/** The settled baseline, where the plain walk ends: of others nothing can be compared, however often they are walked. */
export async function requireFiniteLog(t: CheckContext): Promise<Baseline> {
  const baseline = await requireStableLog(t);
  if (baseline.plainWalk.end === 'endless')
    throw inconclusive('following next never ends', 'a target on which logs/walk-terminates passes');
  return baseline;
}

/** Throws where the log is too small to show a fault. */
export function requirePages(walk: Walk, pages: number): void {
  if (walk.pages.length < pages)
    throw inconclusive(
      `the richest log has ${walk.pages.length} page${walk.pages.length === 1 ? '' : 's'}`,
      `a webhook with ${pages} pages of logs or more`,
    );
}

/** Judges a relation on the settled log and gives the exchanges that it rests on; throws when it is broken or undecidable. */
export async function assertRelation(
  baseline: Baseline,
  queries: readonly LogQuery[],
  oracle: Oracle,
): Promise<number> {
  return requireHolds(await baseline.log.checkRelation(queries, oracle));
}

/** Judges many relations in their order; the walks that they compare are read at once before. */
export async function assertRelations(
  baseline: Baseline,
  relations: readonly (readonly [queries: readonly LogQuery[], oracle: Oracle])[],
): Promise<number> {
  await Promise.all(relations.flatMap(([queries]) => queries).map((query) => baseline.log.walk(query)));
  let exchanges = 0;
  for (const [queries, oracle] of relations) exchanges += await assertRelation(baseline, queries, oracle);
  return exchanges;
}

/** Exchanges of a relation that holds; throws the decision otherwise. */
export function requireHolds(judged: RelationResult): number {
  switch (judged.kind) {
    case 'holds':
      return judged.exchanges;
    case 'broken':
      throw fail(judged.found.message, judged.found.proof, { illustrations: judged.found.illustrations ?? [] });
    case 'live':
      throw inconclusive('the log changed while it was read', 'a webhook whose log is quiet during the run');
    case 'unstable':
      throw inconclusive(
        'the same query gives different answers; see logs/walks-agree',
        'a target on which logs/walks-agree passes',
      );
  }
}

/** The first page and the last one of a walk, as proof. */
export function proofOfWalk(walk: Walk, what: string): [Walk['pages'][number]['exchange'], string][] {
  const first = walk.pages[0];
  const last = walk.pages.at(-1);
  if (first === undefined) return walk.last === undefined ? [] : [[walk.last, what]];
  const proof: [typeof first.exchange, string][] = [[first.exchange, `${what}, page 1 of ${walk.pages.length}`]];
  if (last !== undefined && last !== first)
    proof.push([
      last.exchange,
      `${what}, page ${last.place} of ${walk.pages.length}, reached by ${last.reachedBy} from page ${last.place - 1}`,
    ]);
  if (walk.last !== undefined) proof.push([walk.last, `${what}: where it stopped`]);
  return proof;
}

/** Both pages at a border, as proof: "page 4 of 9, reached by next from page 3". */
export function proofOfBorder(walk: Walk, place: number): [Walk['pages'][number]['exchange'], string][] {
  return walk.pages
    .filter((read) => read.place === place || read.place === place - 1)
    .map((read) => [
      read.exchange,
      `page ${read.place} of ${walk.pages.length}${read.place === 1 ? '' : `, reached by ${read.reachedBy} from page ${read.place - 1}`}`,
    ]);
}

/** A pass that rests on shared walks. */
export function passOnSharedReads(exchanges: number, message?: string): Conclusion {
  return pass({ restsOn: exchanges, ...(message === undefined ? {} : { message }) });
}

/** Whether a walk was read to its end as pages: relations compare only such walks. */
export function isComplete(walk: Walk): boolean {
  return walk.end === 'end';
}
