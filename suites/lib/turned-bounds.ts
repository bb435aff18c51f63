/**
 * A target may have a default `from`, and exchange bounds that are the wrong way round. It then reads a lone `to` that is earlier than
 * the default as the range from there to the default.
 */
import { type CheckContext, type LogQuery, logs } from '../../src/suite.ts';

/** Whether the target may read a lone `to` as a `from`. Asked only after a suspicion. */
export async function mayBeTurned(
  t: CheckContext,
  sense: logs.Ranges['sense'],
  { from, to }: LogQuery,
): Promise<boolean> {
  if (to === undefined || from !== undefined) return false;
  const { count = 0 } = await t.logs.measure(logs.reversedRange(sense));
  return count > 0;
}
