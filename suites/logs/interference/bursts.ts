/** Searches that are walked in step, and what differs from the same walks alone. */
import type { CheckContext, Walk } from '../../../src/suite.ts';
import { logs } from '../../../src/suite.ts';
import { creation, registration, type Write } from './beside-writes.ts';
import { agrees } from './walk-amid-others.ts';
import type { Search } from './walks-in-turns.ts';

/** Pages of each search of a burst: a disturbance shows on the first ones, or else in the whole burst that the control sends. */
const pagesInStep = 2;

/** What bursts showed. */
export interface Odd {
  /**
   * Searches that do not return what their shared walks returned, apart from changes that a later reading confirms. Undefined if there
   * are none: then nothing needs to be read alone.
   */
  readonly odd: readonly Search[] | undefined;
  /** Searches whose total is not that of their shared walks. */
  readonly miscounted: readonly Search[];
}

/** A search and its walk, which other checks share. */
interface Walked {
  readonly search: Search;
  readonly walk: Walk;
}

/** Walks that are not known yet are read one after another: read at once, they could be disturbed as the burst is. */
export async function findOdd(t: CheckContext, searches: readonly Search[]): Promise<Odd> {
  const walks: Walked[] = [];
  for (const search of searches) walks.push({ search, walk: await search.log.walk(search.query) });
  const complete = walks.filter(({ walk }) => logs.isComplete(walk));
  const required = t.effort.pick({ quick: Math.min(2, walks.length), standard: walks.length });
  if (complete.length < required) return { odd: [], miscounted: [] };
  const miscounted: Search[] = [];
  for (const write of writesBeside(t)) {
    const burst = await walkBeside(t, complete, write);
    miscounted.push(...burst.miscounted);
    if (burst.odd !== undefined) return { odd: burst.odd, miscounted };
  }
  return { odd: undefined, miscounted };
}

/** What is added beside each burst. Where other checks send creations, those are beside searches anyway. */
function writesBeside({ effort, creations, client }: CheckContext): readonly (Write | undefined)[] {
  if (effort.isLean) return [undefined];
  return creations.isUsed && !client.runsAlone ? [registration] : [registration, creation];
}

async function walkBeside(t: CheckContext, walks: readonly Walked[], write: Write | undefined): Promise<Odd> {
  const pages = t.effort.isExhaustive ? undefined : pagesInStep;
  const inStep = walks.map(({ search }) => search);
  const [, found] = await Promise.all([write?.send(t), walkInStep(t, inStep, pages)]);
  const hasOtherTotal = (index: number, { total }: Walk) => (found[index]?.total ?? total) !== total;
  const miscounted = walks.flatMap(({ search, walk }, index) => (hasOtherTotal(index, walk) ? [search] : []));
  for (const [index, { search, walk }] of walks.entries()) {
    if (agrees(found[index], walk, walk)) continue;
    const [now] = await readOneByOne(t, [search]);
    if (!agrees(found[index], walk, now!)) return { odd: [search], miscounted };
  }
  return { odd: undefined, miscounted };
}

export async function readOneByOne(t: CheckContext, searches: readonly Search[]): Promise<Walk[]> {
  const walks: Walk[] = [];
  for (const { log, query } of searches) walks.push(await t.logs.byId(log.id).read(query));
  return walks;
}

export function walkInStep(t: CheckContext, searches: readonly Search[], pages?: number) {
  return logs.walkInStep(
    t.client,
    searches.map(({ log, query }) => log.where(query)),
    pages,
  );
}
