/** Verifications with a code that the check chooses, and the messages about them. */
import type { CheckContext, Exchange, PendingUser } from '../../src/suite.ts';

/** After this, ms, a throttled request is sent again, for another user. */
export const throttlePauseMs = 1100;

/** Verifies a user with a code; a throttled response is returned instead of being waited out. */
export function verifyWithCode(t: CheckContext, user: PendingUser, code: number): Promise<Exchange> {
  return t.send({ operation: 'verify', body: { email: user.body.email, code }, throttle: 'accept' });
}

/** A way to derive a wrong code, with what stands for the right one. */
export const withLegend = (what: string): string =>
  what.includes('{code}') ? `${what}; {code} is the right one` : what;
