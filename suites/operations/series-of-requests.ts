/** Series of the same valid request, one after another and at once, some of which other checks send anyway. */
import {
  api,
  CheckConcluded,
  type CheckContext,
  type CreationBody,
  controls,
  defined,
  type Exchange,
  inconclusive,
  type Operation,
  type OperationRequest,
  type PendingUser,
  registrationRejected,
  responses,
  series,
} from '../../src/suite.ts';
import { creationsAtOnce } from '../lib/creations-at-once.ts';

/**
 * Sends the series of an operation until one of them shows a lone rejection.
 * @param shared series that other checks have sent, and the lone rejection of a series before
 */
export async function sendUntilRejected(
  t: CheckContext,
  op: Operation,
  { whole, inTurn, atOnce, after }: SharedSeries = {},
): Promise<readonly series.Series[]> {
  const isShown = (sent: readonly series.Series[]) => series.findLoneRejection(sent) !== undefined;
  // A late response is not a rejection: if one timed out before, the next ones are waited for longer.
  const how = after?.failure?.kind === 'timeout' ? { waitsLong: true } : {};
  const {
    oneByOne,
    onOneConnection,
    atOnce: manyAtOnce,
    differentAtOnce,
    oneByOneAgain,
  } = mannersOf(t, op, isShown, how);
  const all = [...(whole ?? [...(inTurn ?? []), ...(atOnce ?? [])])];
  // At depth deep both are long chains of requests that wait for each other.
  const areTogether = t.effort.isExhaustive && !t.client.runsAlone;
  const oneAfterAnother = inTurn === undefined ? [oneByOne, onOneConnection] : [onOneConnection];
  const steps = [
    ...(whole === undefined ? (areTogether ? [oneAfterAnother] : oneAfterAnother.map((send) => [send])) : []),
    ...(whole === undefined && atOnce === undefined ? [[manyAtOnce], [differentAtOnce]] : []),
    [() => oneByOneAgain(all)],
  ];
  for (const together of steps) {
    if (isShown(all)) break;
    all.push(...(await Promise.all(together.map((send) => send()))));
  }
  return all.filter(({ sent }) => sent.length > 0);
}

/** @param isEnough whether a series that is sent one by one ends early */
function mannersOf(
  t: CheckContext,
  op: Operation,
  isEnough: (sent: readonly series.Series[]) => boolean,
  how: Pick<OperationRequest, 'waitsLong'>,
) {
  const { effort } = t;
  const { consumes } = api.operationTable[op];
  const longer =
    (usual: series.Sending): series.Sending =>
    async (count) => {
      const send = await usual(count);
      return (more) => send({ ...more, ...how });
    };
  const sending = longer(api.needsCode(op) ? verifyingAtOnce(t) : canonicalSending(t, op));
  const sendingInTurn = () => longer(api.needsCode(op) ? verifyingInTurn(t.chain()) : canonicalSending(t.chain(), op));
  const few = consumes === null ? series.seriesSizes.reads : series.seriesSizes.writes;
  const bodies = consumes === 'event' ? effort.take(differentBodies(t), { quick: 0, standard: 2 }) : [];
  return {
    oneByOne: () =>
      series.sendOneByOne('one by one', sendingInTurn(), effort.pick({ quick: 0, standard: few.first, deep: 60 }), {
        isEnough,
      }),
    onOneConnection: () =>
      series.sendOnOneConnection(t, sendingInTurn(), effort.pick({ quick: 0, standard: few.onConnection, deep: 110 }), {
        isEnough,
      }),
    atOnce: () => series.sendAtOnce(sending, effort.pick({ quick: 2, standard: few.atOnce, deep: 100 })),
    differentAtOnce: () => series.sendDifferentAtOnce(t, bodies),
    oneByOneAgain: (before: readonly series.Series[]) => {
      // Other checks send more requests later, so that these are needed only if something was rejected.
      const isClear = series.rejectionsIn(before).length === 0;
      const count = effort.pick({ standard: isClear ? 0 : few.last, deep: 20 });
      return series.sendOneByOne('one by one again', sendingInTurn(), count);
    },
  };
}

/** Series of valid requests that other checks look at, too. */
interface SharedSeries {
  /** All of them but the last. */
  readonly whole?: readonly series.Series[];
  /** Those one by one. */
  readonly inTurn?: readonly series.Series[];
  /** Those at once. */
  readonly atOnce?: readonly series.Series[];
  readonly after?: Exchange;
}

/** What other checks send of the series; nothing at depth deep, or if a finding is confirmed. */
export async function sharedSeries(t: CheckContext, op: Operation): Promise<SharedSeries> {
  if (t.effort.isExhaustive || t.client.runsAlone) return {};
  const { consumes } = api.operationTable[op];
  if (consumes === 'event') return seriesOfCreations(t);
  return consumes === null ? {} : defined({ whole: await seriesOfCohorts(t, consumes === 'email') });
}

async function seriesOfCreations(t: CheckContext): Promise<SharedSeries> {
  const { alone, together } = await creationsAtOnce(t);
  const sent = together.map(({ exchange }) => exchange);
  if (sent.length === 0) return {};
  const canonical = alone.filter(({ body }) => t.creations.isCanonical(body)).map(({ exchange }) => exchange);
  return {
    inTurn: [series.seriesOf('one by one', canonical)],
    atOnce: [series.seriesOf('different ones at once', sent, series.isAcceptedBesideOthers)],
  };
}

/**
 * The registrations, or the verifications, of the cohorts that checks share; undefined if codes cannot be read, or not
 * all of them came.
 */
async function seriesOfCohorts(t: CheckContext, isRegistration: boolean) {
  if (!t.users.canReadCodes) return undefined;
  const all: series.Series[] = [];
  try {
    for (const manner of controls.manners) {
      const { registered, codeless, verified } = await controls.verifiedCohort(t, manner);
      if (!isRegistration && codeless.length > 0) return undefined;
      const sent = isRegistration
        ? registered.map((user) => user.registered).filter(({ request }) => request.canonical)
        : await Promise.all(verified.map(({ user, verified }) => orThatOfYoungUser(t, user, verified)));
      const isBeside = manner === 'at once';
      all.push(
        series.seriesOf(isBeside ? 'many at once' : manner, sent, isBeside ? series.isAcceptedBesideOthers : undefined),
      );
    }
  } catch (error) {
    if (error instanceof CheckConcluded) return undefined;
    throw error;
  }
  return all;
}

/** Sends the canonical request; on a fresh connection again, if it was lost. */
export function canonicalSending(t: CheckContext, op: Parameters<CheckContext['sendCanonical']>[0]): series.Sending {
  return async () => async (how) => {
    const sent = await t.sendCanonical(op, how);
    return series.isLost(sent) ? t.sendCanonical(op, { connection: 'fresh' }) : sent;
  };
}

/** Verifications at once: their users are registered at once, before them. */
function verifyingAtOnce(t: CheckContext): series.Sending {
  return async (count) => {
    const users = await registerAtOnce(t, count);
    return (how) => verifyYoung(t, users.pop()!, how);
  };
}

/** Users that are registered before their turn, so that a verification does not wait for its registration. */
const registeredAhead = 4;

/** Verifications in turn, whose users are registered shortly before: their codes are young, however many there are. */
function verifyingInTurn(t: CheckContext): series.Sending {
  return async (count) => {
    const registering = t.chain();
    const coming: Promise<PendingUser[]>[] = [];
    let left = count;
    const register = (): void => {
      const one = registerAtOnce(registering, 1);
      one.catch(() => undefined);
      coming.push(one);
      left -= 1;
    };
    return async (how) => {
      while (left > 0 && coming.length <= registeredAhead) register();
      const [user] = await coming.shift()!;
      return verifyYoung(t, user!, how);
    };
  };
}

async function verifyYoung(t: CheckContext, user: PendingUser, how: Parameters<series.SendOnce>[0]): Promise<Exchange> {
  return orThatOfYoungUser(t, user, await t.users.verify(user, how), how);
}

/** A verification; if the code was rejected and no longer young, that of a user who is registered now. */
async function orThatOfYoungUser(
  t: CheckContext,
  user: PendingUser,
  verified: Exchange,
  how: Parameters<CheckContext['users']['verify']>[1] = {},
): Promise<Exchange> {
  if (responses.isAccepted(verified) || verified.startedAt - user.registered.startedAt < controls.youngMs)
    return verified;
  const young = await t.users.pending();
  return young.ok ? t.users.verify(young.user, how) : verified;
}

/** Users registered at once, so that codes which expire soon are still valid when they are used. */
export async function registerAtOnce(t: CheckContext, count: number): Promise<PendingUser[]> {
  const all = await Promise.all(Array.from({ length: count }, () => t.users.pending()));
  const users = all.flatMap((one) => (one.ok ? [one.user] : []));
  const codeless = all.find((one) => !one.ok);
  if (codeless === undefined) return users;
  const message = `${count - users.length} of ${count} users got no code: ${codeless.message}`;
  if (codeless.why === 'refused') registrationRejected(message);
  inconclusive(message, 'a target that sends each registered user a code; see register/then-verify');
}

function differentBodies({ creations }: CheckContext): CreationBody[] {
  const { limit, profileIds, calendarIds } = creations.canonical;
  return [
    { limit, profileIds, calendarIds },
    { limit, profileIds: profileIds.slice(0, 1), calendarIds },
    { limit, profileIds, calendarIds: calendarIds.slice(0, 1) },
    { limit: Math.max(1, limit - 1), profileIds, calendarIds },
  ];
}
