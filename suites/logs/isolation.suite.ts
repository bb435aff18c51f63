/** One webhook's log is its own; a search changes nothing; what is asked at once is answered as if alone. */
import {
  type Bag,
  type Baseline,
  type CheckContext,
  checksOf,
  type Exchange,
  fail,
  fc,
  inconclusive,
  isAccepted,
  isIdentifying,
  parsePage,
  readCursor,
  readFirst,
  seededRandom,
  similarId,
  truncate,
  type WebhookLog,
} from '../../src/suite.ts';
import { passOnSharedReads, proofOfWalk, requireFiniteLog, requireStableLog } from '../lib/log-checks.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** Items that identify a log: long enough not to be chance, once in it, and in none of the other bags. */
function identifying(bag: Bag, others: readonly Bag[]): Set<string> {
  const items = [...bag].filter(
    ([item, count]) => count === 1 && isIdentifying(item) && !others.some((other) => other.has(item)),
  );
  return new Set(items.map(([item]) => item));
}

function itemsOf(exchange: Exchange): readonly string[] {
  return isAccepted(exchange) ? (parsePage(exchange.response)?.data ?? []) : [];
}

/** The webhook whose log has an item. */
async function ownerOf({ log, others }: Baseline, item: string): Promise<string> {
  for (const one of [log, ...others]) if ((await one.walk()).bag.has(item)) return one.id;
  return log.id;
}

async function otherBags(baseline: Baseline): Promise<Bag[]> {
  const walks = await Promise.all(baseline.others.map((other) => other.walk()));
  return walks.map((walk) => walk.bag);
}

check('logs/one-webhook', async (t) => {
  const baseline = await requireStableLog(t);
  const { log, plainWalk } = baseline;
  const others = await otherBags(baseline);
  const own = identifying(plainWalk.bag, []);
  if (own.size === 0)
    inconclusive(
      'no item of the log identifies it (12 characters or more, once in the log)',
      'a webhook whose items are long and different',
    );
  const distinct = identifying(plainWalk.bag, others);
  // The log that is judged at depth quick need not be the one that a target shows by default.
  if (t.effort.isLean) for (const bag of others) for (const item of identifying(bag, [])) own.add(item);
  const random = seededRandom(t.seed);
  const uuid = fc.sample(fc.uuid({ version: 4 }), { seed: t.seed, numRuns: 1 })[0]!;
  const unknown = [similarId(log.id, random), similarId(log.id, random), uuid];
  for (const id of t.effort.sampleOf(unknown, 1)) {
    const answer = await t.send({ operation: 'logs', webhook: id });
    if (!isAccepted(answer)) {
      t.observations.record('unknownWebhook', answer.response?.status, answer);
      continue;
    }
    t.observations.record('unknownWebhook', answer.response?.status, answer);
    const stray = itemsOf(answer).find((item) => own.has(item));
    if (stray === undefined) continue;
    const again = await t.send({ operation: 'logs', webhook: id });
    if (itemsOf(again).includes(stray))
      fail(`the unknown webhook ${id} yields ${truncate(stray)}, an item of ${await ownerOf(baseline, stray)}`, [
        [plainWalk.pages[0]!.exchange, `the log of ${log.id}`],
        [answer, `the search of ${id}`],
      ]);
  }
  // Ids that are wrong in one way: what another webhook may rightly share is left out.
  let asked = 0;
  const wrong = wrongIds(
    log.id,
    t.logs.all.map((one) => one.id),
  );
  for (const [what, target] of t.effort.sampleOf(wrong, 2, 0)) {
    const answer = await t.send({ operation: 'logs', ...target });
    asked += 1;
    const page = parsePage(answer.response);
    const stray = page?.data.find((item) => distinct.has(item));
    if (stray === undefined || (answer.response?.status ?? 500) >= 300) continue;
    const again = await t.send({ operation: 'logs', ...target });
    if (parsePage(again.response)?.data.includes(stray) === true)
      fail(`${what} yields ${truncate(stray)}, an item of ${log.id}`, [
        [plainWalk.pages[0]!.exchange, `the log of ${log.id}`],
        [answer, what],
      ]);
  }
  if (distinct.size === 0 && asked > 0)
    inconclusive(
      'every item of the richest log is in another configured log too',
      'a second webhook whose log differs',
    );
  await sharedItems(t, baseline);
  return passOnSharedReads(plainWalk.pages.length, baseline.window);
});

/** Two configured webhooks: an item that names one of them in the truth file must not be in the other's log. */
async function sharedItems(t: CheckContext, { log, plainWalk, others }: Baseline): Promise<void> {
  const truth = new Set(t.truth(log.id).map((entry) => entry.item));
  for (const other of others) {
    const otherTruth = t.truth(other.id);
    const walk = await other.walk();
    if (truth.size === 0 || otherTruth.length === 0) continue;
    const owned = new Set(otherTruth.map((entry) => entry.item));
    const stray = walk.items.find((item) => truth.has(item) && !owned.has(item) && isIdentifying(item));
    if (stray !== undefined)
      fail(`webhook ${other.id} yields ${truncate(stray)}, which the truth file gives to ${log.id}`, [
        ...proofOfWalk(walk, `the log of ${other.id}`),
        ...proofOfWalk(plainWalk, `the log of ${log.id}`),
      ]);
  }
}

/** Other ids and targets, with what each is, none of them a configured webhook. */
function wrongIds(id: string, configured: readonly string[]): [string, { webhook?: string; target?: string }][] {
  const webhooks = [
    id.slice(0, -1),
    id.slice(0, Math.ceil(id.length / 2)),
    id.slice(1),
    `${id}0`,
    `${id}x`,
    `x${id}`,
    `${id}${id}`,
    '%',
    '_'.repeat(id.length),
    `${id.slice(0, -1)}_`,
    `${id.slice(0, -1)}%`,
    `${id.slice(0, 2)}%`,
    '*',
    `${id.slice(0, -1)}*`,
    `${id.slice(0, -1)}?`,
    '.*',
    `${id.slice(0, -1)}.`,
    `^${id}`,
    `${id}|x`,
    `[${id[0]}]${id.slice(1)}`,
    `' OR '1'='1`,
    `${id}' OR '1'='1`,
    `x' OR 1=1 --`,
    `" OR ""="`,
    `${id}'--`,
    `${id},x`,
    `x,${id}`,
    '$ne',
    '{"$ne":null}',
    'null',
    'undefined',
    '0',
    '-1',
    'all',
    '..',
    '.',
  ];
  const list: [string, { webhook?: string; target?: string }][] = [...new Set(webhooks)]
    .filter((webhook) => webhook !== '' && !configured.includes(webhook))
    .map((webhook) => [`the webhook id ${JSON.stringify(webhook)}`, { webhook }]);
  list.push(
    ['an empty webhook id', { target: '/v2/webhooks//logs/search' }],
    ['no webhook id', { target: '/v2/webhooks/logs/search' }],
  );
  return list;
}

check('logs/webhook-id', webhookId, { from: 'standard' });

async function webhookId(t: CheckContext) {
  const baseline = await requireStableLog(t);
  const { log, plainWalk } = baseline;
  const own = identifying(plainWalk.bag, await otherBags(baseline));
  const at = [...log.id].findIndex((char) => /[A-Za-z0-9]/.test(char));
  const target = (id: string) => `/v2/webhooks/${id}/logs/search`;
  const plain = encodeURIComponent(log.id);
  const char = [...log.id][at];
  if (char !== undefined) {
    const spelled = `${encodeURIComponent(log.id.slice(0, at))}%${char.charCodeAt(0).toString(16).toUpperCase()}${encodeURIComponent(log.id.slice(at + 1))}`;
    const answer = await t.send({ operation: 'logs', target: target(spelled) });
    const page = parsePage(answer.response);
    if (
      (answer.response?.status ?? 500) >= 300 ||
      page === undefined ||
      (page.data.length === 0 && plainWalk.items.length > 0)
    )
      fail(`${spelled} is ${log.id} percent-encoded, and is not answered as such`, [
        [plainWalk.pages[0]!.exchange, 'the id as it is'],
        [answer, 'percent-encoded'],
      ]);
  }
  const swapped = [...log.id]
    .map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()))
    .join('');
  const others = [
    ['another case', encodeURIComponent(swapped)],
    ['a trailing blank', `${plain}%20`],
    ['a path parameter', `${plain};x=1`],
  ] as const;
  for (const [what, id] of others) {
    if (id === plain) continue;
    const answer = await t.send({ operation: 'logs', target: target(id) });
    const stray = parsePage(answer.response)?.data.find((item) => own.has(item));
    if (stray !== undefined && (answer.response?.status ?? 500) < 300)
      fail(`the id with ${what} (${id}) yields the log of ${log.id}`, [answer]);
  }
  return passOnSharedReads(plainWalk.pages.length);
}

check('logs/cursor-bound', async (t) => {
  const baseline = await requireFiniteLog(t);
  const logs = [baseline.log, ...baseline.others];
  let asked = 0;
  for (const from of t.effort.isLean ? [baseline.log] : logs) {
    const walk = await from.walk();
    if (walk.pages.length < 2) continue;
    for (const onto of logs) {
      if (onto === from) continue;
      const theirs = await onto.walk();
      const own = identifying(walk.bag, [theirs.bag]);
      if (own.size === 0) continue;
      if (t.effort.isLean && asked > 0) break;
      for (const side of t.effort.sampleOf(['next', 'prev'] as const, 1)) {
        const probe = async () => crossed(t, from, onto, side);
        const answer = await probe();
        if (answer === undefined) continue;
        asked += 1;
        const stray = strayIn(answer, own);
        if (stray === undefined) continue;
        const again = await probe();
        if (again !== undefined && strayIn(again, own) !== undefined)
          fail(`${side} of webhook ${from.id}, used on ${onto.id}, yields ${truncate(stray)} of ${from.id}`, [
            [walk.pages[0]!.exchange, `page 1 of ${from.id}`],
            [answer, `its ${side} on ${onto.id}`],
          ]);
      }
    }
  }
  if (asked === 0)
    inconclusive(
      'no configured webhook has two pages beside another webhook with a log of its own',
      'two webhooks, one with several pages',
    );
  return passOnSharedReads(asked);
});

function strayIn(answer: Exchange, own: ReadonlySet<string>): string | undefined {
  return isAccepted(answer) ? parsePage(answer.response)?.data.find((item) => own.has(item)) : undefined;
}

/** A fresh cursor of one webhook used on another. */
async function crossed(
  t: CheckContext,
  from: WebhookLog,
  onto: WebhookLog,
  side: 'next' | 'prev',
): Promise<Exchange | undefined> {
  const where = { webhook: from.id, query: from.scope, form: from.form };
  let page = parsePage((await readFirst(t.client, where)).response);
  if (side === 'prev' && page?.next !== undefined)
    page = parsePage((await readCursor(t.client, where, 'next', page.next)).response);
  const cursor = page?.[side];
  return cursor === undefined
    ? undefined
    : readCursor(t.client, { webhook: onto.id, query: from.scope, form: from.form }, side, cursor);
}
