/**
 * Right codes that were rejected, and their control: one user that is registered and verified while no other request of the run
 * is in flight, with a code of the same age. Codes may be late or live for seconds, so a rejected one alone proves nothing.
 */
import { describeMissingCode, isThrottling } from '../../client/index.ts';
import { describeResponse, type Exchange, isAccepted, type OperationRequest } from '../../core/exchange.ts';
import { mayBeOutage } from '../../core/outage.ts';
import type { CheckContext } from '../check-context.ts';
import { fail, inconclusive, type Proof } from '../conclusion.ts';
import { verificationBody } from '../valid-request.ts';
import { requireNoneLostSince } from './lost-since.ts';
import { whyMerged } from './merged-users.ts';
import { registerCohort } from './pending-users.ts';
import type { PendingUser, User } from './users.ts';

/** Users registered alone whose code is sent until it is accepted. */
const usersAtAnyAge = 2;
/** Users registered after a lost one, to see whether right codes are still accepted. */
const usersAfterLost = 3;
/** Pauses between tries of one right code, ms: codes may be ready late, and live for little longer. */
const pausesMs = [...Array<number>(10).fill(240), 500, 1000, 2000];
/** Pauses before there is a finding to confirm, ms: one is enough for a code that is ready late. */
const firstPausesMs = [2000];
/** Longest time that the code of the control is left to age, ms. */
const longestAge = 15_000;

export interface RejectedCode {
  readonly user: PendingUser;
  readonly verified: Exchange;
}

/** From registration to verification, ms. */
export function ageOf({ user, verified }: RejectedCode): number {
  return verified.startedAt - user.registered.startedAt;
}

/**
 * Sends a right code again and again until it is accepted, or a request is lost that may have used it up: users may become
 * verifiable later than their code arrives.
 */
export function verifyAtAnyAge(t: CheckContext, user: PendingUser): Promise<Exchange> {
  return verifyAfter(t, user, pausesMs);
}

/** Like {@link verifyAtAnyAge} while a finding is confirmed; before that, a rejected code is sent only once more. */
export function verifyLater(t: CheckContext, user: PendingUser): Promise<Exchange> {
  return verifyAfter(t, user, t.client.runsAlone ? pausesMs : firstPausesMs);
}

async function verifyAfter(t: CheckContext, user: PendingUser, pauses: readonly number[]): Promise<Exchange> {
  // Not through `users`: the code is not left to the pause after which users of this target are usually ready.
  const request = { operation: 'verify', body: verificationBody(user) } as const;
  let verified = await t.send(request);
  for (const [at, pause] of pauses.entries()) {
    if (isAccepted(verified) || mayBeOutage(verified)) break;
    await t.clock.sleep(pause);
    const again = await t.send({ ...request, throttle: 'accept' });
    if (isThrottling(again)) return (await verifyOnceMore(t, request, pauses.slice(at + 1))) ?? verified;
    verified = again;
  }
  return verified;
}

/** Tries again after the remaining pauses. Undefined if that is throttled too: earlier tries may have locked the user. */
async function verifyOnceMore(
  t: CheckContext,
  request: OperationRequest,
  pauses: readonly number[],
): Promise<Exchange | undefined> {
  await t.clock.sleep(pauses.reduce((sum, pause) => sum + pause, 0));
  const verified = await t.send({ ...request, throttle: 'accept' });
  return isThrottling(verified) ? undefined : verified;
}

/**
 * Verifies a user; if that is to confirm a finding, a code that is rejected is sent again at any age.
 * @returns the last exchange, and the age at which the code was sent first, ms
 */
export async function verifyToConfirm(t: CheckContext, user: PendingUser) {
  const first = await t.users.verify(user);
  const age = ageOf({ user, verified: first });
  const isOver = isAccepted(first) || mayBeOutage(first) || !t.client.runsAlone;
  return { verified: isOver ? first : await verifyAtAnyAge(t, user), age };
}

export function proofOfRejectedCode({ user, verified }: RejectedCode): Proof[] {
  return [
    [user.registered, 'registered'],
    [verified, 'its right code, rejected'],
  ];
}

/** Whether a code loses digits if it is read as a number. */
export const hasLeadingZero = ({ code }: PendingUser): boolean => code.startsWith('0');

/**
 * The accepted verification of the control. A target that loses some users may lose the control too: codes count as expiring
 * only if several controls are rejected at that age, and others are accepted at some age.
 * @param age of the rejected code, ms
 * @throws CheckConcluded (fail) if a control is rejected at any age; (inconclusive) if codes do not live as long
 */
export async function requireLoneUser(t: CheckContext, age: number, rejected?: RejectedCode): Promise<Exchange> {
  const tried: RejectedCode[] = [];
  let isTriedAtAnyAge = false;
  // A control whose code is rejected at once need not age first.
  for (const wait of [0, age, age, age]) {
    if (wait > longestAge) continue;
    const control = await verifyAlone(t, wait, rejected);
    if (isAccepted(control.verified) && ageOf(control) >= age) return control.verified;
    tried.push(control);
    if (tried.length > 1 || isAccepted(control.verified)) continue;
    isTriedAtAnyAge = true;
    await requireAcceptedAtAnyAge(t, tried, rejected);
  }
  if (!isTriedAtAnyAge) await requireAcceptedAtAnyAge(t, tried, rejected);
  return inconclusive(
    age > longestAge
      ? `right codes were rejected after ${Math.round(age / 1000)} s: they may have expired`
      : `codes that are ${age} ms old are rejected: those that expire too soon cannot be told from lost ones`,
    'a faster target, or codes that live longer',
    tried.map(({ verified }) => verified),
  );
}

/** @throws CheckConcluded (fail) if the code of a user that was registered alone is rejected at any age */
async function requireAcceptedAtAnyAge(
  t: CheckContext,
  tried: readonly RejectedCode[],
  rejected: RejectedCode | undefined,
): Promise<void> {
  for (let users = 0; users < usersAtAnyAge; users += 1) {
    const lost = await verifyAlone(t, 'any', rejected);
    if (isAccepted(lost.verified) || mayBeOutage(lost.verified)) continue;
    if (await isAcceptedAfterOthers(t, lost, rejected)) continue;
    fail(
      `the right code of a user registered alone ${describeResponse(lost.verified)}, whenever it was sent, after others were rejected, too`,
      [...tried, lost].flatMap(({ user, verified }) => [user.registered, verified]),
      { symptom: { kind: 'refused' } },
    );
  }
}

/**
 * Whether the code of a lost user is accepted after another user was verified. A quota that is used up rejects every right code, with
 * any status. It can be ruled out only if a later user is verified, or if no right code was ever accepted.
 * @throws CheckConcluded (inconclusive) if right codes were accepted before, and none is now
 */
async function isAcceptedAfterOthers(
  t: CheckContext,
  lost: RejectedCode,
  rejected: RejectedCode | undefined,
): Promise<boolean> {
  const { lastVerified } = t.users.memory;
  if (lastVerified === undefined) return false;
  for (let users = 0; users < usersAfterLost; users += 1) {
    const other = await verifyAlone(t, 0, rejected);
    if (!isAccepted(other.verified)) continue;
    const again = await t.users.verify(lost.user);
    return isAccepted(again) || mayBeOutage(again);
  }
  await requireNoneLostSince(t, lost);
  return inconclusive(
    `right codes were accepted at first; now every one ${describeResponse(lost.verified)}: a quota, perhaps, or later users are lost`,
    'a target without a quota, or with a larger one; if it has none, look whether it keeps users registered later',
    [
      [lastVerified.last, 'the last right code that was accepted', 'control'],
      [lost.user.registered, 'registered alone'],
      [lost.verified, 'its right code'],
    ],
  );
}

/**
 * Registers a user and verifies it while no other request of the run is in flight.
 * @param age at which its code is sent, ms; `any`: again and again
 */
export function verifyAlone(t: CheckContext, age: number | 'any', rejected?: RejectedCode): Promise<RejectedCode> {
  return t.exclusively(async (quiet) => {
    let user = await registerLoneUser(quiet, rejected);
    // Codes with leading zeros may be rejected for another reason.
    for (let tries = 0; tries < 5 && hasLeadingZero(user); tries += 1) user = await registerLoneUser(quiet, rejected);
    if (age === 'any') return { user, verified: await verifyAtAnyAge(quiet, user) };
    const left = user.registered.startedAt + age - t.clock.now();
    if (left > 0) await t.clock.sleep(left);
    return { user, verified: await quiet.users.verify(user) };
  });
}

/**
 * One user with its code.
 * @throws CheckConcluded (fail) if codes were sent to others, and rejected, but none comes to one who registers alone
 */
async function registerLoneUser(t: CheckContext, rejected: RejectedCode | undefined): Promise<PendingUser> {
  if (await t.users.seemMerged()) inconclusive(whyMerged, 'e-mails that differ before the plus');
  const source = t.settings.fixtures.verificationCode;
  const waitMs = (source?.waitMs ?? 0) * 2;
  const tried: User[] = [];
  for (let tries = 0; tries < 2; tries += 1) {
    const { pending, codeless } = await registerCohort(t, [{}], 'one by one', waitMs);
    const [user] = pending;
    if (user !== undefined) return user;
    tried.push(...codeless);
  }
  if (rejected === undefined || tried.length < 2)
    inconclusive(
      await describeMissingCode(source, waitMs),
      'a target that sends each registered user a code, a longer waitMs, or verificationCode.pattern',
      tried.map(({ registered }) => registered),
    );
  return fail(
    `a user was sent a code that is rejected (${describeResponse(rejected.verified)}), and one registered alone is sent none, twice`,
    [
      ...proofOfRejectedCode(rejected),
      ...tried.map((user): Proof => [user.registered, 'registered alone; no code came']),
    ],
  );
}
