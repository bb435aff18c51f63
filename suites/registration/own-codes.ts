/** Codes of users that are registered at once: two may be equal by chance, and not each time. */
import { type CheckContext, controls, fail, type PendingUser } from '../../src/suite.ts';

/** Cohorts in which two users share a code, so that it is not by chance. */
const cohortsByChance = 2;
/** Fewest digits of a code that two users hardly share by chance. */
const leastDigits = 3;

/** Users that are registered at once must not share a code each time: a variable that the requests share leads to that. */
export async function requireOwnCodes(t: CheckContext): Promise<void> {
  const { verified } = await controls.verifiedCohort(t, 'at once');
  if (findShared(verified.map(({ user }) => user)) === undefined) return;
  let shared: readonly [PendingUser, PendingUser] | undefined;
  for (let again = 0; again < cohortsByChance; again += 1) {
    const register = async (view: CheckContext, manner: controls.Manner) =>
      (await controls.registerCohort(view, Array(verified.length).fill({}), manner)).pending;
    const inTurn = await t.exclusively((alone) => register(alone, 'one by one'));
    // If users share codes that register one after another, codes are few.
    if (findShared(inTurn) !== undefined || areMadeOfTime(inTurn)) return;
    shared = findShared(await register(t, 'at once'));
    if (shared === undefined) return;
  }
  fail(
    `two of ${verified.length} users registered at once were sent the same code, ${cohortsByChance + 1} times of ${cohortsByChance + 1}, but no two of those registered one after another; the code of one verifies the other`,
    shared!.map((user) => [user.registered, 'sent the same code as the other, registered at once'] as const),
    { symptom: { kind: 'check' } },
  );
}

/** Fewer pairs may look like the clock by chance. */
const leastPairs = 2;

/** Whether the codes of users that registered one after another grow by the milliseconds in between: they are made of the clock. */
function areMadeOfTime(users: readonly PendingUser[]): boolean {
  const pairs = users.slice(1).map((user, at) => {
    const [first, second] = [users[at]!.registered, user.registered];
    const [least, most] = [
      second.startedAt - first.startedAt - first.ms,
      second.startedAt + second.ms - first.startedAt,
    ];
    const grown = Number(user.code) - Number(users[at]!.code);
    return grown >= Math.floor(least) && grown <= Math.ceil(most);
  });
  // The numbers of such codes start again now and then.
  return pairs.length >= leastPairs && pairs.filter((follows) => !follows).length <= 1;
}

/** Two users with one code that is long enough. */
function findShared(users: readonly PendingUser[]): readonly [PendingUser, PendingUser] | undefined {
  for (const [at, user] of users.entries()) {
    if (user.code.replace('-', '').length < leastDigits) continue;
    const other = users.slice(at + 1).find(({ code }) => Number(code) === Number(user.code));
    if (other !== undefined) return [user, other];
  }
  return undefined;
}
