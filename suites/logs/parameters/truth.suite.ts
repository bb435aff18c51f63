/** Each item under a status has that status: the only check that sees the two swapped. */
import {
  api,
  checksOf,
  fail,
  inconclusive,
  type LogQuery,
  logs,
  notApplicable,
  pass,
  type Walk,
} from '../../../src/suite.ts';
import { requirements } from '../requirements.ts';

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
  const walks = await t.expect(log, statuses, (both) => {
    const swapped = both.every(
      ({ items }, index) => items.length > 2 && items.every((item) => statusOf(item) === statuses[1 - index]!.status),
    );
    const finding = swapped ? agreesWith(statusOf)(both) : undefined;
    return finding && { ...finding, message: `${finding.message} (all are swapped)` };
  });
  adviseOfSome(walks, statusOf, pointer);
  return pass({ message: `items decode to a status at ${pointer}`, level: 'derived' });
});

/** Most items agree with a member that holds these words: those few that do not are worth a look. */
const few = 0.2;

function adviseOfSome(walks: readonly Walk[], statusOf: (item: string) => unknown, pointer: string): void {
  const finding = agreesWith(statusOf)(walks);
  const wrong = walks.flatMap(({ items, query }) => items.filter((item) => statusOf(item) !== query.status));
  const all = walks.reduce((sum, { items }) => sum + items.length, 0);
  if (finding === undefined || wrong.length > few * all) return;
  fail(`${finding.message}, at ${pointer}; declares.item makes this a requirement`, finding.proof, {
    level: 'advisory',
  });
}

function agreesWith(statusOf: (item: string) => unknown): logs.Oracle {
  return (walks) => {
    for (const walk of walks) {
      const { status } = walk.query;
      const wrong = walk.items.filter((item) => (statusOf(item) ?? status) !== status);
      const [first] = wrong;
      if (first === undefined) continue;
      const count = `${wrong.length} of ${walk.items.length} items`;
      return {
        message: `status=${status} returned ${count} with another status, such as ${logs.truncate(first)}, which is ${String(statusOf(first))}`,
        proof: logs.proofOfItems(walk, [first]),
      };
    }
    return undefined;
  };
}
