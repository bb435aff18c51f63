/** Who is verified, on a target that accepts a verified user with any code: what a verified user is answered is a gap (§3). */
import type { CheckContext, Exchange, PendingUser } from '../../src/suite.ts';
import { controls, generate, responses } from '../../src/suite.ts';

const { isAccepted } = responses;

export const sendWrongCode = (t: CheckContext, user: PendingUser): Promise<Exchange> =>
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
