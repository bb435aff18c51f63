/**
 * Whether a rejected verification verified its user, on a target that accepts a verified user with any code: what a verified user
 * is answered is a gap (§3), and here it tells who is verified.
 */
import type { CheckContext, Exchange, PendingUser } from '../../src/suite.ts';
import { controls, fail, generate, inconclusive, pass, responses } from '../../src/suite.ts';

const { describeResponse, isAccepted } = responses;

const sendWrongCode = (t: CheckContext, user: PendingUser): Promise<Exchange> =>
  t.send({
    operation: 'verify',
    body: { email: user.body.email, code: generate.madeUpCode(user.code) },
    throttle: 'accept',
  });

/** Whether a wrong code is accepted of verified users, and of no other: then it shows who is verified. */
export async function acceptsAnyCodeOnceVerified(t: CheckContext, verified: PendingUser): Promise<boolean> {
  if (!isAccepted(await sendWrongCode(t, verified))) return false;
  return isRejection(await sendWrongCode(t, await controls.requirePendingUser(t)));
}

const isRejection = (exchange: Exchange): boolean => !isAccepted(exchange) && !responses.isLimit(exchange);

/** After a rejected verification a wrong code must be rejected, as that of any user who is not verified. */
export async function expectStillPending(t: CheckContext) {
  const attempt = controls.withoutHeader;
  const verifiedBy = async () => {
    const user = await controls.requirePlainUser(t);
    const rejected = await t.send({ operation: 'verify', body: controls.verificationBody(user), ...attempt.how });
    const wrong = await sendWrongCode(t, user);
    return { user, rejected, wrong, isVerified: !isAccepted(rejected) && isAccepted(wrong) };
  };
  const first = await verifiedBy();
  if (!first.isVerified)
    return pass({ message: 'a verified user is accepted with any code here, and none was after a rejection' });
  const { user, rejected, wrong, isVerified } = await verifiedBy();
  if (isVerified)
    fail(
      `after a verification that was rejected (${attempt.label}) a wrong code ${describeResponse(wrong)}, as only that of a verified user does, twice`,
      [
        [user.registered, 'the user is registered, and its code comes'],
        [rejected, `the right code, rejected ${attempt.label}`],
        [wrong, 'a wrong code with the valid token'],
      ],
      { symptom: { kind: 'accepted' } },
    );
  return inconclusive(
    'a wrong code was accepted after a rejected verification, but not again',
    'a target that rejects wrong codes every time',
    [first.rejected, first.wrong],
  );
}
