/**
 * Creations in parallel are kept apart: each returns a page of its own results. Items may be new each time, so that the numbers
 * of a page are compared. Only a page with more than its body gives alone, and just as many as another body of the burst, counts.
 */
import type { CheckContext, Conclusion, CreationBody, Exchange, Proof } from '../../src/suite.ts';
import {
  checksOf,
  controls,
  fail,
  inconclusive,
  notApplicable,
  pass,
  responses,
  samplesOf,
  series,
} from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { isAccepted, isAcceptedOrDuplicate, parsePage } = responses;

/** How often each body is sent in a burst. */
const copies = { quick: 1, standard: 2 };
/** Bursts that must show it before it is reported. */
const bursts = 2;

/** Number of items and total of a page. */
interface Numbers {
  readonly items: number;
  readonly total: number;
}

/** A body, and the numbers that it has alone. */
interface Known {
  readonly body: CreationBody;
  readonly numbers: Numbers;
  readonly exchange: Exchange;
}

// What a target keeps while a creation is in progress is that of this check's requests, and of no other's.
check('create/parallel', (t) => (t.effort.isLean ? judge(t) : t.exclusively(judge)));

async function judge(t: CheckContext): Promise<Conclusion> {
  series.requireSeveralAtOnce(t);
  const alone = await readAlone(t, bodiesOf(t));
  const shown: Proof[][] = [];
  for (let burst = 0; burst < bursts; burst += 1) {
    const mixed = await findMixed(t, alone);
    if (mixed === undefined) return pass({ samples: samplesOf(alone.map(() => 'in parallel')) });
    shown.push(mixed);
  }
  return fail(
    'beside other creations, one returned as many items, and the total, of another body, and again; alone it always returns fewer',
    shown.flat(),
    { symptom: { kind: 'check' } },
  );
}

/** Bodies whose results differ in number on most targets. */
function bodiesOf({ creations, effort }: CheckContext): readonly CreationBody[] {
  const { limit, profileIds, calendarIds } = creations.canonical;
  const [one, another] = [profileIds.slice(0, 1), calendarIds.slice(0, 1)];
  const bodies = [
    { limit, profileIds, calendarIds },
    { limit, profileIds: one, calendarIds: another },
    { limit: 1, profileIds, calendarIds },
    { limit, profileIds: one, calendarIds },
  ];
  return effort.take(bodies, { quick: 2 });
}

/** The bodies that are accepted, and have the same numbers both times; one reading, where the run is lean. */
async function readAlone(t: CheckContext, bodies: readonly CreationBody[]): Promise<readonly Known[]> {
  const known: Known[] = [];
  let last: Exchange | undefined;
  for (const body of bodies) {
    const first = await controls.sendCreation(t, body);
    const second = t.effort.isLean ? first : await send(t, body);
    last = second;
    if (isAccepted(first) && !isAccepted(second) && isAcceptedOrDuplicate(second))
      notApplicable('the target refuses a creation that it has already, so that no page can be compared with another');
    const numbers = numbersOf(second);
    if (numbers !== undefined && isSame(numbers, numbersOf(first))) known.push({ body, numbers, exchange: second });
  }
  if (known.length >= 2) return known;
  if (t.creations.repeatsRefused)
    notApplicable('the target refuses a creation that it has already, so that no page can be compared with another');
  return inconclusive(
    `${known.length} of ${bodies.length} different creations return the same numbers of items twice`,
    'a target that accepts a creation with one profile and one calendar, and the same creation twice',
    last === undefined ? [] : [last],
  );
}

const send = (t: CheckContext, body: CreationBody): Promise<Exchange> => t.send({ operation: 'create', body });

function numbersOf(exchange: Exchange): Numbers | undefined {
  const page = isAccepted(exchange) ? parsePage(exchange.response) : undefined;
  return page && { items: page.data.length, total: page.totalItems };
}

const isSame = (a: Numbers, b: Numbers | undefined): boolean => a.items === b?.items && a.total === b.total;
const isMore = (a: Numbers, b: Numbers): boolean => a.items > b.items || a.total > b.total;

/** Sends all bodies at once, and then alone; gives the proof of a page that has another body's numbers. */
async function findMixed(t: CheckContext, alone: readonly Known[]): Promise<Proof[] | undefined> {
  const all = Array.from({ length: t.effort.pick(copies) }, () => alone).flat();
  const sent = await Promise.all(all.map(({ body }) => send(t, body)));
  for (const [at, exchange] of sent.entries()) {
    const own = all[at]!;
    const numbers = numbersOf(exchange);
    if (numbers === undefined || !isMore(numbers, own.numbers)) continue;
    const other = alone.find((one) => isSame(one.numbers, numbers));
    if (other === undefined) continue;
    const after = await t.exclusively((quiet) => send(quiet, own.body));
    if (!isSame(own.numbers, numbersOf(after))) continue;
    return [
      [own.exchange, 'alone, before'],
      [other.exchange, 'another body, alone'],
      [exchange, 'the first body, in parallel with others'],
      [after, 'alone, afterwards'],
    ];
  }
  return undefined;
}
