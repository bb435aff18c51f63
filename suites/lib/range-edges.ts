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

/** Edges after some of the cuts; none where few requests may be sent, or the format knows days only. */
export async function findEdges(t: CheckContext, { log, sense, upTo }: logs.Ranges): Promise<readonly Edge[]> {
  const { form, cuts } = sense;
  if (form.unitMs > minuteMs) return [];
  const wanted = t.effort.pick({ quick: 0, standard: 2, deep: 12 });
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
  while (high - low > unitMs) {
    const middle = floor(low + (high - low) / 2);
    if (await isBefore(middle)) low = middle;
    else high = middle;
  }
  return high;
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
  const isFull = (at: number, ms: number) => at % ms <= unitMs || at % ms >= ms - unitMs;
  const coarse = [secondMs, minuteMs].filter((ms) => ms > unitMs);
  if (!coarse.some((ms) => isFull(later, ms))) return true;
  const count = async (at: number) => (await t.logs.measure(since(at))).count;
  let [low, high] = [later - 2 * minuteMs, later + 2 * minuteMs];
  const least = await count(high);
  if (least === undefined || least === (await count(low))) return false;
  while (high - low > unitMs) {
    const middle = Math.floor((low + high) / 2 / unitMs) * unitMs;
    if ((await count(middle)) === least) high = middle;
    else low = middle;
  }
  const isOneApart = (ms: number) => ms === minuteMs || Math.abs(low - edge) >= ms - 2 * unitMs;
  return !coarse.some((ms) => isFull(low, ms) && isOneApart(ms));
}
