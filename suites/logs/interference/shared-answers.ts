/**
 * A search that gets the answer to another one in progress: a target may share results under a key that leaves out a parameter. Two
 * requests at once show it, between readings alone that agree.
 */
import {
  type Baseline,
  type CheckContext,
  type Exchange,
  fail,
  type LogQuery,
  logs,
  responses,
  type WebhookLog,
} from '../../../src/suite.ts';
import { distinct, type Search } from './walks-in-turns.ts';

/** How many searches are looked into, each beside those that have one parameter less. */
const mostSuspects = 4;
/** How often one of the two must get the answer to the other. */
const required = 3;
/** How often in a row each must get its own answer afterwards, so that replicas that answer in turn do not explain it. */
const timesAfter = 3;

/** A request that may be sent several times, after the requests that it needs. */
interface Asked {
  readonly name: string;
  prepare(t: CheckContext): Promise<(() => Promise<Exchange>) | undefined>;
}

const firstPageOf = ({ id }: WebhookLog, query: LogQuery): Asked => ({
  name: `the search with ${logs.describeQuery(query)}`,
  prepare: async (t) => () => logs.readFirst(t.client, t.logs.byId(id).where(query)),
});

/** The page to which a cursor leads that the page at a place has. */
const pageByCursor = ({ id }: WebhookLog, place: number, side: logs.Step): Asked => ({
  name: `the search with the ${side} of page ${place}`,
  prepare: async (t) => {
    const where = t.logs.byId(id).where();
    let page = responses.parsePage((await logs.readFirst(t.client, where)).response);
    for (let at = 2; at <= place && page?.next !== undefined; at += 1)
      page = responses.parsePage((await logs.readCursor(t.client, where, 'next', page.next)).response);
    const cursor = page?.[side];
    return cursor === undefined ? undefined : () => logs.readCursor(t.client, where, side, cursor);
  },
});

/** Fails if a suspect gets the answer to a search with one parameter less, or that search gets the answer to the suspect. */
export async function expectOwnAnswers(t: CheckContext, suspects: readonly Search[]): Promise<void> {
  for (const { log, query } of distinct(suspects).slice(0, mostSuspects))
    for (const part of Object.keys(query) as (keyof LogQuery)[])
      await expectOwn(t, log, firstPageOf(log, query), firstPageOf(log, { ...query, [part]: undefined }));
}

/** Sends searches without a cursor, by next and by prev at once; of the cursors none leads to the first page. */
export async function expectOwnAnswersToCursors(t: CheckContext, { log, plainWalk }: Baseline): Promise<void> {
  const [first, , third] = plainWalk.pages;
  const [next, prev] = [first?.page.next, third?.page.prev];
  if (next === undefined || prev === undefined) return;
  const [plain, ...byCursor] = await t.exclusively(async (alone) => {
    const where = alone.logs.byId(log.id).where();
    const sent = [['next', next] as const, ['prev', prev] as const].map(([side, cursor]) =>
      logs.readCursor(alone.client, where, side, cursor),
    );
    return (await Promise.all([logs.readFirst(alone.client, where), ...sent])).map(answerOf);
  }, 'logs');
  if (plain === undefined) return;
  for (const [at, asked] of [pageByCursor(log, 1, 'next'), pageByCursor(log, 3, 'prev')].entries())
    if (byCursor[at] === plain) await expectOwn(t, log, asked, firstPageOf(log, {}));
}

async function expectOwn(t: CheckContext, log: WebhookLog, one: Asked, other: Asked): Promise<void> {
  const found = await t.exclusively((alone) => findTaken(alone, [one, other]));
  if (found === undefined) return;
  const [{ name, exchange }, another] = found.alone;
  const [beside] = found.atOnce;
  fail(
    `${name} on webhook ${log.id} got the answer to ${another.name} each of ${required} times that both were sent at once; expected its own answer, as it gets alone, before and after`,
    [
      [exchange, `${name}, alone`, 'control'],
      [another.exchange, `${another.name}, alone`, 'control'],
      [beside, `${name}, at once with the other`, 'wrong'],
    ],
    {
      symptom: { kind: 'check', shows: 'at-once' },
      case: { showsAgain: async (own) => (await findTaken(own, [one, other])) !== undefined },
    },
  );
}

type Pair<T> = readonly [own: T, other: T];

interface Answered {
  readonly name: string;
  readonly exchange: Exchange;
  readonly answer: string;
}

interface Taken {
  readonly alone: Pair<Answered>;
  /** The last of the requests at once, the one with the wrong answer first. */
  readonly atOnce: Pair<Exchange>;
}

/** Undefined unless one of the two gets the answer to the other each time at once, while alone both get their own. */
async function findTaken(t: CheckContext, asked: Pair<Asked>): Promise<Taken | undefined> {
  const before = await askAlone(t, asked);
  if (before === undefined || before[0].answer === before[1].answer) return undefined;
  for (const turn of [0, 1] as const) {
    const alone: Pair<Answered> = [before[turn], before[1 - turn]!];
    const atOnce = await takesEachTime(t, [asked[turn], asked[1 - turn]!], alone);
    if (atOnce === undefined) continue;
    // The pause lets caches expire, so that none explains the answers at once.
    await t.clock.sleep(t.client.settleMs);
    const after = await askAlone(t, asked, timesAfter);
    return after?.every(({ answer }, at) => answer === before[at]!.answer) === true ? { alone, atOnce } : undefined;
  }
  return undefined;
}

/** Undefined if one of them gets no answer, or not the same one each time. */
async function askAlone(t: CheckContext, [own, other]: Pair<Asked>, times = 1): Promise<Pair<Answered> | undefined> {
  const answers = [await askRepeatedly(t, own, times), await askRepeatedly(t, other, times)] as const;
  return answers[0] && answers[1] && [answers[0], answers[1]];
}

async function askRepeatedly(t: CheckContext, one: Asked, times: number): Promise<Answered | undefined> {
  let last: Answered | undefined;
  for (let time = 1; time <= times; time += 1) {
    const exchange = await (await one.prepare(t))?.();
    const answer = exchange && answerOf(exchange);
    if (exchange === undefined || answer === undefined) return undefined;
    if (last !== undefined && answer !== last.answer) return undefined;
    last = { name: one.name, exchange, answer };
  }
  return last;
}

/** The last of the requests at once, if the first one gets the answer of the second each time. */
async function takesEachTime(
  t: CheckContext,
  [own, other]: Pair<Asked>,
  [, another]: Pair<Answered>,
): Promise<Pair<Exchange> | undefined> {
  for (let time = 1; ; time += 1) {
    const [send, sendOther] = [await own.prepare(t), await other.prepare(t)];
    if (send === undefined || sendOther === undefined) return undefined;
    // The one that comes later takes the answer.
    const [besideIt, beside] = await Promise.all([sendOther(), send()]);
    if (answerOf(beside) !== another.answer) return undefined;
    if (time === required) return [beside, besideIt];
  }
}

/** The items and the total of an accepted search; undefined for a rejection. */
function answerOf({ response }: Exchange): string | undefined {
  const page = responses.parsePage(response);
  return response === null || response.status >= 300 || page === undefined
    ? undefined
    : JSON.stringify([page.data, page.totalItems]);
}
