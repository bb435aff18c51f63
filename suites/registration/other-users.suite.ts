/** A code verifies the user that it was sent to, nobody else, and still does so after others tried it. */
import type { CheckContext, PendingUser } from '../../src/suite.ts';
import { checksOf, controls, forEachConcurrently, inconclusive, pass, responses } from '../../src/suite.ts';
import {
  afterWrong,
  afterWrongOfOther,
  besideOther,
  besideRight,
  type Crossing,
  crossings,
  requireApart,
  sendCrossed,
  sendCrossing,
  verifyBeside,
  verifyBesideWrong,
  verifyTried,
} from './crossed-codes.ts';
import { registerDifferent } from './different-codes.ts';
import { requireModelHolds } from './interleavings.ts';
import { requireOwnCodes } from './own-codes.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { isAccepted } = responses;

check(
  'verify/other-users-code',
  async (t) => {
    if (t.users.sharedCode)
      inconclusive(
        'every user gets the same code by configuration (verificationCode.value)',
        'a source of codes that sends each user its own',
      );
    const afterFailures = [afterWrong, afterWrongOfOther];
    const alone = t.effort.isExhaustive ? [...afterFailures, besideRight, besideOther] : afterFailures;
    const tried = t.effort.pick({ quick: crossings.slice(0, 2), standard: [...crossings, ...afterFailures] });
    const played = requireModelHolds(t, t.effort.pick({ quick: 0, standard: 1, deep: 40 }));
    played.catch(() => undefined);
    const together = t.effort.isExhaustive ? { areApart: false } : await tryTogether(t, tried);
    if (!together.areApart) {
      for (const crossing of together.suspects ?? []) await t.exclusively((quiet) => requireApart(quiet, crossing));
      // The requirement is about requests at once, too, so that its confirmation may send some: here it must not.
      const atOnce = t.client.runsAlone ? 1 : 4;
      await forEachConcurrently(crossings, atOnce, (crossing) => requireApart(t, crossing));
      // With no other request in between: a target that keeps one code for all users then has that of the later one.
      for (const crossing of alone) await t.exclusively((quiet) => requireApart(quiet, crossing));
    }
    const steps = await played;
    await requireOwnCodes(t);
    return pass({
      samples: { count: tried.length + steps, kinds: { 'crossed codes': tried.length, 'interleaved steps': steps } },
    });
  },
  { phase: 'wrong-codes', limitMs: 240_000 },
);

interface Together {
  /** Whether nothing needs a closer look, with fresh users for each crossing. */
  readonly areApart: boolean;
  /** Crossings to try first: one that was accepted, and those that another verification in progress may have disturbed. */
  readonly suspects?: readonly Crossing[];
}

/**
 * Tries all crossings of the same users, and then the code of each with its own e-mail, two at once. A code may be accepted because
 * of an earlier crossing, or rejected because of the wrong codes of its user.
 */
async function tryTogether(t: CheckContext, tried: readonly Crossing[]): Promise<Together> {
  const needsThird = tried.some(({ thirdVerified }) => thirdVerified);
  const earlier = needsThird ? await registerDifferent(t, 1) : [];
  const used = t.effort.isLean ? await verifiedUser(t) : undefined;
  const { accepted, areRejected, one, two } = await t.exclusively(async (alone) => {
    // The last two of all, one right after the other: a target may keep the latest code only, or confuse neighbours.
    const [before, latest] = await registerDifferent(alone, 2, earlier);
    const found = t.effort.isLean
      ? { areRejected: !(await isAnyOfFewAccepted(alone, [before!, latest!], used)) }
      : await tryCrossings(alone, tried, [before!, latest!, earlier[0]]);
    return { one: before!, two: latest!, accepted: undefined, ...found };
  });
  if (!areRejected)
    return { areApart: false, suspects: accepted === undefined ? [] : [accepted, besideRight, besideOther] };
  if (t.effort.isLean) return { areApart: isAccepted(await verifyTried(t, one)) };
  const pending = (await controls.takeSparePending(t)) ?? (await controls.requirePendingUser(t));
  // Chance may have given the third user the code of one of the two.
  const [owner, last] = Number(pending.code) === Number(two.code) ? [one, two] : [two, one];
  const [ofLast, beside] = await Promise.all([
    verifyBesideWrong(t, last, owner, 'right'),
    verifyBeside(t, owner, pending),
    // After the code of another for the same e-mail: a target may compare the latest code of all.
    verifyTried(t, pending),
  ]);
  // A verified user may be accepted with any code, and that alone calls for no closer look at the other crossings.
  if (isAccepted(ofLast.crossed)) await t.exclusively((alone) => requireApart(alone, besideOther));
  // A right code that is rejected beside that of another user may have been compared with the code of the other one.
  if (isAccepted(beside.crossed) || !isAccepted(beside.right))
    return { areApart: false, suspects: [besideRight, besideOther] };
  // The request beside it may have locked its user for the moment.
  const own = isAccepted(ofLast.right) ? ofLast.right : await verifyTried(t, last);
  return { areApart: isAccepted(own) };
}

/** A user that was verified before, with its used code; undefined if there is none. */
async function verifiedUser(t: CheckContext): Promise<PendingUser | undefined> {
  const { verified } = await controls.verifiedCohort(t, 'one by one');
  return verified.find((one) => isAccepted(one.verified))?.user;
}

/**
 * With few requests, one crossing after another, each of which is a wrong code of its user: so the last one shows what a
 * target keeps of a wrong code before it. The used code of a third user comes with the e-mail of one of them.
 */
async function isAnyOfFewAccepted(
  alone: CheckContext,
  [one, latest]: readonly [PendingUser, PendingUser],
  used: PendingUser | undefined,
): Promise<boolean> {
  const pairs: [PendingUser, PendingUser][] = [
    [one, latest],
    [latest, one],
    [one, latest],
  ];
  if (used !== undefined) pairs.push([used, latest]);
  for (const [owner, other] of pairs) if (isAccepted(await sendCrossed(alone, owner, other))) return true;
  return false;
}

/** Whether all crossings are rejected, and the third user can be verified before; those of one situation are sent at once. */
async function tryCrossings(
  alone: CheckContext,
  tried: readonly Crossing[],
  users: readonly (PendingUser | undefined)[],
): Promise<{ readonly areRejected: boolean; readonly accepted?: Crossing }> {
  const acceptedOf = async (some: readonly Crossing[]): Promise<Crossing | undefined> => {
    const sent = await Promise.all(some.map((crossing) => sendCrossing(alone, crossing, users)));
    return some.find((_, at) => isAccepted(sent[at]!.crossed));
  };
  const afterThird = tried.filter(({ thirdVerified }) => thirdVerified);
  const afterFailure = tried.filter(({ ownerFailed, otherFailed }) => ownerFailed ?? otherFailed);
  const others = tried.filter((one) => !afterThird.includes(one) && !afterFailure.includes(one));
  const first = await acceptedOf(others);
  if (first !== undefined) return { areRejected: false, accepted: first };
  if (afterThird.length > 0 && !isAccepted(await alone.users.verify(users[2]!))) return { areRejected: false };
  // With nothing between a wrong code and what may be accepted after it.
  for (const some of [afterThird, ...afterFailure.map((crossing) => [crossing])]) {
    const accepted = await acceptedOf(some);
    if (accepted !== undefined) return { areRejected: false, accepted };
  }
  return { areRejected: true };
}
