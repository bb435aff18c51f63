/** Where few requests may be sent, the log of the first webhook is read further than the beginning that each log shows. */
import type { CheckContext, logs } from '../../../src/suite.ts';

/** Pages up to which it is read to its end. */
const mostPages = 10;

/** The plain walk of the first log, read once for all checks; undefined if it is longer, cannot be read to its end, or logs change. */
export async function wholeFirstLog(t: CheckContext): Promise<logs.Walk | undefined> {
  const { window, changing } = await t.logs.baseline();
  if (window !== undefined || changing) return undefined;
  return t.shareReading('the first log to its end', (own) => own.logs.all[0]!.walkOn(mostPages));
}
