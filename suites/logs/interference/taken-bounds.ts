/**
 * Looks for a lower bound that gets the answer of an upper bound, or the other way round. A target may keep results under the values of
 * parameters without their names.
 */
import { type CheckContext, type Exchange, fail, type LogQuery, logs, type WebhookLog } from '../../../src/suite.ts';
import { isSamePage, onOneConnection, pageInWords, type Search } from './one-connection.ts';

/** How many moments are searched; an odd number, so that each but the last has a later one in which the same bound comes first. */
const moments = 7;

type Bound = 'from' | 'to';

/** Searches with either bound at one moment, in the order in which they were sent. */
interface Asked {
  readonly firstBound: Bound;
  readonly first: Exchange;
  readonly second: Exchange;
}

/**
 * Fails if, at each of several moments, the bound that is sent second gets the page of the other one. The moments are a unit of the
 * time format apart, so that a target keeps no page for any of them; the bounds come first by turns. The page of a bound that comes
 * first is the same at an earlier and a later moment, so that no other is right at the one between them.
 */
export async function expectOwnPageOfBounds(t: CheckContext, log: WebhookLog, moment: number): Promise<void> {
  const time = await t.logs.time();
  if (!time.understood || Object.keys(log.scope).length > 0) return;
  const { sense } = time;
  const queryOf = (bound: Bound, place: number): LogQuery => {
    const at = moment + place * sense.form.unitMs;
    return bound === 'from' ? logs.rangeQuery(sense, at, undefined) : logs.rangeQuery(sense, undefined, at);
  };
  const asked = await log.exclusively((alone) => onOneConnection(alone, (search) => askByTurns(search, queryOf)));
  if (!takesEachPage(asked)) return;
  const [, { first, second }, later] = asked as [Asked, Asked, Asked];
  fail(
    `${logs.describeQuery(queryOf('to', 1))} on webhook ${log.id} returned ${pageInWords(second)}, the page of ${logs.describeQuery(queryOf('from', 1))}, which was sent right before it; expected ${pageInWords(later.first)}, as with the moments before and after it. Each bound got the page of the other one at ${moments} moments`,
    [
      [later.first, 'the upper bound a little later, sent first', 'control'],
      [first, 'the lower bound'],
      [second, 'the upper bound at the same moment, right after it', 'wrong'],
    ],
    { whateverChanges: true },
  );
}

async function askByTurns(search: Search, queryOf: (bound: Bound, place: number) => LogQuery): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (let place = 0; place < moments; place += 1) {
    const [firstBound, secondBound] = place % 2 === 0 ? (['to', 'from'] as const) : (['from', 'to'] as const);
    const first = await search(queryOf(firstBound, place));
    const second = await search(queryOf(secondBound, place));
    if (!isSamePage(first, second)) return [];
    asked.push({ firstBound, first, second });
  }
  return asked;
}

/** Whether each bound has one page wherever it comes first, and another one than the other bound. */
function takesEachPage(asked: readonly Asked[]): boolean {
  const [first, second] = asked;
  if (first === undefined || second === undefined || isSamePage(first.first, second.first)) return false;
  return asked.every((one) => isSamePage(one.first, one.firstBound === first.firstBound ? first.first : second.first));
}
