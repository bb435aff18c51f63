/** The moments that cut the judged log, and the queries up to them and from them on, for checks on ranges. */
import { timeFormats } from '../../core/config.ts';
import { type Baseline, fewPages } from '../../log/logs.ts';
import type { LogQuery } from '../../log/query.ts';
import { apart, type TimeForm } from '../../log/time/form.ts';
import { rangeQuery, type TimeFormatInference } from '../../log/time/infer.ts';
import type { Measure } from '../../log/time/meter.ts';
import { farFuture, farPast } from '../../log/time/moments.ts';
import { spread } from '../../log/time/points.ts';
import { type SharedRanges, sharedRanges } from '../../log/time/shared-ranges.ts';
import { longWalkPages } from '../../log/walk.ts';
import type { CheckContext } from '../check-context.ts';
import { inconclusive } from '../conclusion.ts';
import { knownInstants } from './item-truth.ts';

export interface Ranges {
  readonly baseline: Baseline;
  readonly log: Baseline['log'];
  readonly sense: TimeFormatInference;
  /** Whether the whole log is judged, and not a window of it. */
  readonly isWhole: boolean;
  /** Moments inside the log's span; if it was never cut, two of the recent past. */
  readonly cuts: readonly number[];
  /** Every ordered pair of cuts that lie far enough apart as rendered. */
  readonly pairs: readonly (readonly [number, number])[];
  readonly widest: LogQuery;
  readonly shared: SharedRanges;
  upTo(at: number): LogQuery;
  since(at: number): LogQuery;
  between(from: number | undefined, to: number | undefined): LogQuery;
  /** How many items a range has, by its first page. */
  measure(query: LogQuery): Promise<Measure>;
}

/** Inconclusive if the time format is not understood, or no moment cuts the judged log. */
export async function requireRanges(t: CheckContext): Promise<Ranges> {
  const baseline = await t.baseline({ finite: true });
  const time = await t.logs.time();
  if (!time.understood)
    inconclusive(
      time.why,
      `declares.timeFormat with the format of from and to (${timeFormats.join(', ')}), and a log that is not empty`,
    );
  const { log, plainWalk } = baseline;
  const { sense } = time;
  const { form } = sense;
  const recent = [t.logs.now - 3 * apart(form), t.logs.now - apart(form)];
  const pages = plainWalk.pages.length;
  const affordable = pages > longWalkPages ? 2 : pages > fewPages ? 3 : 4;
  const moments = (sense.cuts.length === 0 ? recent : sense.cuts).filter((cut) => isInside(log.scope, form, cut));
  const cuts = spread(moments, 0, t.effort.pick({ quick: 2, standard: affordable }));
  if (cuts.length === 0)
    inconclusive('no moment cuts the part of the log that is judged', 'a log whose items lie apart in time');
  if (sense.strength === 'cuts') t.reached('a range that cuts the log');
  const between = (from: number | undefined, to: number | undefined) => rangeQuery(sense, from, to);
  const widest = { ...rangeQuery(sense, sense.lo, sense.hi), ...log.scope };
  return {
    baseline,
    log,
    sense,
    isWhole: Object.keys(log.scope).length === 0,
    cuts,
    pairs: cuts.flatMap((a, index) =>
      cuts.slice(index + 1).flatMap((b) => (b - a >= apart(form) ? [[a, b] as const] : [])),
    ),
    widest,
    shared: sharedRanges(sense, cuts),
    upTo: (at) => ({ ...widest, to: form.render(at) }),
    since: (at) => ({ ...widest, from: form.render(at) }),
    between,
    measure: (query) => t.logs.measure(query),
  };
}

/**
 * Whether the log seems to reach beyond the far bounds, with entries from decades ago or dated far into the future: the widest range
 * lacks items, and either far bound alone divides the log as it should. Known times that all lie between the bounds contradict it.
 */
export async function reachesBeyondFarBounds(t: CheckContext, ranges: Ranges): Promise<boolean> {
  const { isWhole, widest, between } = ranges;
  if (!isWhole || areKnownToBeNear(t, ranges)) return false;
  const count = async (query: LogQuery) => (await t.logs.measure(query)).count ?? 0;
  const all = await count({});
  if ((await count(widest)) >= all) return false;
  const [sincePast = 0, upToPast = 0, sinceFuture = 0, upToFuture = 0] = await Promise.all(
    [farPast, farFuture].flatMap((at) => [count(between(at, undefined)), count(between(undefined, at))]),
  );
  // Entries without a time are in no range, not even in one up to the other far bound.
  const isOlder = upToPast > 0 && sincePast + upToPast <= upToFuture && sinceFuture === 0;
  const isLater = sinceFuture > 0 && sinceFuture + upToFuture <= sincePast && upToPast === 0;
  return isOlder || isLater;
}

function areKnownToBeNear(t: CheckContext, { baseline }: Ranges): boolean {
  const times = knownInstants(t, baseline);
  const isNear = (at: number | undefined) => at !== undefined && at > farPast && at < farFuture;
  return baseline.plainWalk.items.every((item) => isNear(times.get(item)));
}

/** A range that ends before it begins. Several checks look at the same one, so that it is sent once. */
export function reversedRange(sense: Ranges['sense']): LogQuery {
  return rangeQuery(sense, sense.hi, sense.cuts[0] ?? sense.lo);
}

/** Whether a moment lies between the bounds of a scope, as rendered. */
export function isInside({ from, to }: LogQuery, form: TimeForm, at: number): boolean {
  const text = form.render(at);
  return (from === undefined || isLater(form, from, text)) && (to === undefined || isLater(form, text, to));
}

/** Whether the second of two bounds, as rendered, is later than the first. */
export function isLater(form: TimeForm, earlier: string, text: string): boolean {
  return form.order === undefined ? text > earlier : form.order(text) > form.order(earlier);
}
