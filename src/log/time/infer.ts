/**
 * Infers whether, and in which form, the target reads `from` and `to`, and where in time the log lies. A form is understood
 * as soon as a query in it narrows the log, or when every other form is rejected. Of several that narrow it, the one that
 * cuts the log in its middle, or that behaves with all four far bounds, is the right one: epoch seconds read as milliseconds
 * narrow the log too, to nothing. Only first pages are read.
 */
import type { TimeFormat } from '../../core/config.ts';
import { defined } from '../../core/defined.ts';
import type { LogQuery } from '../query.ts';
import { formsBeyond, formsToTry, type TimeForm } from './form.ts';
import type { Meter } from './meter.ts';
import { type FarBoundProbe, findWidestRange, probeFarBounds } from './probe.ts';
import { findCuts, findFirstMoment } from './search.ts';
import { dateForm, readsWholeDays } from './whole-days.ts';

export interface TimeFormatInference {
  readonly form: TimeForm;
  /** The widest range that is accepted, ms since the epoch. */
  readonly lo: number;
  readonly hi: number;
  /** Moments inside the log's span, ascending, at which it was seen to be cut. */
  readonly cuts: readonly number[];
  /** How it was seen that the form is understood. */
  readonly strength: 'cuts' | 'far-bounds' | 'only-form';
  /** Moments at which items seem to lie, ascending; they only make searches shorter. */
  readonly hints?: readonly number[];
}

export type TimeInference =
  | { readonly understood: true; readonly sense: TimeFormatInference }
  | { readonly understood: false; readonly why: string };

export interface InferenceOptions {
  /** The format that the configuration declares, if any: only its forms are tried. */
  readonly declared: TimeFormat | undefined;
  /** How many cuts to look for. */
  readonly cuts: number;
  /** Moments at which the log may hold items, ascending; they only make the search shorter. */
  readonly hints?: readonly number[];
  /** Some items of the log: they may show a time in a rare form. */
  readonly items?: readonly string[];
}

export async function inferTimeFormat(meter: Meter, options: InferenceOptions): Promise<TimeInference> {
  const { declared, hints = [], items = [] } = options;
  const all = (await meter.measure({})).count;
  if (all === undefined) return { understood: false, why: 'the unfiltered search is rejected' };
  if (all === 0) return { understood: false, why: 'the log is empty, so that no range can narrow it' };
  const forms = formsToTry(declared, items);
  const findCutting = async (form: TimeForm): Promise<TimeFormatInference | undefined> => {
    const range = await findWidestRange(meter, form, all);
    const cuts = range === undefined ? [] : await findCuts(meter, { form, range, wanted: options.cuts, hints });
    return range === undefined || cuts.length === 0 ? undefined : { form, ...range, cuts, strength: 'cuts', hints };
  };
  const probed = await probeForms(meter, { forms, hints }, all, findCutting);
  const rejected = 'probes' in probed && probed.probes.every((one) => one.rejected);
  const mayReadOther = rejected && declared === undefined && !meter.lowBudget;
  const choose = async (probes: readonly FarBoundProbe[]) =>
    mayReadOther
      ? findRareForm(meter, formsBeyond(forms), all, findCutting)
      : chooseForm(meter, probes, all, declared, findCutting);
  const sense = 'sense' in probed ? probed.sense : await choose(probed.probes);
  if (sense !== undefined) {
    const isDated = declared === undefined && (await readsWholeDays(meter, sense.form, sense.cuts));
    const dated = isDated ? await findCutting(dateForm) : undefined;
    return { understood: true, sense: dated ?? sense };
  }
  return {
    understood: false,
    why: rejected
      ? 'every time format that was tried is rejected'
      : 'no time format that was tried makes from and to bound the search',
  };
}

type FindCutting = (form: TimeForm) => Promise<TimeFormatInference | undefined>;

/**
 * Probes the most usual form, and all others at once if that does not behave or cut the log; with few requests one by one, up to
 * the first that does.
 */
async function probeForms(
  meter: Meter,
  { forms, hints }: { readonly forms: readonly TimeForm[]; readonly hints: readonly number[] },
  all: number,
  findCutting: FindCutting,
): Promise<{ readonly sense: TimeFormatInference } | { readonly probes: readonly FarBoundProbe[] }> {
  if (!meter.lowBudget) {
    const [first, ...rest] = forms;
    const probe = await probeFarBounds(meter, first!, all, { hints });
    const sense = probe.wellBehaved === 4 ? await findCutting(first!) : undefined;
    if (sense !== undefined) return { sense };
    const others = await Promise.all(
      rest.map((form) => probeFarBounds(meter, form, all, { hints, cheaply: !isLikely(form, probe) })),
    );
    return { probes: [probe, ...others.filter(({ form, ignored }) => !ignored || isLikely(form, probe))] };
  }
  const probes: FarBoundProbe[] = [];
  for (const form of forms) {
    if (!isLikely(form, probes[0])) continue;
    const probe = await probeFarBounds(meter, form, all);
    const sense = probe.wellBehaved === 4 ? await findCutting(form) : undefined;
    if (sense !== undefined) return { sense };
    // Another well-behaved form would find no cut either: the log has one moment, or is unusually short for its age.
    if (probe.wellBehaved === 4) return { probes: [...probes, probe] };
    probes.push(probe);
  }
  return { probes };
}

/** A target that ignores times with an offset seldom reads those without one. */
function isLikely({ zoneMs }: TimeForm, usual: FarBoundProbe | undefined): boolean {
  return zoneMs === undefined || usual?.ignored !== true;
}

/** A form that cuts the log, if all usual ones are rejected: a rare one that is merely accepted proves nothing. */
async function findRareForm(
  meter: Meter,
  forms: readonly TimeForm[],
  all: number,
  findCutting: FindCutting,
): Promise<TimeFormatInference | undefined> {
  const probes = await Promise.all(forms.map((form) => probeFarBounds(meter, form, all, { cheaply: true })));
  for (const { form, rejected, ignored } of probes) {
    const cutting = rejected || ignored ? undefined : await findCutting(form);
    if (cutting !== undefined) return cutting;
  }
  return undefined;
}

/** The form that cuts the log; else the best one that behaves, or the only one that is accepted or declared. */
async function chooseForm(
  meter: Meter,
  probes: readonly FarBoundProbe[],
  all: number,
  declared: TimeFormat | undefined,
  findCutting: FindCutting,
): Promise<TimeFormatInference | undefined> {
  const usable = probes.filter((one) => !one.rejected);
  // With few requests, a form that looks rejected may be accepted with other bounds, so "the only one" proves nothing.
  const onlyOne = !meter.lowBudget && new Set(usable.map((one) => one.form.format)).size === 1;
  let best: TimeFormatInference | undefined;
  // Forms that behave come first: one of them is most likely right, and then nothing else needs to be searched. Dates cut least.
  const isDate = ({ form }: FarBoundProbe) => Number(form.format === 'date');
  for (const { form, ignored, wellBehaved } of usable.sort(
    (a, b) => b.wellBehaved - a.wellBehaved || isDate(a) - isDate(b),
  )) {
    if (ignored && declared === undefined && !onlyOne) continue;
    const searched = ignored || (meter.lowBudget && wellBehaved === 4);
    const cutting = searched ? undefined : await findCutting(form);
    if (cutting !== undefined) return cutting;
    const range = await findWidestRange(meter, form, all);
    if (range === undefined) continue;
    if (wellBehaved === 4) {
      const cuts = meter.lowBudget ? [] : await findFirstMoment(meter, form, range);
      best ??= { form, ...range, cuts, strength: 'far-bounds' };
    } else if (onlyOne || declared !== undefined) best ??= { form, ...range, cuts: [], strength: 'only-form' };
  }
  return best;
}

/** The parameters of a range; a bound that is undefined is omitted. */
export function rangeQuery(sense: TimeFormatInference, from: number | undefined, to: number | undefined): LogQuery {
  const render = (at: number | undefined) => (at === undefined ? undefined : sense.form.render(at));
  return defined({ from: render(from), to: render(to) });
}
