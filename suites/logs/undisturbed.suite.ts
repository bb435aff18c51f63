/** Parallel searches, and searches between the pages of a walk, must not affect each other. */
import type { Baseline, CheckContext, LogQuery, Walk, WebhookLog } from '../../src/suite.ts';
import { checksOf, defined, fail, inconclusive, logChanged, logs, series } from '../../src/suite.ts';
import { requirements } from './requirements.ts';
import { settledPart } from './settled-part.ts';
import {
  agrees,
  bursts,
  expectUnmovedByOthers,
  isDisturbed,
  liesBetween,
  proofOfDisturbance,
  requiredDifferences,
} from './walk-amid-others.ts';

const check = checksOf(requirements);

interface Search {
  readonly log: WebhookLog;
  readonly query: LogQuery;
}

check('logs/parallel', async (t) => {
  series.requireSeveralAtOnce(t);
  const baseline = await t.baseline({ finite: true });
  const sorts = t.effort.isLean ? [] : (await t.logs.distinctSorts()).all.slice(0, 2);
  if (!t.effort.isLean) await expectUnmovedByOthers(t, baseline, sorts);
  const few = t.effort.isLean ? await fewSearches(baseline) : [];
  const searches = few.length > 1 ? few.slice(0, 2) : parallelSearches(t, baseline, sorts);
  if (await agreesWithKnown(t, searches)) return;
  let outcome = await compareBursts(t, searches);
  const part = outcome === 'grown' ? await settledPart(t, baseline.log) : undefined;
  if (part !== undefined) outcome = await compareBursts(t, searches, part);
  if (outcome === 'differed')
    inconclusive(
      'a burst of searches differed once from the same searches alone, and not again',
      'a longer run (--depth deep)',
    );
  if (outcome === 'grown') logChanged();
});

/**
 * Fails if bursts of searches differ often enough from the same searches alone, before and after.
 * @param part the range of a growing log that all searches are restricted to
 * @returns `differed` if a difference was seen too rarely, `grown` if the log changed in the meantime, so that nothing can be decided
 */
async function compareBursts(
  t: CheckContext,
  whole: readonly Search[],
  part?: LogQuery,
): Promise<'same' | 'differed' | 'grown'> {
  const searches = whole.map(({ log, query }): Search => ({ log, query: { ...query, ...part } }));
  let differences = 0;
  for (let burst = 0; burst < bursts; burst += 1) {
    // The pauses let replicas catch up and caches expire, so that neither explains why only the burst differs.
    const before = await t.exclusively((alone) => readOneByOne(alone, searches));
    // By now, all items of the range may have left the log.
    if (part !== undefined && before[0]!.pages.length < 2) return 'grown';
    await t.clock.sleep(t.client.settleMs);
    const found = await walkInStep(t, searches);
    const odd = found.findIndex((one, index) => isDisturbed(one, before[index]!));
    if (odd === -1 && differences === 0) return 'same';
    if (odd === -1) continue;
    await t.clock.sleep(t.client.settleMs);
    const after = await t.exclusively((alone) => readOneByOne(alone, searches));
    const isMoved = found.every((one, index) => liesBetween(one, before[index]!, after[index]!));
    if (isMoved && differences === 0) return 'same';
    if (isMoved || !before.every((walk, index) => logs.isSameReading(walk, after[index]!))) continue;
    differences += 1;
    if (differences === requiredDifferences) failDisturbed(searches, odd, found[odd]!, before[odd]!);
  }
  return differences > 0 ? 'differed' : 'grown';
}

/** With few requests, searches of one page each that other checks walk, too: of different logs, or with a filter. */
async function fewSearches({ log, others }: Baseline): Promise<readonly Search[]> {
  const plain = others.map((other): Search => ({ log: other, query: {} }));
  const all: readonly Search[] = [{ log, query: { status: 'failed' } }, ...plain];
  const walks = await Promise.all(all.map(async (search) => ({ search, walk: await search.log.walk(search.query) })));
  const short = walks.filter(({ walk }) => logs.isComplete(walk) && walk.pages.length === 1);
  // What returns nothing shows least.
  return short
    .sort((a, b) => Number(b.walk.items.length > 0) - Number(a.walk.items.length > 0))
    .map(({ search }) => search);
}

function parallelSearches(t: CheckContext, { log, plainWalk, others }: Baseline, sorts: readonly string[]): Search[] {
  const sorted: LogQuery = { ...defined({ sortBy: sorts.at(-1) }), sortDirection: 'asc' };
  const queries: LogQuery[] = [{}, { status: 'failed' }, { status: 'succeeded' }, sorted];
  const some = logs.isLongWalk(plainWalk) ? queries.slice(0, 2) : queries;
  const disturbed = log.disturbed.slice(0, 2).flat();
  return [
    ...t.effort.take(some, { quick: 2 }).map((query) => ({ log, query })),
    ...t.effort.take(others.slice(0, 2), { quick: 0 }).map((other) => ({ log: other, query: {} })),
    // A short one twice at once, and what failed in a burst before.
    ...t.effort.take([{ log, query: { status: 'failed' } as const }], { quick: 0 }),
    ...disturbed.map((query) => ({ log, query })),
  ];
}

/** Pages of each search of a burst: a disturbance shows on the first ones, or else in the whole burst that the control sends. */
const pagesInStep = 2;

/**
 * Whether a burst returns what the shared walks returned, apart from changes that a later reading confirms. Then nothing needs to be
 * read alone. Walks that are not known yet are read one after another: read at once, they could be disturbed as the burst is.
 */
async function agreesWithKnown(t: CheckContext, searches: readonly Search[]): Promise<boolean> {
  const walks: { readonly search: Search; readonly walk: Walk }[] = [];
  for (const search of searches) walks.push({ search, walk: await search.log.walk(search.query) });
  const complete = walks.filter(({ walk }) => logs.isComplete(walk));
  const required = t.effort.pick({ quick: Math.min(2, walks.length), standard: walks.length });
  if (complete.length < required) return false;
  const pages = t.effort.isExhaustive ? undefined : pagesInStep;
  const found = await walkInStep(
    t,
    complete.map(({ search }) => search),
    pages,
  );
  for (const [index, { search, walk }] of complete.entries()) {
    if (agrees(found[index], walk, walk)) continue;
    const [now] = await readOneByOne(t, [search]);
    if (!agrees(found[index], walk, now!)) return false;
  }
  return true;
}

async function readOneByOne(t: CheckContext, searches: readonly Search[]): Promise<Walk[]> {
  const walks: Walk[] = [];
  for (const { log, query } of searches) walks.push(await t.logs.byId(log.id).read(query));
  return walks;
}

function walkInStep(t: CheckContext, searches: readonly Search[], pages?: number) {
  return logs.walkInStep(
    t.client,
    searches.map(({ log, query }) => log.where(query)),
    pages,
  );
}

function failDisturbed(searches: readonly Search[], odd: number, beside: logs.WalkBesideOthers, alone: Walk): never {
  const { log, query } = searches[odd]!;
  const difference = logs.difference({ name: 'beside others', bag: beside.bag }, { name: 'alone', bag: alone.bag });
  fail(
    `the walk with ${logs.describeQuery(query)} on webhook ${log.id}, in step with ${searches.length - 1} other searches, has ${logs.countsInWords(difference)}; expected the items that it has alone`,
    proofOfDisturbance(beside, alone),
    { illustrations: [difference] },
  );
}
