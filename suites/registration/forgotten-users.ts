/**
 * Users that one part of the target does not know, for example because each of several processes keeps its own. A user may become
 * verifiable a moment after its code has arrived, so a code that is rejected at first proves nothing. But a user that is older than
 * any lag must not be rejected on one connection and accepted on another right after that.
 */
import { type CheckContext, controls, type Exchange, fail, type PendingUser, responses } from '../../src/suite.ts';

const { describeResponse, isAccepted } = responses;

/** The check runs only after this many right codes were rejected at first and accepted later. */
const telling = 2;
/**
 * How many others register before each user is verified. Processes that take requests by turns would otherwise get both requests of
 * a user, so the numbers are irregular.
 */
const othersBefore = [0, 1, 1, 0, 1, 0, 0, 1] as const;
const users = othersBefore.length;
/** Users that must show it, and how often each code is sent at most. */
const required = 2;
const tries = 6;
/** Pause between two requests about one user, ms. */
const pauseMs = 60;
/** Pause before each user while a suspicion is looked into, so that no limit on the requests in a short time rejects it, ms. */
const unhurriedMs = 2500;

interface Forgotten {
  readonly user: PendingUser;
  readonly rejected: Exchange;
  readonly accepted: Exchange;
}

/** Requires that the codes of users who registered a while ago are accepted on every connection. */
export async function expectNoneForgotten(t: CheckContext): Promise<void> {
  if (t.effort.isLean || t.users.sharedCode || t.users.memory.acceptedLate < telling) return;
  if ((await findForgotten(t, pauseMs)).length < required) return;
  const found = await findForgotten(t, unhurriedMs);
  const [first, second] = found;
  if (first === undefined || second === undefined) return;
  fail(
    `the right codes of ${found.length} of ${users} users, registered seconds before, were rejected on one connection (${describeResponse(first.rejected)}) and accepted on another right after; expected to be accepted on both`,
    [first, second].flatMap(({ user, rejected, accepted }) => [
      [user.registered, 'registered'] as const,
      [rejected, 'right code rejected', 'wrong'] as const,
      [accepted, 'the same on another connection'] as const,
    ]),
    {
      symptom: { kind: 'refused' },
      case: { showsAgain: async (own) => (await findForgotten(own, unhurriedMs)).length >= required },
    },
  );
}

async function findForgotten(t: CheckContext, beforeEachMs: number): Promise<readonly Forgotten[]> {
  const { pending } = await controls.registerCohort(t, Array(users).fill({}), 'one by one');
  await t.clock.sleep(t.client.longestLagMs);
  return t.exclusively(async (alone) => {
    const found: Forgotten[] = [];
    for (const [at, user] of pending.entries()) {
      if (othersBefore[at] === 1) await alone.users.register({}, { connection: 'fresh' });
      await t.clock.sleep(beforeEachMs);
      const one = await verifyInTurn(alone, user);
      if (one !== undefined) found.push(one);
    }
    return found;
  });
}

/** Sends the right code over new connections until it is accepted. Returns undefined unless it was rejected before that. */
async function verifyInTurn(t: CheckContext, user: PendingUser): Promise<Forgotten | undefined> {
  const body = { email: user.body.email, code: Number(user.code) };
  let rejected: Exchange | undefined;
  for (let time = 0; time < tries; time += 1) {
    const sent = await t.send({ operation: 'verify', body, connection: 'fresh' });
    if (isAccepted(sent)) return rejected === undefined ? undefined : { user, rejected, accepted: sent };
    if (controls.mayBeLimit(sent) || responses.mayBeOutage(sent) || sent.response === null) return undefined;
    rejected = sent;
    await t.clock.sleep(pauseMs);
  }
  return undefined;
}
