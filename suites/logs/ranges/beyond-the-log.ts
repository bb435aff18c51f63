/** Ranges in which nothing of a log can lie: dates that parsers reject, and numbers that are taken for no bound. */
import type { CheckContext, LogQuery, logs } from '../../../src/suite.ts';

const dayMs = 86_400_000;
const yearMs = 365 * dayMs;

/** Whether the widest range ends so late that nothing lies beyond it. */
export const endsLate = ({ sense }: logs.Ranges): boolean => sense.hi >= Date.UTC(2099, 0, 1);

/** Ranges that lie before or after the whole log. */
export async function rangesBeyond(t: CheckContext, ranges: logs.Ranges): Promise<LogQuery[]> {
  const { sense, between } = ranges;
  const { now } = t.logs;
  const leapDay = nextLeapDay(now);
  const tomorrow = now + 2 * Math.max(dayMs, sense.form.unitMs);
  const nextYear = t.effort.isExhaustive ? [between(now + yearMs, undefined)] : [];
  const ahead = [between(tomorrow, undefined), ...nextYear, between(leapDay, leapDay + yearMs / 2)];
  const oldest = sense.cuts
    .slice(0, 1)
    .flatMap((first) => [
      Math.min(earliest(sense), first - 10 * yearMs),
      ...(t.effort.isExhaustive ? [Math.min(earliest(sense), first) - yearMs] : []),
    ]);
  return [
    ...((await isNothingAhead(t, ranges)) ? ahead : []),
    between(...beforeLeapDay(sense)),
    ...oldest.map((at) => between(undefined, at)),
  ];
}

/**
 * A year up to a 29 February, which some parsers reject. Before 1970, its number is negative, so that `if (to > 0)` takes it for a
 * missing bound. As a number, however, a negative one may well mean a time before now.
 */
function beforeLeapDay({ form }: logs.Ranges['sense']): readonly [number, number] {
  const year = form.format.startsWith('epoch') ? 1992 : 1968;
  return [Date.UTC(year - 1, 2, 2), Date.UTC(year, 1, 29, 0, 21)];
}

/** The next 29 February, a day that some parsers reject: a server may then ignore the bound. */
function nextLeapDay(now: number): number {
  let at = Math.ceil(now / dayMs) * dayMs + 2 * dayMs;
  while (new Date(at).getUTCMonth() !== 1 || new Date(at).getUTCDate() !== 29) at += dayMs;
  return at + 21 * 60_000;
}

/**
 * The number of 1970-01-01 is 0, so `if (to)` takes it for a missing bound. In an epoch format, however, 0 may well mean that there is
 * no bound.
 */
const earliest = ({ form }: logs.Ranges['sense']): number =>
  form.format.startsWith('epoch') ? Date.UTC(2000, 0, 1) : 0;

/** Whether no item lies after now: fixtures may be dated ahead. */
async function isNothingAhead(t: CheckContext, ranges: logs.Ranges): Promise<boolean> {
  // A widest range of a limited span ends today: it tells nothing about tomorrow.
  if (!endsLate(ranges)) return false;
  const { upTo, widest } = ranges;
  const queries = [upTo(t.logs.now + 3_600_000), widest];
  const [soon, wide] = await Promise.all(queries.map((query) => t.logs.measure(query)));
  return soon!.count !== undefined && soon!.count === wide!.count;
}
