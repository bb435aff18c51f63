/** Nothing of an accepted request serves the next one: not its connection, not its answer, not its token. */
import {
  accepted,
  checksOf,
  type Exchange,
  fail,
  inconclusive,
  type Operation,
  pass,
  recognised,
  repeated,
  said,
  type Trial,
} from '../../src/kit.ts';
import { all } from '../rows.ts';
import { type Attempt, answered, sentence, validRequest, withMadeUpToken, withoutHeader } from './attempts.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);
const bad: readonly Attempt[] = [
  withoutHeader,
  { label: 'with the good token extended at the start', how: { authorization: 'Bearer x{token}' } },
  withMadeUpToken,
];

/** One round: what was accepted although it must be refused, with what came before it; and whether the round could show it. */
interface Round {
  readonly wrong?: { readonly attempt: Attempt; readonly good: Exchange; readonly exchange: Exchange };
  readonly meaningful: boolean;
  readonly unmet?: Exchange;
}

/** On one connection: good, the very same request without a valid token, another one likewise, good. */
async function onOneConnection(trial: Trial, op: Operation): Promise<Round> {
  const session = trial.client.session();
  try {
    const [first, other] = await Promise.all([validRequest(trial, op), validRequest(trial, op)]);
    const good = await trial.send({ ...first, connection: session });
    if (!recognised(good)) return { meaningful: false, unmet: good };
    for (const attempt of trial.quick ? bad.slice(0, 1) : bad)
      for (const request of op === 'logs' || op === 'create' ? [first] : trial.quick ? [other] : [first, other]) {
        const exchange = await trial.send({ ...request, ...attempt.how, connection: session });
        if (accepted(exchange)) return { wrong: { attempt, good, exchange }, meaningful: true };
        if (repeated(exchange)) {
          const again = await trial.send({
            ...request,
            body: trial.creations.next(),
            ...attempt.how,
            connection: session,
          });
          if (accepted(again)) return { wrong: { attempt, good, exchange: again }, meaningful: true };
        }
      }
    const after = await trial.send({ ...other, connection: session });
    return recognised(after) ? { meaningful: true } : { meaningful: false, unmet: after };
  } finally {
    await session.close();
  }
}

/** Good and bad ones by turns, all at once. */
async function inABurst(trial: Trial, op: Operation, pairs: number): Promise<Round> {
  const requests = await Promise.all(Array.from({ length: pairs * 2 }, () => validRequest(trial, op)));
  const sent = await Promise.all(
    requests.map(async (request, index) => {
      const attempt = index % 2 === 0 ? undefined : bad[Math.floor(index / 2) % bad.length]!;
      return { request, attempt, exchange: await trial.send({ ...request, ...attempt?.how }) };
    }),
  );
  const good = sent.find(({ attempt }) => attempt === undefined)!.exchange;
  const wrong = sent.find(({ attempt, exchange }) => attempt !== undefined && accepted(exchange));
  if (wrong !== undefined)
    return { wrong: { attempt: wrong.attempt!, good, exchange: wrong.exchange }, meaningful: true };
  const unmet = sent.find(({ attempt, exchange }) => attempt === undefined && !recognised(exchange));
  if (unmet !== undefined) return { meaningful: false, unmet: unmet.exchange };
  // The codes of the refused verifications were right: they verify with the good token.
  const last = sent.at(-1)!;
  if (op !== 'verify') return { meaningful: true };
  const after = await trial.send(last.request);
  return accepted(after) ? { meaningful: true } : { meaningful: false, unmet: after };
}

const circumstances = [
  { when: 'right after a good request on the same connection', kind: 'one connection', round: onOneConnection },
  {
    when: 'while good requests are in flight',
    kind: 'burst',
    round: (trial: Trial, op: Operation) => inABurst(trial, op, op === 'verify' ? trial.runs(4) : trial.runs(8)),
  },
] as const;

for (const op of all)
  check(
    `auth/${op}/never-remembered`,
    async (trial) => {
      const kinds: Record<string, number> = {};
      let unmet: Exchange | undefined;
      // At depth quick all that waits for a refusal is sent while good requests are in flight.
      for (const { when, kind, round } of trial.some(circumstances, 1))
        for (let repetition = 1, suspected = 0; repetition <= 3; repetition += 1) {
          const found = await round(trial, op);
          if (found.wrong !== undefined) {
            suspected += 1;
            if (suspected < 2) continue;
            const { attempt, good, exchange } = found.wrong;
            throw fail(
              `${sentence(op, attempt.label)} ${answered(exchange)} ${when}, and again; it must be refused`,
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
        throw inconclusive(
          `the request with the good token ${unmet === undefined ? 'was not accepted' : said(unmet)}, so refusals beside it prove nothing`,
          `a target that accepts the valid request; see ${op}/accepts-valid`,
          unmet === undefined ? [] : [unmet],
        );
      return pass({ samples: { count, kinds } });
    },
    { phase: op === 'verify' ? 'right-codes' : 'main' },
  );
