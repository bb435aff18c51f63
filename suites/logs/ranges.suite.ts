/**
 * Ranges: what from and to owe whatever their bounds include. Counts of first pages find where to look; bags of walks,
 * read again alone, decide. "Everything" is the widest range that is accepted, since a server may look back a limited
 * time by default. A refused range (a 4xx about span or distance) shows nothing.
 */
import {
  apart,
  between,
  checksOf,
  equal,
  type Found,
  inconclusive,
  keyOf,
  type LogQuery,
  type Oracle,
  partOf,
  type Survey,
  sameBag,
  seeded,
  sum,
  type TimeSense,
  type Trial,
  type Walk,
} from '../../src/kit.ts';
import { evenly } from './bins.ts';
import { ending, ends, hold, holdAll, rests, whole } from './reading.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

interface Ranged {
  readonly survey: Survey;
  readonly sense: TimeSense;
  /** Moments inside the log's span; where it was never cut, two of the recent past. */
  readonly cuts: readonly number[];
  readonly widest: LogQuery;
}

async function ranged(trial: Trial): Promise<Ranged> {
  const survey = await ending(trial);
  const time = await trial.logs.time();
  if (!time.understood)
    throw inconclusive(time.why, 'declares.timeFormat with the format of from and to, and a log that is not empty');
  const { sense } = time;
  const now = trial.logs.now;
  const bounds = survey.log.scope;
  const wide = between(sense, sense.lo, sense.hi);
  const pseudo = [now - 3 * apart(sense.form), now - apart(sense.form)];
  const inside = sense.cuts.filter((cut) => {
    const text = sense.form.render(cut);
    return (
      (bounds.from === undefined || later(sense, bounds.from, text)) &&
      (bounds.to === undefined || later(sense, text, bounds.to))
    );
  });
  const pages = survey.base.pages.length;
  const most = pages > 60 ? 2 : pages > 25 ? 3 : 4;
  const cuts = evenly(sense.cuts.length === 0 ? pseudo : inside, trial.quick ? 2 : most);
  if (cuts.length === 0)
    throw inconclusive(
      'vacuous: no moment cuts the part of the log that is judged',
      'a log whose items lie apart in time',
    );
  return { survey, sense, cuts, widest: { ...wide, ...bounds } };
}

function later(sense: TimeSense, earlier: string, text: string): boolean {
  return sense.form.format === 'epoch-seconds' || sense.form.format === 'epoch-milliseconds'
    ? Number(text) > Number(earlier)
    : text > earlier;
}

/** Every ordered pair of cuts that lie far enough apart as rendered. */
function pairs(cuts: readonly number[], sense: TimeSense): [number, number][] {
  const list: [number, number][] = [];
  for (const [index, a] of cuts.entries())
    for (const b of cuts.slice(index + 1)) if (b - a >= apart(sense.form)) list.push([a, b]);
  return list;
}

const upTo = ({ widest, sense }: Ranged, at: number): LogQuery => ({ ...widest, to: sense.form.render(at) });
const since = ({ widest, sense }: Ranged, at: number): LogQuery => ({ ...widest, from: sense.form.render(at) });
const inBetween = ({ sense }: Ranged, a: number, b: number): LogQuery => between(sense, a, b);

/** An oracle over walks that were all read to their end; anything else shows nothing. */
function overWhole(judge: (walks: readonly Walk[]) => Omit<Found, 'proof'> | undefined): Oracle {
  return (walks) => {
    if (!walks.every(whole)) return undefined;
    const found = judge(walks);
    return found === undefined
      ? undefined
      : { ...found, proof: walks.flatMap((walk) => ends(walk, keyOf(walk.query)).slice(0, 2)).slice(0, 8) };
  };
}

const name = (walk: Walk) => `W(${keyOf(walk.query)})`;

/** Whether the search looks back a limited time by default: then a lone bound is no whole side of the log. */
async function looksBack({ survey, widest }: Ranged): Promise<boolean> {
  if (Object.keys(survey.log.scope).length > 0) return true;
  const [plain, wide] = await Promise.all([survey.log.walk({}), survey.log.walk(widest)]);
  return !whole(plain) || !whole(wide) || !equal(plain.bag, wide.bag);
}

check('logs/range-subset', async (trial) => {
  const set = await ranged(trial);
  const { survey, cuts, widest, sense } = set;
  const part: Oracle = overWhole(([narrow, wide]) => partOf(name(narrow!), narrow!.bag, name(wide!), wide!.bag));
  let exchanges = 0;
  for (const cut of cuts) {
    exchanges += await hold(survey, [upTo(set, cut), widest], part);
    exchanges += await hold(survey, [since(set, cut), widest], part);
  }
  for (const [a, b] of pairs(cuts, sense).slice(0, trial.runs(10))) {
    exchanges += await hold(survey, [upTo(set, a), upTo(set, b)], part);
    exchanges += await hold(survey, [since(set, b), since(set, a)], part);
  }
  for (const [a, b] of pairs(cuts, sense).slice(0, trial.runs(4))) {
    exchanges += await hold(survey, [inBetween(set, a, b), upTo(set, b)], part);
    exchanges += await hold(survey, [inBetween(set, a, b), since(set, a)], part);
  }
  // Ahead of now too: the fifth of a month to come, which a reader of day and month exchanged takes for another day.
  if (Object.keys(survey.log.scope).length === 0 && !trial.quick) {
    const now = new Date(trial.logs.now);
    const soon = between(sense, now.getTime() + 2 * 86_400_000, undefined);
    const later = between(sense, Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, 5, 12), undefined);
    exchanges += await hold(survey, [later, soon], part);
  }
  return rests(exchanges, survey.pinned);
});

check('logs/range-far', async (trial) => {
  const set = await ranged(trial);
  const { survey, sense } = set;
  const { log, base } = survey;
  if (base.items.length === 0) throw inconclusive('vacuous: the log is empty', 'a webhook with logs');
  const year = 365 * 86_400_000;
  const now = trial.logs.now;
  const far = Date.UTC(2099, 11, 30);
  const past = Date.UTC(1990, 0, 2);
  const settledBefore = !trial.quick && (await nothingAhead(trial.logs.now, set));
  const tomorrow = now + 2 * Math.max(86_400_000, sense.form.unitMs);
  const queries: LogQuery[] = [
    between(sense, far, undefined),
    between(sense, undefined, past),
    ...(settledBefore
      ? [
          between(sense, tomorrow, undefined),
          between(sense, now + year, undefined),
          between(sense, tomorrow, now + year),
        ]
      : []),
    between(sense, past, past + year),
    ...(sense.cuts.length > 0
      ? [between(sense, undefined, Math.min(Date.UTC(2000, 0, 1), sense.cuts[0]! - 10 * year))]
      : []),
  ];
  let exchanges = 0;
  let accepted = 0;
  for (const query of trial.some(queries, 2, 2)) {
    const empty: Oracle = ([walk]) => {
      if (walk === undefined || walk.pages.length === 0 || walk.items.length === 0) return undefined;
      return {
        message: `${keyOf(query)} lies beyond the log, yet yields ${walk.items.length} item${walk.items.length === 1 ? '' : 's'} of ${walk.total}`,
        proof: ends(walk, keyOf(query)).slice(0, 1),
      };
    };
    // A pinned log's own bounds would make the range a wrong-way one: far queries are asked as they are.
    const scope = log.scope;
    if (Object.keys(scope).length > 0 && query.from !== undefined && query.to === undefined) continue;
    exchanges += await hold(survey, [query], empty);
    if ((await log.walk(query)).pages.length > 0) accepted += 1;
  }
  if (accepted === 0) throw inconclusive('every far range is refused', 'nothing: a server may refuse them');
  return rests(exchanges, survey.pinned);
});

/** Tomorrow is after the newest item only where nothing of the log lies there: fixtures may be dated ahead. */
async function nothingAhead(now: number, { survey: { log }, widest, sense }: Ranged): Promise<boolean> {
  const [soon, wide] = await Promise.all([
    log.walk({ ...widest, to: sense.form.render(now + 3_600_000) }),
    log.walk(widest),
  ]);
  return whole(soon) && whole(wide) && equal(soon.bag, wide.bag);
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

check('logs/range-gap', async (trial) => {
  const set = await ranged(trial);
  const { survey, cuts, sense, widest } = set;
  let exchanges = 0;
  const chosen = pairs(cuts, sense);
  for (const [a, b] of chosen.slice(0, trial.runs(8)))
    exchanges += await hold(survey, [upTo(set, a), since(set, b), widest], gap);
  // Either bound alone: what it yields is part of that side, also where the server looks back a limited time.
  if (Object.keys(survey.log.scope).length === 0 && !trial.quick)
    for (const [a, b] of [...chosen].reverse().slice(0, trial.runs(3)))
      exchanges += await hold(survey, [between(sense, undefined, a), between(sense, b, undefined), widest], gap);
  exchanges += await near(trial, set, 'gap');
  if (exchanges === 0)
    throw inconclusive('vacuous: no two moments lie far enough apart', 'a log whose items lie apart in time');
  return rests(exchanges, survey.pinned);
});

/**
 * Close pairs of moments, down to the least distance that the form renders, drawn around the cuts: counted on first
 * pages, walked only where the counts disagree.
 */
async function near(trial: Trial, set: Ranged, kind: 'gap' | 'overlap'): Promise<number> {
  if (trial.quick) return 0;
  const { survey, sense, widest } = set;
  const least = apart(sense.form);
  const scales = [least, 10 * 60_000, 3_600_000, 6 * 3_600_000].filter((scale) => scale >= least);
  const random = seeded(trial.seed);
  const all = sense.cuts.length === 0 ? set.cuts : sense.cuts;
  const lone = survey.log.scope;
  const wide = await survey.log.walk(widest);
  if (!whole(wide)) return 0;
  const count = async (query: LogQuery) => {
    const { count: found } = await trial.logs.measure(query);
    return found;
  };
  let exchanges = 0;
  const drawn = Array.from({ length: trial.runs(7) }, (_, index) => {
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
    if (kind === 'gap' && old + young > wide.items.length) exchanges += await hold(survey, [early, late, widest], gap);
    if (kind === 'overlap' && old + young < wide.items.length)
      exchanges += await hold(survey, [widest, early, late], covers);
  }
  return exchanges;
}

check('logs/range-overlap', async (trial) => {
  const set = await ranged(trial);
  const { survey, cuts, sense, widest } = set;
  let exchanges = 0;
  const chosen = pairs(cuts, sense);
  for (const [a, b] of chosen.slice(0, trial.runs(8)))
    exchanges += await hold(survey, [widest, upTo(set, b), since(set, a)], covers);
  if (!(await looksBack(set)))
    for (const [a, b] of chosen.slice(0, trial.runs(3)))
      exchanges += await hold(survey, [widest, between(sense, undefined, b), between(sense, a, undefined)], covers);
  exchanges += await near(trial, set, 'overlap');
  // A wide range loses nothing that the plain search shows, where nothing can lie beyond it.
  if (
    Object.keys(survey.log.scope).length === 0 &&
    sense.lo <= Date.UTC(2001, 0, 2) &&
    sense.hi >= Date.UTC(2099, 0, 1)
  )
    exchanges += await hold(
      survey,
      [{}, widest],
      overWhole(([plain, wide]) => partOf(name(plain!), plain!.bag, name(wide!), wide!.bag)),
    );
  if (exchanges === 0)
    throw inconclusive('vacuous: no two moments lie far enough apart', 'a log whose items lie apart in time');
  return rests(exchanges, survey.pinned);
});

check('logs/range-and', async (trial) => {
  const set = await ranged(trial);
  const { survey, cuts, sense, widest } = set;
  const relations: (readonly [LogQuery[], Oracle])[] = pairs(cuts, sense)
    .slice(0, trial.runs(8))
    .map(([a, b]) => [[upTo(set, b), since(set, a), widest, inBetween(set, a, b)], both]);
  // On every page, in either direction: a bound that is lost with a cursor shows where the walk runs towards it.
  const [upper, lower] = [upTo(set, cuts.at(-1)!), since(set, cuts[0]!)];
  const sorted = [upper, lower].flatMap((range) =>
    (['asc', 'desc'] as const).map((sortDirection) => [range, { ...range, sortDirection }] as const),
  );
  for (const [range, inOrder] of survey.base.pages.length > 60 ? [] : trial.some(sorted, 1, 0))
    relations.push([[inOrder, range], directed]);
  if (!(await looksBack(set))) {
    const [first, last] = [cuts[0]!, cuts.at(-1)!];
    // At depth quick the two that other rows read as well.
    for (const cut of trial.quick ? [last] : evenly(cuts, 3))
      relations.push([[between(sense, undefined, cut), upTo(set, cut)], alone('to')]);
    for (const cut of trial.quick ? [first] : evenly(cuts, 3))
      relations.push([[between(sense, cut, undefined), since(set, cut)], alone('from')]);
  }
  const exchanges = await holdAll(survey, relations);
  if (exchanges === 0)
    throw inconclusive('vacuous: no two moments lie far enough apart', 'a log whose items lie apart in time');
  return rests(exchanges, survey.pinned);
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
