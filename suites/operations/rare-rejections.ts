/** Valid requests that are rejected now and then, among all that the checks of a run have sent. */
import {
  api,
  type CheckContext,
  controls,
  type Exchange,
  fail,
  forEachConcurrently,
  type Operation,
  responses,
  series,
  unlessUndecided,
} from '../../src/suite.ts';
import { expectAcceptedAfterRejection } from './after-rejection.ts';
import { canonicalSending, registerAtOnce } from './series-of-requests.ts';

const { describeResponse } = responses;

/** Rejections between accepted requests that chance may explain if many requests are rejected. */
const excusableRejections = 2;

/**
 * The valid requests of all checks: one of forty that is rejected is not rejected twice in a row. Rejections that name a
 * limit are left out. The others are tried again, alone: a limit on requests in a short time may have any status.
 */
export async function expectFewRejected(t: CheckContext, op: Operation): Promise<undefined> {
  const { lone, accepted, rejected } = t.runContext.canonical.of(op);
  t.client.noteUse(lone);
  // Where many are rejected, a limit explains them and would be met again, unless several stand between accepted requests.
  if (rejected * rareShare > accepted && lone.length <= excusableRejections) return;
  const first = lone[0] ?? (await findRejectedOnce(t, op));
  if (first === undefined) return;
  await expectAcceptedAfterRejection(t, (alone) => sendingValid(alone, op));
  const again = await t.exclusively((alone) => findLoneAtAnyPace(alone, op));
  if (again === undefined) return;
  const { before, rejected: second, after } = again;
  fail(
    `${describeRejections(lone.length, first)} during the run, and so did one of ${again.sent} sent alone, ${slowMs} ms apart; those before and after it were accepted`,
    [
      [first, 'a valid request, rejected'],
      [before, 'alone, accepted'],
      [second, 'alone, rejected', 'wrong'],
      [after, 'alone, accepted again', 'control'],
    ],
    { symptom: { kind: 'check' }, reproduced: { times: 1, of: again.sent } },
  );
}

const describeRejections = (count: number, first: Exchange): string =>
  count > 1
    ? `${count} valid requests between accepted ones ${describeResponse(first)} or the like`
    : `a valid request ${describeResponse(first)}`;

/**
 * A request that was rejected though the same one was accepted before and after, or is accepted when it is sent again. Where
 * users become verifiable late, a rejected code may be too young or too old.
 */
async function findRejectedOnce(t: CheckContext, op: Operation): Promise<Exchange | undefined> {
  if (api.needsCode(op) && t.users.areReadyLate) return undefined;
  const { repeated, excuses } = t.runContext;
  const [flip] = [
    ...excuses.rejectedOnce.filter(({ request }) => request.operation === op),
    ...repeated.flips(op),
    ...(api.needsCode(op) ? rarelyRejectedCodes(t) : []),
    ...(api.operationTable[op].consumes === 'email' ? await rejectedRegistrations(t) : []),
    ...(op === 'logs' ? t.effort.take(rejectedCursors(t), { quick: 0 }) : []),
  ].filter((exchange) => series.isUnlimitedRejection(exchange));
  if (flip !== undefined || api.operationTable[op].consumes !== 'event') return flip;
  const usual = t.runContext.canonical.of(op).first?.request.headers;
  const isUsual = ({ request }: Exchange) => JSON.stringify(request.headers) === JSON.stringify(usual);
  const found: Exchange[] = [];
  const sentOnce = repeated.rejectedOnce(op).filter((exchange) => isUsual(exchange) && isWhole(t, exchange));
  const rejected = t.effort.take(sentOnce, { quick: 0, standard: 20 });
  await forEachConcurrently(rejected, sentAgainAtOnce, async (exchange) => {
    if (found.length > 0) return;
    const again = await t.send({ operation: op, raw: exchange.request.body! });
    if (responses.isAccepted(again)) found.push(exchange);
  });
  return found[0];
}

/** Rejections of cursors that the target had issued. A target that rejects a search now and then does so most often during walks. */
const rejectedCursors = (t: CheckContext): readonly Exchange[] => t.logs.all.flatMap((log) => log.rejectedCursors);

/** Registrations of the shared cohorts that were rejected, with ordinary names: others of the same cohort were accepted. */
async function rejectedRegistrations(t: CheckContext): Promise<readonly Exchange[]> {
  if (t.effort.isLean || t.effort.isExhaustive || !t.users.canReadCodes) return [];
  const rejected: Exchange[] = [];
  for (const manner of controls.manners) {
    const cohort = await unlessUndecided(() => controls.verifiedCohort(t, manner));
    const sent = cohort?.registered.map(({ registered }) => registered) ?? [];
    if (sent.some(responses.isAccepted)) rejected.push(...sent.filter((one) => !responses.isAccepted(one)));
  }
  return rejected;
}

/** Whether the body of a creation has all fields, and a limit that any target may be expected to know: others are rejected for that. */
function isWhole({ creations, effort }: CheckContext, { request }: Exchange): boolean {
  if (effort.isExhaustive) return true;
  const body = parsedBody(request.body ?? new Uint8Array());
  if (typeof body !== 'object' || body === null) return false;
  const { limit } = body as { limit?: unknown };
  return Object.keys(creations.canonical).every((name) => name in body) && !(typeof limit === 'number' && limit <= 0);
}

/** The body as JSON; undefined if it does not parse. */
function parsedBody(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** How many rejected requests are sent again at the same time: few, so that the target sheds no load. */
const sentAgainAtOnce = 5;

/** Right codes of pending users; none if wrong codes before them, or their age, explain why many are rejected. */
function rarelyRejectedCodes({ runContext: { users, repeated } }: CheckContext): readonly Exchange[] {
  const { rejected, accepted } = users.memory;
  const ofPending = rejected.map(({ verified }) => verified).filter((exchange) => repeated.isOfPendingUser(exchange));
  return ofPending.length * rareShare > accepted ? [] : ofPending;
}

/** Rejections are rare if there are at least this many acceptances for each of them. */
const rareShare = 4;
/** Pauses between requests that are sent alone, ms. A limit on the requests in a short time rejects none of the slow ones. */
const quickMs = 50;
const slowMs = 500;
/** Requests at the slow pace: this multiple of those at the quick one, and at least `leastSlow`, to meet a rejection of one in forty. */
const slowShare = 2;
const leastSlow = 45;

/** A rejection between two acceptances of requests that are sent alone. It must be met at both paces. */
async function findLoneAtAnyPace(t: CheckContext, op: Operation) {
  const most = t.effort.pick({ quick: 48, standard: 100, deep: 300 });
  const quick = await findLoneAgain(t, op, quickMs, most);
  return quick && findLoneAgain(t, op, slowMs, Math.min(most, Math.max(slowShare * quick.sent, leastSlow)));
}

/** Pause before a rejected code is sent a second time, ms: by then, a user that is stored late can be verified. */
const laterMs = 1500;

/** Whether a rejected code is rejected again at once and accepted later, so that its user was not stored yet. */
async function wasTooYoung(t: CheckContext, { request }: Exchange): Promise<boolean> {
  const again = () => t.send({ operation: request.operation, raw: request.body!, tenant: 'valid' });
  if (responses.isAccepted(await again())) return false;
  await t.clock.sleep(laterMs);
  return responses.isAccepted(await again());
}

/** Sends the valid request alone until one is rejected directly between two that are accepted. */
async function findLoneAgain(t: CheckContext, op: Operation, pauseMs: number, most: number) {
  const send = await sendingValid(t, op);
  let last: readonly Exchange[] = [];
  for (let sent = 1; sent <= most; sent += 1) {
    const exchange = await send({});
    if (api.needsCode(op) && series.isUnlimitedRejection(exchange) && (await wasTooYoung(t, exchange))) return;
    last = [...last, exchange].slice(-3);
    const [before, rejected, after] = last;
    const accepted = [before, after].every((one) => one !== undefined && responses.isAcceptedOrDuplicate(one));
    if (accepted && series.isUnlimitedRejection(rejected!))
      return { before: before!, rejected: rejected!, after: after!, sent };
    await t.clock.sleep(pauseMs);
  }
  return undefined;
}

const sendingValid = async (t: CheckContext, op: Operation): Promise<series.SendOnce> =>
  api.needsCode(op) ? sendFreshCode(t) : canonicalSending(t, op)(1);

/** Verifies a user that is registered for it. */
const sendFreshCode =
  (t: CheckContext): series.SendOnce =>
  async (how) => {
    const [user] = await registerAtOnce(t, 1);
    const verified = await t.users.verify(user!, how);
    return (await acceptedOnceReady(t, user!, verified, how)) ?? verified;
  };

/** Pauses after which a rejected code is sent again, ms: a user may become verifiable some time after the registration. */
const untilReadyMs = [100, 250, 500, 1000, 2000];

/**
 * The later acceptance of a code that was rejected and is rejected again at once: then the user was not verifiable yet. What is
 * rejected now and then is accepted at once.
 */
async function acceptedOnceReady(
  t: CheckContext,
  user: Parameters<CheckContext['users']['verify']>[0],
  verified: Exchange,
  how: Parameters<series.SendOnce>[0],
): Promise<Exchange | undefined> {
  const isRejected = (exchange: Exchange) => series.isUnlimitedRejection(exchange);
  if (!isRejected(verified) || !isRejected(await t.users.verify(user, how))) return undefined;
  for (const pause of untilReadyMs) {
    await t.clock.sleep(pause);
    const later = await t.users.verify(user, how);
    if (responses.isAccepted(later)) return later;
  }
  return undefined;
}
