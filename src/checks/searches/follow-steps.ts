/** Steps along `next` and `prev` that checks share: what another check followed is not sent again. */
import type { NavigationOptions } from '../../log/navigation/navigation.ts';
import { checkNavigation, type NavigationResult } from '../../log/navigation/navigation-check.ts';
import { hasOneTotal, type Step } from '../../log/navigation/navigation-finding.ts';
import { describeQuery, type LogQuery } from '../../log/query.ts';
import type { WebhookLog } from '../../log/webhook-log.ts';
import type { CheckContext } from '../check-context.ts';

/** See {@link CheckContext.navigate}. */
export async function followSteps(
  t: CheckContext,
  log: WebhookLog,
  query: LogQuery,
  steps: readonly Step[],
  options: NavigationOptions,
): Promise<NavigationResult> {
  const { beyondFirst = false } = options;
  const key = `navigation ${log.id} ${describeQuery(log.scoped(query))} ${steps.join()} ${beyondFirst}`;
  const fromWalk = t.effort.sharesReadings;
  const follow = () =>
    t.shareReading(key, ({ logs }) => checkNavigation(logs.byId(log.id), query, steps, { beyondFirst, fromWalk }));
  if (options.totals !== true) return follow();
  // Where checks share, the steps are followed with their totals only if those that were shared show another total.
  const shared = t.effort.sharesReadings ? await follow() : undefined;
  if (shared !== undefined && (shared.kind === 'live' || hasOneTotal(shared.navigation))) return shared;
  return checkNavigation(log, query, steps, options);
}
