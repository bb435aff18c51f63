/** A code verifies the user that it was sent to, nobody else, and still does so after others tried it. */
import type { CheckContext, Exchange, PendingUser, Proof } from '../../src/suite.ts';
import {
  checksOf,
  controls,
  fail,
  forEachConcurrently,
  inconclusive,
  pass,
  responses,
  series,
} from '../../src/suite.ts';
import { requireModelHolds } from './interleavings.ts';
import { requireOwnCodes } from './own-codes.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { describeResponse, isAccepted } = responses;

/** Whose code is sent with whose e-mail, of three users in order of registration. */
interface Crossing {
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
}

const withEarlier: Crossing = {
  label: 'the code of a user with the e-mail of an earlier one',
  code: 1,
  email: 0,
  thirdVerified: false,
};

const afterWrong: Crossing = {
  ...withEarlier,
  label: 'the code of a user, after a wrong one, with the e-mail of an earlier user',
  ownerFailed: true,
};

const afterWrongOfOther: Crossing = {
  ...withEarlier,
  label: 'the code of a user with the e-mail of an earlier one, for whom a wrong code was sent before',
  otherFailed: true,
};

const besideRight: Crossing = {
  ...withEarlier,
  label: 'the code of a user, while it verifies that user, with the e-mail of an earlier one',
  besideRight: true,
};

/** How often a code is sent beside the right one in search of one that is accepted: it depends on timing. */
const mostBeside = 4;

const crossings: readonly Crossing[] = [
  { label: 'the code of a user with the e-mail of a later one', code: 0, email: 1, thirdVerified: false },
  withEarlier,
  { label: 'a used code with the e-mail of another user', code: 2, email: 1, thirdVerified: true },
  { label: 'the code of another user, after a third was verified', code: 0, email: 1, thirdVerified: true },
];

check(
  'verify/other-users-code',
  async (t) => {
    if (t.users.sharedCode)
      inconclusive(
        'every user gets the same code by configuration (verificationCode.value)',
        'a source of codes that sends each user its own',
      );
    const afterFailures = [afterWrong, afterWrongOfOther];
    const alone = t.effort.isExhaustive ? [...afterFailures, besideRight] : afterFailures;
    const tried = t.effort.pick({ quick: crossings.slice(0, 2), standard: [...crossings, ...afterFailures] });
    const played = requireModelHolds(t, t.effort.pick({ quick: 0, standard: 1, deep: 40 }));
    played.catch(() => undefined);
    const together = t.effort.isExhaustive ? { areApart: false } : await tryTogether(t, tried);
    if (!together.areApart) {
      // What was accepted beside others is tried first.
      const { accepted } = together;
      if (accepted !== undefined) await requireApart(t, accepted);
      // The requirement is about requests at once, too, so that its confirmation may send some: here it must not.
      const atOnce = t.client.runsAlone ? 1 : 4;
      await forEachConcurrently(crossings, atOnce, (crossing) => requireApart(t, crossing));
      // With no request of ours in between: a target that keeps one code for all has that of the later user then.
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
  /** The crossing that was accepted, where it is known. */
  readonly accepted?: Crossing | undefined;
}

/**
 * All crossings of the same users, two at once, then the code of each with its own e-mail. A code that is accepted may come from an earlier crossing, and one that is
 * rejected from the wrong ones of its user.
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
  if (!areRejected) return { areApart: false, accepted };
  if (t.effort.isLean) return { areApart: isAccepted(await t.users.verify(one)) };
  const pending = (await controls.takeSparePending(t)) ?? (await controls.requirePendingUser(t));
  // Chance may have given the third user the code of one of the two.
  const [owner, last] = Number(pending.code) === Number(two.code) ? [one, two] : [two, one];
  const [own, beside] = await Promise.all([t.users.verify(last), verifyBeside(t, owner, pending)]);
  if (isAccepted(beside.crossed)) return { areApart: false, accepted: besideRight };
  return { areApart: [own, beside.right].every(isAccepted) };
}

/** Verifies the owner of a code, which is sent with the e-mail of the other user in the same moment. */
async function verifyBeside(t: CheckContext, owner: PendingUser, other: PendingUser) {
  const [right, crossed] = await Promise.all([t.users.verify(owner), sendCrossed(t, owner, other)]);
  return { right, crossed };
}

/** A user that was verified before, with its used code; undefined where there is none. */
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

interface SentCrossing {
  readonly crossed: Exchange;
  /** A wrong code before it. */
  readonly wrong?: Exchange | undefined;
  /** The same code with its own e-mail, in the same moment. */
  readonly right?: Exchange;
}

/** The code of its owner with the e-mail of the other, after a wrong one or beside the right one where the crossing wants that. */
async function sendCrossing(
  alone: CheckContext,
  crossing: Crossing,
  users: readonly (PendingUser | undefined)[],
): Promise<SentCrossing> {
  const owner = users[crossing.code]!;
  if (crossing.besideRight === true) return verifyBeside(alone, owner, users[crossing.email]!);
  const failed = crossing.ownerFailed === true ? owner : crossing.otherFailed && users[crossing.email];
  const wrong = failed === undefined ? undefined : await sendWrong(alone, failed);
  return { wrong, crossed: await sendCrossed(alone, owner, users[crossing.email]!) };
}

/** The code of `owner` with the e-mail of `other`. */
function sendCrossed(t: CheckContext, owner: PendingUser, other: PendingUser): Promise<Exchange> {
  const body = { email: other.body.email, code: Number(owner.code) };
  return t.send({ operation: 'verify', body, throttle: 'accept' });
}

function sendWrong(t: CheckContext, { body: { email }, code }: PendingUser): Promise<Exchange> {
  return t.send({ operation: 'verify', body: { email, code: Number(code) + 1 }, throttle: 'accept' });
}

interface Crossed {
  readonly crossed: Exchange;
  /** The code with its owner's e-mail, afterwards; undefined where it was used up before. */
  readonly own: Exchange | undefined;
  /** From the owner's registration to that verification, ms. */
  readonly age: number;
  readonly proof: readonly Proof[];
}

/** Fails where, twice with fresh users, a crossed code is accepted or no longer works for its owner. */
async function requireApart(t: CheckContext, crossing: Crossing): Promise<void> {
  const { label } = crossing;
  const first = await cross(t, crossing);
  if (isAccepted(first.crossed)) {
    const again = await cross(t, crossing);
    if (isAccepted(again.crossed))
      fail(`${label} ${describeResponse(first.crossed)}, and again with fresh users`, again.proof, {
        symptom: { kind: 'accepted' },
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

/** Whether a code no longer works. One whose response was lost may have verified its user. */
function isRefused(own: Exchange | undefined): own is Exchange {
  return own !== undefined && !isAccepted(own) && !series.isLost(own);
}

/** A crossing of fresh users; one that depends on timing is repeated until its code is accepted. */
async function crossFresh(t: CheckContext, crossing: Crossing) {
  const { thirdVerified, besideRight } = crossing;
  // Nothing of ours in between: what a target remembers is the registration of these users and the verification of the third.
  const crossOnce = () =>
    t.exclusively(async (alone) => {
      const users = await registerDifferent(alone, thirdVerified ? 3 : 2);
      if (thirdVerified)
        t.requireAccepted(await alone.users.verify(users[2]!), 'the right code of a fresh user after wrong ones');
      return { users, ...(await sendCrossing(alone, crossing, users)) };
    });
  let sent = await crossOnce();
  for (let left = besideRight === true ? mostBeside - 1 : 0; left > 0 && !isAccepted(sent.crossed); left -= 1)
    sent = await crossOnce();
  return sent;
}

async function cross(t: CheckContext, crossing: Crossing): Promise<Crossed> {
  const { label, code, email, thirdVerified, ownerFailed } = crossing;
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
    ...(right === undefined ? [] : ([[right, 'the code with its own e-mail, in the same moment']] as const)),
    [crossed, label],
  ];
  const own = isUsed ? undefined : await controls.verifyToConfirm(t, owner);
  return { crossed, own: own?.verified, age: own?.age ?? 0, proof };
}

/** Two users may share a code by chance, and not eight in a row. */
const usersByChance = 7;

/** Registrations until users have different codes: enough to tell that all have the same. */
const mostTries = usersByChance + 1;

const codesOf = (users: readonly PendingUser[]): number => new Set(users.map(({ code }) => Number(code))).size;

function failOneCode(users: readonly PendingUser[]): void {
  if (users.length <= usersByChance || codesOf(users) > 1) return;
  fail(
    `${users.length} users, registered one after another, were all sent the same code: the code of one verifies every other`,
    users.slice(0, 3).map((user) => [user.registered, 'sent the same code as the others'] as const),
    { symptom: { kind: 'check' } },
  );
}

/** Fresh users of which no two have the same code, nor one that `others` have. */
async function registerDifferent(
  t: CheckContext,
  count: number,
  others: readonly PendingUser[] = [],
): Promise<readonly PendingUser[]> {
  const all: PendingUser[] = [];
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { pending } = await controls.registerCohort(t, Array(count).fill({}), 'one by one');
    const codes = new Set([...others, ...pending].map(({ code }) => Number(code)));
    if (pending.length === count && codes.size === others.length + count) {
      t.reached('users with different codes');
      return pending;
    }
    all.push(...pending);
    failOneCode([...others, ...all]);
    if (tries >= 3 && codesOf([...others, ...all]) > 1) break;
  }
  return inconclusive(
    'no users with different codes could be registered',
    'a target that sends each user its own code',
  );
}
