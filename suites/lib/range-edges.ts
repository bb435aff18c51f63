/**
 * Edges of ranges: moments at which items enter the range up to them, found by halving to one unit of the time format. Around
 * an edge, a bound that is rounded, truncated or shifted against the other shows, however short the difference is.
 */
import { type CheckContext, logs } from '../../src/suite.ts';

export interface Edge {
  /** The first `to` that includes the items, ms since the epoch. */
  readonly at: number;
  /** The unit of the time format, ms. */
  readonly unitMs: number;
}

const secondMs = 1000;
const minuteMs = 60_000;
/** Hours and days begin at a full quarter of an hour, in every time zone. */
const quarterMs = 15 * minuteMs;

/**
 * Edges after some of the cuts; none if few requests may be sent, or the format knows days only.
 * @param least how many edges there must be, as far as there are cuts
 */
export async function findEdges(
  t: CheckContext,
  { log, sense, upTo }: logs.Ranges,
  least = 0,
): Promise<readonly Edge[]> {
  const { form, cuts } = sense;
  if (form.unitMs > minuteMs) return [];
  const wanted = Math.max(least, t.effort.pick({ quick: 0, standard: 2, deep: 12 }));
  const edges = await Promise.all(
    logs.spread(cuts, 0, wanted).map((cut) => {
      const hint = sense.hints?.find((time) => time > cut);
      return findEdge((at) => t.logs.measure(upTo(at)), { cut, hint, unitMs: form.unitMs });
    }),
  );
  const inside = (at: number) => logs.isInside(log.scope, form, at);
  const margin = 2 * logs.apart(form);
  return edges
    .flatMap((at) => (at === undefined ? [] : [{ at, unitMs: form.unitMs }]))
    .filter(({ at }) => inside(at - margin) && inside(at + margin));
}

type MeasureAt = (at: number) => ReturnType<CheckContext['logs']['measure']>;

interface EdgeSearch {
  readonly cut: number;
  /** When the first item after the cut seems to lie. */
  readonly hint: number | undefined;
  readonly unitMs: number;
}

/** The first moment after a cut at which the count differs: a hint or steps of rising length find one, halving the first. */
async function findEdge(measure: MeasureAt, { cut, hint, unitMs }: EdgeSearch): Promise<number | undefined> {
  const floor = (at: number) => Math.floor(at / unitMs) * unitMs;
  let low = floor(cut);
  const { count } = await measure(low);
  if (count === undefined) return undefined;
  const isBefore = async (at: number) => (await measure(at)).count === count;
  let high = low + minuteMs;
  const early = hint === undefined ? low : floor(hint) - unitMs;
  if (early > low && (await isBefore(early))) [low, high] = [early, early + 2 * unitMs];
  for (let step = 0; await isBefore(high); step += 1) {
    if (step > 7) return undefined;
    low = high;
    high += 4 ** step * 4 * minuteMs;
  }
  return halve(isBefore, [low, high], unitMs);
}

/**
 * Whether the target is seen to read a bound more finely than to the second or the minute: the edge, or the last `from` near it
 * that includes its items, does not lie at a full one. Items often lie at full seconds: then both moments must be apart by one.
 */
export async function isReadFinely(
  t: CheckContext,
  { sense, since }: logs.Ranges,
  [edge, later]: readonly [number, number],
) {
  const { unitMs } = sense.form;
  const coarse = [secondMs, minuteMs].filter((ms) => ms > unitMs);
  if (!coarse.some((ms) => isFull(later, ms, unitMs))) return true;
  const count = async (at: number) => (await t.logs.measure(since(at))).count;
  const [low, high] = [later - 2 * minuteMs, later + 2 * minuteMs];
  const least = await count(high);
  if (least === undefined || least === (await count(low))) return false;
  const last = await halve(async (at) => (await count(at)) === least, [high, low], unitMs);
  const isOneApart = (ms: number) => ms === minuteMs || Math.abs(last - edge) >= ms - 2 * unitMs;
  return !coarse.some((ms) => isFull(last, ms, unitMs) && isOneApart(ms));
}

/** Pairs with only full minutes around them, after which all bounds of a target are taken to be read so: each costs many requests. */
const enoughCoarse = 2;

/** A target may read a bound in another way where it stands alone. */
type Beside = 'a far bound' | 'nothing';

const coarsePairs = (t: CheckContext, beside: Beside): { count: number } =>
  t.once(`pairs between full minutes beside ${beside}`, () => ({ count: 0 }));

/** Whether the target was seen to read bounds by the hour or by the day. */
export const readsCoarsely = (t: CheckContext, beside: Beside = 'a far bound'): boolean =>
  coarsePairs(t, beside).count >= enoughCoarse;

type CountAt = (at: number) => Promise<number | undefined>;

/**
 * Whether the target is seen to tell two moments apart, or to read a bound near them more finely than to the minute. It may read
 * bounds to the hour or by the day, in any time zone (§4.4 leaves the format open): then two moments of one hour or day include,
 * or leave out, the same items. It may also read `from` as a moment, and `to` as all of its day, unless the times of items are known.
 */
export async function areToldApart(
  t: CheckContext,
  { baseline, sense, upTo, since, measure }: logs.Ranges,
  [earlier, later]: readonly [number, number],
  beside: Beside = 'a far bound',
): Promise<boolean> {
  const { form, cuts, lo, hi } = sense;
  if (form.unitMs > minuteMs) return true;
  const sides = [upTo, since].map(
    (side): CountAt =>
      async (at) =>
        (await measure(side(at))).count,
  );
  const [to, from] = sides as [CountAt, CountAt];
  const told = logs.knownInstants(t, baseline).size > 0 ? [to, from] : [to];
  for (const count of told) if ((await count(earlier)) !== (await count(later))) return true;
  if (readsCoarsely(t, beside)) return false;
  const before = [...cuts.filter((cut) => cut < earlier).reverse(), lo];
  const after = [...cuts.filter((cut) => cut > later), hi];
  const ways = [
    { count: to, at: earlier, others: before, leadsBeyondAll: true },
    { count: to, at: later, others: after, leadsBeyondAll: false },
    { count: from, at: earlier, others: before, leadsBeyondAll: false },
    { count: from, at: later, others: after, leadsBeyondAll: true },
  ];
  for (const { count, at, others, leadsBeyondAll } of ways.filter((way) => told.includes(way.count))) {
    const step = await findNextChange(count, at, others, form.unitMs);
    if (step !== undefined && !isFull(step, minuteMs, form.unitMs)) return true;
    // A bound beyond the whole log that leaves nothing out is not read coarsely: it is ignored.
    if (step === undefined && leadsBeyondAll && ((await count(at)) ?? 0) > 0) return true;
  }
  coarsePairs(t, beside).count += 1;
  return false;
}

/** The nearest moment at which the count differs from that at `from`, towards the first of the others if it does. */
export async function findNextChange(
  count: CountAt,
  from: number,
  others: readonly number[],
  unitMs: number,
): Promise<number | undefined> {
  const same = await count(from);
  if (same === undefined) return undefined;
  let near = from;
  for (const other of others) {
    if ((await count(other)) !== same) return halve(async (at) => (await count(at)) === same, [near, other], unitMs);
    near = other;
  }
  return undefined;
}

/**
 * The first moment, from the near one towards the far one, that is not like the near one. It is sought at full quarters of an hour
 * first, since a target that reads hours or days changes there.
 */
async function halve(isLikeNear: IsLikeNear, ends: Ends, unitMs: number): Promise<number> {
  const [near, far] = await narrow(isLikeNear, ends, quarterMs);
  const unit = Math.sign(far - near) * unitMs;
  if (Math.abs(far - near) <= 4 * unitMs) return (await narrow(isLikeNear, [near, far], unitMs))[1];
  if (!(await isLikeNear(near + unit))) return near + unit;
  if (await isLikeNear(far - unit)) return far;
  return (await narrow(isLikeNear, [near + unit, far - unit], unitMs))[1];
}

type IsLikeNear = (at: number) => Promise<boolean>;
type Ends = readonly [near: number, far: number];

/** The ends, halved as long as a full unit lies between them. */
async function narrow(isLikeNear: IsLikeNear, [first, last]: Ends, unitMs: number): Promise<Ends> {
  let [near, far] = [first, last];
  while (Math.abs(far - near) > unitMs) {
    const middle = Math.floor((near + far) / 2 / unitMs) * unitMs;
    if (middle <= Math.min(near, far)) break;
    if (await isLikeNear(middle)) near = middle;
    else far = middle;
  }
  return [near, far];
}

/** Whether a moment lies at a full second or minute, or one unit beside it: the bound itself may be included or not. */
const isFull = (at: number, ms: number, unitMs: number): boolean => at % ms <= unitMs || at % ms >= ms - unitMs;
