/** The right code of a pending user, sent twice at once. */
import type { CheckContext, Exchange, PendingUser, Proof } from '../../../src/suite.ts';
import { controls, fail, responses } from '../../../src/suite.ts';

const { describeResponse, isAccepted, mayBeOutage } = responses;

/** How long a lock may last for which both requests waited, ms. */
const lockedMs = 1500;

/** Sends the right code twice at once: one of the two must be accepted, or the same code when it is then sent alone. */
export async function verifyTwiceAtOnce(t: CheckContext): Promise<void> {
  const first = await verifyByTwo(t);
  if (first === undefined) return;
  const again = await verifyByTwo(t);
  if (again === undefined) return;
  const control = await controls.requireLoneUser(t, again.age);
  fail(
    `the right code, sent twice at once, was rejected both times, and again when it was sent alone (${describeResponse(again.verified)}), for two users; a user registered alone is accepted`,
    [...again.proof, [control, 'a user registered alone', 'control']],
    { symptom: { kind: 'refused' } },
  );
}

/** A 429 is not waited for, because one of the two requests may be refused for good: its code is used by then. */
export const verifyAtOnce = (t: CheckContext, user: PendingUser): Promise<Exchange[]> =>
  t.exclusively((alone) => Promise.all([1, 2].map(() => alone.users.verify(user, { throttle: 'accept' }))), 'verify');

/** A user whose right code was rejected twice at once, and again alone. */
interface Rejected {
  readonly verified: Exchange;
  /** Age of its code when it was sent alone, ms. */
  readonly age: number;
  readonly proof: readonly Proof[];
}

/** Undefined if the code of a fresh user is accepted, or cannot be judged. */
async function verifyByTwo(t: CheckContext): Promise<Rejected | undefined> {
  const pending = await t.users.pending();
  if (!pending.ok) return undefined;
  const { user } = pending;
  const both = await verifyAtOnce(t, user);
  if (both.some(isAccepted)) return undefined;
  // Both may have waited for the same lock.
  await t.clock.sleep(lockedMs);
  const { verified } = await controls.verifyToConfirm(t, user);
  if (isAccepted(verified) || [...both, verified].some(mayBeOutage)) return undefined;
  const proof: Proof[] = [
    [user.registered, 'registered'],
    ...both.map((exchange): Proof => [exchange, 'its right code, twice at once']),
    [verified, 'its right code, alone'],
  ];
  return { verified, age: controls.ageOf({ user, verified }), proof };
}
