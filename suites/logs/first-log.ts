/** Where few requests may be sent, the log of the first webhook is read further than the beginning that each log shows. */
import { type CheckContext, logs } from '../../src/suite.ts';

/** Pages up to which it is read to its end. */
const mostPages = 10;

/** Its plain walk, read once for all checks; undefined where it is longer, or cannot be read to its end. */
export function wholeFirstLog(t: CheckContext): Promise<logs.Walk | undefined> {
  return t.shareReading('the first log to its end', (own) => own.logs.all[0]!.walkOn(mostPages));
}
