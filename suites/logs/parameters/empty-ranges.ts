/**
 * Ranges without entries, which some targets refuse as if they did not exist. Bounds may be limited, so that the refusal of a range
 * alone proves nothing: a range that is accepted with one status must be accepted with the other one, too.
 */
import {
  api,
  type CheckContext,
  type Exchange,
  fail,
  type LogQuery,
  logs,
  responses,
  unlessUndecided,
} from '../../../src/suite.ts';

const { describeResponse, isAccepted } = responses;

const dayMs = 86_400_000;

/** Sends requests only if no range without entries was accepted before. */
export async function expectEmptyRangesAccepted(t: CheckContext): Promise<void> {
  const ranges = await unlessUndecided(() => logs.requireRanges(t));
  const page = ranges?.baseline.plainWalk.pages[0]?.page.data.length;
  if (ranges === undefined || page === undefined || ranges.sense.strength !== 'cuts') return;
  if ((await logs.rangesOfTellingSizes(t, page)).has(0)) return;
  const few = await fewestUpTo(t, ranges);
  for (const status of few === undefined ? [] : api.logStatuses) await expectAccepted(t, ranges, few!, status);
}

/** An accepted range that ends soon after the first entry, found by bisection; undefined if one without entries is accepted. */
async function fewestUpTo(t: CheckContext, { cuts, sense, upTo }: logs.Ranges): Promise<LogQuery | undefined> {
  let high = cuts[0]!;
  // The first entry may lie before the first cut, by no more than this in a log that is spread evenly.
  let low = Math.max(sense.lo, high - 2 * (cuts.at(-1)! - high + dayMs));
  const unitMs = Math.max(sense.form.unitMs, 1);
  const countUpTo = async (at: number) => (await t.logs.measure(upTo(at))).count;
  for (let count = (await countUpTo(high)) ?? 0; count !== 1; ) {
    if (count === 0) return undefined;
    const middle = Math.floor((low + high) / 2);
    if (high - low <= unitMs) break;
    const found = await countUpTo(middle);
    if (found === undefined) low = middle;
    else [high, count] = [middle, found];
  }
  return upTo(high);
}

/** Fails if a range is refused with a status, twice, while it is accepted alone and with the other status. */
async function expectAccepted(
  t: CheckContext,
  { log }: logs.Ranges,
  range: LogQuery,
  status: (typeof api.logStatuses)[number],
) {
  const other = api.logStatuses.find((one) => one !== status)!;
  const search = (query: LogQuery) => logs.readFirst(t.client, log.where(query));
  const isRefused = (exchange: Exchange) => !isAccepted(exchange) && !responses.isLimit(exchange);
  const first = await search({ ...range, status });
  if (!isRefused(first)) return;
  const controls = [await search(range), await search({ ...range, status: other }), await search({ status })];
  const again = await search({ ...range, status });
  if (!isRefused(again) || !controls.every(isAccepted)) return;
  fail(
    `a search of webhook ${log.id} with ${logs.describeQuery({ ...range, status })} ${describeResponse(again)}, twice, while this range is accepted alone and with status=${other}; expected an empty page if nothing in it has this status`,
    [...controls, first, again],
    { symptom: { kind: 'refused' } },
  );
}
