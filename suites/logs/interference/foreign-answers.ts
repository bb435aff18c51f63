/**
 * Sends searches of several webhooks and statuses at once, and looks for one that gets the total or the items of another. Growth, a
 * cache, a replica, an estimate or a limit on load may change an answer, but not into that of another search. A finding needs such
 * answers in several bursts, from more than one of the other searches. Around each of these bursts
 * - both searches must have their own answers when sent alone, and
 * - the search must have its own answer when as many copies of it are sent at once.
 */
import {
  type CheckContext,
  type Exchange,
  fail,
  type LogQuery,
  logs,
  type Proof,
  responses,
} from '../../../src/suite.ts';

/** Bursts that must show it, bursts without it after which no other is sent, and the most that are sent. */
const bursts = { required: 3, idle: 4, most: 9 };
/** The answers must come from at least so many other searches. */
const requiredSources = 2;
/** No more webhooks are searched. */
const mostWebhooks = 4;

interface Search {
  readonly webhook: string;
  readonly query: LogQuery;
}

/** An accepted search and its page. */
interface Answered extends Search {
  readonly exchange: Exchange;
  readonly page: NonNullable<ReturnType<typeof responses.parsePage>>;
}

/** A search that got the answer of another one in flight. */
interface Foreign {
  readonly kind: 'total' | 'items';
  /** The search alone. */
  readonly own: Answered;
  /** The other search alone. */
  readonly source: Answered;
  /** The answer at once with others. */
  readonly beside: Answered;
}

/** Fails if searches in flight get each other's answers. Sends nothing unless the run has seen an answer that may be one. */
export async function expectNoForeignAnswers(t: CheckContext): Promise<void> {
  if (t.runContext.logs.crossedAnswers.seen === 0) return;
  const found = await t.exclusively(findForeign);
  if (found === undefined) return;
  const { kind, own, source, beside } = found.at(-1)!;
  const [actual, expected] = [beside, own].map(({ page }) =>
    kind === 'total' ? `totalItems ${page.totalItems}` : `${page.data.length} items`,
  ) as [string, string];
  fail(
    `${nameOf(own)}, sent at once with other searches, returned ${actual}, as ${nameOf(source)} does; expected ${expected}, as alone before and after each of ${found.length} such bursts`,
    [
      [own.exchange, 'the search alone', 'control'],
      [source.exchange, 'the other search alone', 'control'],
      ...found.map((one): Proof => [one.beside.exchange, `${nameOf(one.own)}, at once with others`, 'wrong']),
    ],
    {
      symptom: { kind: 'check', shows: 'at-once' },
      case: { showsAgain: async (again) => (await again.exclusively(findForeign)) !== undefined },
    },
  );
}

const nameOf = ({ webhook, query }: Search): string =>
  `the search with ${logs.describeQuery(query)} on webhook ${webhook}`;

/** One foreign answer for each burst that showed one; undefined if there were too few, or if anything else changed. */
async function findForeign(t: CheckContext): Promise<readonly Foreign[] | undefined> {
  const alone = await readAlone(t);
  if (alone.length < 2) return undefined;
  const found: Foreign[] = [];
  for (let burst = 0; burst < bursts.most && (found.length > 0 || burst < bursts.idle); burst += 1) {
    // Each search comes last once: that one is likely to leave its answer to the others.
    const start = burst % alone.length;
    const answers = await sendAtOnce(t, [...alone.slice(start), ...alone.slice(0, start)]);
    const foreign = answers.flatMap((answer) => foreignIn(answer, alone) ?? [])[0];
    if (foreign === undefined) continue;
    if (!(await hasOwnAnswers(t, foreign, alone.length))) return undefined;
    found.push(foreign);
    const sources = new Set(found.map(({ source }) => nameOf(source)));
    if (found.length >= bursts.required && sources.size >= requiredSources) return found;
  }
  return undefined;
}

/** Plain searches of some webhooks, and searches by status of the richest one. */
async function readAlone(t: CheckContext): Promise<readonly Answered[]> {
  const plain: Answered[] = [];
  for (const { id } of t.logs.all.slice(0, mostWebhooks)) plain.push(...(await send(t, { webhook: id, query: {} })));
  const [richest] = [...plain].sort((a, b) => b.page.totalItems - a.page.totalItems);
  const filtered: Answered[] = [];
  if (richest !== undefined)
    for (const status of ['failed', 'succeeded'] as const)
      filtered.push(...(await send(t, { webhook: richest.webhook, query: { status } })));
  return [...plain, ...filtered];
}

/** Returns nothing if the search is rejected, such as by a limit. */
async function send(t: CheckContext, { webhook, query }: Search): Promise<readonly Answered[]> {
  const exchange = await logs.readFirst(t.client, t.logs.byId(webhook).where(query));
  const page = responses.isAccepted(exchange) ? responses.parsePage(exchange.response) : undefined;
  return page === undefined ? [] : [{ webhook, query, exchange, page }];
}

async function sendAtOnce(t: CheckContext, searches: readonly Search[]): Promise<readonly Answered[]> {
  return (await Promise.all(searches.map((search) => send(t, search)))).flat();
}

/** Compares an answer with those that the searches have alone. */
function foreignIn(beside: Answered, alone: readonly Answered[]): Foreign | undefined {
  const own = alone.find((one) => isSameSearch(one, beside))!;
  const others = alone.filter((one) => one !== own);
  const withItems = others.find((source) => areForeignItems(beside, own, source));
  if (withItems !== undefined) return { kind: 'items', own, source: withItems, beside };
  if (!logs.areApart(beside.page.totalItems, own.page.totalItems)) return undefined;
  const withTotal = others.filter(({ page }) => page.totalItems === beside.page.totalItems);
  const [source] = withTotal;
  const isForeign = source !== undefined && withTotal.every((one) => isForeignTotal(one, own));
  return isForeign ? { kind: 'total', own, source, beside } : undefined;
}

/** A server under load may leave a filter out of the count, give up counting, or count a page. */
function isForeignTotal(source: Answered, own: Answered): boolean {
  const isWider = source.webhook === own.webhook && source.query.status === undefined;
  const { totalItems } = source.page;
  return !isWider && totalItems > 0 && totalItems !== own.page.data.length;
}

function areForeignItems(beside: Answered, own: Answered, source: Answered): boolean {
  const { data } = beside.page;
  if (data.length === 0 || !logs.areDisjoint(own, source) || !isEqual(data, source.page.data)) return false;
  return !data.some((item) => own.page.data.includes(item));
}

/** Whether copies of the search at once, and then both searches alone, have the answers that they had before. */
async function hasOwnAnswers(t: CheckContext, { own, source }: Foreign, count: number): Promise<boolean> {
  const alike = await sendAtOnce(
    t,
    Array.from({ length: count }, () => own),
  );
  if (alike.length === 0 || !alike.every((answer) => isSameAnswer(answer, own))) return false;
  // Replicas catch up, and caches expire.
  await t.clock.sleep(t.client.settleMs);
  for (const one of [own, source]) {
    const [now] = await send(t, one);
    if (now === undefined || !isSameAnswer(now, one)) return false;
  }
  return true;
}

const isSameSearch = (one: Search, other: Search): boolean =>
  one.webhook === other.webhook && one.query.status === other.query.status;

const isSameAnswer = ({ page }: Answered, other: Answered): boolean =>
  page.totalItems === other.page.totalItems && isEqual(page.data, other.page.data);

const isEqual = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item, place) => item === other[place]);
