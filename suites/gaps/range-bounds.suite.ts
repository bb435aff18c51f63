/**
 * Whether the ends of a range belong to it. A range is halved until one unit of the format brings some items in; then it
 * is seen when they go out again. Items that stay at their own point show `[]`, items that miss a whole unit `()`. Between
 * these lie `[)` and `(]`, and any item whose time lies between two units: told apart only where the time is known.
 */
import {
  type CheckContext,
  checksOf,
  type Exchange,
  inconclusive,
  notApplicable,
  parsePage,
  type TimeForm,
  type TimeFormatInference,
  timeForms,
} from '../../src/suite.ts';
import { requireStableLog } from '../lib/log-checks.ts';
import { choice } from './choice.ts';
import { instantOf, itemForm, timeOf } from './item-form.ts';
import { type Bounds, type Edge, Edges } from './range-edges.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** What an item between two units leaves open. */
const between = 'an item comes in and goes out within one unit: [) or (], or any of them with items between two units';

check('declares/range-bounds', async (t) => {
  const { log, plainWalk } = await requireStableLog(t);
  const declared = t.settings.declares.rangeBounds;
  if (t.quick) {
    if (declared !== undefined) throw inconclusive('left out at depth quick', '--depth standard');
    throw notApplicable('declares.rangeBounds is not declared; not looked for at depth quick');
  }
  const time = await t.logs.time();
  if (!time.understood || time.sense.strength !== 'cuts') {
    if (declared === undefined)
      throw notApplicable('declares.rangeBounds is not declared; no time format is understood');
    throw inconclusive('no time format is understood', 'a target on which declares/time-format passes');
  }
  const form = await finest(t, log.id, time.sense);
  const edges = new Edges(t, log.id, time.sense, form);
  const times = timesOf(t, log.id, plainWalk.items);
  const seen: Edge[] = [];
  let found: { bounds: Bounds; proof: Exchange } | undefined;
  for (const cut of time.sense.cuts.slice(0, 4)) {
    const edge = await edges.after(cut);
    if (edge === undefined || seen.some(({ high }) => high === edge.high)) continue;
    seen.push(edge);
    const bounds = (await told(edge, form, times, edges)) ?? round(seen, form);
    if (bounds === undefined) continue;
    found = { bounds, proof: edge.proof };
    break;
  }
  if (found !== undefined)
    return choice(t, 'rangeBounds', declared, found.bounds, [[found.proof, 'a range of two units']]);
  const why = seen.length === 0 ? 'no moment was found at which items come in' : between;
  if (declared === undefined) throw notApplicable(`declares.rangeBounds is not declared; ${why}`);
  throw inconclusive(why, 'items that tell their time to a finer unit than from and to, or a truth file');
});

/** The same format to the millisecond, where the target reads it alike: items lie between seconds. */
async function finest(t: CheckContext, webhook: string, sense: TimeFormatInference): Promise<TimeForm> {
  const fine = timeForms.find(({ format, unitMs }) => format === sense.form.format && unitMs === 1);
  if (fine === undefined || sense.form.unitMs === 1) return sense.form;
  const counts = await Promise.all(
    [sense.form, fine].map(async ({ render }) => {
      const query: [string, string][] = [
        ['from', render(sense.lo)],
        ['to', render(sense.cuts[0]!)],
      ];
      const page = parsePage((await t.send({ operation: 'logs', webhook, query })).response);
      return page?.totalItems;
    }),
  );
  return counts[0] !== undefined && counts[0] === counts[1] ? fine : sense.form;
}

/** Item → time, ms: from the truth file, or read in the item itself. */
function timesOf(t: CheckContext, webhook: string, items: readonly string[]): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const { item, at } of t.truth(webhook)) {
    const instant = instantOf(at);
    if (instant !== undefined) times.set(item, instant);
  }
  if (times.size > 0) return times;
  const form = itemForm(items, undefined);
  for (const item of items) {
    const at = timeOf(item, form);
    if (at !== undefined) times.set(item, at);
  }
  return times;
}

/** What one edge tells by itself. */
async function told(
  { gone, high, items }: Edge,
  { unitMs, format }: TimeForm,
  times: ReadonlyMap<string, number>,
  edges: Edges,
): Promise<Bounds | undefined> {
  if (gone === 0) return '[]';
  if (gone === 2) return '()';
  const known = new Set(items.map((item) => times.get(item)));
  const [at] = known;
  if (known.size !== 1 || at === undefined) return undefined;
  // Whole days are cut: an item of the day `high` that goes out with it.
  if (at === high || (format === 'date' && Math.floor(at / unitMs) * unitMs === high)) return '(]';
  if (at !== high - unitMs) return undefined;
  // A time may be kept finer than it is shown, and then lies between two units.
  const finer = [...times.values()].some((one) => one % unitMs !== 0);
  return finer || (await edges.exact(at, items.length)) ? '[)' : undefined;
}

/** Times that are round beyond chance lie on a unit, not between two. */
function round(seen: readonly Edge[], { unitMs, format }: TimeForm): Bounds | undefined {
  if (format === 'date' || seen.some(({ gone }) => gone !== 1)) return undefined;
  const beyondChance = (at: (edge: Edge) => number) =>
    [1000, 60_000, 3_600_000].some(
      (step) => step > unitMs && (unitMs / step) ** seen.length < 2e-5 && seen.every((edge) => at(edge) % step === 0),
    );
  if (beyondChance(({ high }) => high - unitMs)) return '[)';
  return beyondChance(({ high }) => high) ? '(]' : undefined;
}
