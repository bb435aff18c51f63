/** One webhook's log is its own: other ids, other spellings and other webhooks' cursors must not return its items. */
import type { Baseline, CheckContext, Exchange, Walk, WebhookLog } from '../../../src/suite.ts';
import { type bags, checksOf, controls, fail, generate, inconclusive, logs, responses } from '../../../src/suite.ts';
import { requirements } from '../requirements.ts';
import { itemsOf, pageOf } from './answered-items.ts';
import { expectOwnInTurn } from './in-turn.ts';
import { findLeak, identifying, returns } from './leaks.ts';
import { expectUnknownEmpty, expectUnknownEmptyWithParameters } from './unknown-webhooks.ts';

const check = checksOf(requirements);

async function otherBags({ others }: Baseline): Promise<bags.Bag[]> {
  return Promise.all(others.map(async (other) => (await other.walk()).bag));
}

check('logs/one-webhook', async (t) => {
  const baseline = await t.baseline();
  if (identifying(baseline.plainWalk.bag, []).size === 0)
    inconclusive(
      'no item of the log identifies it (12 characters or more, once in the log)',
      'a webhook whose items are long and different (fixtures.webhooks)',
    );
  await expectUnknownEmpty(t, baseline);
  await expectWrongEmpty(t, baseline);
  await expectTruth(t, baseline);
  await expectUnknownEmptyWithParameters(t, baseline);
  if (!t.effort.isLean && t.onlyCase === undefined) await expectOwnInTurn(t, baseline);
});

/** Ids that are wrong in one way must not return items that only one configured log has: a pattern may match any of them. */
async function expectWrongEmpty(t: CheckContext, baseline: Baseline): Promise<void> {
  const { log, plainWalk, others } = baseline;
  const walks = [plainWalk, ...(await Promise.all(others.map((other) => other.walk())))];
  const bagsBut = (walk: Walk) => walks.filter((other) => other !== walk).map(({ bag }) => bag);
  const own = new Set(walks.flatMap((walk) => [...identifying(walk.bag, bagsBut(walk))]));
  const configured = t.logs.all.map(({ id }) => id);
  const query = logs.parametersOf(log.scope);
  const wrongIds = t.effort.take(generate.wrongWebhookIds(log.id, configured), {
    quick: generate.tellingWebhookIds,
    standard: generate.usualWebhookIds,
  });
  for (const { label, how, ifSignsAreDropped } of t.casesOf(wrongIds, (one) => one.label)) {
    const search = (by: CheckContext) => by.send({ operation: 'logs', ...how, query });
    const { answer, stray } = await findLeak(() => search(t), own);
    if (stray !== undefined && ifSignsAreDropped !== undefined) {
      const alike = (by: CheckContext) => by.send({ operation: 'logs', webhook: ifSignsAreDropped, query });
      if (await returns(stray, alike)(t)) continue;
    }
    const owner = walks.find(({ bag }) => stray !== undefined && bag.has(stray));
    if (stray !== undefined && owner !== undefined)
      fail(
        `${label} returned ${logs.truncate(stray)}, an item of ${owner.webhook}`,
        [
          [owner.pages[0]!.exchange, `the log of ${owner.webhook}`, 'control'],
          [answer, label, 'wrong'],
        ],
        {
          symptom: { kind: 'check', shows: 'no-items' },
          case: { name: label, showsAgain: returns(stray, search) },
          whateverChanges: true,
        },
      );
  }
  if (own.size === 0)
    inconclusive(
      'every item of the richest log is in another configured log too',
      'a second webhook whose log differs (fixtures.webhooks)',
    );
}

/** An item that the truth file gives to one of two configured webhooks must not be in the other's log. */
async function expectTruth(t: CheckContext, { log, plainWalk, others }: Baseline): Promise<void> {
  const itemsOfTruth = ({ id }: WebhookLog) => new Set(t.truth(id).map(({ item }) => item));
  const own = itemsOfTruth(log);
  for (const other of others) {
    const theirs = itemsOfTruth(other);
    const walk = await other.walk();
    if (theirs.size === 0) continue;
    const stray = walk.items.find((item) => own.has(item) && !theirs.has(item) && logs.isIdentifying(item));
    if (stray !== undefined)
      fail(`webhook ${other.id} returned ${logs.truncate(stray)}, which the truth file gives to ${log.id}`, [
        ...logs.proofOfWalk(walk, `the log of ${other.id}`),
        ...logs.proofOfWalk(plainWalk, `the log of ${log.id}`),
      ]);
  }
}

check(
  'logs/webhook-id',
  async (t) => {
    const baseline = await t.baseline();
    const { log, plainWalk } = baseline;
    const own = identifying(plainWalk.bag, await otherBags(baseline));
    const search = (id: string) => t.send({ operation: 'logs', target: `/v2/webhooks/${id}/logs/search` });
    const encoded = percentEncoded(log.id);
    if (encoded !== undefined) {
      const answer = await search(encoded);
      // An accepted response without a page is a finding of logs/page-shape, or too long for the kit.
      const isEmpty = pageOf(answer)?.data.length === 0 && plainWalk.items.length > 0;
      if (!controls.is2xx(answer) || isEmpty)
        fail(`${encoded} is ${log.id} percent-encoded and ${responses.describeResponse(answer)}; expected its log`, [
          [plainWalk.pages[0]!.exchange, 'the id as it is'],
          [answer, 'percent-encoded'],
        ]);
    }
    const plain = generate.percentEncode(log.id);
    const others = [
      ...(isWithoutCase(log.id)
        ? []
        : [['a different letter case', generate.percentEncode(inOtherCase(log.id))] as const]),
      // A target may read a number, and stop where it ends.
      ...(generate.isAllDigits(log.id)
        ? []
        : ([
            ['a trailing space', `${plain}%20`],
            ['a path parameter', `${plain};x=1`],
          ] as const)),
    ] as const;
    for (const [what, id] of others) {
      if (id === plain) continue;
      const answer = await search(id);
      if (itemsOf(answer).some((item) => own.has(item)))
        fail(`the id with ${what} (${id}) returned the log of ${log.id}`, [answer]);
    }
  },
  { from: 'standard' },
);

/** The id with its first letter or digit percent-encoded; undefined if it has none. */
function percentEncoded(id: string): string | undefined {
  const at = id.search(/[A-Za-z0-9]/);
  if (at === -1) return undefined;
  const hex = id.charCodeAt(at).toString(16).toUpperCase();
  return `${generate.percentEncode(id.slice(0, at))}%${hex}${generate.percentEncode(id.slice(at + 1))}`;
}

/** Whether letter case means nothing in an id: it is, or ends in, a UUID (RFC 9562 §4) or a ULID. */
function isWithoutCase(id: string): boolean {
  return /(^|[^a-z0-9])([0-9a-f]{8}(-?[0-9a-f]{4}){3}-?[0-9a-f]{12}|[0-7][0-9a-hjkmnp-tv-z]{25})$/i.test(id);
}

function inOtherCase(id: string): string {
  return [...id].map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())).join('');
}

/** A log whose cursors are used on another log. */
interface LogPair {
  readonly from: WebhookLog;
  readonly onto: WebhookLog;
  /** Items that identify `from`. */
  readonly own: ReadonlySet<string>;
}

check('logs/cursor-bound', async (t) => {
  const { log, others } = await t.baseline({ finite: true });
  const read = await Promise.all([log, ...others].map(async (one) => ({ log: one, walk: await one.walk() })));
  const pairs = pairsOf(t, read);
  let asked = 0;
  for (const { walk } of read) {
    const ofLog = t.effort.take(pairs, { quick: 1 }).filter(({ from }) => from.id === walk.webhook);
    if (await keepKnownCursorsBound(t, ofLog, walk)) asked += ofLog.length;
    else for (const pair of ofLog) asked += await expectCursorsBound(t, pair);
  }
  if (pairs.length === 0 && read.length > 1 && read.some(({ walk }) => walk.pages.length >= 2))
    inconclusive(
      'no item tells the logs apart (12 characters or more, once in one of them)',
      'webhooks whose items are long and different (fixtures.webhooks)',
    );
  if (asked === 0)
    inconclusive(
      'no configured webhook has two pages beside another webhook with a different log',
      'two webhooks, one with several pages (fixtures.webhooks)',
    );
});

interface ReadLog {
  readonly log: WebhookLog;
  readonly walk: Walk;
}

/** Logs of several pages, each with the logs that its cursors are used on. */
function pairsOf(t: CheckContext, read: readonly ReadLog[]): readonly LogPair[] {
  return t.effort
    .take(read, { quick: 1 })
    .filter(({ walk }) => walk.pages.length >= 2)
    .flatMap((from, index) => {
      const others = read.filter((other) => other !== from);
      others.sort((a, b) => b.walk.pages.length - a.walk.pages.length);
      return t.effort
        .take(others, { standard: index === 0 ? 2 : 1 })
        .map((onto) => ({ from: from.log, onto: onto.log, own: identifying(from.walk.bag, [onto.walk.bag]) }));
    })
    .filter(({ own }) => own.size > 0);
}

/**
 * Uses the cursors of the first two pages of a walk on other logs, which costs no pages of their own.
 * @returns whether that decides it: no other log returned items of this one, which still accepts its cursor
 */
async function keepKnownCursorsBound(t: CheckContext, pairs: readonly LogPair[], { pages }: Walk): Promise<boolean> {
  const [pair] = pairs;
  const [next, prev] = [pages[0]?.page.next, pages[1]?.page.prev];
  if (t.effort.isExhaustive || t.effort.isLean || t.client.runsAlone) return false;
  if (pair === undefined || next === undefined || prev === undefined) return false;
  for (const { from, onto, own } of pairs)
    for (const [side, cursor] of [
      ['next', next],
      ['prev', prev],
    ] as const) {
      const there = { ...from.where(), webhook: onto.id };
      const answer = await logs.readCursor(t.client, there, side, cursor);
      if (itemsOf(answer).some((item) => own.has(item))) return false;
    }
  return responses.isAccepted(await logs.readCursor(t.client, pair.from.where(), 'next', next));
}

/** @returns how many cursors were tried */
async function expectCursorsBound(t: CheckContext, pair: LogPair): Promise<number> {
  const { from, onto, own } = pair;
  let asked = 0;
  let first: Exchange | undefined;
  for (const side of t.effort.sampleOf(['next', 'prev'] as const, 1)) {
    const answer = await useOnOther(t, pair, side, first);
    if (answer === undefined) continue;
    asked += 1;
    if (!t.effort.isExhaustive) [first] = answer.pages;
    const stray = itemsOf(answer.exchange).find((item) => own.has(item));
    if (stray === undefined) continue;
    const again = await useOnOther(t, pair, side);
    if (again === undefined || !itemsOf(again.exchange).some((item) => own.has(item))) continue;
    // The other log may hold the same delivery: on a page that its walk left out, or since it was walked.
    if (await isMissing(t, onto, stray))
      fail(
        `the ${side} cursor of webhook ${from.id}, used on ${onto.id}, returned ${logs.truncate(stray)}, an item of ${from.id}`,
        [
          ...answer.pages.map((page, index) => [page, `page ${index + 1} of ${from.id}`] as const),
          [answer.exchange, `its ${side} on ${onto.id}`],
        ],
        { compared: { of: pathOf(from), at: pathOf(onto) } },
      );
  }
  return asked;
}

/** Whether an item is on none of the pages of a log, of which no more are read than of a long walk. */
async function isMissing(t: CheckContext, log: WebhookLog, item: string): Promise<boolean> {
  const where = log.where();
  let page = responses.parsePage((await logs.readFirst(t.client, where)).response);
  for (let pages = 1; page !== undefined && pages < logs.longWalkPages; pages += 1) {
    if (page.data.includes(item)) return false;
    if (page.next === undefined) return true;
    page = responses.parsePage((await logs.readCursor(t.client, where, 'next', page.next)).response);
  }
  return false;
}

const pathOf = ({ id }: WebhookLog): string => `/v2/webhooks/${generate.percentEncode(id)}/logs/search`;

/**
 * Uses a fresh cursor of one log on the other one, after the pages that led to it; undefined if there is no such cursor.
 * @param first a first page whose `next` may have been used up; then it is read anew
 */
async function useOnOther(
  t: CheckContext,
  pair: Pick<LogPair, 'from' | 'onto'>,
  side: logs.Step,
  first?: Exchange,
): Promise<{ readonly pages: readonly Exchange[]; readonly exchange: Exchange } | undefined> {
  const where = pair.from.where();
  const pages = [first ?? (await logs.readFirst(t.client, where))];
  const next = responses.parsePage(pages[0]!.response)?.next;
  if (side === 'prev' && next !== undefined) pages.push(await logs.readCursor(t.client, where, 'next', next));
  const cursor = responses.parsePage(pages.at(-1)!.response)?.[side];
  if (cursor === undefined) return first === undefined ? undefined : useOnOther(t, pair, side);
  return { pages, exchange: await logs.readCursor(t.client, { ...where, webhook: pair.onto.id }, side, cursor) };
}
