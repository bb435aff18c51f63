/** Choices of a log search that a configuration can declare: time format, sort names, default order, unknown webhooks. */
import {
  type Baseline,
  type CheckContext,
  checksOf,
  type Exchange,
  fail,
  generate,
  inconclusive,
  logs,
  pass,
  responses,
  undeclared,
  type Walk,
  type WebhookLog,
} from '../../src/suite.ts';
import { concludeChoice, responseValue } from './conclude.ts';
import { expectFormatAccepted, expectOffsetsRead, readsOffsets } from './declared-times.ts';
import { areInShownOrder, type ItemForm } from './item-form.ts';
import { observedItemForm } from './observed-form.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check('declares/time-format', async (t) => {
  const { log, plainWalk } = await t.baseline();
  const whole = [plainWalk.pages[0]!.exchange, 'the search without a range'] as const;
  const known = await t.logs.time();
  const declared = t.settings.declares.timeFormat;
  if (known.understood && known.sense.strength !== 'only-form') {
    const { form, cuts } = known.sense;
    if (declared === 'rfc3339' && cuts.length > 0) await expectOffsetsRead(t);
    if (declared === undefined && cuts.length > 0 && !(await readsOffsets(t)))
      return concludeChoice(t, 'timeFormat', {
        unknown: 'times with an offset narrow the search, and are not read as the instants that they name',
        wouldDecide: 'declares.timeFormat, with the format that the target is meant to read',
      });
    return concludeChoice(t, 'timeFormat', { value: form.format, shownBy: whole });
  }
  // A declared format narrowed nothing, so the target may read another one.
  const meter = new logs.LogMeter(new logs.MeterMemory(log.id, t.clock.now(), log.scope), t.client);
  const other = await logs.inferTimeFormat(meter, { declared: undefined, cuts: 1, items: plainWalk.items });
  if (!other.understood || other.sense.strength !== 'cuts') {
    await expectFormatAccepted(t);
    return concludeChoice(t, 'timeFormat', {
      unknown: 'no time format that was tried makes from and to bound the search',
      wouldDecide: 'a webhook whose logs are spread over time (fixtures.webhooks)',
    });
  }
  const { form, cuts } = other.sense;
  const narrowed = await t.send({ operation: 'logs', webhook: log.id, query: [['from', form.render(cuts[0]!)]] });
  return concludeChoice(t, 'timeFormat', {
    value: form.format,
    shownBy: [narrowed, `narrowed by ${form.name}`],
    alsoShownBy: [whole],
  });
});

check(
  'declares/sort-by',
  async (t) => {
    const baseline = await t.baseline();
    const { log, plainWalk } = baseline;
    const search = (sortBy: string) => t.send({ operation: 'logs', webhook: log.id, query: [['sortBy', sortBy]] });
    const unknown = await t.logs.searchByUnknownSort();
    t.observations.record('sortByUnknown', responseValue(unknown), unknown);
    const accepted = await t.logs.sorts();
    // If any name is accepted, an accepted name proves nothing.
    if (!responses.isAccepted(unknown) && accepted.length > 0) {
      // A value that is equal in all items, such as the moment of an import, does not show their order.
      const isTime = (name: string) => logs.timeSortNames.includes(name) && !logs.areEqualIn(plainWalk.items, name);
      const times = await orderingByTime(t, baseline, accepted.filter(isTime));
      if (times.length > 0) t.observations.record('sortBy', times, unknown);
      t.observations.record('sortByAccepted', accepted);
    }
    const declared = t.settings.declares.sortBy;
    if (declared === undefined) undeclared('sortBy', `accepted: ${accepted.join(', ') || 'none'}`);
    for (const name of declared) {
      const known = t.effort.isExhaustive ? await search(name) : (await t.logs.measure({ sortBy: name })).exchange;
      if (responses.isAccepted(known)) continue;
      const again = await search(name);
      if (!responses.isAccepted(again))
        fail(`sortBy=${name} answered ${responseValue(again)}; declared as accepted`, [again]);
    }
    return pass();
  },
  { from: 'standard' },
);

/** The names whose order follows time in both directions, as ranges and the items show it: a name alone proves nothing. */
async function orderingByTime(
  t: CheckContext,
  baseline: Baseline,
  names: readonly string[],
): Promise<readonly string[]> {
  if (names.length === 0 || t.effort.isLong(baseline.plainWalk)) return [];
  const [buckets, form] = await Promise.all([t.logs.timeBuckets(baseline), observedItemForm(t)]);
  const found = names.map(async (sortBy) => {
    const [asc, desc] = await Promise.all([
      baseline.log.walk({ sortBy, sortDirection: 'asc' }),
      baseline.log.walk({ sortBy, sortDirection: 'desc' }),
    ]);
    if (!logs.isComplete(asc) || !logs.isComplete(desc)) return [];
    if (logs.hasSameOrder(asc, desc)) return [];
    // The name may order by day only, and ranges may distinguish too few days.
    const isByDay = logs.namesDay(sortBy);
    const follows = (walk: Walk, order: string) =>
      buckets === undefined ||
      [order, ...(isByDay ? ['unknown'] : [])].includes(
        logs.timeOrderOf(walk, buckets, isByDay ? logs.longestDayMs : 0),
      );
    if (!follows(asc, 'ascending') || !follows(desc, 'descending')) return [];
    return isByDay || (await keepsShownOrder(t, baseline, form, sortBy)) ? [sortBy] : [];
  });
  return (await Promise.all(found)).flat();
}

/** Whether no walk contradicts the times that the items show, which may be finer than those by which the target sorts. */
async function keepsShownOrder(
  t: CheckContext,
  { log, others }: Baseline,
  form: ItemForm,
  sortBy: string,
): Promise<boolean> {
  const keeps = async (one: WebhookLog, sortDirection: logs.Direction) => {
    if (logs.isLongWalk(await one.walk())) return true;
    const { items } = await one.walk({ sortBy, sortDirection });
    return areInShownOrder(items, form, sortDirection) !== false;
  };
  const judged = t.settings.run.learns ? [log, ...others] : [log];
  const all = judged.flatMap((one) => [keeps(one, 'asc'), keeps(one, 'desc')]);
  return (await Promise.all(all)).every(Boolean);
}

check(
  'declares/default-order',
  async (t) => {
    const { log, plainWalk } = await t.baseline();
    const order = (await orderOfFirstPages(t, plainWalk)) ?? (await orderOfWalks(log, plainWalk));
    if (order === undefined)
      return concludeChoice(t, 'defaultOrder', {
        unknown: 'the walk without sortDirection is as close to asc as to desc',
        wouldDecide: 'a webhook with many logs at different times (fixtures.webhooks)',
      });
    const first = plainWalk.pages[0]!.exchange;
    return concludeChoice(t, 'defaultOrder', { value: order, shownBy: [first, 'page 1 without sortDirection'] });
  },
  { from: 'standard' },
);

/** Pairs of neighbours that must be comparable before an order is inferred. */
const minPairs = 8;
/** Least difference between the shares of pairs in order that is not taken for chance. */
const minDifference = 0.3;

/** How many neighbours of the plain walk were comparable, and which share of them follow each other here. */
interface Following {
  readonly pairs: number;
  readonly share: number;
}

function followingIn(plain: Walk, items: readonly string[]): Following {
  const places = new Map(items.map((item, place) => [item, place]));
  const isKnown = (item: string) => plain.bag.get(item) === 1 && places.has(item);
  const pairs = plain.items
    .slice(1)
    .map((item, place) => [plain.items[place]!, item] as const)
    .filter((pair) => pair.every(isKnown));
  const follow = pairs.filter(([a, b]) => places.get(a)! < places.get(b)!);
  return { pairs: pairs.length, share: follow.length / Math.max(pairs.length, 1) };
}

/** The order, if the first pages are unambiguous: in one direction all neighbours follow each other, in the other none do. */
async function orderOfFirstPages(t: CheckContext, plain: Walk): Promise<logs.Direction | undefined> {
  if (plain.end !== 'end' || t.effort.isExhaustive) return undefined;
  const firstPage = async (direction: logs.Direction): Promise<Following> => {
    const { exchange } = await t.logs.measure({ sortDirection: direction });
    return followingIn(plain, responses.parsePage(exchange.response)?.data ?? []);
  };
  const [asc, desc] = await Promise.all([firstPage('asc'), firstPage('desc')]);
  if (asc.pairs < minPairs || desc.pairs < minPairs || asc.share + desc.share !== 1) return undefined;
  if (asc.share === 1) return 'asc';
  return desc.share === 1 ? 'desc' : undefined;
}

/** The direction in which more neighbours of the plain walk follow each other; undefined if neither clearly leads. */
async function orderOfWalks(log: WebhookLog, plain: Walk): Promise<logs.Direction | undefined> {
  const [asc, desc] = await Promise.all([log.walk({ sortDirection: 'asc' }), log.walk({ sortDirection: 'desc' })]);
  if ([plain, asc, desc].some(({ end }) => end !== 'end')) return undefined;
  const [up, down] = [asc, desc].map(({ items }) => followingIn(plain, items)) as [Following, Following];
  if (Math.min(up.pairs, down.pairs) < minPairs || Math.abs(up.share - down.share) < minDifference) return undefined;
  return up.share > down.share ? 'asc' : 'desc';
}

check('declares/unknown-webhook', unknownWebhook, { from: 'standard', phase: 'closing' });

async function unknownWebhook(t: CheckContext) {
  const declared = t.settings.declares.unknownWebhook;
  const random = generate.seededRandom(t.seed);
  const webhooks = [1, 2].map(() => generate.similarId(t.settings.fixtures.webhooks[0]!.id, random));
  const known = knownUnknown(t) ?? (await Promise.all(webhooks.map((webhook) => searchOf(t, webhook))));
  const isAsDeclared = declared !== undefined && known.every(({ response }) => response?.status === declared);
  // A token that has expired is rejected whatever the webhook, and a target may reject a search beside another one.
  const answers = isAsDeclared ? known : await t.exclusively((alone) => searchOneByOne(alone, webhooks));
  const [first, last] = [answers[0], answers.at(-1)].map((answer) => answer?.response?.status);
  if (first === undefined || first !== last)
    inconclusive(
      `two unknown webhooks answered ${first ?? 'nothing'} and ${last ?? 'nothing'}`,
      'a target that answers both with the same status',
      answers,
    );
  return concludeChoice(t, 'unknownWebhook', {
    value: first,
    shownBy: [answers.at(-1)!, 'the search of an unknown webhook'],
  });
}

const searchOf = (t: CheckContext, webhook: string): Promise<Exchange> => t.send({ operation: 'logs', webhook });

/** Searches these webhooks after one that exists, which must be accepted. */
async function searchOneByOne(t: CheckContext, webhooks: readonly string[]): Promise<readonly Exchange[]> {
  t.requireAccepted(await searchOf(t, t.settings.fixtures.webhooks[0]!.id), 'the search of a configured webhook');
  const answers: Exchange[] = [];
  for (const webhook of webhooks) answers.push(await searchOf(t, webhook));
  return answers;
}

/** A search of an unknown webhook by another check, if there were at least two and all agree; undefined at depth `deep`. */
function knownUnknown(t: CheckContext): readonly Exchange[] | undefined {
  const [known, ...others] = t.observations.values('unknownWebhook');
  const { exchange, count = 0 } = known ?? {};
  if (t.effort.isExhaustive || others.length > 0 || count < 2 || exchange === undefined) return undefined;
  t.client.noteUse([exchange]);
  return [exchange];
}
