/** The part of a growing log that stays the same while it is read. */
import { type CheckContext, type LogQuery, logs, type WebhookLog } from '../../../src/suite.ts';

/**
 * A range in the middle of the log: new items arrive after it, even those that are dated back, and the oldest ones leave before it.
 * Undefined if no moment is known that cuts the log, or if a window of the log is judged anyway.
 */
export async function settledPart(t: CheckContext, log: WebhookLog): Promise<LogQuery | undefined> {
  if (Object.keys(log.scope).length > 0) return undefined;
  const time = await t.logs.time();
  if (!time.understood || time.sense.strength !== 'cuts') return undefined;
  const { cuts, lo } = time.sense;
  const settled = cuts.filter((cut) => cut < t.logs.now - logs.longestDelayMs);
  return logs.rangeQuery(time.sense, settled.length > 2 ? settled[0] : lo, settled.at(-1) ?? cuts.at(-1));
}
