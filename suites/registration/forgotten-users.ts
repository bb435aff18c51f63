/**
 * Users that a part of the target does not know, as where each of several processes keeps its own. A user may become verifiable a
 * moment after its code has arrived, so that one whose code is rejected at first proves nothing. One that is old enough for any
 * lag does, if its code is rejected on one connection and accepted on another at once.
 */
import { type CheckContext, controls, type Exchange, fail, type PendingUser, responses } from '../../src/suite.ts';

const { describeResponse, isAccepted } = responses;

/** Right codes that were rejected at first and accepted then, from which on users are taken to be forgotten by some. */
const telling = 2;
/** Users that are tried, those of them that must show it, and how often each code is sent. */
const users = 8;
const required = 2;
const tries = 6;
/** Between two requests, so that a limit on their number does not explain a rejection, ms. */
const pauseMs = 60;

interface Forgotten {
  readonly user: PendingUser;
  readonly rejected: Exchange;
  readonly accepted: Exchange;
}

/** Requires that codes of users who registered long ago are accepted on every connection. */
export async function expectNoneForgotten(t: CheckContext): Promise<void> {
  if (t.effort.isLean || t.users.sharedCode || t.users.memory.acceptedLate < telling) return;
  const found = await findForgotten(t);
  const [first, second] = found;
  if (first === undefined || second === undefined) return;
  fail(
    `${found.length} of ${users} users, registered seconds before: right code rejected (${describeResponse(first.rejected)}) on one connection, and accepted on another at once`,
    [first, second].flatMap(({ user, rejected, accepted }) => [
      [user.registered, 'registered'] as const,
      [rejected, 'right code rejected', 'wrong'] as const,
      [accepted, 'the same on another connection'] as const,
    ]),
    {
      symptom: { kind: 'refused' },
      case: { showsAgain: async (own) => (await findForgotten(own)).length >= required },
    },
  );
}

async function findForgotten(t: CheckContext): Promise<readonly Forgotten[]> {
  const { pending } = await controls.registerCohort(t, Array(users).fill({}), 'one by one');
  await t.clock.sleep(t.client.longestLagMs);
  return t.exclusively(async (alone) => {
    const found: Forgotten[] = [];
    for (const [at, user] of pending.entries()) {
      if (takesTurn(at)) await alone.users.register({}, { connection: 'fresh' });
      const one = await verifyInTurn(alone, user);
      if (one !== undefined) found.push(one);
    }
    return found;
  });
}

/**
 * Whether somebody else registers before a user is verified, so that the turn of its verification among the processes is not that of its registration again: an
 * irregular sequence, of Thue and Morse.
 */
const takesTurn = (at: number): boolean => ((at & 1) !== ((at >> 1) & 1)) !== (((at >> 2) & 1) === 1);

/** Sends the right code until it is accepted, each time on a connection of its own; gives the user if it was rejected before. */
async function verifyInTurn(t: CheckContext, user: PendingUser): Promise<Forgotten | undefined> {
  const body = { email: user.body.email, code: Number(user.code) };
  let rejected: Exchange | undefined;
  for (let time = 0; time < tries; time += 1) {
    const sent = await t.send({ operation: 'verify', body, connection: 'fresh' });
    if (isAccepted(sent)) return rejected === undefined ? undefined : { user, rejected, accepted: sent };
    if (controls.mayBeLimit(sent) || responses.isThrottling(sent) || sent.response === null) return undefined;
    rejected = sent;
    await t.clock.sleep(pauseMs);
  }
  return undefined;
}
