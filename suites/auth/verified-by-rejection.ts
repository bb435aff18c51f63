/** Whether a rejected verification verified its user, on a target that accepts a verified user with any code. */
import type { CheckContext } from '../../src/suite.ts';
import { controls, fail, inconclusive, pass, responses } from '../../src/suite.ts';
import { sendWrongCode } from '../lib/verified-users.ts';

const { describeResponse, isAccepted } = responses;

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
