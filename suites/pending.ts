/** Users that wait for their verification, for checks that need one. */
import { inconclusive, type PendingUser, type Trial } from '../src/kit.ts';

/** A fresh user whose code has come; throws `inconclusive` where there is none. */
export async function pendingUser(
  trial: Trial,
  change: Parameters<Trial['users']['pending']>[0] = {},
): Promise<PendingUser> {
  const pending = await trial.users.pending(change);
  if (pending.ok) return pending.user;
  throw inconclusive(
    pending.message,
    pending.why === 'refused'
      ? 'a target that accepts the canonical registration; see register/accepts-valid'
      : 'fixtures.verificationCode in the configuration, or a longer waitMs',
    pending.registered === undefined ? [] : [pending.registered],
  );
}

/** Several at once: their codes arrive together. */
export function pendingUsers(trial: Trial, count: number): Promise<PendingUser[]> {
  return Promise.all(Array.from({ length: count }, () => pendingUser(trial)));
}

/** What verifies a pending user. */
export function verification(user: PendingUser): { readonly email: string; readonly code: number } {
  return { email: user.body.email, code: Number(user.code) };
}
