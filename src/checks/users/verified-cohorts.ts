/**
 * Users that are registered in one manner, whose codes are read together, and that are verified in another order. Checks of
 * registrations and of verifications share these users: all requests about them are valid, and each check judges other
 * responses. A check that suspects a violation looks into it with fresh users.
 */
import { forEachConcurrently } from '../../core/concurrency.ts';
import { type Exchange, isAccepted, type OperationRequest } from '../../core/exchange.ts';
import { mayBeOutage } from '../../core/outage.ts';
import { seededRandom, shuffle } from '../../core/random.ts';
import type { CheckContext } from '../check-context.ts';
import { type Manner, registerCohort } from './pending-users.ts';
import { type RejectedCode, verifyAtAnyAge } from './rejected-codes.ts';
import type { PendingUser, RegisterBody, User } from './users.ts';

/** Users of each manner; on one connection all have the canonical values. */
const sizes: { readonly [manner in Manner]: { readonly quick: number; readonly standard: number } } = {
  'one by one': { quick: 1, standard: 3 },
  'at once': { quick: 2, standard: 7 },
  'on one connection': { quick: 0, standard: 3 },
};

/** Manners that run after each other: what a target keeps between two requests is that of one cohort. */
const before: { readonly [manner in Manner]?: Manner } = {
  'at once': 'one by one',
  'on one connection': 'at once',
};

export interface VerifiedCohort {
  /** All registrations, in order of sending. */
  readonly registered: readonly User[];
  /** Registered, but no code came. */
  readonly codeless: readonly User[];
  /** What became of each right code, in order of sending. */
  readonly verified: readonly RejectedCode[];
}

/**
 * The cohort that was registered in one manner; all checks of the run share it. A check that confirms a finding registers a
 * new cohort, so that no finding depends on what other checks have sent.
 * @throws CheckConcluded (inconclusive) if codes cannot be read
 */
export async function verifiedCohort(t: CheckContext, manner: Manner): Promise<VerifiedCohort> {
  if (t.effort.isExhaustive || t.client.runsAlone) return verifyCohort(t, manner);
  const previous = before[manner];
  if (previous !== undefined) await verifiedCohort(t, previous).catch(() => undefined);
  return t.once(keyOf(manner), (first) => verifyCohort(first.named('verified users'), manner));
}

const keyOf = (manner: Manner): string => `users verified ${manner}`;

/** Checks that need a verified user, to whom nothing else has happened; each has another of those that came one by one. */
const takers = ['gaps/accounts', 'verify/verified-user', 'verify/wrong-code'] as const;

/** A user that was verified with its right code, if a cohort was verified before; undefined if it must be a fresh one. */
export async function takeVerifiedUser(
  t: CheckContext,
  taker: (typeof takers)[number],
): Promise<RejectedCode | undefined> {
  const isShared = !t.effort.isExhaustive && !t.effort.isLean && !t.client.runsAlone;
  if (!isShared || !t.runContext.memo.has(keyOf('one by one'))) return undefined;
  const { verified } = await verifiedCohort(t, 'one by one');
  return verified.filter((one) => isAccepted(one.verified))[takers.indexOf(taker)];
}

/**
 * Registers users and verifies them in another order.
 * @param patience multiplies the time for which a code is waited for
 */
export async function verifyCohort(t: CheckContext, manner: Manner, patience = 1): Promise<VerifiedCohort> {
  const waitMs = (t.settings.fixtures.verificationCode?.waitMs ?? 0) * patience;
  if (t.effort.pick(sizes[manner]) === 0) return { registered: [], codeless: [], verified: [] };
  const count = t.effort.sampleCount(sizes[manner].standard, sizes[manner].quick);
  const cohort = await registerCohort(t, changesOf(manner, count), manner, waitMs);
  return { ...cohort, verified: await verifyAll(t, cohort.pending, manner) };
}

/** Users of canonical values; some have other names, so that some share theirs and some do not. */
function changesOf(manner: Manner, count: number): readonly Partial<RegisterBody>[] {
  const changes = manner === 'on one connection' ? [{}] : [{}, {}, { firstName: 'Grace' }, { lastName: 'Hopper' }];
  return Array.from({ length: count }, (_, at) => changes[at % changes.length]!);
}

async function verifyAll(t: CheckContext, pending: readonly PendingUser[], manner: Manner) {
  const order = shuffle(pending, seededRandom(t.settings.run.seed));
  if (order.every((user, at) => user === pending[at])) order.reverse();
  const verified: RejectedCode[] = [];
  const connection = manner === 'on one connection' ? t.client.session() : undefined;
  try {
    await forEachConcurrently(order, manner === 'at once' ? order.length : 1, async (user) => {
      const one = { user, verified: await verifyUnlessAway(t, user, connection && { connection }) };
      // To confirm a finding, a rejected code is sent again before any other: a user may become verifiable later than others
      // did. One that is never accepted shows it of the cohort: the others need not be waited for.
      const isFirst = manner === 'one by one' && !verified.some(isRejected);
      verified.push(t.client.runsAlone && isFirst && isRejected(one) ? await triedAtAnyAge(t, one) : one);
    });
  } finally {
    await connection?.close();
  }
  return verified;
}

/** Whether the target rejected the code; a lost request may have used it up. */
export function isRejected({ verified }: RejectedCode): boolean {
  return !isAccepted(verified) && !mayBeOutage(verified);
}

/** Verifies a user; beside others, load may be shed. */
export async function verifyUnlessAway(
  t: CheckContext,
  user: PendingUser,
  how: Partial<OperationRequest> = {},
): Promise<Exchange> {
  const verified = await t.users.verify(user, how);
  return mayBeOutage(verified) ? t.exclusively((alone) => alone.users.verify(user)) : verified;
}

/** The same code if it is rejected at any age; else the exchange that was accepted, or lost. */
export async function triedAtAnyAge(t: CheckContext, rejected: RejectedCode): Promise<RejectedCode> {
  const again = { user: rejected.user, verified: await verifyAtAnyAge(t, rejected.user) };
  return isRejected(again) ? rejected : again;
}
