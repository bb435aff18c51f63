/**
 * Users for claims that a rejected request had an effect on them, and their control: users that are treated alike but for
 * that request. Whatever else rejects right codes, such as their age or a leading zero, then rejects the control too.
 */
import type { Exchange } from '../../core/exchange.ts';
import type { CheckContext } from '../check-context.ts';
import { requirePendingUser } from '../valid-request.ts';
import { hasLeadingZero } from './rejected-codes.ts';
import type { PendingUser } from './users.ts';

/** Users registered in search of a code without a leading zero. */
const plainTries = 5;

/**
 * A pending user whose code stays the same if it is read as a number, if one can be had.
 * @throws CheckConcluded (inconclusive) if no code can be read
 */
export async function requirePlainUser(t: CheckContext): Promise<PendingUser> {
  let user = await requirePendingUser(t);
  for (let tries = 1; tries < plainTries && hasLeadingZero(user); tries += 1) user = await requirePendingUser(t);
  return user;
}

/** The right code of a user that got no other request, sent when its registration is as old, ms. */
export async function verifyUntouched(t: CheckContext, age: number): Promise<Exchange> {
  const user = await requirePlainUser(t);
  const left = user.registered.startedAt + age - t.clock.now();
  if (left > 0) await t.clock.sleep(left);
  return t.users.verify(user);
}
