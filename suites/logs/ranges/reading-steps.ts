/**
 * A target may read both bounds in steps of several units, such as ten seconds, a hundredth of a second, or the ticks of a
 * database's clock (§4.4 leaves the format open). Two moments of one step include, or leave out, the same items. Such steps have
 * one length and follow each other; they do not if one bound is moved, or read more coarsely than the other.
 */
import type { CheckContext, logs } from '../../../src/suite.ts';
import { type Edge, findEdges, findNextChange } from '../../lib/range-edges.ts';
import type { Pair, Sides } from './range-sides.ts';

/** Edges that tell whether steps have one length. */
const edgesForSteps = 6;
/** Ticks up to this length, such as 1/300 s or 1/64 s, need not be whole units: then they do not show where they begin. */
const longestTickMs = 20;
const secondMs = 1000;
/**
 * A range may be widened to steps of an index up to this length. It ends before the next step, so that both sides of a moment are one
 * unit apart.
 */
const longestWidenedMs = 3_600_000;

/**
 * Whether such steps may explain pairs, one unit apart, that contradict each other.
 * @param isContradicted whether the two sides of a pair contradict each other
 */
export async function areInOneStep(
  t: CheckContext,
  ranges: logs.Ranges,
  sides: Sides,
  pair: Pair,
  isContradicted: (pair: Pair) => Promise<boolean>,
): Promise<boolean> {
  const { unitMs } = ranges.sense.form;
  const edges = await findEdges(t, ranges, edgesForSteps);
  const others = edges.flatMap((edge) => sides.around(edge, [unitMs]));
  const steps: Pair[] = [];
  for (const one of [pair, ...others]) {
    const step = (await isContradicted(one)) ? await findStepAround(t, ranges, sides, one) : undefined;
    if (step !== undefined) steps.push(step);
  }
  const [first] = steps;
  if (first === undefined) return false;
  const lengths = steps.map(([start, end]) => end - start);
  const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)];
  if (longest - shortest > unitMs) return false;
  if (unitMs < secondMs && (shortest < longest || longest <= longestTickMs)) return true;
  const areAt = (period: number) => edges.every(({ at }: Edge) => (at - first[0]) % period === 0);
  const isWidened = longest + unitMs <= longestWidenedMs && areAt(longest + unitMs);
  return shortest === longest && (areAt(longest) || isWidened);
}

/** The moments around a pair between which both of its sides stay as they are: from the first one up to the second. */
async function findStepAround(
  t: CheckContext,
  { sense, cuts, upTo, since }: logs.Ranges,
  { startsWith }: Sides,
  [earlier, later]: Pair,
): Promise<Pair | undefined> {
  const { unitMs } = sense.form;
  const [first, last] = startsWith === 'to' ? [upTo, since] : [since, upTo];
  const before = [...cuts.filter((cut) => cut < earlier).reverse(), sense.lo];
  const after = [...cuts.filter((cut) => cut > later), sense.hi];
  const count = (side: typeof upTo) => async (at: number) => (await t.logs.measure(side(at))).count;
  const start = await findNextChange(count(first), earlier, before, unitMs);
  const end = await findNextChange(count(last), later, after, unitMs);
  return start === undefined || end === undefined ? undefined : [start + unitMs, end];
}
