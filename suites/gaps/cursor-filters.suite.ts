/** Whether a cursor alone keeps the filters of its query. */
import {
  bags,
  type CheckContext,
  checksOf,
  type Exchange,
  inconclusive,
  type LogQuery,
  logChanged,
  logs,
  responses,
  type Walk,
  type WebhookLog,
} from '../../src/suite.ts';
import { readHeadAlone, tellingPages } from '../lib/read-head-alone.ts';
import { concludeChoice, print } from './conclude.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check(
  'declares/cursor-carries-filters',
  async (t) => {
    const { log, plainWalk } = await t.baseline();
    const queries: LogQuery[] = [{ status: 'succeeded' }, { status: 'failed' }];
    const walks = await Promise.all(queries.map((query) => log.walk(query)));
    const filtered = walks.find(
      (walk) => walk.end === 'end' && walk.pages.length > 1 && !bags.equal(walk.bag, plainWalk.bag),
    );
    if (filtered === undefined)
      inconclusive(
        'no status has two pages of items',
        'a webhook with several pages of each status (fixtures.webhooks)',
      );
    const query = queries[walks.indexOf(filtered)]!;
    const first = await readFirstAlone(t, log, filtered);
    if (first !== undefined)
      return concludeChoice(t, 'cursorCarriesFilters', {
        value: true,
        shownBy: [first, `page 2 of ${logs.describeQuery(query)}, by the cursor alone`],
      });
    const other = walks.find((walk) => walk !== filtered)!;
    let alone = await log.read(query, 'alone');
    // A walk that was itself read by the cursor alone is not a measure of the filter.
    let carries = filtered.form === 'repeated' && alone.end === 'end' && bags.equal(alone.bag, filtered.bag);
    // Items of the other status settle it, even in a log that changes meanwhile.
    const lostFilter = !carries && (await hasManyOthers(log, alone, filtered, other));
    if (!carries && (!lostFilter || t.settings.declares.cursorCarriesFilters === true))
      ({ alone, carries } = await readAloneBetweenControls(log, query, { plainWalk, other }));
    const shown = alone.last ?? alone.pages[1]?.exchange ?? alone.pages[0]!.exchange;
    return concludeChoice(t, 'cursorCarriesFilters', {
      value: carries,
      shownBy: [shown, `page 2 of ${logs.describeQuery(query)}, by the cursor alone`],
    });
  },
  { from: 'standard' },
);

/**
 * Reads the first pages by the cursor alone. Returns the second if all are those of the filtered walk and that goes on: then no
 * further pages need be read.
 */
async function readFirstAlone(t: CheckContext, log: WebhookLog, filtered: Walk): Promise<Exchange | undefined> {
  if (filtered.form !== 'repeated' || filtered.pages.length <= tellingPages || t.effort.isExhaustive) return undefined;
  const { pages } = await readHeadAlone(t, log, filtered.query);
  const isAsFiltered = filtered.pages.slice(0, tellingPages).every(({ page: expected }, at) => {
    const page = pages[at]?.page;
    return page?.next !== undefined && print(page.data) === print(expected.data);
  });
  return isAsFiltered ? pages[1]?.exchange : undefined;
}

/** Share of the items of the other status that a walk without the filter has at least, though it begins with the second page. */
const leastOthers = 1 / 3;

/** Whether a walk has many items that had the other status before it and have it after it. A few may change their status meanwhile. */
async function hasManyOthers(log: WebhookLog, alone: Walk, filtered: Walk, other: Walk): Promise<boolean> {
  const isOther = (item: string) => other.bag.has(item) && !filtered.bag.has(item);
  if (!alone.items.some(isOther)) return false;
  const { items } = await log.read(other.query, other.form);
  const others = items.filter(isOther);
  const shown = others.filter((item) => alone.bag.has(item));
  return shown.length > 0 && shown.length >= leastOthers * others.length;
}

/**
 * Reads by the cursor alone between two readings that must agree, while no other request of the run is in flight. That they agree
 * does not prove that the log keeps still: of two replicas that answer in turn, both may come from the same one.
 */
async function readAloneBetweenControls(
  log: WebhookLog,
  query: LogQuery,
  { plainWalk, other }: { readonly plainWalk: Walk; readonly other: Walk },
): Promise<{ readonly alone: Walk; readonly carries: boolean }> {
  const [before, alone, after] = await log.exclusively(async (reader) => [
    await reader.read(query, 'repeated'),
    await reader.read(query, 'alone'),
    await reader.read(query, 'repeated'),
  ]);
  if (alone!.last !== undefined && responses.isLimit(alone!.last))
    inconclusive(
      'an outage or a limit ended the walk by the cursor alone',
      'a target that stays available and throttles less',
      [alone!.last],
    );
  if (!bags.equal(before!.bag, after!.bag)) logChanged();
  // If the target refuses a query beside a cursor, the cursor alone must return as many items as its total promises.
  const complete =
    before!.end === 'end'
      ? bags.equal(alone!.bag, before!.bag)
      : alone!.items.length === alone!.total && !bags.equal(alone!.bag, plainWalk.bag);
  if (alone!.end === 'end' && !complete && !(await hasManyOthers(log, alone!, before!, other))) logChanged();
  return { alone: alone!, carries: alone!.end === 'end' && complete };
}
