/**
 * Creations in parallel are kept apart: each returns a page of its own results. Items may be new each time, so that the numbers
 * of a page are compared. Only a page with more than its body gives alone, and just as many as another body of the burst, counts.
 * Items of another body count, too, if creations one after another show that items belong to their body.
 */
import type { CheckContext, Conclusion, CreationBody, Exchange } from '../../src/suite.ts';
import { checksOf, fail, inconclusive, notApplicable, pass, responses, samplesOf, series } from '../../src/suite.ts';
import { type CreationsAtOnce, creationsAtOnce, type SentCreation, sendTogether } from '../lib/creations-at-once.ts';
import { bodiesApart, findOtherItem, type Known, type Mixed, type Numbers } from './own-items.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { isAccepted, isDuplicate, parsePage } = responses;

/** Bursts that must show it before it is reported. */
const bursts = 2;
/** Bursts in which that is looked for, once it was seen or is to be confirmed. */
const mostBursts = 6;

check('create/parallel', judge);

async function judge(t: CheckContext): Promise<Conclusion> {
  series.requireSeveralAtOnce(t);
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
 * The proofs of bursts that mix bodies up, the first burst included. Creations meet by chance: if one burst shows it, several others are
 * sent. If none does, one more is sent, of bodies whose items tell them apart.
 * @param wanted number of such bursts after which none is sent
 */
async function mixedBursts(
  t: CheckContext,
  first: CreationsAtOnce,
  alone: readonly Known[],
  wanted: number,
): Promise<readonly Mixed[]> {
  const all = alone.map(({ body }) => body);
  const apart = bodiesApart(alone);
  let bodies = all;
  let together = first.together;
  const shown: Mixed[] = [];
  for (let burst = 1; ; burst += 1) {
    const mixed = (await findMixed(t, alone, together)) ?? findOtherItem(alone, together);
    if (mixed !== undefined) shown.push(mixed);
    if (shown.length === wanted || burst === mostBursts) return shown;
    if (shown.length === 0) {
      if (!t.client.runsAlone && (burst > 1 || apart.length === 0)) return shown;
      bodies = bodies === all && apart.length > 0 ? [...apart] : all;
    }
    together = await sendAlone(t, bodies);
  }
}

const sendAlone = (t: CheckContext, bodies: readonly CreationBody[]): Promise<readonly SentCreation[]> =>
  t.exclusively((quiet) => sendTogether(quiet, bodies));

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
