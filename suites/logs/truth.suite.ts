/** Each item under a status has that status: the only row that sees the two swapped. */
import {
  checksOf,
  inconclusive,
  type LogFinding,
  notApplicable,
  type Oracle,
  pass,
  truncate,
  type Walk,
} from '../../src/suite.ts';
import { passOnSharedReads, proofOfWalk, requireHolds, requireStableLog } from '../lib/log-checks.ts';
import { requirements } from './requirements.ts';
import { decoded, foundStatusPointer, knownStatuses } from './truth.ts';

const check = checksOf(requirements);

check('logs/status-truth', async (t) => {
  const baseline = await requireStableLog(t);
  const known = knownStatuses(t, baseline);
  if (known !== undefined) {
    const judged = await baseline.log.checkRelation(
      [{ status: 'succeeded' }, { status: 'failed' }],
      contradicts((item) => known.get(item)),
    );
    const exchanges = requireHolds(judged);
    if (judged.kind === 'holds' && !judged.walks.some((walk) => walk.items.some((item) => known.has(item))))
      inconclusive('no item under a status is known', 'a truth file that holds the items of the log as they are sent');
    return passOnSharedReads(exchanges, baseline.window);
  }
  const pointer = t.settings.declares.item === undefined ? foundStatusPointer(baseline.plainWalk.items) : undefined;
  if (pointer === undefined) notApplicable('neither a truth file nor declares.item gives the items a status');
  // A member with these words may be another status than the log's: only an outright swap is blamed.
  const judged = await baseline.log.checkRelation([{ status: 'succeeded' }, { status: 'failed' }], (walks) => {
    const each = walks.map((walk) => walk.items.map((item) => decoded(item, pointer)));
    const swapped = each.every(
      (statuses, index) =>
        statuses.length > 2 && statuses.every((status) => status === (index === 0 ? 'failed' : 'succeeded')),
    );
    return swapped ? contradicts((item) => decoded(item, pointer))(walks) : undefined;
  });
  if (judged.kind === 'broken')
    requireHolds({ ...judged, found: { ...judged.found, message: `${judged.found.message} (all are swapped)` } });
  return {
    ...pass({ restsOn: requireHolds(judged), message: `items decode to a status at ${pointer}` }),
    level: 'derived',
  };
});

function contradicts(statusOf: (item: string) => unknown): Oracle {
  return (walks: readonly Walk[]): LogFinding | undefined => {
    for (const walk of walks) {
      const wrong = walk.items.find((item) => {
        const status = statusOf(item);
        return status !== undefined && status !== walk.query.status;
      });
      if (wrong !== undefined)
        return {
          message: `under status=${walk.query.status} the log holds ${truncate(wrong)}, whose status is ${String(statusOf(wrong))}`,
          proof: [...proofOfWalk(walk, `status=${walk.query.status}`)],
        };
    }
    return undefined;
  };
}
