/**
 * Pages that contradict each other although the log has changed during the run. If all of them are what the target returns now, past any
 * cache, and still returns once reads have settled, no change that lies in the past explains the contradiction.
 */
import { type Exchange, isAccepted } from '../../core/exchange.ts';
import { type Page, parsePage } from '../../schema/page.ts';
import { describeQuery, type LogQuery, searchParameters } from '../query.ts';
import type { WebhookLog } from '../webhook-log.ts';

/** Readings of all queries, with a pause between them in which reads settle. */
const readings = 2;

/** Whether each page is one of those that its query has now. False if a page is of no known query, or the target rejects what passes caches. */
export async function areCurrent(log: WebhookLog, pages: readonly Exchange[]): Promise<boolean> {
  const wanted = new Map<string, { readonly query: LogQuery; readonly pages: Set<string> }>();
  for (const exchange of pages) {
    const page = isAccepted(exchange) ? parsePage(exchange.response) : undefined;
    const query = queryOf(exchange);
    if (page === undefined || query === undefined) return false;
    const key = describeQuery(query);
    wanted.set(key, { query, pages: (wanted.get(key)?.pages ?? new Set()).add(textOf(page)) });
  }
  for (let reading = 0; reading < readings; reading += 1) {
    if (reading > 0) await log.client.clock.sleep(log.client.longestLagMs);
    for (const { query, pages: expected } of wanted.values()) {
      const now = await log.exclusively((alone) => alone.read(query, alone.form, { pastCaches: true }));
      const found = new Set(now.pages.map(({ page }) => textOf(page)));
      if ([...expected].some((page) => !found.has(page))) return false;
    }
  }
  return true;
}

const textOf = ({ totalItems, data }: Page): string => JSON.stringify([totalItems, data]);

/** The parameters of a search without its cursor; undefined if it has others, or one of them twice. */
function queryOf({ request: { target } }: Exchange): LogQuery | undefined {
  const sent = [...new URLSearchParams(target.split('?')[1] ?? '')].filter(
    ([name]) => name !== 'next' && name !== 'prev',
  );
  const isKnown = sent.every(([name]) => searchParameters.some((known) => known === name));
  return isKnown && new Map(sent).size === sent.length ? (Object.fromEntries(sent) as LogQuery) : undefined;
}
