/** Users with different codes: only then is it known whose code a target accepts. */
import type { CheckContext, PendingUser } from '../../src/suite.ts';
import { controls, fail, inconclusive, registrationRejected, responses } from '../../src/suite.ts';

/** Two users may share a code by chance, and not eight in a row. */
const usersByChance = 7;

/** Registrations until users have different codes: enough to tell that all have the same. */
const mostTries = usersByChance + 1;

const codesOf = (users: readonly PendingUser[]): number => new Set(users.map(({ code }) => Number(code))).size;

function failOneCode(users: readonly PendingUser[]): void {
  if (users.length <= usersByChance || codesOf(users) > 1) return;
  fail(
    `${users.length} users, registered one after another, were all sent the same code: the code of one verifies every other (if a test system means to, configure its code as verificationCode.value)`,
    users.slice(0, 3).map((user) => [user.registered, 'sent the same code as the others'] as const),
    { symptom: { kind: 'check' } },
  );
}

/** Fresh users of which no two have the same code, nor one that `others` have. */
export async function registerDifferent(
  t: CheckContext,
  count: number,
  others: readonly PendingUser[] = [],
): Promise<readonly PendingUser[]> {
  const all: PendingUser[] = [];
  let isRefused = false;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { pending, registered } = await controls.registerCohort(t, Array(count).fill({}), 'one by one');
    const codes = new Set([...others, ...pending].map(({ code }) => Number(code)));
    if (pending.length === count && codes.size === others.length + count) {
      t.reached('users with different codes');
      return pending;
    }
    isRefused = registered.some((user) => !responses.isAccepted(user.registered));
    all.push(...pending);
    failOneCode([...others, ...all]);
    if (tries >= 3 && codesOf([...others, ...all]) > 1) break;
  }
  const message = 'no users with different codes could be registered';
  if (isRefused) registrationRejected(message);
  return inconclusive(message, 'a target that sends each user its own code');
}
