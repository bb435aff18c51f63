/** An accepted request has no effect on the next one: its connection, its response and its token authorise nothing else. */
import type { CheckContext, Exchange, Operation, OperationRequest } from '../../src/suite.ts';
import { api, checksOf, controls, fail, inconclusive, pass, responses, samplesOf } from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

for (const op of api.operations)
  check(`auth/${op}/never-remembered`, (t) => neverRemembered(t, op), {
    phase: api.needsCode(op) ? 'right-codes' : 'main',
  });

const wrongTokens = [controls.withoutHeader, controls.withExtendedToken, controls.withMadeUpToken] as const;

/** Requests with wrong tokens near accepted ones. */
interface Round {
  /** What was accepted although it must be rejected, and a request that was rightly accepted. */
  readonly wrong?: { readonly attempt: controls.Attempt; readonly good: Exchange; readonly exchange: Exchange };
  /** The positive control that was not accepted: the round proves nothing. */
  readonly unmet?: Exchange;
}

const circumstances = [
  {
    when: 'right after an accepted request on the same connection',
    kind: 'one connection',
    round: onOneConnection,
    how: { symptom: { kind: 'accepted' }, connection: 'same' },
  },
  { when: 'while accepted requests are in flight', kind: 'burst', round: inBurst, how: { symptom: { kind: 'check' } } },
] as const;

/**
 * The attempt that other checks share: it goes out right after an accepted request, on a connection that carried the valid
 * token as a rule, and beside others.
 */
async function isRejectedBeside(t: CheckContext, op: Operation): Promise<boolean> {
  const { exchange, conclusive } = await controls.attemptWithoutHeader(t, op);
  return conclusive && !responses.isAccepted(exchange);
}

async function neverRemembered(t: CheckContext, op: Operation) {
  if (await t.effort.isDecidedBy(() => isRejectedBeside(t, op)))
    return pass({ samples: samplesOf(['beside accepted requests']) });
  const decided: string[] = [];
  let unmet: Exchange | undefined;
  for (const { when, kind, round, how } of circumstances)
    for (let repetition = 1, suspected = 0; repetition <= 3; repetition += 1) {
      const found = await round(t, op);
      if (found.wrong !== undefined) {
        suspected += 1;
        if (suspected < 2) continue;
        const { attempt, good, exchange } = found.wrong;
        const apart = await controls.sendApart(t, op, attempt);
        const isRemembered = apart !== undefined && !responses.isAccepted(apart);
        fail(
          `${controls.describeAttempt(op, attempt.label)} ${controls.describePage(exchange)} ${when}, and again; it must be rejected${isRemembered ? ', as it is apart from accepted requests' : ''}`,
          [
            [good, 'with the valid token'],
            [exchange, `${attempt.label}, ${when}`, 'wrong'],
            ...(isRemembered
              ? [[apart, `${attempt.label}, apart from accepted requests: rejected`, 'control'] as const]
              : []),
          ],
          how,
        );
      }
      if (found.unmet === undefined) decided.push(kind);
      else unmet = found.unmet;
      // Once is enough where nothing was suspected; a burst that raced once is given two more chances.
      if (suspected === 0 && found.unmet === undefined) break;
    }
  if (decided.length === 0)
    inconclusive(
      `the request with the valid token ${unmet === undefined ? 'was not accepted' : responses.describeResponse(unmet)}, so rejections beside it prove nothing`,
      `a target that accepts the valid request; see ${op}/accepts-valid`,
      unmet === undefined ? [] : [unmet],
    );
  return pass({ samples: samplesOf(decided) });
}

/** On one connection: an accepted request, the very same and another one with wrong tokens, an accepted one. */
async function onOneConnection(t: CheckContext, op: Operation): Promise<Round> {
  const connection = t.client.session();
  const send = (request: OperationRequest) => t.send({ ...request, connection });
  try {
    const [first, other] = await Promise.all([validRequest(t, op), validRequest(t, op)]);
    const good = await send(first);
    if (!responses.isAcceptedOrDuplicate(good)) return { unmet: good };
    for (const [attempt, request] of triesAfter(op, first, other)) {
      let exchange = await send({ ...request, ...attempt.how });
      if (responses.isDuplicate(exchange))
        exchange = await send({ ...request, body: t.creations.next(), ...attempt.how });
      if (responses.isAccepted(exchange)) return { wrong: { attempt, good, exchange } };
    }
    const after = await send(other);
    return responses.isAcceptedOrDuplicate(after) ? {} : { unmet: after };
  } finally {
    await connection.close();
  }
}

/**
 * What follows an accepted request. One that is used up may be rejected for that: then another one shows whether the connection
 * is trusted, and the very same one whether its response is kept.
 */
function triesAfter(op: Operation, first: OperationRequest, other: OperationRequest) {
  const isUsedUp = api.operationTable[op].tag === 'auth';
  const [bare, extended, madeUp] = wrongTokens;
  return [
    [bare, first],
    ...(isUsedUp ? [[bare, other] as const] : []),
    [extended, isUsedUp ? other : first],
    [madeUp, first],
  ] as const;
}

/** Requests at once, with the valid token and with each kind of wrong one; what else runs is beside accepted requests too. */
const burstSizes = { standard: 5, deep: 160 };

/** What the request at a place of a burst carries: the valid token if undefined. */
const attemptAt = (at: number): controls.Attempt | undefined =>
  [undefined, wrongTokens[0], wrongTokens[1], undefined, wrongTokens[2]][at % 5];

/** Requests with the valid token and with wrong ones, all at once. */
async function inBurst(t: CheckContext, op: Operation): Promise<Round> {
  const size = t.effort.pick(api.needsCode(op) ? { ...burstSizes, deep: 80 } : burstSizes);
  // A right code serves once: one user is enough for all requests that must be rejected.
  const rejected = api.needsCode(op) ? validRequest(t, op) : undefined;
  const requests = await Promise.all(
    Array.from({ length: size }, (_, at) => (attemptAt(at) && rejected) ?? validRequest(t, op)),
  );
  const sent = await Promise.all(
    requests.map(async (request, at) => {
      const attempt = attemptAt(at);
      return { attempt, exchange: await t.send({ ...request, ...attempt?.how }) };
    }),
  );
  const good = sent[0]!.exchange;
  for (const { attempt, exchange } of sent)
    if (attempt !== undefined && responses.isAccepted(exchange)) return { wrong: { attempt, good, exchange } };
  const unmet = sent.find((one) => one.attempt === undefined && !responses.isAcceptedOrDuplicate(one.exchange));
  if (unmet !== undefined) return { unmet: unmet.exchange };
  if (rejected === undefined) return {};
  // The code of the rejected verifications was right: it verifies with the valid token.
  const after = await t.send(await rejected);
  return responses.isAccepted(after) ? {} : { unmet: after };
}

const validRequest = async (t: CheckContext, op: Operation) => controls.validRequest(t, op, 'repeated');
