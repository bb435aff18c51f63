/**
 * Tells from a few first pages whether a log changes. A cache may repeat its response to the plain search, so another search for
 * everything is compared with it: a range that begins far in the past, with which the time format has to be tried anyway.
 */
import { waitUntil } from '../../core/clock.ts';
import type { Exchange } from '../../core/exchange.ts';
import { type Page, parsePage } from '../../schema/page.ts';
import type { LogQuery } from '../query.ts';
import { usualForm } from '../time/form.ts';
import { rangeQuery } from '../time/infer.ts';
import { day } from '../time/moments.ts';
import { sinceFarPast } from '../time/probe.ts';
import { changeBetween, type LogChange } from './growth.ts';
import type { WindowContext } from './window.ts';

/** How long a log is watched for changes, as a share of the time in which reads settle: long enough for one new entry per second. */
const watchedShare = 0.5;

/** How the log has changed since the start of the run, as far as that is known. */
export function knownChange({ change, base }: WindowContext): LogChange {
  if (change !== 'none') return change;
  const totals = base.pages.map(({ page }) => page.totalItems);
  return totals.some((total, at) => total > (totals[at - 1] ?? total)) ? 'grown' : 'none';
}

/** How the log changes while it is watched. At depth `quick`, nothing is sent for that. */
export async function watchForChange(context: WindowContext): Promise<LogChange> {
  const { log, base, depth } = context;
  const first = base.pages[0];
  if (depth === 'quick' || first === undefined) return 'none';
  const everything = sinceFarPast(usualForm(log.client.settings.declares?.timeFormat));
  const late = await pageLater(context, first.exchange, everything);
  return late === undefined ? changeInInferredRanges(context) : changeBetween(first.page, late);
}

/** The same if the target does not read the usual form. */
async function changeInInferredRanges(context: WindowContext): Promise<LogChange> {
  const time = await context.inferTime();
  if (!time.understood || time.sense.strength !== 'cuts') return 'none';
  const { lo, hi, form } = time.sense;
  const { exchange } = await context.meter().measure(rangeQuery(time.sense, lo, hi));
  const late = await pageLater(context, exchange, rangeQuery(time.sense, lo, hi - Math.max(day, form.unitMs)));
  return changeBetween(parsePage(exchange.response), late);
}

/** The first page of a query that is read some time after another one. Only checks that read a log wait for it. */
async function pageLater(context: WindowContext, { startedAt }: Exchange, query: LogQuery): Promise<Page | undefined> {
  const { log, meter } = context;
  await waitUntil(log.client.clock, startedAt + watchedShare * log.client.settleMs);
  return parsePage((await meter().measure(query)).exchange.response);
}
