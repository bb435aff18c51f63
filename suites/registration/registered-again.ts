/**
 * A wrong code for a user who was verified and whose e-mail was registered once more: a target that opens the user again for
 * a new code must still compare it. What a verified user may send is a gap (verify/verified-user): a user who was not
 * registered again is the control.
 */
import type { CheckContext, Exchange, PendingUser } from '../../src/suite.ts';
import { controls, fail, responses } from '../../src/suite.ts';

const { describeResponse, isAccepted } = responses;

/** How long a new code is waited for, so that the wrong one differs from it, ms. */
const newCodeMs = 300;

interface Tried {
  readonly user: PendingUser;
  readonly verified: Exchange;
  readonly again: Exchange | undefined;
  readonly wrong: Exchange;
}

/** Fails if such a code is accepted for two users, and rejected for those who were registered once. */
export async function expectComparedAgain(t: CheckContext): Promise<void> {
  const first = await tryWrongCode(t, true, await controls.takeVerifiedUser(t, 'verify/wrong-code'));
  if (first === undefined || !isAccepted(first.wrong)) return;
  const second = await tryWrongCode(t, true);
  if (second === undefined || !isAccepted(second.wrong)) return;
  for (const control of [await tryWrongCode(t, false), await tryWrongCode(t, false)])
    if (control === undefined || isAccepted(control.wrong) || responses.isLimit(control.wrong)) return;
  fail(
    `a wrong code ${describeResponse(second.wrong)} for a verified user whose e-mail was registered again, for two users; it is rejected for one who was registered once`,
    [
      second.user.registered,
      [second.verified, 'the right code'],
      [second.again!, 'registered again'],
      [second.wrong, 'a wrong code: must be rejected', 'wrong'],
    ],
    { symptom: { kind: 'accepted' } },
  );
}

/** Undefined if no user can be verified, or the second registration is rejected. */
async function tryWrongCode(
  t: CheckContext,
  registersAgain: boolean,
  known?: controls.RejectedCode,
): Promise<Tried | undefined> {
  const { user, verified } = known ?? (await verifyFresh(t)) ?? {};
  if (user === undefined || verified === undefined) return undefined;
  const { email } = user.body;
  const again = registersAgain
    ? await t.send({ operation: 'register', body: user.body, throttle: 'accept' })
    : undefined;
  if (again !== undefined && !isAccepted(again)) return undefined;
  const code = again === undefined ? undefined : await t.users.code(email, user.n, newCodeMs);
  const codes = [user.code, code].map(Number);
  const madeUp = [1, 2, 3].map((distance) => Number(user.code) + distance).find((one) => !codes.includes(one))!;
  const wrong = await t.send({ operation: 'verify', body: { email, code: madeUp }, throttle: 'accept' });
  return { user, verified, again, wrong };
}

async function verifyFresh(t: CheckContext): Promise<controls.RejectedCode | undefined> {
  const pending = await t.users.pending();
  if (!pending.ok) return undefined;
  const verified = await t.users.verify(pending.user);
  return isAccepted(verified) ? { user: pending.user, verified } : undefined;
}
