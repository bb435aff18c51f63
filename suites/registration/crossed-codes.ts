/** One user's code with another user's e-mail: the situations in which it is sent, each of which must be rejected. */
import type { CheckContext, Exchange, PendingUser, Proof } from '../../src/suite.ts';
import { controls, fail, responses, series } from '../../src/suite.ts';
import { registerDifferent } from './different-codes.ts';

const { describeResponse, isAccepted } = responses;

/** Whose code is sent with whose e-mail, of three users in order of registration. */
export interface Crossing {
  readonly label: string;
  readonly code: 0 | 1 | 2;
  readonly email: 0 | 1;
  /** Whether the third user is verified before. */
  readonly thirdVerified: boolean;
  /** Whether a wrong code is sent with the e-mail of its owner before: what a target keeps of it may serve the next request. */
  readonly ownerFailed?: true;
  /** Whether a wrong code is sent with the same e-mail before. */
  readonly otherFailed?: true;
  /** Whether the code is sent while it verifies its owner: what a target keeps of one request may serve another in progress. */
  readonly besideRight?: true;
  /** Whether it is sent while the right code verifies the user of the e-mail: a target may answer both alike. */
  readonly besideOther?: true;
}

const withEarlier: Crossing = {
  label: 'the code of a user with the e-mail of an earlier one',
  code: 1,
  email: 0,
  thirdVerified: false,
};

export const afterWrong: Crossing = {
  ...withEarlier,
  label: 'the code of a user, after a wrong one, with the e-mail of an earlier user',
  ownerFailed: true,
};

export const afterWrongOfOther: Crossing = {
  ...withEarlier,
  label: 'the code of a user with the e-mail of an earlier one, for whom a wrong code was sent before',
  otherFailed: true,
};

export const besideRight: Crossing = {
  ...withEarlier,
  label: 'the code of a user, while it verifies that user, with the e-mail of an earlier one',
  besideRight: true,
};

export const besideOther: Crossing = {
  ...withEarlier,
  label: 'the code of a user with the e-mail of an earlier one, while the right code verifies that one',
  besideOther: true,
};

/** Most attempts to have a code accepted while another verification is in progress, which depends on timing. */
const mostBeside = 4;

export const crossings: readonly Crossing[] = [
  { label: 'the code of a user with the e-mail of a later one', code: 0, email: 1, thirdVerified: false },
  withEarlier,
  { label: 'a used code with the e-mail of another user', code: 2, email: 1, thirdVerified: true },
  { label: 'the code of another user, after a third was verified', code: 0, email: 1, thirdVerified: true },
];

/** Verifies a user after wrong codes. A 429 is not waited for, because it may be a limit on this user alone. */
export const verifyTried = (t: CheckContext, user: PendingUser): Promise<Exchange> =>
  t.users.verify(user, { throttle: 'accept' });

/** Which of two requests in the same moment is sent first: a target may keep something of the first, or of the second. */
export type First = 'right' | 'crossed';

/** Verifies the owner of a code, which is sent with the e-mail of the other user in the same moment. */
export async function verifyBeside(t: CheckContext, owner: PendingUser, other: PendingUser, first: First = 'right') {
  return sendBoth(t, owner, { owner, other }, first);
}

/** Verifies a user, whose e-mail is sent with the code of another in the same moment. */
export async function verifyBesideWrong(t: CheckContext, user: PendingUser, owner: PendingUser, first: First) {
  return sendBoth(t, user, { owner, other: user }, first);
}

/** The right code of a user, and the code of the owner with the e-mail of the other one. */
async function sendBoth(
  t: CheckContext,
  user: PendingUser,
  { owner, other }: { readonly owner: PendingUser; readonly other: PendingUser },
  first: First,
) {
  const early = first === 'crossed' ? sendCrossed(t, owner, other) : undefined;
  const [right, crossed] = await Promise.all([verifyTried(t, user), early ?? sendCrossed(t, owner, other)]);
  return { right, crossed };
}

interface SentCrossing {
  readonly crossed: Exchange;
  /** A wrong code before it. */
  readonly wrong?: Exchange | undefined;
  /** The same code with its own e-mail, or the right code of the same e-mail, in the same moment. */
  readonly right?: Exchange;
}

/** The code of its owner with the e-mail of the other, after a wrong one or beside the right one if the crossing wants that. */
export async function sendCrossing(
  alone: CheckContext,
  crossing: Crossing,
  users: readonly (PendingUser | undefined)[],
  first: First = 'right',
): Promise<SentCrossing> {
  const owner = users[crossing.code]!;
  if (crossing.besideRight === true) return verifyBeside(alone, owner, users[crossing.email]!, first);
  if (crossing.besideOther === true) return verifyBesideWrong(alone, users[crossing.email]!, owner, first);
  const failed = crossing.ownerFailed === true ? owner : crossing.otherFailed && users[crossing.email];
  const wrong = failed === undefined ? undefined : await sendWrong(alone, failed);
  return { wrong, crossed: await sendCrossed(alone, owner, users[crossing.email]!) };
}

/** The code of `owner` with the e-mail of `other`. */
export function sendCrossed(t: CheckContext, owner: PendingUser, other: PendingUser): Promise<Exchange> {
  const body = { email: other.body.email, code: Number(owner.code) };
  return t.send({ operation: 'verify', body, throttle: 'accept' });
}

function sendWrong(t: CheckContext, { body: { email }, code }: PendingUser): Promise<Exchange> {
  return t.send({ operation: 'verify', body: { email, code: Number(code) + 1 }, throttle: 'accept' });
}

interface Crossed {
  readonly crossed: Exchange;
  /** The code with its owner's e-mail, afterwards; undefined if it was used up before. */
  readonly own: Exchange | undefined;
  /** From the owner's registration to that verification, ms. */
  readonly age: number;
  readonly proof: readonly Proof[];
}

/** Fails where, twice with fresh users, a crossed code is accepted or no longer works for its owner. */
export async function requireApart(t: CheckContext, crossing: Crossing): Promise<void> {
  const { label } = crossing;
  const first = await cross(t, crossing);
  if (isAccepted(first.crossed)) {
    const again = await cross(t, crossing);
    if (isAccepted(again.crossed) && (crossing.besideOther !== true || (await rejectsOnceVerified(t))))
      fail(`${label} ${describeResponse(first.crossed)}, and again with fresh users`, again.proof, {
        // Requests that are sent one after another do not show what two at once do.
        symptom: { kind: isOfMoment(crossing) ? 'check' : 'accepted' },
        case: { showsAgain: async (own) => isAccepted((await cross(own, crossing)).crossed) },
      });
    return;
  }
  if (!isRefused(first.own)) return;
  // The owner's right code is rejected: a lock of the client, or its age, would reject that of any other user, too.
  t.requireAccepted(await controls.verifyUntouched(t, first.age), 'the right code of a user that got no such request');
  const again = await cross(t, crossing);
  if (isAccepted(again.crossed) || !isRefused(again.own)) return;
  t.requireAccepted(await controls.verifyUntouched(t, again.age), 'the right code of a user that got no such request');
  fail(
    `${label} ${describeResponse(again.crossed)}; then the code no longer worked for its own user (${describeResponse(again.own)}), twice`,
    [...again.proof, [again.own, 'the code with its own e-mail']],
    { symptom: { kind: 'refused' } },
  );
}

/** Whether it depends on which of two requests comes first. */
const isOfMoment = ({ besideRight, besideOther }: Crossing): boolean => besideRight === true || besideOther === true;

/** After this, ms, any node of a target knows who is verified. */
const knownEverywhereMs = 1100;

/**
 * Whether a verified user is rejected with a wrong code, at once and later: what such a user is answered is a gap (§3). Another user is
 * verified each time, so that no limit explains the rejection.
 */
async function rejectsOnceVerified(t: CheckContext): Promise<boolean> {
  for (const pauseMs of [0, knownEverywhereMs]) {
    const [user, other] = await registerDifferent(t, 2);
    const right = await verifyTried(t, user!);
    await t.clock.sleep(pauseMs);
    const wrong = await sendCrossed(t, other!, user!);
    const control = await verifyTried(t, other!);
    const isRejected = !isAccepted(wrong) && !responses.isLimit(wrong) && !responses.mayBeOutage(wrong);
    if (!isRejected || ![right, control].every(isAccepted)) return false;
  }
  return true;
}

/** Whether a code no longer works. One whose response was lost may have verified its user. */
function isRefused(own: Exchange | undefined): own is Exchange {
  return own !== undefined && !isAccepted(own) && !series.isLost(own);
}

/** A crossing of fresh users; one that depends on timing is repeated until its code is accepted. */
async function crossFresh(t: CheckContext, crossing: Crossing) {
  const { thirdVerified } = crossing;
  // Alone, so that the target remembers only the registration of these users and the verification of the third.
  const crossOnce = (first: First) =>
    t.exclusively(async (alone) => {
      const users = await registerDifferent(alone, thirdVerified ? 3 : 2);
      if (thirdVerified)
        t.requireAccepted(await alone.users.verify(users[2]!), 'the right code of a fresh user after wrong ones');
      return { users, ...(await sendCrossing(alone, crossing, users, first)) };
    });
  let sent = await crossOnce('right');
  for (let left = isOfMoment(crossing) ? mostBeside - 1 : 0; left > 0 && !isAccepted(sent.crossed); left -= 1)
    sent = await crossOnce(left % 2 === 0 ? 'right' : 'crossed');
  return sent;
}

async function cross(t: CheckContext, crossing: Crossing): Promise<Crossed> {
  const { label, code, email, thirdVerified, ownerFailed, besideOther } = crossing;
  const { users, wrong, right, crossed } = await crossFresh(t, crossing);
  const owner = users[code]!;
  const other = users[email]!;
  // One wrong code may be enough to end the right one.
  const isUsed = ownerFailed === true || right !== undefined || (thirdVerified && code === 2);
  const proof: Proof[] = [
    [owner.registered, 'the user that the code was sent to'],
    [other.registered, 'the other user'],
    ...(wrong === undefined
      ? []
      : ([[wrong, ownerFailed === true ? 'a wrong code of the first' : 'a wrong code of the other']] as const)),
    ...(right === undefined
      ? []
      : ([[right, besideOther === true ? 'the right code of the other' : 'the code with its own e-mail']] as const)),
    [crossed, isOfMoment(crossing) ? `in the same moment, ${label}` : label],
  ];
  const own = isUsed ? undefined : await controls.verifyToConfirm(t, owner);
  return { crossed, own: own?.verified, age: own?.age ?? 0, proof };
}
