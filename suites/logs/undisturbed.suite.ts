/** Searches leave the log as it is, and each other alone. */
import {
  type Bag,
  type Baseline,
  bagOf,
  type CheckContext,
  checksOf,
  describeQuery,
  drawWalk,
  equal,
  fail,
  inconclusive,
  isAccepted,
  isLongWalk,
  isSameReading,
  type LogQuery,
  minus,
  parametersOf,
  parsePage,
  readCursor,
  readFirst,
  sizeOf,
  truncate,
  type Walk,
  type WebhookLog,
} from '../../src/suite.ts';
import { isComplete, passOnSharedReads, proofOfWalk, requireFiniteLog } from '../lib/log-checks.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
check(
  'logs/search-changes-nothing',
  async (t) => {
    const baseline = await requireFiniteLog(t);
    let exchanges = 0;
    let changed: { log: WebhookLog; before: Walk; after: Walk } | undefined;
    let living = 0;
    for (const { log, early, late, pairs } of await readAgain(t, baseline)) {
      // A log that took on anything since, or is pinned because it does, may have let go of its oldest: nothing that is gone then proves a search.
      exchanges += late.pages.length;
      if (minus(late.bag, early.bag).size > 0 || Object.keys(log.scope).length > 0) {
        living += 1;
        continue;
      }
      for (const { query, before, after } of pairs) {
        exchanges += before.pages.length + after.pages.length;
        const lost = minus(before.bag, after.bag);
        if (isSameReading(before, after) || !isComplete(before) || (lost.size === 0 && after.bag.size > 0)) continue;
        // Something that was there is gone: growth explains it only if as much is new.
        if (log.isGrown(before, after)) continue;
        // One such change may come from elsewhere (entries deleted by age): a second log or query must show it too.
        if (changed !== undefined || sizeOf(lost) > 1)
          if (changed !== undefined || (await shrinksAgain(log, query)))
            fail(
              `${describeQuery(query)} on webhook ${log.id} yields ${after.items.length} items of ${after.total} after it was searched, ${before.items.length} of ${before.total} before${lost.size === 0 ? '' : `: ${truncate([...lost.keys()][0]!)} is gone`}`,
              [...proofOfWalk(before, 'before'), ...proofOfWalk(after, 'after')],
              { illustrations: [drawWalk(before), drawWalk(after)] },
            );
        changed = { log, before, after };
      }
    }
    if (living === (t.effort.isLean ? 1 : t.logs.all.length))
      if (baseline.scope.kind === 'window' && baseline.scope.reason === 'too-long')
        inconclusive(
          'a part of a log may lose its oldest by itself as new ones come',
          'a webhook whose whole log can be walked',
        );
      else inconclusive('the log changed while it was read', 'a webhook whose log is quiet during the run');
    if (changed !== undefined)
      inconclusive(
        'items of the log went away once, for a reason that a search need not be',
        'a webhook whose log is quiet during the run',
      );
    return passOnSharedReads(exchanges, baseline.window);
  },
  // After the last search of the main phase; the wrong codes that are tried beside it touch no log.
  { phase: 'wrong-codes' },
);

interface ReadAgain {
  readonly log: WebhookLog;
  readonly early: Walk;
  readonly late: Walk;
  readonly pairs: readonly { readonly query: LogQuery; readonly before: Walk; readonly after: Walk }[];
}

/** What was read before, read once more; at depth quick of the log that was searched most, and plainly. */
function readAgain(t: CheckContext, { log: richest, others }: Baseline): Promise<ReadAgain[]> {
  const queries: LogQuery[] = t.effort.isLean ? [{}] : [{}, { status: 'failed' }, { sortDirection: 'asc' }];
  return Promise.all(
    [richest, ...(t.effort.isLean ? [] : others)].map(async (log) => {
      const [early, late] = await Promise.all([log.walk({}), log.read({})]);
      const pairs = queries.map(async (query) => {
        const before = await log.walk(query);
        const long = isLongWalk(before) && parametersOf(query).length > 0;
        if (before.end === 'cut' || before.pages.length === 0 || long) return [];
        return [{ query, before, after: parametersOf(query).length === 0 ? late : await log.read(query) }];
      });
      return { log, early, late, pairs: (await Promise.all(pairs)).flat() };
    }),
  );
}

/** Whether reading to the end, alone, takes something away once more. */
async function shrinksAgain(log: WebhookLog, query: LogQuery): Promise<boolean> {
  const first = await log.read(query);
  const second = await log.read(query);
  return isComplete(first) && minus(first.bag, second.bag).size > 0 && !log.isGrown(first, second);
}

interface Asked {
  readonly log: WebhookLog;
  readonly query: LogQuery;
}

check('logs/parallel', async (t) => {
  const baseline = await requireFiniteLog(t);
  const { log, plainWalk, others } = baseline;
  const queries: LogQuery[] = [{}, { status: 'failed' }, { status: 'succeeded' }, { sortDirection: 'asc' }];
  const asked: Asked[] = (t.effort.isLean || isLongWalk(plainWalk) ? queries.slice(0, 2) : queries).map((query) => ({
    log,
    query,
  }));
  for (const other of others.slice(0, 2)) asked.push({ log: other, query: {} });
  // The same query twice at once, and what failed in a burst before.
  if (!t.effort.isLean) asked.push({ log, query: {} });
  for (const disturbed of log.disturbed.slice(0, 2)) for (const query of disturbed) asked.push({ log, query });
  let exchanges = 0;
  let failures = 0;
  // What the walks of the other rows had is what a burst should have; only where it differs are they read alone.
  const known = await Promise.all(asked.map(async (one) => ({ one, walk: await one.log.walk(one.query) })));
  const short = known.filter(({ walk }) => isComplete(walk));
  if (short.length === known.length || (t.effort.isLean && short.length > 1)) {
    const burst = await inStep(
      t,
      short.map(({ one }) => one),
    );
    if (burst.every((bag, index) => bag !== undefined && equal(bag, short[index]!.walk.bag)))
      return passOnSharedReads(2 * short.reduce((total, { walk }) => total + walk.pages.length, 0), baseline.window);
  }
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const before = await t.exclusively((alone) => oneByOne(alone, asked));
    const burst = await inStep(t, asked);
    const odd = burst.findIndex((bag, index) => bag !== undefined && !equal(bag, before[index]!.bag));
    exchanges += 2 * before.reduce((total, walk) => total + walk.pages.length, 0);
    if (odd === -1) {
      if (failures === 0) return passOnSharedReads(exchanges, baseline.window);
      continue;
    }
    const after = await t.exclusively((alone) => oneByOne(alone, asked));
    if (!before.every((walk, index) => isSameReading(walk, after[index]!))) continue;
    failures += 1;
    if (failures < 2) continue;
    const alone = before[odd]!;
    const bag = burst[odd]!;
    const [lost, strange] = [minus(alone.bag, bag), minus(bag, alone.bag)];
    fail(
      `${describeQuery(asked[odd]!.query)} on webhook ${asked[odd]!.log.id}, walked in step with ${asked.length - 1} other searches, lacks ${sizeOf(lost)} items and has ${sizeOf(strange)} that it does not have alone`,
      proofOfWalk(alone, 'alone'),
      {
        illustrations: [
          {
            kind: 'bags',
            left: 'beside others',
            right: 'alone',
            missing: [...lost.keys()].slice(0, 5).map(truncate),
            surplus: [...strange.keys()].slice(0, 5).map(truncate),
            missingCount: sizeOf(lost),
            surplusCount: sizeOf(strange),
          },
        ],
      },
    );
  }
  if (failures > 0)
    inconclusive(
      'a burst of searches differed once from the same searches alone, and not again',
      'a longer run (--depth deep)',
    );
  inconclusive('the log changed while it was read', 'a webhook whose log is quiet during the run');
});

async function oneByOne({ logs }: CheckContext, asked: readonly Asked[]): Promise<Walk[]> {
  const walks: Walk[] = [];
  for (const { log, query } of asked) walks.push(await logs.byId(log.id).read(query));
  return walks;
}

/** Walks all at once, page by page together. Undefined where a walk did not come to its end. */
async function inStep(t: CheckContext, asked: readonly Asked[]): Promise<(Bag | undefined)[]> {
  const states = asked.map(({ log, query }) => ({
    log,
    query: log.scoped(query),
    items: [] as string[],
    cursor: undefined as string | undefined,
    state: 'on' as 'on' | 'end' | 'broken',
  }));
  for (let round = 0; round < 400 && states.some((one) => one.state === 'on'); round += 1) {
    await Promise.all(
      states.map(async (one) => {
        if (one.state !== 'on') return;
        const where = { webhook: one.log.id, query: one.query, form: one.log.form };
        const answer =
          round === 0 ? await readFirst(t.client, where) : await readCursor(t.client, where, 'next', one.cursor!);
        const page = isAccepted(answer) ? parsePage(answer.response) : undefined;
        // A refusal in a burst counts as what was not delivered: the bag is compared as it is.
        if (page === undefined) one.state = 'end';
        else {
          one.items.push(...page.data);
          one.cursor = page.next;
          if (page.next === undefined) one.state = 'end';
          if (one.items.length > 50_000) one.state = 'broken';
        }
      }),
    );
  }
  return states.map((one) => (one.state === 'end' ? bagOf(one.items) : undefined));
}
