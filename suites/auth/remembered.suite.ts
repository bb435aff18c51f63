/** Nothing of an accepted request serves the next one: not its connection, not its answer, not its token. */
import {
  type CheckContext,
  checksOf,
  controls,
  describeResponse,
  type Exchange,
  fail,
  inconclusive,
  isAccepted,
  isAcceptedOrDuplicate,
  isDuplicate,
  type Operation,
  pass,
  validRequest,
} from '../../src/suite.ts';
import { allOperations } from '../lib/per-operation.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const bad: readonly controls.Attempt[] = [
  controls.withoutHeader,
  { label: 'with the good token extended at the start', how: { authorization: 'Bearer x{token}' } },
  controls.withMadeUpToken,
];

/** One round: what was accepted although it must be refused, with what came before it; and whether the round could show it. */
interface Round {
  readonly wrong?: { readonly attempt: controls.Attempt; readonly good: Exchange; readonly exchange: Exchange };
  readonly meaningful: boolean;
  readonly unmet?: Exchange;
}

/** On one connection: good, the very same request without a valid token, another one likewise, good. */
async function onOneConnection(t: CheckContext, op: Operation): Promise<Round> {
  const session = t.client.session();
  try {
    const [first, other] = await Promise.all([validRequest(t, op, 'repeated'), validRequest(t, op, 'repeated')]);
    const good = await t.send({ ...first, connection: session });
    if (!isAcceptedOrDuplicate(good)) return { meaningful: false, unmet: good };
    for (const attempt of t.effort.isLean ? bad.slice(0, 1) : bad)
      for (const request of op === 'logs' || op === 'create' ? [first] : t.effort.isLean ? [other] : [first, other]) {
        const exchange = await t.send({ ...request, ...attempt.how, connection: session });
        if (isAccepted(exchange)) return { wrong: { attempt, good, exchange }, meaningful: true };
        if (isDuplicate(exchange)) {
          const again = await t.send({
            ...request,
            body: t.creations.next(),
            ...attempt.how,
            connection: session,
          });
          if (isAccepted(again)) return { wrong: { attempt, good, exchange: again }, meaningful: true };
        }
      }
    const after = await t.send({ ...other, connection: session });
    return isAcceptedOrDuplicate(after) ? { meaningful: true } : { meaningful: false, unmet: after };
  } finally {
    await session.close();
  }
}

/** Good and bad ones by turns, all at once. */
async function inABurst(t: CheckContext, op: Operation, pairs: number): Promise<Round> {
  const requests = await Promise.all(Array.from({ length: pairs * 2 }, () => validRequest(t, op, 'repeated')));
  const sent = await Promise.all(
    requests.map(async (request, index) => {
      const attempt = index % 2 === 0 ? undefined : bad[Math.floor(index / 2) % bad.length]!;
      return { request, attempt, exchange: await t.send({ ...request, ...attempt?.how }) };
    }),
  );
  const good = sent.find(({ attempt }) => attempt === undefined)!.exchange;
  const wrong = sent.find(({ attempt, exchange }) => attempt !== undefined && isAccepted(exchange));
  if (wrong !== undefined)
    return { wrong: { attempt: wrong.attempt!, good, exchange: wrong.exchange }, meaningful: true };
  const unmet = sent.find(({ attempt, exchange }) => attempt === undefined && !isAcceptedOrDuplicate(exchange));
  if (unmet !== undefined) return { meaningful: false, unmet: unmet.exchange };
  // The codes of the refused verifications were right: they verify with the good token.
  const last = sent.at(-1)!;
  if (op !== 'verify') return { meaningful: true };
  const after = await t.send(last.request);
  return isAccepted(after) ? { meaningful: true } : { meaningful: false, unmet: after };
}

const circumstances = [
  { when: 'right after a good request on the same connection', kind: 'one connection', round: onOneConnection },
  {
    when: 'while good requests are in flight',
    kind: 'burst',
    round: (t: CheckContext, op: Operation) =>
      inABurst(t, op, op === 'verify' ? t.effort.sampleCount(4) : t.effort.sampleCount(8)),
  },
] as const;

for (const op of allOperations)
  check(
    `auth/${op}/never-remembered`,
    async (t) => {
      const kinds: Record<string, number> = {};
      let unmet: Exchange | undefined;
      // At depth quick all that waits for a refusal is sent while good requests are in flight.
      for (const { when, kind, round } of t.effort.sampleOf(circumstances, 1))
        for (let repetition = 1, suspected = 0; repetition <= 3; repetition += 1) {
          const found = await round(t, op);
          if (found.wrong !== undefined) {
            suspected += 1;
            if (suspected < 2) continue;
            const { attempt, good, exchange } = found.wrong;
            fail(
              `${controls.describeAttempt(op, attempt.label)} ${controls.describePage(exchange)} ${when}, and again; it must be refused`,
              [
                [good, 'with the good token'],
                [exchange, `${attempt.label}, ${when}`],
              ],
              { symptom: { kind: kind === 'burst' ? 'check' : 'accepted' } },
            );
          }
          if (found.meaningful) kinds[kind] = (kinds[kind] ?? 0) + 1;
          else unmet = found.unmet;
          // Once is enough where nothing was suspected; a burst that raced once is given two more chances.
          if (suspected === 0 && found.meaningful) break;
        }
      const count = Object.values(kinds).reduce((sum, one) => sum + one, 0);
      if (count === 0)
        inconclusive(
          `the request with the good token ${unmet === undefined ? 'was not accepted' : describeResponse(unmet)}, so refusals beside it prove nothing`,
          `a target that accepts the valid request; see ${op}/accepts-valid`,
          unmet === undefined ? [] : [unmet],
        );
      return pass({ samples: { count, kinds } });
    },
    { phase: op === 'verify' ? 'right-codes' : 'main' },
  );
