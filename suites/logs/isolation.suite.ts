/** One webhook's log is its own; a search changes nothing; what is asked at once is answered as if alone. */
import {
  accepted,
  type Bag,
  bagOf,
  brief,
  checksOf,
  drawWalk,
  type Exchange,
  equal,
  fail,
  inconclusive,
  keyOf,
  type LogQuery,
  minus,
  pageOf,
  parametersOf,
  readCursor,
  readFirst,
  type Survey,
  same,
  sizeOf,
  type Trial,
  type Walk,
  type WebhookLog,
} from '../../src/kit.ts';
import { ending, ends, rests, settled, whole } from './reading.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

/** Items that identify a log: long enough not to be chance, once in it, and in none of the other bags. */
function identifying(bag: Bag, others: readonly Bag[]): Set<string> {
  const items = [...bag].filter(
    ([item, count]) => count === 1 && item.length >= 12 && !others.some((other) => other.has(item)),
  );
  return new Set(items.map(([item]) => item));
}

function itemsOf(exchange: Exchange): readonly string[] {
  return accepted(exchange) ? (pageOf(exchange.response)?.data ?? []) : [];
}

/** The webhook whose log has an item. */
async function ownerOf({ log, others }: Survey, item: string): Promise<string> {
  for (const one of [log, ...others]) if ((await one.walk()).bag.has(item)) return one.id;
  return log.id;
}

async function otherBags(survey: Survey): Promise<Bag[]> {
  const walks = await Promise.all(survey.others.map((other) => other.walk()));
  return walks.map((walk) => walk.bag);
}

/** A webhook id that nobody has: random letters in the manner of the configured one. */
function unknownId(id: string, random: () => number): string {
  return [...id]
    .map((char) => {
      if (/[0-9]/.test(char)) return String(Math.floor(random() * 10));
      if (/[a-z]/i.test(char)) return String.fromCharCode((/[a-z]/.test(char) ? 97 : 65) + Math.floor(random() * 26));
      return char;
    })
    .join('')
    .concat(id.length < 12 ? Math.floor(random() * 1e9).toString(36) : '');
}

check('logs/one-webhook', async (trial) => {
  const survey = await settled(trial);
  const { log, base } = survey;
  const others = await otherBags(survey);
  const own = identifying(base.bag, []);
  if (own.size === 0)
    throw inconclusive(
      'vacuous: no item of the log identifies it (12 characters or more, once in the log)',
      'a webhook whose items are long and different',
    );
  const distinct = identifying(base.bag, others);
  // The log that is judged at depth quick need not be the one that a target shows by default.
  if (trial.quick) for (const bag of others) for (const item of identifying(bag, [])) own.add(item);
  const random = () => Math.random();
  const unknown = [unknownId(log.id, random), unknownId(log.id, random), crypto.randomUUID()];
  for (const id of trial.some(unknown, 1)) {
    const answer = await trial.send({ operation: 'logs', webhook: id });
    if (!accepted(answer)) {
      trial.observations.see('unknownWebhook', answer.response?.status, answer);
      continue;
    }
    trial.observations.see('unknownWebhook', answer.response?.status, answer);
    const stray = itemsOf(answer).find((item) => own.has(item));
    if (stray === undefined) continue;
    const again = await trial.send({ operation: 'logs', webhook: id });
    if (itemsOf(again).includes(stray))
      throw fail(`the unknown webhook ${id} yields ${brief(stray)}, an item of ${await ownerOf(survey, stray)}`, [
        [base.pages[0]!.exchange, `the log of ${log.id}`],
        [answer, `the search of ${id}`],
      ]);
  }
  // Ids that are wrong in one way: what another webhook may rightly share is left out.
  let asked = 0;
  const wrong = wrongIds(
    log.id,
    trial.logs.all.map((one) => one.id),
  );
  for (const [what, target] of trial.some(wrong, 2, 0)) {
    const answer = await trial.send({ operation: 'logs', ...target });
    asked += 1;
    const page = pageOf(answer.response);
    const stray = page?.data.find((item) => distinct.has(item));
    if (stray === undefined || (answer.response?.status ?? 500) >= 300) continue;
    const again = await trial.send({ operation: 'logs', ...target });
    if (pageOf(again.response)?.data.includes(stray) === true)
      throw fail(`${what} yields ${brief(stray)}, an item of ${log.id}`, [
        [base.pages[0]!.exchange, `the log of ${log.id}`],
        [answer, what],
      ]);
  }
  if (distinct.size === 0 && asked > 0)
    throw inconclusive(
      'every item of the richest log is in another configured log too',
      'a second webhook whose log differs',
    );
  await sharedItems(trial, survey);
  return rests(base.pages.length, survey.pinned);
});

/** Two configured webhooks: an item that names one of them in the truth file must not be in the other's log. */
async function sharedItems(trial: Trial, { log, base, others }: Survey): Promise<void> {
  const truth = new Set(trial.truth(log.id).map((entry) => entry.item));
  for (const other of others) {
    const otherTruth = trial.truth(other.id);
    const walk = await other.walk();
    if (truth.size === 0 || otherTruth.length === 0) continue;
    const owned = new Set(otherTruth.map((entry) => entry.item));
    const stray = walk.items.find((item) => truth.has(item) && !owned.has(item) && item.length >= 12);
    if (stray !== undefined)
      throw fail(`webhook ${other.id} yields ${brief(stray)}, which the truth file gives to ${log.id}`, [
        ...ends(walk, `the log of ${other.id}`),
        ...ends(base, `the log of ${log.id}`),
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

async function webhookId(trial: Trial) {
  const survey = await settled(trial);
  const { log, base } = survey;
  const own = identifying(base.bag, await otherBags(survey));
  const at = [...log.id].findIndex((char) => /[A-Za-z0-9]/.test(char));
  const target = (id: string) => `/v2/webhooks/${id}/logs/search`;
  const plain = encodeURIComponent(log.id);
  const char = [...log.id][at];
  if (char !== undefined) {
    const spelled = `${encodeURIComponent(log.id.slice(0, at))}%${char.charCodeAt(0).toString(16).toUpperCase()}${encodeURIComponent(log.id.slice(at + 1))}`;
    const answer = await trial.send({ operation: 'logs', target: target(spelled) });
    const page = pageOf(answer.response);
    if (
      (answer.response?.status ?? 500) >= 300 ||
      page === undefined ||
      (page.data.length === 0 && base.items.length > 0)
    )
      throw fail(`${spelled} is ${log.id} percent-encoded, and is not answered as such`, [
        [base.pages[0]!.exchange, 'the id as it is'],
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
    const answer = await trial.send({ operation: 'logs', target: target(id) });
    const stray = pageOf(answer.response)?.data.find((item) => own.has(item));
    if (stray !== undefined && (answer.response?.status ?? 500) < 300)
      throw fail(`the id with ${what} (${id}) yields the log of ${log.id}`, [answer]);
  }
  return rests(base.pages.length);
}

check('logs/cursor-bound', async (trial) => {
  const survey = await ending(trial);
  const logs = [survey.log, ...survey.others];
  let asked = 0;
  for (const from of trial.quick ? [survey.log] : logs) {
    const walk = await from.walk();
    if (walk.pages.length < 2) continue;
    for (const onto of logs) {
      if (onto === from) continue;
      const theirs = await onto.walk();
      const own = identifying(walk.bag, [theirs.bag]);
      if (own.size === 0) continue;
      if (trial.quick && asked > 0) break;
      for (const side of trial.some(['next', 'prev'] as const, 1)) {
        const probe = async () => crossed(trial, from, onto, side);
        const answer = await probe();
        if (answer === undefined) continue;
        asked += 1;
        const stray = strayIn(answer, own);
        if (stray === undefined) continue;
        const again = await probe();
        if (again !== undefined && strayIn(again, own) !== undefined)
          throw fail(`${side} of webhook ${from.id}, used on ${onto.id}, yields ${brief(stray)} of ${from.id}`, [
            [walk.pages[0]!.exchange, `page 1 of ${from.id}`],
            [answer, `its ${side} on ${onto.id}`],
          ]);
      }
    }
  }
  if (asked === 0)
    throw inconclusive(
      'vacuous: no configured webhook has two pages beside another webhook with a log of its own',
      'two webhooks, one with several pages',
    );
  return rests(asked);
});

function strayIn(answer: Exchange, own: ReadonlySet<string>): string | undefined {
  return accepted(answer) ? pageOf(answer.response)?.data.find((item) => own.has(item)) : undefined;
}

/** A fresh cursor of one webhook used on another. */
async function crossed(
  trial: Trial,
  from: WebhookLog,
  onto: WebhookLog,
  side: 'next' | 'prev',
): Promise<Exchange | undefined> {
  const where = { webhook: from.id, query: from.scope, form: from.form };
  let page = pageOf((await readFirst(trial.client, where)).response);
  if (side === 'prev' && page?.next !== undefined)
    page = pageOf((await readCursor(trial.client, where, 'next', page.next)).response);
  const cursor = page?.[side];
  return cursor === undefined
    ? undefined
    : readCursor(trial.client, { webhook: onto.id, query: from.scope, form: from.form }, side, cursor);
}

check(
  'logs/search-changes-nothing',
  async (trial) => {
    const survey = await ending(trial);
    let exchanges = 0;
    let changed: { log: WebhookLog; before: Walk; after: Walk } | undefined;
    let living = 0;
    for (const { log, early, late, pairs } of await readAgain(trial, survey)) {
      // A log that took on anything since, or is pinned because it does, may have let go of its oldest: nothing that is gone then proves a search.
      exchanges += late.pages.length;
      if (minus(late.bag, early.bag).size > 0 || Object.keys(log.scope).length > 0) {
        living += 1;
        continue;
      }
      for (const { query, before, after } of pairs) {
        exchanges += before.pages.length + after.pages.length;
        const lost = minus(before.bag, after.bag);
        if (same(before, after) || !whole(before) || (lost.size === 0 && after.bag.size > 0)) continue;
        // Something that was there is gone: growth explains it only if as much is new.
        if (log.live(before, after)) continue;
        // One such change may come from elsewhere (entries deleted by age): a second log or query must show it too.
        if (changed !== undefined || sizeOf(lost) > 1)
          if (changed !== undefined || (await shrinksAgain(log, query)))
            throw fail(
              `${keyOf(query)} on webhook ${log.id} yields ${after.items.length} items after it was searched, ${before.items.length} before: ${brief([...lost.keys()][0] ?? '')} is gone`,
              [...ends(before, 'before'), ...ends(after, 'after')],
              { illustrations: [drawWalk(before), drawWalk(after)] },
            );
        changed = { log, before, after };
      }
    }
    if (living === (trial.quick ? 1 : trial.logs.all.length))
      throw inconclusive('the log changed while it was read', 'a webhook whose log is quiet during the run');
    if (changed !== undefined)
      throw inconclusive(
        'items of the log went away once, for a reason that a search need not be',
        'a webhook whose log is quiet during the run',
      );
    return rests(exchanges, survey.pinned);
  },
  { phase: 'lockout' },
);

interface ReadAgain {
  readonly log: WebhookLog;
  readonly early: Walk;
  readonly late: Walk;
  readonly pairs: readonly { readonly query: LogQuery; readonly before: Walk; readonly after: Walk }[];
}

/** What was read before, read once more; at depth quick of the log that was searched most, and plainly. */
function readAgain(trial: Trial, { log: richest, others }: Survey): Promise<ReadAgain[]> {
  const queries: LogQuery[] = trial.quick ? [{}] : [{}, { status: 'failed' }, { sortDirection: 'asc' }];
  return Promise.all(
    [richest, ...(trial.quick ? [] : others)].map(async (log) => {
      const [early, late] = await Promise.all([log.walk({}), log.read({})]);
      const pairs = queries.map(async (query) => {
        const before = await log.walk(query);
        const long = before.pages.length > 60 && parametersOf(query).length > 0;
        if (before.end === 'cut' || before.pages.length === 0 || long) return [];
        return [{ query, before, after: parametersOf(query).length === 0 ? late : await log.read(query) }];
      });
      return { log, early, late, pairs: (await Promise.all(pairs)).flat() };
    }),
  );
}

/** Whether reading to the end, alone, takes something away once more. */
async function shrinksAgain(log: WebhookLog, query: LogQuery): Promise<boolean> {
  const first = await log.read(query);
  const second = await log.read(query);
  return whole(first) && minus(first.bag, second.bag).size > 0 && !log.live(first, second);
}

interface Asked {
  readonly log: WebhookLog;
  readonly query: LogQuery;
}

check('logs/parallel', async (trial) => {
  const survey = await ending(trial);
  const { log, base, others } = survey;
  const queries: LogQuery[] = [{}, { status: 'failed' }, { status: 'succeeded' }, { sortDirection: 'asc' }];
  const asked: Asked[] = (trial.quick || base.pages.length > 60 ? queries.slice(0, 2) : queries).map((query) => ({
    log,
    query,
  }));
  for (const other of others.slice(0, 2)) asked.push({ log: other, query: {} });
  // The same query twice at once, and what failed in a burst before.
  if (!trial.quick) asked.push({ log, query: {} });
  for (const disturbed of log.disturbed.slice(0, 2)) for (const query of disturbed) asked.push({ log, query });
  let exchanges = 0;
  let failures = 0;
  // What the walks of the other rows had is what a burst should have; only where it differs are they read alone.
  const known = await Promise.all(asked.map(async (one) => ({ one, walk: await one.log.walk(one.query) })));
  const short = known.filter(({ walk }) => whole(walk));
  if (short.length === known.length || (trial.quick && short.length > 1)) {
    const burst = await inStep(
      trial,
      short.map(({ one }) => one),
    );
    if (burst.every((bag, index) => bag !== undefined && equal(bag, short[index]!.walk.bag)))
      return rests(2 * short.reduce((total, { walk }) => total + walk.pages.length, 0), survey.pinned);
  }
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const before = await trial.client.alone(() => oneByOne(asked));
    const burst = await inStep(trial, asked);
    const odd = burst.findIndex((bag, index) => bag !== undefined && !equal(bag, before[index]!.bag));
    exchanges += 2 * before.reduce((total, walk) => total + walk.pages.length, 0);
    if (odd === -1) {
      if (failures === 0) return rests(exchanges, survey.pinned);
      continue;
    }
    const after = await trial.client.alone(() => oneByOne(asked));
    if (!before.every((walk, index) => same(walk, after[index]!))) continue;
    failures += 1;
    if (failures < 2) continue;
    const alone = before[odd]!;
    const bag = burst[odd]!;
    const [lost, strange] = [minus(alone.bag, bag), minus(bag, alone.bag)];
    throw fail(
      `${keyOf(asked[odd]!.query)} on webhook ${asked[odd]!.log.id}, walked in step with ${asked.length - 1} other searches, lacks ${sizeOf(lost)} items and has ${sizeOf(strange)} that it does not have alone`,
      ends(alone, 'alone'),
      {
        illustrations: [
          {
            kind: 'bags',
            left: 'beside others',
            right: 'alone',
            missing: [...lost.keys()].slice(0, 5).map(brief),
            surplus: [...strange.keys()].slice(0, 5).map(brief),
            missingCount: sizeOf(lost),
            surplusCount: sizeOf(strange),
          },
        ],
      },
    );
  }
  if (failures > 0)
    throw inconclusive(
      'a burst of searches differed once from the same searches alone, and not again',
      'a longer run (--depth deep)',
    );
  throw inconclusive('the log changed while it was read', 'a webhook whose log is quiet during the run');
});

async function oneByOne(asked: readonly Asked[]): Promise<Walk[]> {
  const walks: Walk[] = [];
  for (const { log, query } of asked) walks.push(await log.read(query));
  return walks;
}

/** Walks all at once, page by page together. Undefined where a walk did not come to its end. */
async function inStep(trial: Trial, asked: readonly Asked[]): Promise<(Bag | undefined)[]> {
  const states = asked.map(({ log, query }) => ({
    log,
    query: log.scoped(query),
    items: [] as string[],
    cursor: undefined as string | undefined,
    state: 'on' as 'on' | 'end' | 'broken',
  }));
  for (let round = 0; round < 400 && states.some((one) => one.state === 'on'); round += 1) {
    await Promise.all(
      states.map(async (one) => {
        if (one.state !== 'on') return;
        const where = { webhook: one.log.id, query: one.query, form: one.log.form };
        const answer =
          round === 0
            ? await readFirst(trial.client, where)
            : await readCursor(trial.client, where, 'next', one.cursor!);
        const page = accepted(answer) ? pageOf(answer.response) : undefined;
        // A refusal in a burst counts as what was not delivered: the bag is compared as it is.
        if (page === undefined) one.state = 'end';
        else {
          one.items.push(...page.data);
          one.cursor = page.next;
          if (page.next === undefined) one.state = 'end';
          if (one.items.length > 50_000) one.state = 'broken';
        }
      }),
    );
  }
  return states.map((one) => (one.state === 'end' ? bagOf(one.items) : undefined));
}
