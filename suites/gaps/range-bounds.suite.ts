/**
 * Whether the bounds of a range belong to it. Around a moment at which items enter, `[]` includes them at the moment itself,
 * and `()` excludes them for a whole unit. `[)`, `(]` and any item whose time lies between two units look alike, and are told
 * apart only if the time of the item is known.
 */
import { type CheckContext, checksOf, logs, unlessUndecided, type WebhookLog } from '../../src/suite.ts';
import { findEdges, type Edge as KnownEdge } from '../lib/range-edges.ts';
import { concludeChoice, type Finding } from './conclude.ts';
import { type Bounds, type Edge, EdgeFinder } from './edge-finder.ts';
import { inferItemForm, instantOf, timeOf } from './item-form.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** Moments at which edges are sought. */
const maxCuts = 4;

check('declares/range-bounds', async (t) => {
  const { log, plainWalk } = await t.baseline();
  const unknown = (why: string, wouldDecide: string) => concludeChoice(t, 'rangeBounds', { unknown: why, wouldDecide });
  if (t.effort.isLean) return unknown('not observed at depth quick', 'a run with --depth standard');
  const time = await t.logs.time();
  if (!time.understood || time.sense.strength !== 'cuts' || time.sense.cuts.length === 0)
    return unknown('no moment is known that cuts the log', 'a target on which declares/time-format passes');
  const finder = await finestFinder(t, log, time.sense);
  const times = timesOf(t, log.id, plainWalk.items);
  return concludeChoice(t, 'rangeBounds', await findBounds(finder, cutsToTry(time.sense.cuts), times));
});

/** The cuts, beginning with the first and the last, since other checks find the edges after those. */
function cutsToTry(cuts: readonly number[]): readonly number[] {
  return [...new Set([cuts[0]!, cuts.at(-1)!, ...cuts])].slice(0, maxCuts);
}

async function findBounds(
  finder: EdgeFinder,
  cuts: readonly number[],
  times: ReadonlyMap<string, number>,
): Promise<Finding<Bounds>> {
  const { form } = finder;
  const edges: Edge[] = [];
  for (const cut of cuts) {
    const edge = await finder.findAfter(cut);
    if (edge === undefined || edges.some(({ high }) => high === edge.high)) continue;
    edges.push(edge);
    const bounds = (await boundsAtEdge(edge, form, times, finder)) ?? boundsAtRoundTimes(edges, form);
    if (bounds !== undefined) return { value: bounds, shownBy: [edge.proof, 'a range of two units'] };
    // Without item times, only edges that all lie at round times can decide.
    if (times.size === 0 && roundSidesOf(edges, form).length === 0) break;
  }
  return {
    unknown:
      edges.length === 0
        ? 'no moment was found at which items enter a range'
        : 'items enter and leave within one unit: [) or (], or any bounds with items between two units',
    wouldDecide: 'items that tell their time to a finer unit than from and to, or a truth file',
  };
}

/** The edges that other checks look for too, found to the unit of the time format. */
async function knownEdges(t: CheckContext): Promise<readonly KnownEdge[]> {
  const ranges = await unlessUndecided(() => logs.requireRanges(t));
  return ranges === undefined ? [] : findEdges(t, ranges);
}

/** Finds edges in the same format in milliseconds if the target reads it alike, since items lie between seconds. */
async function finestFinder(t: CheckContext, log: WebhookLog, sense: logs.TimeFormatInference): Promise<EdgeFinder> {
  const known = await knownEdges(t);
  const finderIn = (form: logs.TimeForm) => new EdgeFinder(t, log.id, sense, form, known);
  const usual = finderIn(sense.form);
  const form = logs.timeForms.find(({ format, unitMs }) => format === sense.form.format && unitMs === 1);
  if (form === undefined || sense.form.unitMs === 1) return usual;
  const fine = finderIn(form);
  const [cut] = sense.cuts;
  // Other checks count the same range of a log that is judged as a whole.
  const isWhole = Object.keys(log.scope).length === 0;
  const [count, fineCount] = await Promise.all([
    isWhole
      ? t.logs.measure(logs.rangeQuery(sense, sense.lo, cut)).then((measure) => measure.count)
      : usual.countUpTo(cut!),
    fine.countUpTo(cut!),
  ]);
  return count !== undefined && count === fineCount ? fine : usual;
}

/** The times of items, in ms: from the truth file, or else from the items themselves. */
function timesOf(t: CheckContext, webhook: string, items: readonly string[]): ReadonlyMap<string, number> {
  const timesBy = (entries: readonly (readonly [item: string, at: number | undefined])[]) =>
    new Map(entries.flatMap(([item, at]) => (at === undefined ? [] : [[item, at] as const])));
  const truth = timesBy(t.truth(webhook).map(({ item, at }) => [item, instantOf(at)]));
  if (truth.size > 0) return truth;
  const form = inferItemForm(items, undefined);
  return timesBy(items.map((item) => [item, timeOf(item, form)]));
}

/** The choice of bounds that one edge shows alone. */
async function boundsAtEdge(
  { lag, high, items }: Edge,
  { unitMs, format }: logs.TimeForm,
  times: ReadonlyMap<string, number>,
  finder: EdgeFinder,
): Promise<Bounds | undefined> {
  if (lag === 0) return '[]';
  if (lag === 2) return '()';
  const known = new Set(items.map((item) => times.get(item)));
  const [at] = known;
  if (known.size !== 1 || at === undefined) return undefined;
  // For whole days, any time of the day `high` counts as `high`.
  if (at === high || (format === 'date' && Math.floor(at / unitMs) * unitMs === high)) return '(]';
  if (at !== high - unitMs) return undefined;
  // The target may keep times finer than it shows them: then the item lies between two units.
  const shownFiner = [...times.values()].some((one) => one % unitMs !== 0);
  return shownFiner || (await finder.areExactlyAt(at, items.length)) ? '[)' : undefined;
}

/** Steps to which servers usually round times, ms. */
const roundSteps = [1000, 60_000, 3_600_000];
/** Several round times count if they would occur by chance with a lower probability. */
const chance = 2e-5;

/** The choice that several edges show together: if all lie at round times, their items lie on a unit, not between two. */
function boundsAtRoundTimes(edges: readonly Edge[], form: logs.TimeForm): Bounds | undefined {
  if (form.format === 'date' || edges.some(({ lag }) => lag !== 1)) return undefined;
  return roundSidesOf(edges, form).find(({ step }) => (form.unitMs / step) ** edges.length < chance)?.bounds;
}

/** The choices of bounds that would put the items of all edges at round times, each with the step in ms, the longest first. */
function roundSidesOf(
  edges: readonly Edge[],
  { unitMs }: logs.TimeForm,
): readonly { readonly bounds: Bounds; readonly step: number }[] {
  const steps = roundSteps.filter((step) => step > unitMs).reverse();
  const sides = [
    { bounds: '[)', itemAt: ({ high }: Edge) => high - unitMs },
    { bounds: '(]', itemAt: ({ high }: Edge) => high },
  ] as const;
  return sides.flatMap(({ bounds, itemAt }) =>
    steps.filter((step) => edges.every((edge) => itemAt(edge) % step === 0)).map((step) => ({ bounds, step })),
  );
}
