/**
 * Ranges: what from and to owe whatever their bounds include. Counts of first pages find where to look; bags of walks,
 * read again alone, decide. "Everything" is the widest range that is accepted, since a server may look back a limited
 * time by default. A refused range (a 4xx about span or distance) shows nothing.
 */
import {
  apart,
  type Baseline,
  type CheckContext,
  checksOf,
  describeQuery,
  equal,
  inconclusive,
  isLongWalk,
  type LogFinding,
  type LogQuery,
  longWalkPages,
  type Oracle,
  partOf,
  rangeQuery,
  sameBag,
  seededRandom,
  sum,
  type TimeFormatInference,
  type Walk,
} from '../../src/suite.ts';
import {
  assertRelation,
  assertRelations,
  isComplete,
  passOnSharedReads,
  proofOfWalk,
  requireFiniteLog,
} from '../lib/log-checks.ts';
import { requirements } from './requirements.ts';
import { evenly } from './time-buckets.ts';

const check = checksOf(requirements);

interface Ranged {
  readonly baseline: Baseline;
  readonly sense: TimeFormatInference;
  /** Moments inside the log's span; where it was never cut, two of the recent past. */
  readonly cuts: readonly number[];
  readonly widest: LogQuery;
}

async function ranged(t: CheckContext): Promise<Ranged> {
  const baseline = await requireFiniteLog(t);
  const time = await t.logs.time();
  if (!time.understood)
    inconclusive(time.why, 'declares.timeFormat with the format of from and to, and a log that is not empty');
  const { sense } = time;
  const now = t.logs.now;
  const bounds = baseline.log.scope;
  const wide = rangeQuery(sense, sense.lo, sense.hi);
  const pseudo = [now - 3 * apart(sense.form), now - apart(sense.form)];
  const inside = sense.cuts.filter((cut) => {
    const text = sense.form.render(cut);
    return (
      (bounds.from === undefined || later(sense, bounds.from, text)) &&
      (bounds.to === undefined || later(sense, text, bounds.to))
    );
  });
  const pages = baseline.plainWalk.pages.length;
  const most = pages > longWalkPages ? 2 : pages > 25 ? 3 : 4;
  const cuts = evenly(sense.cuts.length === 0 ? pseudo : inside, t.effort.isLean ? 2 : most);
  if (cuts.length === 0)
    inconclusive('no moment cuts the part of the log that is judged', 'a log whose items lie apart in time');
  return { baseline, sense, cuts, widest: { ...wide, ...bounds } };
}

function later(sense: TimeFormatInference, earlier: string, text: string): boolean {
  return sense.form.format === 'epoch-seconds' || sense.form.format === 'epoch-milliseconds'
    ? Number(text) > Number(earlier)
    : text > earlier;
}

/** Every ordered pair of cuts that lie far enough apart as rendered. */
function pairs(cuts: readonly number[], sense: TimeFormatInference): [number, number][] {
  const list: [number, number][] = [];
  for (const [index, a] of cuts.entries())
    for (const b of cuts.slice(index + 1)) if (b - a >= apart(sense.form)) list.push([a, b]);
  return list;
}

const upTo = ({ widest, sense }: Ranged, at: number): LogQuery => ({ ...widest, to: sense.form.render(at) });
const since = ({ widest, sense }: Ranged, at: number): LogQuery => ({ ...widest, from: sense.form.render(at) });
const inBetween = ({ sense }: Ranged, a: number, b: number): LogQuery => rangeQuery(sense, a, b);

/** An oracle over walks that were all read to their end; anything else shows nothing. */
function overWhole(judge: (walks: readonly Walk[]) => Omit<LogFinding, 'proof'> | undefined): Oracle {
  return (walks) => {
    if (!walks.every(isComplete)) return undefined;
    const found = judge(walks);
    return found === undefined
      ? undefined
      : {
          ...found,
          proof: walks.flatMap((walk) => proofOfWalk(walk, describeQuery(walk.query)).slice(0, 2)).slice(0, 8),
        };
  };
}

const name = (walk: Walk) => `W(${describeQuery(walk.query)})`;

/** Whether the search looks back a limited time by default: then a lone bound is no whole side of the log. */
async function looksBack({ baseline, widest }: Ranged): Promise<boolean> {
  if (Object.keys(baseline.log.scope).length > 0) return true;
  const [plain, wide] = await Promise.all([baseline.log.walk({}), baseline.log.walk(widest)]);
  return !isComplete(plain) || !isComplete(wide) || !equal(plain.bag, wide.bag);
}

check('logs/range-subset', async (t) => {
  const set = await ranged(t);
  const { baseline, cuts, widest, sense } = set;
  const part: Oracle = overWhole(([narrow, wide]) => partOf(name(narrow!), narrow!.bag, name(wide!), wide!.bag));
  let exchanges = 0;
  for (const cut of cuts) {
    exchanges += await assertRelation(baseline, [upTo(set, cut), widest], part);
    exchanges += await assertRelation(baseline, [since(set, cut), widest], part);
  }
  for (const [a, b] of pairs(cuts, sense).slice(0, t.effort.sampleCount(10))) {
    exchanges += await assertRelation(baseline, [upTo(set, a), upTo(set, b)], part);
    exchanges += await assertRelation(baseline, [since(set, b), since(set, a)], part);
  }
  for (const [a, b] of pairs(cuts, sense).slice(0, t.effort.sampleCount(4))) {
    exchanges += await assertRelation(baseline, [inBetween(set, a, b), upTo(set, b)], part);
    exchanges += await assertRelation(baseline, [inBetween(set, a, b), since(set, a)], part);
  }
  // Ahead of now too: the fifth of a month to come, which a reader of day and month exchanged takes for another day.
  if (Object.keys(baseline.log.scope).length === 0 && !t.effort.isLean) {
    const now = new Date(t.logs.now);
    const soon = rangeQuery(sense, now.getTime() + 2 * 86_400_000, undefined);
    const later = rangeQuery(sense, Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 5, 12), undefined);
    exchanges += await assertRelation(baseline, [later, soon], part);
  }
  return passOnSharedReads(exchanges, baseline.window);
});

check('logs/range-far', async (t) => {
  const set = await ranged(t);
  const { baseline, sense } = set;
  const { log, plainWalk } = baseline;
  if (plainWalk.items.length === 0) inconclusive('the log is empty', 'a webhook with logs');
  const year = 365 * 86_400_000;
  const now = t.logs.now;
  const far = Date.UTC(2099, 11, 30);
  const past = Date.UTC(1990, 0, 2);
  const settledBefore = !t.effort.isLean && (await nothingAhead(t.logs.now, set));
  const tomorrow = now + 2 * Math.max(86_400_000, sense.form.unitMs);
  const queries: LogQuery[] = [
    rangeQuery(sense, far, undefined),
    rangeQuery(sense, undefined, past),
    ...(settledBefore
      ? [
          rangeQuery(sense, tomorrow, undefined),
          rangeQuery(sense, now + year, undefined),
          rangeQuery(sense, tomorrow, now + year),
        ]
      : []),
    rangeQuery(sense, past, past + year),
    ...(sense.cuts.length > 0
      ? [rangeQuery(sense, undefined, Math.min(Date.UTC(2000, 0, 1), sense.cuts[0]! - 10 * year))]
      : []),
  ];
  let exchanges = 0;
  let accepted = 0;
  for (const query of t.effort.sampleOf(queries, 2, 2)) {
    const empty: Oracle = ([walk]) => {
      if (walk === undefined || walk.pages.length === 0 || walk.items.length === 0) return undefined;
      return {
        message: `${describeQuery(query)} lies beyond the log, yet yields ${walk.items.length} item${walk.items.length === 1 ? '' : 's'} of ${walk.total}`,
        proof: proofOfWalk(walk, describeQuery(query)).slice(0, 1),
      };
    };
    // A pinned log's own bounds would make the range a wrong-way one: far queries are asked as they are.
    const scope = log.scope;
    if (Object.keys(scope).length > 0 && query.from !== undefined && query.to === undefined) continue;
    exchanges += await assertRelation(baseline, [query], empty);
    if ((await log.walk(query)).pages.length > 0) accepted += 1;
  }
  if (accepted === 0) inconclusive('every far range is refused', 'nothing: a server may refuse them');
  return passOnSharedReads(exchanges, baseline.window);
});

/** Tomorrow is after the newest item only where nothing of the log lies there: fixtures may be dated ahead. */
async function nothingAhead(now: number, { baseline: { log }, widest, sense }: Ranged): Promise<boolean> {
  const [soon, wide] = await Promise.all([
    log.walk({ ...widest, to: sense.form.render(now + 3_600_000) }),
    log.walk(widest),
  ]);
  return isComplete(soon) && isComplete(wide) && equal(soon.bag, wide.bag);
}

const gap: Oracle = overWhole(([old, young, wide]) =>
  partOf(`${name(old!)} + ${name(young!)}`, sum(old!.bag, young!.bag), name(wide!), wide!.bag),
);

const covers: Oracle = overWhole(([wide, old, young]) =>
  partOf(name(wide!), wide!.bag, `${name(old!)} + ${name(young!)}`, sum(old!.bag, young!.bag)),
);

const both: Oracle = overWhole(([old, young, wide, middle]) => {
  const left = `${name(young!)} + ${name(old!)}`;
  return sameBag(left, sum(young!.bag, old!.bag), `${name(wide!)} + ${name(middle!)}`, sum(wide!.bag, middle!.bag));
});

check('logs/range-gap', async (t) => {
  const set = await ranged(t);
  const { baseline, cuts, sense, widest } = set;
  let exchanges = 0;
  const chosen = pairs(cuts, sense);
  for (const [a, b] of chosen.slice(0, t.effort.sampleCount(8)))
    exchanges += await assertRelation(baseline, [upTo(set, a), since(set, b), widest], gap);
  // Either bound alone: what it yields is part of that side, also where the server looks back a limited time.
  if (Object.keys(baseline.log.scope).length === 0 && !t.effort.isLean)
    for (const [a, b] of [...chosen].reverse().slice(0, t.effort.sampleCount(3)))
      exchanges += await assertRelation(
        baseline,
        [rangeQuery(sense, undefined, a), rangeQuery(sense, b, undefined), widest],
        gap,
      );
  exchanges += await near(t, set, 'gap');
  if (exchanges === 0) inconclusive('no two moments lie far enough apart', 'a log whose items lie apart in time');
  return passOnSharedReads(exchanges, baseline.window);
});

/**
 * Close pairs of moments, down to the least distance that the form renders, drawn around the cuts: counted on first
 * pages, walked only where the counts disagree.
 */
async function near(t: CheckContext, set: Ranged, kind: 'gap' | 'overlap'): Promise<number> {
  if (t.effort.isLean) return 0;
  const { baseline, sense, widest } = set;
  const least = apart(sense.form);
  const scales = [least, 10 * 60_000, 3_600_000, 6 * 3_600_000].filter((scale) => scale >= least);
  const random = seededRandom(t.seed);
  const all = sense.cuts.length === 0 ? set.cuts : sense.cuts;
  const lone = baseline.log.scope;
  const wide = await baseline.log.walk(widest);
  if (!isComplete(wide)) return 0;
  const count = async (query: LogQuery) => {
    const { count: found } = await t.logs.measure(query);
    return found;
  };
  let exchanges = 0;
  const drawn = Array.from({ length: t.effort.sampleCount(7) }, (_, index) => {
    const scale = scales[index % scales.length]!;
    const cut = all[Math.floor(random() * all.length)]!;
    const a = Math.floor(cut - random() * scale);
    return [a, a + scale] as const;
  });
  for (const [a, b] of drawn) {
    if (lone.from !== undefined && !later(sense, lone.from, sense.form.render(a))) continue;
    // Beyond a pinned log's own bounds a moment would widen it.
    if (lone.to !== undefined && !later(sense, sense.form.render(b), lone.to)) continue;
    const [early, late] = kind === 'gap' ? [upTo(set, a), since(set, b)] : [upTo(set, b), since(set, a)];
    const [old, young] = await Promise.all([count(early), count(late)]);
    exchanges += 2;
    if (old === undefined || young === undefined) continue;
    if (kind === 'gap' && old + young > wide.items.length)
      exchanges += await assertRelation(baseline, [early, late, widest], gap);
    if (kind === 'overlap' && old + young < wide.items.length)
      exchanges += await assertRelation(baseline, [widest, early, late], covers);
  }
  return exchanges;
}

check('logs/range-overlap', async (t) => {
  const set = await ranged(t);
  const { baseline, cuts, sense, widest } = set;
  let exchanges = 0;
  const chosen = pairs(cuts, sense);
  for (const [a, b] of chosen.slice(0, t.effort.sampleCount(8)))
    exchanges += await assertRelation(baseline, [widest, upTo(set, b), since(set, a)], covers);
  if (!(await looksBack(set)))
    for (const [a, b] of chosen.slice(0, t.effort.sampleCount(3)))
      exchanges += await assertRelation(
        baseline,
        [widest, rangeQuery(sense, undefined, b), rangeQuery(sense, a, undefined)],
        covers,
      );
  exchanges += await near(t, set, 'overlap');
  // A wide range loses nothing that the plain search shows, where nothing can lie beyond it.
  if (
    Object.keys(baseline.log.scope).length === 0 &&
    sense.lo <= Date.UTC(2001, 0, 2) &&
    sense.hi >= Date.UTC(2099, 0, 1)
  )
    exchanges += await assertRelation(
      baseline,
      [{}, widest],
      overWhole(([plain, wide]) => partOf(name(plain!), plain!.bag, name(wide!), wide!.bag)),
    );
  if (exchanges === 0) inconclusive('no two moments lie far enough apart', 'a log whose items lie apart in time');
  return passOnSharedReads(exchanges, baseline.window);
});

check('logs/range-and', async (t) => {
  const set = await ranged(t);
  const { baseline, cuts, sense, widest } = set;
  const relations: (readonly [LogQuery[], Oracle])[] = pairs(cuts, sense)
    .slice(0, t.effort.sampleCount(8))
    .map(([a, b]) => [[upTo(set, b), since(set, a), widest, inBetween(set, a, b)], both]);
  // On every page, in either direction: a bound that is lost with a cursor shows where the walk runs towards it.
  const [upper, lower] = [upTo(set, cuts.at(-1)!), since(set, cuts[0]!)];
  const sorted = [upper, lower].flatMap((range) =>
    (['asc', 'desc'] as const).map((sortDirection) => [range, { ...range, sortDirection }] as const),
  );
  for (const [range, inOrder] of isLongWalk(baseline.plainWalk) ? [] : t.effort.sampleOf(sorted, 1, 0))
    relations.push([[inOrder, range], directed]);
  if (!(await looksBack(set))) {
    const [first, last] = [cuts[0]!, cuts.at(-1)!];
    // At depth quick the two that other rows read as well.
    for (const cut of t.effort.isLean ? [last] : evenly(cuts, 3))
      relations.push([[rangeQuery(sense, undefined, cut), upTo(set, cut)], alone('to')]);
    for (const cut of t.effort.isLean ? [first] : evenly(cuts, 3))
      relations.push([[rangeQuery(sense, cut, undefined), since(set, cut)], alone('from')]);
  }
  const exchanges = await assertRelations(baseline, relations);
  if (exchanges === 0) inconclusive('no two moments lie far enough apart', 'a log whose items lie apart in time');
  return passOnSharedReads(exchanges, baseline.window);
});

const directed: Oracle = overWhole(([sorted, plain]) => sameBag(name(sorted!), sorted!.bag, name(plain!), plain!.bag));

function alone(side: 'from' | 'to'): Oracle {
  return overWhole(([lone, pair]) => {
    const differs = sameBag(name(lone!), lone!.bag, name(pair!), pair!.bag);
    return differs === undefined
      ? undefined
      : { ...differs, message: `${side} alone is not enough: ${differs.message}` };
  });
}
