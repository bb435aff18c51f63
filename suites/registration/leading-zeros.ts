/**
 * Codes are digits as sent; as integers they lose their leading zeros, and must work all the same. A rejected one may have another
 * cause: that its user was registered beside others. A user that registers alone, and is sent such a code, tells them apart.
 */
import type { CheckContext, Exchange } from '../../src/suite.ts';
import { controls, fail, inconclusive, responses } from '../../src/suite.ts';
import { requireBurstsVerified } from './bursts.ts';
import { newTally, rejectedAtAnyAge, type Tally, verify } from './right-codes.ts';

const { describeResponse } = responses;
const { ageOf, hasLeadingZero, proofOfRejectedCode } = controls;

/** Users registered in search of a rejected code with leading zeros. */
const zerosSought = { quick: 0, standard: 21, deep: 210 };
/** Codes without leading zeros after which the target is taken to send none: uniform codes would pass by chance once in a hundred runs. */
const tellingCodes = 44;

/** Users registered one after another for one code with leading zeros, or several: each code in ten has one. */
const usersInTurn = { one: 40, all: 80 };

/** Requires codes with leading zeros to be accepted. Any right code of the run shows it. */
export async function verifyLeadingZeros(t: CheckContext, tally: Tally): Promise<undefined> {
  const [known] = tally.rejectedZeros;
  if (t.users.sharedCode || (known === undefined && t.users.memory.leadingZeros > 0)) return;
  const first = known ?? (await findRejectedZeros(t, usersToTry(t), tally));
  if (first === undefined) return;
  const again = (await verifyInTurn(t, tally, 'one')) ?? (await findFurther(t, tally));
  if (again === undefined) {
    if (tally.leadingZeros > 0) return;
    inconclusive(
      `a code with leading zeros was rejected (${describeResponse(first.verified)}), and no second one came to confirm it`,
      'another run',
      [first.verified],
    );
  }
  const control = await requireOtherAccepted(t, again);
  fail(
    `codes with leading zeros are rejected (${describeResponse(first.verified)}, and again ${describeResponse(again.verified)}); others are accepted`,
    [
      ...proofOfRejectedCode(first),
      ...proofOfRejectedCode(again),
      [control, 'a code without leading zeros', 'control'],
    ],
    {
      symptom: { kind: 'refused' },
      case: { showsAgain: isRejectedAgain },
    },
  );
}

/** The accepted code, without leading zeros, of a user that is as old. */
const requireOtherAccepted = (t: CheckContext, rejected: controls.RejectedCode): Promise<Exchange> =>
  controls.requireLoneUser(t, ageOf(rejected));

async function isRejectedAgain(t: CheckContext): Promise<boolean> {
  const rejected = await verifyInTurn(t, newTally(), 'all');
  if (rejected === undefined) return false;
  await requireOtherAccepted(t, rejected);
  return true;
}

/** Another rejected code with leading zeros, unless users that register at once are lost, whatever their codes. */
async function findFurther(t: CheckContext, tally: Tally): Promise<controls.RejectedCode | undefined> {
  await requireBurstsVerified(t);
  return verifyInTurn(t, tally, 'all');
}

/** How many more users are needed until a code has leading zeros, or it is clear that codes never do. */
function usersToTry({ effort, users }: CheckContext): number {
  const most = effort.pick(zerosSought);
  const digits = [...users.memory.firstDigits.values()];
  if (effort.isExhaustive || digits.includes('0')) return most;
  return Math.min(most, Math.max(0, tellingCodes - digits.length));
}

/** Registers users until one has a code with leading zeros; gives the code if it is rejected. */
async function findRejectedZeros(t: CheckContext, atMost: number, tally: Tally) {
  for (let left = atMost; left > 0; left -= 7) {
    const { pending } = await controls.registerCohort(t, Array(Math.min(left, 7)).fill({}), 'at once');
    const users = pending.filter(hasLeadingZero);
    if (pending.length === 0) return undefined;
    for (const user of users) {
      const first = await verify(t, user, tally);
      const rejected = first === undefined ? undefined : await rejectedAtAnyAge(t, first, tally);
      if (rejected !== undefined) return rejected;
    }
    if (users.length > 0) return undefined;
  }
  return undefined;
}

/** The rejected code of one of the users that are registered with no other request in flight, and are sent leading zeros. */
function verifyInTurn(t: CheckContext, tally: Tally, zeros: 'one' | 'all'): Promise<controls.RejectedCode | undefined> {
  return t.exclusively(async (alone) => {
    for (let left = usersInTurn[zeros]; left > 0; left -= 1) {
      const [user] = (await controls.registerCohort(alone, [{}], 'one by one')).pending;
      if (user === undefined) return undefined;
      if (!hasLeadingZero(user)) continue;
      const rejected = await verify(alone, user, tally);
      const still = rejected && (await rejectedAtAnyAge(alone, rejected, tally));
      if (still !== undefined || zeros === 'one') return still;
    }
    return undefined;
  });
}
