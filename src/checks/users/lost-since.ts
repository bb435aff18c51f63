/**
 * Users that a target does not keep from some moment on, though it accepts their registrations. A quota of verifications looks the same:
 * each right code is rejected. It does not accept the right code of a user who registered before that moment, between two later ones.
 */
import { describeResponse, isAccepted } from '../../core/exchange.ts';
import { mayBeOutage } from '../../core/outage.ts';
import type { CheckContext } from '../check-context.ts';
import { fail } from '../conclusion.ts';
import { mayBeLimit } from '../traffic/limit-responses.ts';
import { proofOfRejectedCode, type RejectedCode, verifyAlone } from './rejected-codes.ts';
import type { User } from './users.ts';

/** Users from the beginning of the run that are tried: the code of each may have expired. */
const mostEarlier = 6;

interface LostSince {
  readonly earlier: RejectedCode;
  /** A user that registered before the verification of that one, and one after it. */
  readonly before: RejectedCode;
  readonly after: RejectedCode;
}

/**
 * Requires that an earlier user is rejected, too, once right codes are.
 * @param lost the last user whose right code was rejected
 * @throws CheckConcluded (fail) if only users that registered lately are rejected
 */
export async function requireNoneLostSince(t: CheckContext, lost: RejectedCode): Promise<void> {
  const found = await findLostSince(t, lost);
  if (found === undefined) return;
  const { earlier, before, after } = found;
  fail(
    `the right codes of two users that registered lately were rejected (${describeResponse(before.verified)}), and between them that of a user from the beginning of the run was accepted; expected every registered user to be verified`,
    [
      ...proofOfRejectedCode(before),
      [earlier.user.registered, 'registered at the beginning of the run', 'control'],
      [earlier.verified, 'its right code', 'control'],
      ...proofOfRejectedCode(after),
    ],
    {
      symptom: { kind: 'refused' },
      case: { showsAgain: async (own) => (await findLostSince(own, await verifyAlone(own, 0))) !== undefined },
    },
  );
}

async function findLostSince(t: CheckContext, before: RejectedCode): Promise<LostSince | undefined> {
  if (!isLost(before)) return undefined;
  const earlier = await verifyEarlier(t);
  const after = earlier && (await verifyAlone(t, 0));
  return earlier !== undefined && after !== undefined && isLost(after) ? { earlier, before, after } : undefined;
}

const isLost = ({ verified }: RejectedCode): boolean =>
  !isAccepted(verified) && !mayBeOutage(verified) && !mayBeLimit(verified);

/** A user that registered early in the run, and was left alone since, with its accepted verification. */
async function verifyEarlier(t: CheckContext): Promise<RejectedCode | undefined> {
  if (t.effort.isLean || !t.users.canReadCodes) return undefined;
  for (const user of t.runContext.spareUsers.untouchedFirst.slice(0, mostEarlier)) {
    const one = await verifyPending(t, user);
    if (one !== undefined && isAccepted(one.verified)) return one;
  }
  return undefined;
}

async function verifyPending(t: CheckContext, user: User): Promise<RejectedCode | undefined> {
  t.client.noteUse([user.registered]);
  const code = await t.users.code(user.body.email, user.n);
  if (code === undefined) return undefined;
  const pending = { ...user, code };
  return { user: pending, verified: await t.users.verify(pending) };
}
