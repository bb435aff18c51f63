/**
 * Creations in parallel are kept apart: each returns a page of its own results. Items may be new each time, so that the numbers
 * of a page are compared. Only a page with more than its body gives alone, and just as many as another body of the burst, counts.
 * So do two pages that have an item in common although their bodies have no profile, or no calendar, in common. One after another,
 * such creations must not have one.
 */
import type { CheckContext, Conclusion, CreationBody, Exchange, Proof } from '../../src/suite.ts';
import { checksOf, fail, inconclusive, logs, notApplicable, pass, responses, samplesOf } from '../../src/suite.ts';
import { type CreationsAtOnce, creationsAtOnce, type SentCreation, sendTogether } from '../lib/creations-at-once.ts';
import { withoutTime } from './moments.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { isAccepted, isDuplicate, parsePage } = responses;

/** Bursts that must show it before it is reported. */
const bursts = 2;
/** Bursts in which that is looked for, once it was seen or is to be confirmed. */
const mostBursts = 6;

/** Number of items and total of a page. */
interface Numbers {
  readonly items: number;
  readonly total: number;
}

/** What shows that a burst mixed bodies up. */
interface Mixed {
  readonly message: string;
  readonly proof: readonly Proof[];
}

/** A body, and the numbers that it has alone. */
interface Known {
  readonly body: CreationBody;
  readonly numbers: Numbers;
  readonly exchange: Exchange;
}

check('create/parallel', judge);

async function judge(t: CheckContext): Promise<Conclusion> {
  const sent = await creationsAtOnce(t);
  const alone = readAlone(t, sent);
  const shown = await mixedBursts(t, sent, alone, bursts);
  if (shown.length < bursts) return pass({ samples: samplesOf(alone.map(() => 'in parallel')) });
  const showsAgain = async (own: CheckContext): Promise<boolean> => {
    const again = await creationsAtOnce(own);
    return (await mixedBursts(own, again, readAlone(own, again), 1)).length > 0;
  };
  return fail(
    shown.at(-1)!.message,
    shown.flatMap(({ proof }) => proof),
    { symptom: { kind: 'check' }, case: { showsAgain } },
  );
}

/**
 * The proofs of bursts that mix bodies up, the first burst included.
 * @param wanted number of such bursts after which none is sent
 */
async function mixedBursts(
  t: CheckContext,
  first: CreationsAtOnce,
  alone: readonly Known[],
  wanted: number,
): Promise<readonly Mixed[]> {
  const shown: Mixed[] = [];
  for (let burst = 0; burst < mostBursts && shown.length < wanted; burst += 1) {
    const together =
      burst === 0
        ? first.together
        : await t.exclusively((quiet) =>
            sendTogether(
              quiet,
              alone.map(({ body }) => body),
            ),
          );
    const mixed = (await findMixed(t, alone, together)) ?? findShared(alone, together);
    if (mixed !== undefined) shown.push(mixed);
    // Creations meet by chance: what was seen once is looked for in several bursts.
    else if (shown.length === 0 && !t.client.runsAlone) break;
  }
  return shown;
}

/** The bodies whose creation returns a page. */
function readAlone(t: CheckContext, { alone, together }: CreationsAtOnce): readonly Known[] {
  if ([...alone, ...together].some(({ exchange }) => isDuplicate(exchange)))
    notApplicable('the target refuses a creation that it has already, so that no page can be compared with another');
  const known = alone.flatMap(({ body, exchange }) => {
    const numbers = numbersOf(exchange);
    return numbers === undefined ? [] : [{ body, numbers, exchange }];
  });
  if (known.length >= 2) return known;
  if (t.creations.repeatsRefused)
    notApplicable('the target refuses a creation that it has already, so that no page can be compared with another');
  return inconclusive(
    `${known.length} of ${alone.length} different creations return a page`,
    'a target that accepts a creation with one profile and one calendar, and the same creation twice',
    alone.slice(-1).map(({ exchange }) => exchange),
  );
}

function numbersOf(exchange: Exchange): Numbers | undefined {
  const page = isAccepted(exchange) ? parsePage(exchange.response) : undefined;
  return page && { items: page.data.length, total: page.totalItems };
}

const isSame = (a: Numbers, b: Numbers | undefined): boolean => a.items === b?.items && a.total === b.total;
const isMore = (a: Numbers, b: Numbers): boolean => a.items > b.items || a.total > b.total;

/** The proof of a page that has another body's numbers beside others, and not alone. */
async function findMixed(
  t: CheckContext,
  alone: readonly Known[],
  together: readonly SentCreation[],
): Promise<Mixed | undefined> {
  for (const { body, exchange } of together) {
    const own = alone.find((one) => one.body === body);
    const numbers = numbersOf(exchange);
    if (own === undefined || numbers === undefined || !isMore(numbers, own.numbers)) continue;
    const other = alone.find((one) => isSame(one.numbers, numbers));
    if (other === undefined) continue;
    const after = await t.exclusively((quiet) => quiet.send({ operation: 'create', body }));
    if (!isSame(own.numbers, numbersOf(after))) continue;
    return {
      message:
        'beside other creations, one returned as many items, and the total, of another body, and again; alone it always returns fewer',
      proof: [
        [own.exchange, 'alone, before'],
        [other.exchange, 'another body, alone'],
        [exchange, 'the first body, in parallel with others'],
        [after, 'alone, afterwards'],
      ],
    };
  }
  return undefined;
}

/** The items that tell a page apart. */
function identifyingItems({ exchange }: SentCreation): readonly string[] {
  const { data = [] } = (isAccepted(exchange) ? parsePage(exchange.response) : undefined) ?? {};
  return data.filter((item) => logs.isIdentifying(item));
}

/** The bodies whose page, alone, is not full: it lists their own results, and not what was created lately. */
function bodiesWithRoom(alone: readonly SentCreation[]): ReadonlySet<CreationBody> {
  const isFull = ({ body, exchange }: SentCreation) => (numbersOf(exchange)?.items ?? body.limit) >= body.limit;
  return new Set(alone.filter((sent) => !isFull(sent)).map(({ body }) => body));
}

/** Whether items of different bodies differ only in the moment that they show: creations at once may have the same one. */
function showOnlyMoment(alone: readonly SentCreation[]): boolean {
  const bare = alone.map((sent) => new Set(identifyingItems(sent).map(withoutTime)));
  return bare.some((items, at) => bare.slice(at + 1).some((others) => [...items].some((item) => others.has(item))));
}

/**
 * Whether items belong to their body: their number depends on it, or they name its ids. Other items may stand for what creations at once
 * have in common, such as a batch or a revision of the calendar.
 */
function belongToBodies(alone: readonly Known[]): boolean {
  const namesIds = ({ body, exchange }: Known) =>
    identifyingItems({ body, exchange }).some((item) =>
      [...body.profileIds, ...body.calendarIds].some((id) => item.includes(id)),
    );
  return new Set(alone.map(({ numbers }) => numbers.items)).size > 1 || alone.every(namesIds);
}

/** Whether no event can belong to both bodies. Items of the same profile and calendar may be equal, for example if they show the time. */
function areApart(one: CreationBody, other: CreationBody): boolean {
  const isApart = (key: 'profileIds' | 'calendarIds') => !one[key].some((id) => other[key].includes(id));
  return isApart('profileIds') || isApart('calendarIds');
}

/** Two pages of a burst that have an item in common. Undefined where items do not tell events apart. */
function findShared(alone: readonly Known[], together: readonly SentCreation[]): Mixed | undefined {
  const bodies = bodiesWithRoom(alone);
  if (!belongToBodies(alone) || firstShared(alone, bodies) !== undefined) return undefined;
  if (alone.some(repeatsItem) || showOnlyMoment(alone)) return undefined;
  const shared = firstShared(together, bodies);
  if (shared === undefined) return undefined;
  const { item, one, other } = shared;
  const known = alone.filter(({ body }) => body === one.body || body === other.body);
  return {
    message: `creations at once returned the same item, ${logs.truncate(item)}, for two bodies that no event can belong to, and again; one after another they did not`,
    proof: [
      ...known.map(({ exchange }): Proof => [exchange, 'alone, before']),
      [one.exchange, 'in parallel with others'],
      [other.exchange, 'another body at the same time: the same item', 'wrong'],
    ],
  };
}

/** Whether a page has an item twice, as where all events of a moment look alike. */
function repeatsItem({ exchange }: SentCreation): boolean {
  const data = parsePage(exchange.response)?.data ?? [];
  return new Set(data).size < data.length;
}

/** The first item that the pages of two of these bodies have in common, if no event can belong to both. */
function firstShared(sent: readonly SentCreation[], bodies: ReadonlySet<CreationBody>) {
  const holders = new Map<string, SentCreation[]>();
  for (const other of sent.filter(({ body }) => bodies.has(body)))
    for (const item of identifyingItems(other)) {
      const known = holders.get(item) ?? [];
      const one = known.find(({ body }) => areApart(body, other.body));
      if (one !== undefined) return { item, one, other };
      holders.set(item, [...known, other]);
    }
  return undefined;
}
