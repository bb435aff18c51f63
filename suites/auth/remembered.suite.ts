/** An accepted request has no effect on the next one: its connection, its response and its token authorise nothing else. */
import type { CheckContext, Exchange, Operation, OperationRequest } from '../../src/suite.ts';
import { api, checksOf, controls, fail, pass, responses, samplesOf, validRejected } from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

for (const op of api.operations)
  check(`auth/${op}/never-remembered`, (t) => neverRemembered(t, op), {
    phase: api.needsCode(op) ? 'right-codes' : 'main',
  });

const { withoutHeader, withExtendedToken, withMadeUpToken } = controls;

type Circumstance = 'one connection' | 'burst';

/** The relation of a request with a wrong token to the accepted ones, and how a finding is reported. */
const circumstances = {
  'one connection': {
    when: 'right after an accepted request on the same connection',
    how: { symptom: { kind: 'accepted' }, connection: 'same' },
  },
  burst: { when: 'while accepted requests are in flight', how: { symptom: { kind: 'check' } } },
} as const satisfies Record<Circumstance, object>;

/** Requests with wrong tokens near accepted ones. */
interface Round {
  /** A request that was accepted although it must be rejected, and one that was rightly accepted. */
  readonly wrong?: {
    readonly circumstance: Circumstance;
    readonly attempt: controls.Attempt;
    readonly good: Exchange;
    readonly exchange: Exchange;
  };
  /** The positive control that was not accepted: the rejections around it prove nothing. */
  readonly unmet?: Exchange;
  readonly decided: readonly Circumstance[];
}

/** Rounds at most: a suspicion must recur, and a control that met a bad moment gets more chances. */
const mostRounds = 3;

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
  const decided = new Set<Circumstance>();
  const suspected = new Set<Circumstance>();
  let unmet: Exchange | undefined;
  for (let rounds = 0; rounds < mostRounds; rounds += 1) {
    const round = await besideAccepted(t, op);
    for (const circumstance of round.decided) decided.add(circumstance);
    unmet = round.unmet ?? unmet;
    if (round.wrong === undefined) {
      // Once is enough if nothing was suspected.
      if (suspected.size === 0 && round.unmet === undefined) break;
      continue;
    }
    if (suspected.has(round.wrong.circumstance)) await failRemembered(t, op, round.wrong);
    suspected.add(round.wrong.circumstance);
  }
  if (decided.size === 0)
    validRejected(
      op,
      `the request with the valid token ${unmet === undefined ? 'was not accepted' : responses.describeResponse(unmet)}, so rejections beside it prove nothing`,
      'the valid request',
      unmet === undefined ? [] : [unmet],
    );
  return pass({ samples: samplesOf([...decided]) });
}

async function failRemembered(
  t: CheckContext,
  op: Operation,
  { circumstance, attempt, good, exchange }: NonNullable<Round['wrong']>,
): Promise<never> {
  const { when, how } = circumstances[circumstance];
  // Only the confirmation reports a finding: before it, no other request needs to wait for this one.
  const apart = t.client.runsAlone ? await controls.sendApart(t, op, attempt) : undefined;
  const isRemembered = apart !== undefined && !responses.isAccepted(apart);
  return fail(
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

/**
 * On one connection an accepted request, then the very same and another one with wrong tokens; then a burst, whose accepted
 * request is also the positive control after them.
 */
async function besideAccepted(t: CheckContext, op: Operation): Promise<Round> {
  const [first, other] = await Promise.all([validRequest(t, op), validRequest(t, op)]);
  const afterwards = await onOneConnection(t, op, first, other);
  if (afterwards.wrong !== undefined || afterwards.unmet !== undefined) return { ...afterwards, decided: [] };
  const { control, ...burst } = await inBurst(t, op, other);
  if (burst.wrong !== undefined) return burst;
  // A target that refuses a request only beside others accepts it after them.
  const after = responses.isAcceptedOrDuplicate(control) ? control : await t.send(other);
  if (!responses.isAcceptedOrDuplicate(after)) return { unmet: after, decided: [] };
  return { ...burst, decided: ['one connection', ...burst.decided] };
}

async function onOneConnection(
  t: CheckContext,
  op: Operation,
  first: OperationRequest,
  other: OperationRequest,
): Promise<Pick<Round, 'wrong' | 'unmet'>> {
  const connection = t.client.session();
  const send = (request: OperationRequest) => t.send({ ...request, connection });
  try {
    const good = await send(first);
    if (!responses.isAcceptedOrDuplicate(good)) return { unmet: good };
    for (const [attempt, request] of triesAfter(op, first, other)) {
      let exchange = await send({ ...request, ...attempt.how });
      if (responses.isDuplicate(exchange))
        exchange = await send({ ...request, body: t.creations.next(), ...attempt.how });
      if (responses.isAccepted(exchange)) return { wrong: { circumstance: 'one connection', attempt, good, exchange } };
    }
    return {};
  } finally {
    await connection.close();
  }
}

/**
 * The requests after an accepted one. The very same request shows whether its response is kept. It may be used up and rejected for
 * that, so another request shows whether the connection is trusted.
 */
function triesAfter(op: Operation, first: OperationRequest, other: OperationRequest) {
  const isUsedUp = api.operationTable[op].tag === 'auth';
  return [
    [withoutHeader, first],
    ...(isUsedUp ? [[withoutHeader, other] as const] : []),
    [withMadeUpToken, isUsedUp ? other : first],
  ] as const;
}

/** Requests at once, with the valid token and then with each kind of wrong one; what else runs is beside accepted requests too. */
const burstSizes = { standard: 3, deep: 160 };
/** A right code serves once, and the last one comes after the burst. */
const burstSizesOfCodes = { standard: 3, deep: 80 };

/** The wrong token of the request at a place of a burst; undefined for the valid token, which two of every five carry. */
const attemptAt = (at: number): controls.Attempt | undefined =>
  [undefined, withoutHeader, withExtendedToken, withMadeUpToken, undefined][at % 5];

/**
 * Requests with the valid token and with wrong ones, all at once.
 * @param control a valid request that was not sent yet, which is one of them
 */
async function inBurst(
  t: CheckContext,
  op: Operation,
  control: OperationRequest,
): Promise<Round & { readonly control: Exchange }> {
  const size = t.effort.pick(api.needsCode(op) ? burstSizesOfCodes : burstSizes);
  // A right code serves once: one user is enough for all requests that must be rejected.
  const rejected = api.needsCode(op) ? validRequest(t, op) : undefined;
  const requests = await Promise.all(
    Array.from({ length: size }, (_, at) =>
      at === 0 ? control : ((attemptAt(at) && rejected) ?? validRequest(t, op)),
    ),
  );
  const sent = await Promise.all(
    requests.map(async (request, at) => {
      const attempt = attemptAt(at);
      return { attempt, exchange: await t.send({ ...request, ...attempt?.how }) };
    }),
  );
  const good = sent[0]!.exchange;
  const ended = { control: good, decided: [] };
  for (const { attempt, exchange } of sent)
    if (attempt !== undefined && responses.isAccepted(exchange))
      return { ...ended, wrong: { circumstance: 'burst', attempt, good, exchange } };
  const unmet = sent.find((one) => one.attempt === undefined && !responses.isAcceptedOrDuplicate(one.exchange));
  if (unmet !== undefined) return { ...ended, unmet: unmet.exchange };
  if (rejected === undefined) return { ...ended, decided: ['burst'] };
  // The code of the rejected verifications was right: it verifies with the valid token.
  const after = await t.send(await rejected);
  return responses.isAccepted(after) ? { ...ended, decided: ['burst'] } : { ...ended, unmet: after };
}

const validRequest = async (t: CheckContext, op: Operation) => controls.validRequest(t, op, 'repeated');
