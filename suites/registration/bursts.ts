/**
 * Users that register at once, several times: one is lost if two registrations meet, which not each burst shows. A right code that was
 * rejected anywhere in the run is a reason to look.
 */
import type { CheckContext, Exchange } from '../../src/suite.ts';
import { controls, unlessUndecided } from '../../src/suite.ts';
import { failRejected, type JudgedCohort } from './lost-codes.ts';
import { newTally, rejectedOf } from './right-codes.ts';

/** Bursts of registrations, how many must have a rejected user, and after how many without one no other is sent. */
const bursts = { most: 5, required: 2, idle: 3 };
/** Rejected codes of the run that are sent again, alone. */
const sentAgain = 3;

/** Requires bursts of users to be verified if a right code was rejected during the run, and is rejected alone. */
export async function expectNoneLostInRun(t: CheckContext): Promise<void> {
  if (t.effort.isLean || t.client.runsAlone || t.users.sharedCode) return;
  // The latest ones: the codes of others may have expired.
  const lost = rejectedInRun(t).slice(-sentAgain);
  if (lost.length === 0) return;
  const isRejectedAlone = await t.exclusively(async (alone) => {
    for (const { user } of lost)
      if (controls.isRejected({ user, verified: await alone.users.verify(user) })) return true;
    return false;
  });
  if (isRejectedAlone) await unlessUndecided(() => requireBurstsVerified(t));
}

/** Right codes that were rejected though their users had been sent nothing else, and that no limit explains. */
function rejectedInRun({ runContext: { users, repeated } }: CheckContext): readonly controls.RejectedCode[] {
  const { rejected, verified } = users.memory;
  return rejected.filter(
    (one) => !verified.has(one.user.n) && repeated.isOfPendingUser(one.verified) && !controls.mayBeLimit(one.verified),
  );
}

/** Requires users that register at once to be verified, whatever their codes look like. */
export async function requireBurstsVerified(t: CheckContext): Promise<void> {
  const found = await findRejectedBursts(t);
  if (found === undefined) return;
  const { cohorts, rejected, control } = found;
  failRejected('at once', cohorts, rejected, control, {
    showsAgain: async (own) => (await findRejectedBursts(own)) !== undefined,
  });
}

interface RejectedBursts {
  /** The verification of a user that was registered alone, and is as old. */
  readonly control: Exchange;
  readonly cohorts: readonly [JudgedCohort, JudgedCohort];
  readonly rejected: readonly [controls.RejectedCode, controls.RejectedCode];
}

/**
 * Two bursts of registrations after each of which a right code is rejected beside others, and then alone.
 * @throws CheckConcluded (inconclusive) if that of a user that was registered alone is rejected as well
 */
async function findRejectedBursts(t: CheckContext): Promise<RejectedBursts | undefined> {
  const shown: JudgedCohort[] = [];
  for (let burst = 1; burst <= bursts.most; burst += 1) {
    const cohort = await controls.verifyCohort(t, 'at once', 2);
    const rejected = await rejectedOf(t, 'at once', cohort, newTally());
    if (rejected.length > 0) shown.push({ count: cohort.registered.length, rejected, codeless: [] });
    const [first, second] = shown;
    if (first !== undefined && second !== undefined) {
      const both = [first.rejected[0]!, second.rejected[0]!] as const;
      const control = await controls.requireLoneUser(t, Math.max(...both.map(controls.ageOf)), both[1]);
      return { cohorts: [first, second], rejected: both, control };
    }
    if (shown.length === 0 && burst === bursts.idle) return undefined;
  }
  return undefined;
}
