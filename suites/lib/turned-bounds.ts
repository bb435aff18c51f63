/**
 * A lone `to` where the target has a default `from` and exchanges bounds that are the wrong way round: up to a moment before the
 * default, it is read as the range from that moment to the default.
 */
import { type CheckContext, type LogQuery, logs } from '../../src/suite.ts';

/** Whether a search with `to` alone may be read as one from there on. Asked only after a suspicion. */
export async function mayBeTurned(
  t: CheckContext,
  sense: logs.Ranges['sense'],
  { from, to }: LogQuery,
): Promise<boolean> {
  if (to === undefined || from !== undefined) return false;
  const { count = 0 } = await t.logs.measure(logs.reversedRange(sense));
  return count > 0;
}
