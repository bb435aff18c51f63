/**
 * Whether a log changes, as far as a few first pages show. A cache may repeat its response to the plain search, so that other searches
 * for everything are compared with it: ranges up to far in the future and from far in the past, which ask for the same.
 */
import type { Exchange } from '../core/exchange.ts';
import { type Page, parsePage } from '../schema/page.ts';
import { changeBetween, type LogChange } from './growth.ts';
import type { LogQuery } from './query.ts';
import { usualForm } from './time/form.ts';
import { rangeQuery } from './time/infer.ts';
import { day } from './time/moments.ts';
import { openRanges } from './time/probe.ts';
import type { WindowContext } from './window.ts';

/** How long a log is watched for changes, as a share of the time in which reads settle: long enough for one new entry per second. */
const watchedShare = 0.5;

/** How the log has changed since the start of the run, as far as is known. Few requests may be sent for it, and none at depth `quick`. */
export async function changeSoFar(context: WindowContext): Promise<LogChange> {
  const { change, base, depth } = context;
  if (change !== 'none') return change;
  const totals = base.pages.map(({ page }) => page.totalItems);
  if (totals.some((total, at) => total > (totals[at - 1] ?? total))) return 'grown';
  return depth === 'quick' ? 'none' : changeInRanges(context);
}

async function changeInRanges(context: WindowContext): Promise<LogChange> {
  const { log, base } = context;
  const first = base.pages[0];
  if (first === undefined) return 'none';
  const [upToFuture, sincePast] = openRanges(usualForm(log.client.settings.declares?.timeFormat));
  const early = await pageOf(context, upToFuture);
  const late = await pageLater(context, first.exchange, sincePast);
  if (early === undefined && late === undefined) return changeInInferredRanges(context);
  return firstChange([first.page, early, late]);
}

/** The same where the target does not read the usual form. */
async function changeInInferredRanges(context: WindowContext): Promise<LogChange> {
  const time = await context.inferTime();
  if (!time.understood || time.sense.strength !== 'cuts') return 'none';
  const { lo, hi, form } = time.sense;
  const { exchange } = await context.meter().measure(rangeQuery(time.sense, lo, hi));
  const late = await pageLater(context, exchange, rangeQuery(time.sense, lo, hi - Math.max(day, form.unitMs)));
  return changeBetween(parsePage(exchange.response), late);
}

async function pageOf({ meter }: WindowContext, query: LogQuery): Promise<Page | undefined> {
  return parsePage((await meter().measure(query)).exchange.response);
}

/** The first page of a query that is read some time after another one. Only checks that read a log wait for it. */
async function pageLater(context: WindowContext, { startedAt }: Exchange, query: LogQuery): Promise<Page | undefined> {
  const { log } = context;
  await log.waitUntil(startedAt + watchedShare * log.client.settleMs);
  return pageOf(context, query);
}

/** The first change from one of the pages to a later one. */
function firstChange(pages: readonly (Page | undefined)[]): LogChange {
  const changes = pages.flatMap((earlier, at) => pages.slice(at + 1).map((later) => changeBetween(earlier, later)));
  return changes.find((change) => change !== 'none') ?? 'none';
}
