/** Parameters hold together: each search of a covering array is judged by what fewer parameters return. */
import { type CheckContext, type Conclusion, checksOf, inconclusive, logs, pass } from '../../../src/suite.ts';
import { requirements } from '../requirements.ts';
import { expectSortedElsewhere } from '../sorting/sort-elsewhere.ts';
import { expectTurnedByStatus } from '../sorting/turned-by-status.ts';

const check = checksOf(requirements);

check('logs/combined-filters', async (t) => {
  const { log } = await t.baseline({ finite: true });
  const both = await Promise.all([log.walk({ status: 'succeeded' }), log.walk({ status: 'failed' })]);
  if (both.some((walk) => walk.items.length === 0))
    inconclusive('the richest log has one status only', 'a webhook with succeeded and failed logs (fixtures.webhooks)');
  t.reached('both statuses');
  return expectNone(t, 'ofStatus');
});

check('logs/combined-parameters', async (t) => {
  const conclusion = await expectNone(t, 'others');
  await expectSortedElsewhere(t, await t.baseline({ finite: true }));
  if (t.effort.isLean) return conclusion;
  await expectTurnedByStatus(t);
  return conclusion;
});

async function expectNone(t: CheckContext, kind: 'ofStatus' | 'others'): Promise<Conclusion> {
  const { strength, covered, all, samples, reached, ...found } = await logs.searchCombinations(t);
  t.reached(...reached);
  const finding = found[kind];
  if (finding !== undefined) logs.failWith(finding, { samples });
  const share = Math.floor((100 * covered) / all);
  const what = `${share} % of ${all} combinations of ${strength} parts were decided`;
  if (3 * covered < all)
    inconclusive(
      `${what}; the others were rejected, or no search with fewer parts predicts them`,
      'a target that accepts several parameters at once, a quiet log, or a higher --max-requests',
    );
  return pass({ samples, message: what });
}
