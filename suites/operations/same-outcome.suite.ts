/** The same valid request is accepted every time: in sequence, on one connection and in parallel. */
import {
  api,
  CheckConcluded,
  type CheckContext,
  type Conclusion,
  type CreationBody,
  checksOf,
  controls,
  defined,
  type Exchange,
  fail,
  forEachConcurrently,
  inconclusive,
  type Operation,
  type PendingUser,
  pass,
  responses,
  samplesOf,
  series,
  unlessUndecided,
} from '../../src/suite.ts';
import { creationsAtOnce } from '../lib/creations-at-once.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { describeResponse } = responses;

for (const op of api.operations)
  check(`${op}/same-every-time`, (t) => expectFewRejected(t, op), {
    phase: 'closing',
    prepare: { phase: api.needsCode(op) ? 'right-codes' : 'main', work: (t) => acceptEveryTime(t, op) },
    limitMs: 240_000,
  });

/** Rejections of valid requests between accepted ones that may each have another cause. */
const excusableRejections = 2;

/**
 * The valid requests of all checks: one of forty that is rejected is not rejected twice in a row. Rejections that name a
 * limit are left out, so that these contradict the acceptances around them. Few of them are tried again, alone.
 */
async function expectFewRejected(t: CheckContext, op: Operation): Promise<undefined> {
  const { lone, accepted, rejected } = t.runContext.canonical.of(op);
  t.client.noteUse(lone);
  if (lone.length > excusableRejections)
    fail(
      `${lone.length} valid requests of the run ${describeResponse(lone[0]!)} or the like, each between others that are accepted (${accepted} in all)`,
      lone.slice(0, 3).map((exchange) => [exchange, 'a valid request, rejected'] as const),
      { symptom: { kind: 'check' } },
    );
  // Where many are rejected, a limit explains each: it would be met again.
  if (rejected * rareShare > accepted) return;
  const first = lone[0] ?? (await findRejectedOnce(t, op));
  const again = first && (await t.exclusively((alone) => findLoneAgain(alone, op)));
  if (again === undefined) return;
  const { before, rejected: second, after } = again;
  fail(
    `a valid request ${describeResponse(first!)} during the run, and so did one of ${again.sent} sent alone, ${unhurriedMs} ms apart; those before and after it were accepted`,
    [
      [first!, 'a valid request, rejected'],
      [before, 'alone, accepted'],
      [second, 'alone, rejected'],
      [after, 'alone, accepted again'],
    ],
    { symptom: { kind: 'check' } },
  );
}

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

/** The body as JSON; undefined where it does not parse. */
function parsedBody(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** How many rejected requests are sent again at the same time: few, so that the target sheds no load. */
const sentAgainAtOnce = 5;

/** Right codes of pending users; none where wrong codes before them, or their age, explain why many are rejected. */
function rarelyRejectedCodes({ runContext: { users, repeated } }: CheckContext): readonly Exchange[] {
  const { rejected, accepted } = users.memory;
  const ofPending = rejected.filter((exchange) => repeated.isOfPendingUser(exchange));
  return ofPending.length * rareShare > accepted ? [] : ofPending;
}

/** Rejections are rare where there are so many acceptances to each. */
const rareShare = 4;
/** Pause between requests that are to meet no limit, ms. */
const unhurriedMs = 50;

/** Sends the valid request alone and unhurried until one is rejected directly between two that are accepted. */
async function findLoneAgain(t: CheckContext, op: Operation) {
  const most = t.effort.pick({ quick: 48, standard: 100, deep: 300 });
  const send = api.needsCode(op) ? sendFreshCode(t) : await canonicalSending(t, op)(most);
  let last: readonly Exchange[] = [];
  for (let sent = 1; sent <= most; sent += 1) {
    last = [...last, await send({})].slice(-3);
    const [before, rejected, after] = last;
    const accepted = [before, after].every((one) => one !== undefined && responses.isAcceptedOrDuplicate(one));
    if (accepted && series.isUnlimitedRejection(rejected!))
      return { before: before!, rejected: rejected!, after: after!, sent };
    await t.clock.sleep(unhurriedMs);
  }
  return undefined;
}

/** Verifies a user that is registered for it. */
const sendFreshCode =
  (t: CheckContext): series.SendOnce =>
  async (how) => {
    const [user] = await registerAtOnce(t, 1);
    return t.users.verify(user!, how);
  };

async function acceptEveryTime(t: CheckContext, op: Operation): Promise<Conclusion> {
  const first = await sendSeries(t, op, await sharedSeries(t, op));
  const sent = first.flatMap((one) => one.sent.map(() => one.manner));
  if (sent.length === 0)
    inconclusive('no valid request reached the target', 'a target that stays available during the run');
  const lone = series.findLoneRejection(first);
  if (lone === undefined) {
    const [rejected] = series.rejectionsIn(first);
    if (rejected === undefined) return pass({ samples: samplesOf(sent) });
    inconclusiveForQuota(`from some point on the valid request ${describeResponse(rejected)}, every time`, rejected);
  }
  const { rejected, accepted, manner } = lone;
  const second = await sendUntilRejected(t, op);
  const again = series.findLoneRejection(second);
  const showsAgain = async (own: CheckContext): Promise<boolean> =>
    series.findLoneRejection(await sendUntilRejected(own, op)) !== undefined;
  if (again !== undefined)
    fail(
      `${manner}, the valid request ${describeResponse(rejected)} between successes, and so it did in a second series (${again.manner})`,
      [
        [accepted, 'accepted'],
        [rejected, manner],
        [again.rejected, `again, ${again.manner}`],
      ],
      {
        symptom: { kind: 'check', ...(/at once/.test(again.manner) ? { shows: 'at-once' } : {}) },
        case: { showsAgain },
        ...levelOf([rejected, again.rejected]),
      },
    );
  if (series.rejectionsIn(second).length === second.flatMap((one) => one.sent).length)
    inconclusiveForQuota(
      `the valid request ${describeResponse(rejected)} between successes, and at last always`,
      rejected,
    );
  t.runContext.excuses.rejectedOnce.push(rejected);
  return pass({ message: `one of ${sent.length} ${describeResponse(rejected)}; that did not happen again` });
}

/** A 5xx, or no response, is the server's own failure; any other rejection may be a limit that nobody can see. */
function levelOf(rejections: readonly Exchange[]): { readonly level?: 'advisory' } {
  const isOwnFailure = ({ response }: Exchange) => response === null || response.status >= 500;
  return rejections.every(isOwnFailure) ? {} : { level: 'advisory' };
}

function inconclusiveForQuota(message: string, rejected: Exchange): never {
  inconclusive(`${message}: a quota, perhaps, or see accepts-valid`, 'a target without a quota, or with a larger one', [
    rejected,
  ]);
}

async function sendSeries(
  t: CheckContext,
  op: Operation,
  { whole, atOnce }: SharedSeries = {},
): Promise<readonly series.Series[]> {
  const manners = mannersOf(t, op);
  const all = [
    ...(whole ?? [
      await manners.oneByOne(),
      await manners.onOneConnection(),
      ...(atOnce ?? [await manners.atOnce(), await manners.differentAtOnce()]),
    ]),
  ];
  all.push(await manners.oneByOneAgain(all));
  return all.filter(({ sent }) => sent.length > 0);
}

/** Sends the series again until one of them shows a lone rejection. */
async function sendUntilRejected(t: CheckContext, op: Operation): Promise<readonly series.Series[]> {
  const isShown = (sent: readonly series.Series[]) => series.findLoneRejection(sent) !== undefined;
  const manners = mannersOf(t, op, isShown);
  const all: series.Series[] = [];
  for (const send of [
    manners.oneByOne,
    manners.onOneConnection,
    manners.atOnce,
    manners.differentAtOnce,
    () => manners.oneByOneAgain(all),
  ]) {
    all.push(await send());
    if (isShown(all)) break;
  }
  return all.filter(({ sent }) => sent.length > 0);
}

/** @param isEnough whether a series that is sent one by one ends early */
function mannersOf(t: CheckContext, op: Operation, isEnough?: (sent: readonly series.Series[]) => boolean) {
  const { effort } = t;
  const { consumes } = api.operationTable[op];
  const sending = api.needsCode(op) ? verifying(t) : canonicalSending(t, op);
  const few = consumes === null ? series.seriesSizes.reads : series.seriesSizes.writes;
  const bodies = consumes === 'event' ? effort.take(differentBodies(t), { quick: 0, standard: 2 }) : [];
  const enough = defined({ isEnough });
  return {
    oneByOne: () =>
      series.sendOneByOne('one by one', sending, effort.pick({ quick: 0, standard: few.first, deep: 60 }), enough),
    onOneConnection: () =>
      series.sendOnOneConnection(t, sending, effort.pick({ quick: 0, standard: few.onConnection, deep: 110 }), enough),
    atOnce: () => series.sendAtOnce(sending, effort.pick({ quick: 2, standard: few.atOnce, deep: 100 })),
    differentAtOnce: () => series.sendDifferentAtOnce(t, bodies),
    oneByOneAgain: (before: readonly series.Series[]) => {
      // Where the run is lean, the requests of other checks follow; one of these does only where something was rejected.
      const isClear = series.rejectionsIn(before).length === 0;
      const count = effort.pick({ quick: isClear ? 0 : 1, standard: few.last, deep: 20 });
      return series.sendOneByOne('one by one again', sending, count);
    },
  };
}

/** Series of valid requests that other checks look at, too. */
interface SharedSeries {
  /** All of them but the last. */
  readonly whole?: readonly series.Series[];
  /** Those at once. */
  readonly atOnce?: readonly series.Series[];
}

async function sharedSeries(t: CheckContext, op: Operation): Promise<SharedSeries> {
  if (t.effort.isExhaustive || t.client.runsAlone) return {};
  const { consumes } = api.operationTable[op];
  if (consumes === 'event') return seriesOfCreations(t);
  return consumes === null ? {} : defined({ whole: await seriesOfCohorts(t, consumes === 'email') });
}

async function seriesOfCreations(t: CheckContext): Promise<SharedSeries> {
  const { together } = await creationsAtOnce(t);
  const sent = together.map(({ exchange }) => exchange);
  return sent.length === 0
    ? {}
    : { atOnce: [series.seriesOf('different ones at once', sent, series.isAcceptedBesideOthers)] };
}

/**
 * The registrations, or the verifications, of the cohorts that checks share; undefined where codes cannot be read, or not
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

function canonicalSending(t: CheckContext, op: Parameters<CheckContext['sendCanonical']>[0]): series.Sending {
  return async () => async (how) => {
    const sent = await t.sendCanonical(op, how);
    return series.isLost(sent) ? t.sendCanonical(op, { connection: 'fresh' }) : sent;
  };
}

function verifying(t: CheckContext): series.Sending {
  return async (count) => {
    const users = await registerAtOnce(t, count);
    return async (how) => {
      const user = users.pop()!;
      return orThatOfYoungUser(t, user, await t.users.verify(user, how), how);
    };
  };
}

/** A verification; where the code was rejected and no longer young, that of a user who is registered now. */
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
async function registerAtOnce(t: CheckContext, count: number): Promise<PendingUser[]> {
  const all = await Promise.all(Array.from({ length: count }, () => t.users.pending()));
  const users = all.flatMap((one) => (one.ok ? [one.user] : []));
  const codeless = all.find((one) => !one.ok);
  if (codeless === undefined) return users;
  inconclusive(
    `${count - users.length} of ${count} users got no code: ${codeless.message}`,
    'a target that sends each registered user a code; see register/then-verify',
  );
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
