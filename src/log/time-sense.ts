/**
 * Learns whether, and in which form, the target reads `from` and `to`, and where in time the log lies. A form is
 * understood as soon as any query in it narrows anything, or when every other form is refused; of several that narrow,
 * the one that cuts the log in its middle, or behaves at all four far corners, is the right one (epoch seconds read as
 * milliseconds narrow too, to nothing). Only first pages are read here.
 */
import type { Client } from '../client/index.ts';
import type { TimeFormat } from '../core/config.ts';
import { type Exchange, isAccepted } from '../core/exchange.ts';
import { parsePage } from '../oracles/response.ts';
import type { LogQuery } from './query.ts';
import { apart, type TimeForm, timeForms } from './time-form.ts';
import { readFirst } from './walk.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const year = 365 * day;
/**
 * Far bounds, and ages within them. None is a whole number of days from another: moments of one and the same time of day
 * would hide a target that compares times of day; and an age is a little under the round limit that a target may set.
 */
const early = Date.UTC(2001, 0, 1, 15, 42, 7);
const late = Date.UTC(2099, 0, 1, 9, 18, 31);
const ages = [
  0,
  hour,
  6 * hour,
  23 * hour,
  2.7 * day,
  9.6 * day,
  29.1 * day,
  88.8 * day,
  270.4 * day,
  1.95 * year,
  5.87 * year,
  14.71 * year,
].map(Math.floor);

/** Rounds of halving in a sparing search. */
const fewRounds = 9;

/** How many items a query has, read from its first page: exact where that is the only one. */
export interface Measure {
  /** Undefined where the query was refused. */
  readonly count: number | undefined;
  readonly exchange: Exchange;
}

export type Bounds = Pick<LogQuery, 'from' | 'to'>;

export interface TimeFormatInference {
  readonly form: TimeForm;
  /** The widest range that is accepted, ms since the epoch. */
  readonly lo: number;
  readonly hi: number;
  /** Times inside the log's span, ascending, at which it was seen to be cut (or that lie between such). */
  readonly cuts: readonly number[];
  /** How it was seen that the form is understood. */
  readonly strength: 'cuts' | 'corners' | 'only-form';
}

export type Learned =
  | { readonly understood: true; readonly sense: TimeFormatInference }
  | { readonly understood: false; readonly why: string };

export class TimeLearner {
  readonly #client: Client;
  readonly #webhook: string;
  readonly #scope: LogQuery;
  readonly #now: number;
  /** At depth `quick`: one form after the other, one moment after the other, until what is needed is known. */
  readonly #sparing: boolean;
  readonly #measured: Map<string, Promise<Measure>>;

  constructor(
    client: Client,
    webhook: string,
    scope: LogQuery = {},
    { now, measured }: { now: number; measured: Map<string, Promise<Measure>> } = {
      now: Date.now(),
      measured: new Map(),
    },
  ) {
    this.#client = client;
    this.#webhook = webhook;
    this.#scope = scope;
    this.#now = now;
    this.#measured = measured;
    this.#sparing = client.settings.run.depth === 'quick';
  }

  /** What is known stays known, read on through another view of the client. */
  through(client: Client): TimeLearner {
    return new TimeLearner(client, this.#webhook, this.#scope, { now: this.#now, measured: this.#measured });
  }

  /** Takes a first page that was read already. */
  known(query: LogQuery, exchange: Exchange): void {
    this.#measured.set(JSON.stringify(query), Promise.resolve(measured(exchange)));
  }

  measure(query: LogQuery): Promise<Measure> {
    const key = JSON.stringify(query);
    let known = this.#measured.get(key);
    if (known === undefined) {
      known = this.#read(query);
      this.#measured.set(key, known);
    }
    return known;
  }

  async #read(query: LogQuery): Promise<Measure> {
    const exchange = await readFirst(this.#client, {
      webhook: this.#webhook,
      query: { ...this.#scope, ...query },
      form: 'alone',
    });
    return measured(exchange);
  }

  /** @param hints moments at which the log may hold items; only used to find cuts sooner */
  async learn(declared: TimeFormat | undefined, wantedCuts: number, hints: readonly number[] = []): Promise<Learned> {
    const all = (await this.measure({})).count;
    if (all === undefined) return { understood: false, why: 'the unfiltered search is refused' };
    if (all === 0) return { understood: false, why: 'the log is empty, so that no range can narrow it' };
    const forms = declared === undefined ? timeForms : timeForms.filter((form) => form.format === declared);
    const cutting = async (form: TimeForm): Promise<Learned | undefined> => {
      const wide = await this.#widest(form, all);
      const cuts = wide === undefined ? [] : await this.#cuts(form, wide, wantedCuts, hints);
      return wide === undefined || cuts.length === 0
        ? undefined
        : { understood: true, sense: { form, ...wide, cuts, strength: 'cuts' } };
    };
    const tried: Cornered[] = [];
    if (this.#sparing)
      for (const form of forms) {
        const one = await this.#corners(form, all);
        const learned = one.proper === 4 ? await cutting(form) : undefined;
        if (learned !== undefined) return learned;
        tried.push(one);
      }
    else tried.push(...(await Promise.all(forms.map((form) => this.#corners(form, all)))));
    const usable = tried.filter((one) => !one.refused);
    // What a sparing look holds for refused may be taken nearer to now.
    const onlyOne = !this.#sparing && new Set(usable.map((one) => one.form.format)).size === 1;
    // Forms that behave at the corners first: most likely right, and then nothing else needs to be searched.
    usable.sort((a, b) => b.proper - a.proper);
    const weak: { sense: TimeFormatInference; proper: number }[] = [];
    for (const one of usable) {
      if (one.ignored && declared === undefined) continue;
      const tried = one.ignored || (this.#sparing && one.proper === 4);
      const learned = tried ? undefined : await cutting(one.form);
      if (learned !== undefined) return learned;
      const wide = await this.#widest(one.form, all);
      if (wide === undefined) continue;
      if (one.proper === 4) {
        const step = this.#sparing ? [] : await this.#step(one.form, wide);
        weak.push({ sense: { form: one.form, ...wide, cuts: step, strength: 'corners' }, proper: 4 });
      } else if ((onlyOne || declared !== undefined) && weak.length === 0)
        weak.push({ sense: { form: one.form, ...wide, cuts: [], strength: 'only-form' }, proper: 0 });
    }
    const best = weak.sort((a, b) => b.proper - a.proper)[0];
    if (best !== undefined && (best.proper === 4 || onlyOne || declared !== undefined))
      return { understood: true, sense: best.sense };
    if (usable.length === 0) return { understood: false, why: 'every time format that was tried is refused' };
    return { understood: false, why: 'no time format that was tried narrows the search' };
  }

  /** Far and near bounds on either side, alone and together. Proper: how many of the four far corners behave. */
  async #corners(form: TimeForm, all: number): Promise<Cornered> {
    const at = (time: number) => form.render(time);
    if (this.#sparing) {
      const far = await this.measure({ from: at(late) });
      const near = far.count === undefined ? await this.measure({ from: at(this.#now - day), to: at(this.#now) }) : far;
      if (near.count === undefined) return { form, refused: true, ignored: false, proper: 0 };
      if (far.count === all && (await this.measure({ to: at(early) })).count === all)
        if ((await this.measure({ to: at(late) })).count === all)
          // Exchanged, the two would narrow.
          return { form, refused: false, ignored: true, proper: 0 };
    }
    const near = await Promise.all(
      [{ from: at(late) }, { to: at(early) }, { to: at(late) }, { from: at(early) }].map((query) =>
        this.measure(query),
      ),
    );
    const counts = near.map((one) => one.count);
    const proper =
      Number(counts[0] === 0) +
      Number(counts[1] === 0) +
      Number((counts[2] ?? 0) >= all) +
      Number((counts[3] ?? 0) >= all);
    if (counts.some((count) => count !== undefined)) return { form, refused: false, ignored: false, proper };
    const closer = await Promise.all(
      [
        { from: at(this.#now - hour) },
        { to: at(this.#now - hour) },
        { from: at(this.#now - day), to: at(this.#now) },
      ].map((query) => this.measure(query)),
    );
    return { form, refused: closer.every((one) => one.count === undefined), ignored: false, proper };
  }

  /** The widest accepted range: from as early and to as late as the target takes together. */
  async #widest(form: TimeForm, all: number): Promise<{ lo: number; hi: number } | undefined> {
    const now = this.#now;
    const { count: whole } = await this.measure({ from: form.render(early), to: form.render(late) });
    if ((whole ?? 0) >= all) return { lo: early, hi: late };
    const los = [
      early,
      now - 9.9 * year,
      now - 0.99 * year,
      now - 89.2 * day,
      now - 29.4 * day,
      now - 6.8 * day,
      now - 0.9 * day,
    ].map(Math.floor);
    const his = [late, now + Math.floor(0.99 * year), now + Math.floor(0.9 * day), now];
    let best: { lo: number; hi: number; count: number } | undefined;
    for (const lo of los) {
      const row = await Promise.all(
        his.map(async (hi) => ({
          lo,
          hi,
          count: (await this.measure({ from: form.render(lo), to: form.render(hi) })).count,
        })),
      );
      for (const { lo: from, hi: to, count } of row) {
        if (count === undefined || (best !== undefined && count <= best.count)) continue;
        // A narrower range has more by an overflow of the wider one; or because the log has grown meanwhile.
        const again = best && (await this.#read({ from: form.render(best.lo), to: form.render(best.hi) })).count;
        best = best !== undefined && (again ?? -1) >= count ? { ...best, count } : { lo: from, hi: to, count };
      }
      if (best !== undefined && best.count > 0) break;
    }
    return best === undefined ? undefined : { lo: best.lo, hi: best.hi };
  }

  /**
   * Times that cut the log in its middle. Looks at a ladder of ages, then halves the steps in which most items lie. Where
   * ranges with both bounds never cut, either bound alone is tried: a target may read only one of them.
   */
  async #cuts(
    form: TimeForm,
    wide: { lo: number; hi: number },
    wanted: number,
    hints: readonly number[],
  ): Promise<number[]> {
    const lo = form.render(wide.lo);
    const shapes: ((time: number) => LogQuery)[] = [
      (time) => ({ from: lo, to: form.render(time) }),
      (time) => ({ to: form.render(time) }),
      (time) => ({ from: form.render(time) }),
    ];
    for (const shape of shapes) {
      const cuts = await this.#search(form, wide, wanted, shape, hints);
      if (cuts.length > 0) return cuts;
    }
    return [];
  }

  /**
   * The moment from which on a range up to it yields anything, where no count lies between none and all: the log has one
   * moment, or its totals do not follow the range. Relations hold at any moment, so this one may show the latter.
   */
  async #step(form: TimeForm, { lo, hi }: { lo: number; hi: number }): Promise<number[]> {
    let [none, some] = [lo, hi];
    for (let round = 0; round < 40 && some - none > apart(form); round += 1) {
      const middle = Math.floor((none + some) / 2);
      const { count } = await this.measure({ from: form.render(lo), to: form.render(middle) });
      if (count === undefined) return [];
      if (count === 0) none = middle;
      else some = middle;
    }
    return some < hi ? [some] : [];
  }

  /**
   * A moment up to which a log holds more than `least` items and `most` at most, from a bound of the past on; undefined where
   * none was found in a few rounds.
   */
  async partUpTo(form: TimeForm, { lo, hi }: { lo: number; hi: number }, least: number, most: number) {
    const from = form.render(lo);
    const ladder = ages.map((age) => this.#now - age).sort((a, b) => a - b);
    let [few, many] = [lo, hi];
    for (let round = 0; round < 2 * fewRounds && many - few > apart(form); round += 1) {
      const inside = ladder.filter((time) => time > few && time < many);
      const time = inside[Math.floor(inside.length / 2)] ?? Math.floor((few + many) / 2);
      const { count } = await this.measure({ from, to: form.render(time) });
      if (count === undefined) return undefined;
      if (count > least && count <= most) return time;
      if (count <= least) few = time;
      else many = time;
    }
    return undefined;
  }

  /** Moments that cut what lies between two others, for a log that is judged in part. */
  cutsBetween(
    form: TimeForm,
    lo: number,
    hi: number,
    wanted: number,
    hints: readonly number[] = [],
  ): Promise<number[]> {
    const from = form.render(lo);
    return this.#search(form, { lo, hi }, wanted, (time) => ({ from, to: form.render(time) }), hints);
  }

  /**
   * As {@link TimeLearner.cutsBetween}, one moment at a time: always in the step that holds most items, at the middle one of
   * the hints that lie there, else of the ladder, else in its middle.
   */
  async #halve(
    form: TimeForm,
    { lo, hi }: { lo: number; hi: number },
    wanted: number,
    shape: (time: number) => LogQuery,
    hints: readonly number[],
  ): Promise<number[]> {
    const counts = new Map<number, number | undefined>();
    const look = async (time: number) => {
      counts.set(time, (await this.measure(shape(time))).count);
    };
    await look(lo);
    await look(hi);
    const distance = apart(form);
    const hinted = [...hints].sort((a, b) => a - b);
    const ladders = [hinted, ages.map((age) => this.#now - age).sort((a, b) => a - b)];
    const next = ({ from, to }: { from: number; to: number }): number | undefined => {
      // Thirds first: of a log of three pages they leave a page on either side, and two on the other.
      const share = counts.size === 2 ? 0.34 : 0.5;
      for (const ladder of ladders) {
        const inside = ladder.filter((time) => time - from >= distance && to - time >= distance && !counts.has(time));
        if (inside.length > 0) return inside[Math.floor(inside.length * (ladder === hinted ? share : 0.5))];
      }
      const middle = Math.floor((from + to) / 2);
      return to - from >= 2 * distance && !counts.has(middle) ? middle : undefined;
    };
    for (let round = 0; round < fewRounds; round += 1) {
      const points = known(counts);
      if (spread(inner(points), distance, wanted).length >= wanted) break;
      const time = steps(points)
        .map(next)
        .find((one) => one !== undefined);
      if (time === undefined) break;
      await look(time);
    }
    return spread(inner(known(counts)), distance, wanted);
  }

  async #search(
    form: TimeForm,
    { lo, hi }: { lo: number; hi: number },
    wanted: number,
    shape: (time: number) => LogQuery,
    hints: readonly number[],
  ): Promise<number[]> {
    if (this.#sparing) return this.#halve(form, { lo, hi }, wanted, shape, hints);
    const now = this.#now;
    const evenly = [1, 2, 3, 4, 5, 6, 7].map((part) => Math.floor(lo + ((hi - lo) * part) / 8));
    const aged = ages.map((age) => now - age).filter((time) => time > lo && time < hi);
    const ladder = [lo, ...(hi - lo > 2 * year ? aged : [...aged, ...evenly]), hi].sort((a, b) => a - b);
    const counts = new Map<number, number | undefined>();
    const look = async (times: readonly number[]) => {
      const counted = await Promise.all(
        times.map(async (time) => [time, (await this.measure(shape(time))).count] as const),
      );
      for (const [time, count] of counted) counts.set(time, count);
    };
    await look(ladder);
    const distance = apart(form);
    for (let round = 0; round < 12; round += 1) {
      const points = known(counts);
      if (inner(points).length >= wanted) break;
      const wide = steps(points).filter((step) => step.to - step.from >= 2 * distance);
      if (wide.length === 0) break;
      await look(wide.slice(0, 3).map((step) => Math.floor((step.from + step.to) / 2)));
    }
    return spread(inner(known(counts)), distance, wanted);
  }
}

/** What a form does at the far corners: whether it is refused, and how many of the four behave. */
interface Cornered {
  readonly form: TimeForm;
  readonly refused: boolean;
  /** Seen at once not to matter, in a sparing look: what is after the newest is everything, and so is what is before the oldest. */
  readonly ignored: boolean;
  readonly proper: number;
}

function measured(exchange: Exchange): Measure {
  const page = isAccepted(exchange) ? parsePage(exchange.response) : undefined;
  if (page === undefined) return { count: undefined, exchange };
  return { count: page.next === undefined ? page.data.length : page.totalItems, exchange };
}

/** From each point to the next, those with most items between them first; none without items. */
function steps(points: readonly (readonly [number, number])[]): { from: number; to: number; items: number }[] {
  return points
    .slice(1)
    .map(([time, count], index) => ({
      from: points[index]![0],
      to: time,
      items: Math.abs(count - points[index]![1]),
    }))
    .filter((step) => step.items > 0)
    .sort((a, b) => b.items - a.items);
}

function known(counts: ReadonlyMap<number, number | undefined>): [number, number][] {
  return [...counts].filter((one): one is [number, number] => one[1] !== undefined).sort((a, b) => a[0] - b[0]);
}

/** Points whose count is neither the least nor the greatest seen: they cut the log in its middle. */
function inner(points: readonly (readonly [number, number])[]): number[] {
  const all = points.map(([, count]) => count);
  const least = Math.min(...all);
  const most = Math.max(...all);
  return points.filter(([, count]) => count > least && count < most).map(([time]) => time);
}

/** At most so many, each at least `distance` after the one before, evenly chosen. */
function spread(times: readonly number[], distance: number, wanted: number): number[] {
  const far: number[] = [];
  for (const time of times) if (far.length === 0 || time - far.at(-1)! >= distance) far.push(time);
  if (far.length <= wanted) return far;
  return Array.from(
    { length: wanted },
    (_, index) => far[Math.round((index * (far.length - 1)) / Math.max(wanted - 1, 1))]!,
  );
}
