/** Right codes that are sent and counted. One that is rejected beside others is sent again alone before anything rests on it. */
import type { CheckContext, PendingUser } from '../../src/suite.ts';
import { controls, responses } from '../../src/suite.ts';

const { hasLeadingZero } = controls;

/** State that the parts of the check share. */
export interface Tally {
  verified: number;
  leadingZeros: number;
  forms: number;
  readonly rejectedZeros: controls.RejectedCode[];
}

export const newTally = (): Tally => ({ verified: 0, leadingZeros: 0, forms: 0, rejectedZeros: [] });

/** Verifies a user and counts it; gives the code if it is rejected. A lost request may have used it up. */
export async function verify(
  t: CheckContext,
  user: PendingUser,
  tally: Tally,
): Promise<controls.RejectedCode | undefined> {
  return count(t, { user, verified: await controls.verifyUnlessAway(t, user) }, tally);
}

/** Counts a user whose code was accepted; gives the code if it was rejected. */
function count(t: CheckContext, one: controls.RejectedCode, tally: Tally): controls.RejectedCode | undefined {
  if (controls.isRejected(one)) return one;
  if (!responses.isAccepted(one.verified)) return undefined;
  t.reached('a verified user', ...(hasLeadingZero(one.user) ? (['a code with leading zeros'] as const) : []));
  tally.verified += 1;
  if (hasLeadingZero(one.user)) tally.leadingZeros += 1;
  return undefined;
}

/** The users of a cohort whose right code was rejected; if they were verified at once, those that are rejected alone, too. */
export async function rejectedOf(
  t: CheckContext,
  manner: controls.Manner,
  { verified }: controls.VerifiedCohort,
  tally: Tally,
): Promise<readonly controls.RejectedCode[]> {
  const rejected = verified.flatMap((one) => count(t, one, tally) ?? []);
  if (manner !== 'at once') return rejected;
  if (rejected.length < verified.length) t.reached('users registered at once');
  return rejectedAlone(t, rejected, tally);
}

/** To confirm a finding, a rejected code is sent again at any age. */
export async function rejectedAtAnyAge(t: CheckContext, found: controls.RejectedCode, tally: Tally) {
  return t.client.runsAlone ? count(t, await controls.triedAtAnyAge(t, found), tally) : found;
}

/** Pause before a rejected code is sent again, ms: a limit on the requests in a short time may have rejected it, with any status. */
const limitMs = 1000;

/** Codes with leading zeros, or without, that show enough once they are rejected again: each takes seconds if users are ready late. */
const enoughAlone = 2;

/** Whether the first rejection may be that of a limit, and the second one that of a guard against repeats. */
const isRejectedOtherwise = ({ verified }: controls.RejectedCode, again: controls.RejectedCode): boolean =>
  !controls.mayBeLimit(verified) && !controls.isSameRejection(verified, again.verified);

/** The users whose codes are rejected again, alone and later. */
async function rejectedAlone(t: CheckContext, rejected: readonly controls.RejectedCode[], tally: Tally) {
  const alone: controls.RejectedCode[] = [];
  const isEnough = (isZero: boolean) =>
    alone.filter(({ user }) => hasLeadingZero(user) === isZero).length >= enoughAlone;
  for (const one of rejected) {
    if (isEnough(false)) break;
    if (hasLeadingZero(one.user) && isEnough(true)) continue;
    await t.clock.sleep(limitMs);
    const again = await verify(t, one.user, tally);
    if (again === undefined || isRejectedOtherwise(one, again)) continue;
    const still = alone.length === 0 ? await rejectedAtAnyAge(t, again, tally) : again;
    if (still !== undefined) alone.push(still);
  }
  return alone;
}
