/** Each item under a status has that status, on every log: the only check that sees the two swapped. */
import {
  api,
  type Baseline,
  type CheckContext,
  checksOf,
  fail,
  inconclusive,
  type LogQuery,
  logs,
  notApplicable,
  pass,
  type Walk,
  type WebhookLog,
} from '../../../src/suite.ts';
import { requirements } from '../requirements.ts';

const check = checksOf(requirements);

const statuses: readonly LogQuery[] = [{ status: 'succeeded' }, { status: 'failed' }];

/** The status of an item of a webhook's log, as the item or a truth file tells it. */
type StatusOf = (item: string, webhook: string) => unknown;

check('logs/status-truth', async (t) => {
  const baseline = await t.baseline();
  const judged = await logs.judgedLogs(t, baseline);
  const known = await knownByWebhook(t, baseline, judged);
  if (known.size > 0) {
    const statusOf: StatusOf = (item, webhook) => known.get(webhook)?.get(item);
    const walks = await walksByStatus(
      t,
      judged.filter(({ id }) => known.has(id)),
      agreesWith(statusOf),
    );
    if (!walks.some(({ items, webhook }) => items.some((item) => known.get(webhook)?.has(item))))
      inconclusive('no item under a status is known', 'a truth file that holds the items of the log as they are sent');
    return pass();
  }
  const isDeclared = t.settings.declares.item !== undefined;
  const pointer = isDeclared ? undefined : logs.findMemberOf(baseline.plainWalk.items, api.logStatuses);
  if (pointer === undefined) notApplicable('neither a truth file nor declares.item gives the items a status');
  const statusOf: StatusOf = (item) => logs.valueAt(item, pointer);
  const walks = await walksByStatus(t, judged, isSwapped(statusOf));
  adviseOfSome(walks, statusOf, pointer);
  return pass({ message: `items decode to a status at ${pointer}`, level: 'derived' });
});

/** The statuses of the items of each log, by the id of its webhook; without logs whose items show none. */
async function knownByWebhook(t: CheckContext, { log, plainWalk }: Baseline, judged: readonly WebhookLog[]) {
  const walks = await Promise.all(judged.map((one) => (one.id === log.id ? plainWalk : one.walk())));
  const known = judged.map((one, at) => [one.id, logs.knownStatuses(t, { log: one, plainWalk: walks[at]! })] as const);
  return new Map(known.filter(([, statusesOfItems]) => statusesOfItems.size > 0));
}

/** Both statuses of each log, as status-partition walks them; without logs that keep changing. */
async function walksByStatus(t: CheckContext, judged: readonly WebhookLog[], oracle: logs.Oracle) {
  const read = await Promise.all(judged.map(({ id }) => t.logs.besideJudged(id)));
  const walks = await logs.expectOnLogs(
    t,
    read.map((log) => [log, statuses]),
    oracle,
  );
  return walks.flat();
}

/** A member with these words may be another status than the log's: only an outright swap is reported. */
function isSwapped(statusOf: StatusOf): logs.Oracle {
  return (both) => {
    const isOutright = both.every(
      ({ items, webhook }, index) =>
        items.length > 2 && items.every((item) => statusOf(item, webhook) === statuses[1 - index]!.status),
    );
    const finding = isOutright ? agreesWith(statusOf)(both) : undefined;
    return finding && { ...finding, message: `${finding.message} (all are swapped)` };
  };
}

/** Most items agree with a member that holds these words: those few that do not are worth a look. */
const few = 0.2;

function adviseOfSome(walks: readonly Walk[], statusOf: StatusOf, pointer: string): void {
  const finding = agreesWith(statusOf)(walks);
  const wrong = walks.flatMap(({ items, query, webhook }) =>
    items.filter((item) => statusOf(item, webhook) !== query.status),
  );
  const all = walks.reduce((sum, { items }) => sum + items.length, 0);
  if (finding === undefined || wrong.length > few * all) return;
  fail(`${finding.message}, at ${pointer}; declares.item makes this a requirement`, finding.proof, {
    level: 'advisory',
  });
}

function agreesWith(statusOf: StatusOf): logs.Oracle {
  return (walks) => {
    for (const walk of walks) {
      const { items, query, webhook } = walk;
      const { status } = query;
      const wrong = items.filter((item) => (statusOf(item, webhook) ?? status) !== status);
      const [first] = wrong;
      if (first === undefined) continue;
      const count = `${wrong.length} of ${items.length} items`;
      return {
        message: `status=${status} returned ${count} of webhook ${webhook} with another status, such as ${logs.truncate(first)}, which is ${String(statusOf(first, webhook))}`,
        proof: logs.proofOfItems(walk, [first]),
      };
    }
    return undefined;
  };
}
