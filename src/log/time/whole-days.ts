/**
 * Tells a target that reads whole days from one that reads moments. The format of `from` and `to` is a gap (§4.4): a target
 * whose format is a date may accept a timestamp and use its date alone.
 */
import { defined } from '../../core/defined.ts';
import type { LogQuery } from '../query.ts';
import { type TimeForm, timeForms } from './form.ts';
import type { Meter } from './meter.ts';
import { day } from './moments.ts';

export const dateForm: TimeForm = timeForms.find(({ format }) => format === 'date')!;

/**
 * Whether every bound has the effect of its date, early and late on three days, some of which hold items. A target that
 * rejects dates reads moments, and so does one that widens one of both bounds only.
 * @param form a form that renders the time of day
 * @param cuts moments that cut the log, ms since the epoch
 */
export async function readsWholeDays(meter: Meter, form: TimeForm, cuts: readonly number[]): Promise<boolean> {
  const cut = cuts[Math.floor(cuts.length / 2)];
  const isText = form.order === undefined;
  if (!isText || form.format === 'date' || cut === undefined) return false;
  const count = async (query: LogQuery) => (await meter.measure(defined(query))).count;
  const start = Math.floor(cut / day) * day;
  const ofDates = new Set<number>();
  for (const midnight of [start, start - day, start + day]) {
    const date = dateForm.render(midnight);
    const end = dateForm.render(start + 3 * day);
    const [early, late] = [form.render(midnight + 1000), form.render(midnight + day - 1000)];
    const expected = await count({ to: date });
    if (expected === undefined) return false;
    for (const to of [early, late]) if ((await count({ to })) !== expected) return false;
    const since = await count({ from: date, to: end });
    for (const from of [early, late]) if ((await count({ from, to: end })) !== since) return false;
    ofDates.add(expected);
  }
  return ofDates.size > 1;
}
