/** Probes one time form: whether the target reads it at all, and between which bounds. */
import type { LogQuery } from '../query.ts';
import type { TimeForm } from './form.ts';
import type { Meter } from './meter.ts';
import { day, farFuture, farPast, hour, year } from './moments.ts';

/** The results of bounds far before and far after the log, in one form of time. */
export interface FarBoundProbe {
  readonly form: TimeForm;
  /** Every probe was rejected. */
  readonly rejected: boolean;
  /** Bounds have no effect: ranges beyond both ends of the log hold everything, and so do ranges with closer bounds. */
  readonly ignored: boolean;
  /** How many of the four probes return what they must: nothing beyond the log, all of it up to a far bound. */
  readonly wellBehaved: number;
}

export interface WidestRange {
  readonly lo: number;
  readonly hi: number;
}

/** A search for everything, if the form is read or ignored. */
export const sinceFarPast = ({ render }: TimeForm): LogQuery => ({ from: render(farPast) });

interface ProbeOptions {
  /** Moments at which items seem to lie, ascending. */
  readonly hints?: readonly number[];
  /** Few requests are enough to tell that the form is ignored. */
  readonly cheaply?: boolean;
}

/** @param all items of the unfiltered log */
export async function probeFarBounds(
  meter: Meter,
  form: TimeForm,
  all: number,
  { hints = [], cheaply = meter.lowBudget }: ProbeOptions = {},
): Promise<FarBoundProbe> {
  const early = cheaply ? await probeCheaply(meter, form, all) : undefined;
  if (early !== undefined) return early;
  const at = (time: number) => form.render(time);
  const measureAll = async (queries: readonly LogQuery[]) =>
    (await Promise.all(queries.map((query) => meter.measure(query)))).map((one) => one.count);
  const holdsAll = (count: number | undefined) => (count ?? 0) >= all;
  const counts = await measureAll([
    { from: at(farFuture) },
    { to: at(farPast) },
    { to: at(farFuture) },
    sinceFarPast(form),
  ]);
  const wellBehaved =
    Number(counts[0] === 0) + Number(counts[1] === 0) + Number(holdsAll(counts[2])) + Number(holdsAll(counts[3]));
  const { now } = meter;
  if (counts.every(holdsAll)) {
    // A target may ignore only bounds that are far away, or those that leave nothing. Closer ones then narrow the log.
    const amid = hints[Math.floor(hints.length / 2)];
    const closer = await measureAll([
      ...(amid === undefined ? [] : [{ from: at(amid) }]),
      { from: at(now + day) },
      { from: at(now - hour) },
      { to: at(now - hour) },
      { to: at(now - 89 * day) },
      { from: at(now - day), to: at(now) },
      { from: at(now - 29 * day), to: at(now - day) },
    ]);
    return { form, rejected: false, ignored: closer.every(holdsAll), wellBehaved };
  }
  if (counts.some((count) => count !== undefined)) return { form, rejected: false, ignored: false, wellBehaved };
  // A target may reject bounds for being far away and still read the form.
  const closer = await measureAll([
    { from: at(now - hour) },
    { to: at(now - hour) },
    { from: at(now - day), to: at(now) },
  ]);
  return { form, rejected: closer.every((count) => count === undefined), ignored: false, wellBehaved };
}

/** Recognizes a form that is rejected or ignored with few requests; undefined for any other. */
async function probeCheaply(meter: Meter, form: TimeForm, all: number): Promise<FarBoundProbe | undefined> {
  const count = async (query: LogQuery) => (await meter.measure(query)).count;
  const at = (time: number) => form.render(time);
  const future = await count({ from: at(farFuture) });
  if (future === undefined && (await count({ from: at(meter.now - day), to: at(meter.now) })) === undefined)
    return { form, rejected: true, ignored: false, wellBehaved: 0 };
  if (future !== all || (await count({ to: at(farPast) })) !== all) return undefined;
  // Where the target exchanges both bounds, this one narrows the search.
  if ((await count({ to: at(farFuture) })) !== all) return undefined;
  return { form, rejected: false, ignored: true, wellBehaved: 0 };
}

/** The widest range that is accepted: from as early and to as late as the target accepts together. */
export async function findWidestRange(meter: Meter, form: TimeForm, all: number): Promise<WidestRange | undefined> {
  const { now } = meter;
  const rangeOf = ({ lo, hi }: WidestRange): LogQuery => ({ from: form.render(lo), to: form.render(hi) });
  const whole = { lo: farPast, hi: farFuture };
  if (((await meter.measure(rangeOf(whole))).count ?? 0) >= all) return whole;
  const starts = [farPast, ...[9.9 * year, 0.99 * year, 89.2 * day, 29.4 * day, 6.8 * day, 0.9 * day].map(before(now))];
  const ends = [farFuture, now + Math.floor(0.99 * year), now + Math.floor(0.9 * day), now];
  let best: (WidestRange & { readonly count: number }) | undefined;
  for (const lo of starts) {
    const row = await Promise.all(
      ends.map(async (hi) => ({ lo, hi, count: (await meter.measure(rangeOf({ lo, hi }))).count })),
    );
    for (const { lo, hi, count } of row) {
      if (count === undefined || (best !== undefined && count <= best.count)) continue;
      // A narrower range has more items because the wider one overflows, or because the log has grown meanwhile.
      const again = best && (await meter.measureAgain(rangeOf(best))).count;
      best = best !== undefined && (again ?? -1) >= count ? { ...best, count } : { lo, hi, count };
    }
    if (best !== undefined && best.count > 0) break;
  }
  return best === undefined ? undefined : { lo: best.lo, hi: best.hi };
}

const before = (now: number) => (age: number) => Math.floor(now - age);
