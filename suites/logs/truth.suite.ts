/** Each item under a status has that status: the only check that sees the two swapped. */
import { api, checksOf, inconclusive, type LogQuery, logs, notApplicable, pass } from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

const statuses: readonly LogQuery[] = [{ status: 'succeeded' }, { status: 'failed' }];

check('logs/status-truth', async (t) => {
  const baseline = await t.baseline();
  const { log, plainWalk } = baseline;
  const known = logs.knownStatuses(t, baseline);
  if (known.size > 0) {
    const walks = await t.expect(
      log,
      statuses,
      agreesWith((item) => known.get(item)),
    );
    if (!walks.some((walk) => walk.items.some((item) => known.has(item))))
      inconclusive('no item under a status is known', 'a truth file that holds the items of the log as they are sent');
    return pass();
  }
  const isDeclared = t.settings.declares.item !== undefined;
  const pointer = isDeclared ? undefined : logs.findMemberOf(plainWalk.items, api.logStatuses);
  if (pointer === undefined) notApplicable('neither a truth file nor declares.item gives the items a status');
  const statusOf = (item: string) => logs.valueAt(item, pointer);
  // A member with these words may be another status than the log's: only an outright swap is reported.
  await t.expect(log, statuses, (walks) => {
    const swapped = walks.every(
      ({ items }, index) => items.length > 2 && items.every((item) => statusOf(item) === statuses[1 - index]!.status),
    );
    const finding = swapped ? agreesWith(statusOf)(walks) : undefined;
    return finding && { ...finding, message: `${finding.message} (all are swapped)` };
  });
  return pass({ message: `items decode to a status at ${pointer}`, level: 'derived' });
});

function agreesWith(statusOf: (item: string) => unknown): logs.Oracle {
  return (walks) => {
    for (const walk of walks) {
      const { status } = walk.query;
      const wrong = walk.items.find((item) => (statusOf(item) ?? status) !== status);
      if (wrong !== undefined)
        return {
          message: `status=${status} returned ${logs.truncate(wrong)}, whose status is ${String(statusOf(wrong))}`,
          proof: logs.proofOfWalk(walk),
        };
    }
    return undefined;
  };
}
