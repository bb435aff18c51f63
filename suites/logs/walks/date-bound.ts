/**
 * A search up to a date. A server that reads times may read dates too, and its total and its pages may disagree about how much of that
 * day belongs to the range.
 */
import { type CheckContext, type LogQuery, logs, responses, unlessUndecided } from '../../../src/suite.ts';

const dayMs = 86_400_000;

/** The search up to a date that holds more than one page, but as little as possible; undefined if the target rejects dates. */
export async function searchUpToDate(t: CheckContext): Promise<LogQuery | undefined> {
  const ranges = t.effort.isLean ? undefined : await unlessUndecided(() => logs.requireRanges(t));
  if (ranges?.isWhole !== true || ranges.sense.form.unitMs >= dayMs) return undefined;
  const { baseline, cuts, upTo } = ranges;
  const page = baseline.plainWalk.pages[0]?.page.data.length ?? 0;
  for (const cut of cuts) {
    const { count = 0 } = await t.logs.measure(upTo(cut));
    if (count <= page) continue;
    const query = { to: new Date(cut + dayMs).toISOString().slice(0, 10) };
    const { exchange } = await t.logs.measure(query);
    return responses.isAccepted(exchange) ? query : undefined;
  }
  return undefined;
}
