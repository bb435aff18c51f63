/** What the checks of this area share: a settled log to judge on, and decisions from what became of a relation. */
import {
  type Baseline,
  type CheckContext,
  type Conclusion,
  type Exchange,
  type LogQuery,
  type Oracle,
  pass,
  type RelationResult,
  requirePages,
  requireRelation,
  type Step,
  type Walk,
  type WebhookLog,
} from '../../src/suite.ts';

/** See {@link CheckContext.baseline}. */
export function requireStableLog(t: CheckContext): Promise<Baseline> {
  return t.baseline();
}

/** See {@link CheckContext.navigate}. */
export function sharedNavigation(t: CheckContext, log: WebhookLog, query: LogQuery, steps: readonly Step[]) {
  return t.navigate(log, query, steps);
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
  if (!t.effort.isLean) return fresh();
  const { log } = await t.logs.baseline();
  if (Object.keys(log.scope).length > 0) return fresh();
  const { pages, last } = await log.walk(query);
  return pages[0]?.exchange ?? last ?? fresh();
}

/** Whether another webhook's log is judged too: at depth quick one that was read to its end and holds something. */
export async function isJudged(t: CheckContext, other: WebhookLog): Promise<boolean> {
  if (!t.effort.isLean) return true;
  const { end, items } = await other.walk();
  return end !== 'cut' && (end !== 'end' || items.length > 0);
}

/** The settled baseline, where the plain walk ends: of others nothing can be compared, however often they are walked. */
export function requireFiniteLog(t: CheckContext): Promise<Baseline> {
  return t.baseline({ finite: true });
}

export { requirePages };

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

/** Exchanges of a relation that holds; ends the check otherwise. */
export function requireHolds(result: RelationResult): number {
  requireRelation(result);
  return result.exchanges;
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
