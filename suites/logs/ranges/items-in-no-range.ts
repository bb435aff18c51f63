/**
 * Items of the plain search that no range has. They may have no time in the field that `from` and `to` search, such as the one of a
 * delivery that is still to come, whatever other times they show (§4.4 does not name the field).
 */
import { type CheckContext, fail, inconclusive, logs } from '../../../src/suite.ts';

/** Requires that the widest range has the items whose time is declared; of others that show a time, it is open. */
export async function expectTimesInRange(
  t: CheckContext,
  { baseline, log, widest, sense }: logs.Ranges,
): Promise<void> {
  const times = logs.knownInstants(t, baseline);
  const hasTime = (item: string) => {
    const at = times.get(item);
    return at !== undefined && logs.isInside(widest, sense.form, at);
  };
  const result = await log.checkRelation(
    [{}, widest],
    logs.onCompleteWalks((all, wide) =>
      all.items.some((item) => !wide.bag.has(item) && hasTime(item)) ? logs.findNotContained([all], [wide]) : undefined,
    ),
  );
  if (result.kind === 'broken') fail(result.found.message, result.found.proof, { level: 'declared' });
  const [all, wide] = result.kind === 'holds' ? result.walks : [];
  if (times.size > 0 || all === undefined || wide === undefined) return;
  const shown = Math.max(1, Math.min(...wide.items.map(logs.timesShown)));
  const unclear = all.items.filter((item) => !wide.bag.has(item) && logs.timesShown(item) >= shown);
  if (unclear.length > 0)
    inconclusive(
      `no range has ${unclear.length} items that show a time, such as ${logs.truncate(unclear[0]!)}`,
      'declares.item with the place of the time that from and to search',
      all.pages[0] && [all.pages[0].exchange],
    );
}
