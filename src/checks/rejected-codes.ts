/**
 * Right codes that were rejected, and their control: one user, registered and verified with nothing else of ours in flight,
 * whose code is as old. Codes may be late or live for seconds only, so that a rejected one alone proves nothing.
 */
import { describeResponse, type Exchange, isAccepted } from '../core/exchange.ts';
import type { CheckContext } from './check-context.ts';
import { fail, inconclusive, type Proof } from './conclusion.ts';
import { registerCohort } from './pending-users.ts';
import type { PendingUser, User } from './users.ts';

/** Longest that the code of the control is left to age, ms. */
const longestAge = 15_000;

export interface RejectedCode {
  readonly user: PendingUser;
  readonly verified: Exchange;
}

/** From registration to verification, ms. */
export function ageOf({ user, verified }: RejectedCode): number {
  return verified.startedAt - user.registered.startedAt;
}

/** Verifies a user. A lost connection leaves open whether the code was used up: then the second answer decides. */
export async function verifyReliably({ users }: CheckContext, user: PendingUser): Promise<Exchange> {
  const first = await users.verify(user);
  return first.response === null ? users.verify(user, { connection: 'fresh' }) : first;
}

export function proofOfRejectedCode({ user, verified }: RejectedCode): Proof[] {
  return [
    [user.registered, 'registered'],
    [verified, 'its right code, rejected'],
  ];
}

/** Whether a code loses digits where it is read as a number. */
export const hasLeadingZero = ({ code }: PendingUser): boolean => code.startsWith('0');

/**
 * The accepted verification of the control.
 * @param age of the rejected code, ms
 * @throws CheckConcluded (fail) where even a user verified at once is rejected; (inconclusive) where codes do not live as long
 */
export async function requireLoneUser(t: CheckContext, age: number, rejected?: RejectedCode): Promise<Exchange> {
  if (age > longestAge)
    inconclusive(
      `right codes were rejected after ${Math.round(age / 1000)} s: they may have expired`,
      'a faster target, or codes that live longer',
    );
  const verifyAlone = (wait: number) =>
    t.exclusively(async (quiet) => {
      let user = await registerLoneUser(quiet, rejected);
      // Leading zeros are another question.
      for (let tries = 0; tries < 5 && hasLeadingZero(user); tries += 1) user = await registerLoneUser(quiet, rejected);
      const left = user.registered.startedAt + wait - t.clock.now();
      if (left > 0) await t.clock.sleep(left);
      return { user, verified: await verifyReliably(quiet, user) };
    });
  const control = await verifyAlone(age);
  if (isAccepted(control.verified)) return control.verified;
  const atOnce = await verifyAlone(0);
  const later = isAccepted(atOnce.verified) ? atOnce.verified : await verifyAtAnyAge(t, atOnce.verified);
  if (!isAccepted(later))
    fail(
      `the right code of a user registered alone and verified at once ${describeResponse(atOnce.verified)}, after others were rejected, too`,
      [control.user.registered, control.verified, atOnce.user.registered, atOnce.verified],
      { symptom: { kind: 'refused' } },
    );
  return inconclusive(
    `codes that are ${age} ms old are rejected: those that expire too soon cannot be told from lost ones`,
    'codes that live longer',
    [control.verified, later],
  );
}

/** Pauses between tries of one right code, ms: codes may be ready late, and live for little longer. */
const pausesMs = [0, ...Array<number>(16).fill(150), 500, 1000, 2000];

/** The verification of one more user registered alone, whose code is sent again and again until it is accepted. */
function verifyAtAnyAge(t: CheckContext, rejected: Exchange): Promise<Exchange> {
  return t.exclusively(async (quiet) => {
    const user = await quiet.users.register();
    const code = await quiet.users.code(user.body.email, user.n);
    let verified = rejected;
    for (const pause of code === undefined ? [] : pausesMs) {
      await t.clock.sleep(pause);
      verified = await quiet.send({ operation: 'verify', body: { email: user.body.email, code: Number(code) } });
      if (isAccepted(verified)) break;
    }
    return verified;
  });
}

/**
 * One user with its code.
 * @throws CheckConcluded (fail) where codes were sent to others, and rejected, but none comes to one who registers alone
 */
async function registerLoneUser(t: CheckContext, rejected: RejectedCode | undefined): Promise<PendingUser> {
  const waitMs = (t.settings.fixtures.verificationCode?.waitMs ?? 0) * 2;
  const tried: User[] = [];
  for (let tries = 0; tries < 2; tries += 1) {
    const { pending, codeless } = await registerCohort(t, [{}], 'one by one', waitMs);
    const [user] = pending;
    if (user !== undefined) return user;
    tried.push(...codeless);
  }
  if (rejected === undefined || tried.length < 2)
    inconclusive(
      `no code came within ${waitMs} ms`,
      'a target that sends each registered user a code, or a longer waitMs',
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
