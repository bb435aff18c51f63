/** A code verifies the user that it was sent to, nobody else, and still does so after others tried it. */
import type { CheckContext, Exchange, PendingUser, Proof } from '../../src/suite.ts';
import { checksOf, controls, fail, forEachConcurrently, inconclusive, pass, responses } from '../../src/suite.ts';
import { requireModelHolds } from './interleavings.ts';
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
    if (await t.effort.isDecidedBy(() => areKeptApart(t))) return pass({ samples: { count: 2, kinds: {} } });
    const first = t.effort.pick({
      quick: t.effort.sampleOf(crossings, 2),
      standard: crossings,
    });
    const crossed = forEachConcurrently(first, 4, (crossing) => requireApart(t, crossing));
    const played = requireModelHolds(t, t.effort.pick({ quick: 0, standard: 2, deep: 40 }));
    played.catch(() => undefined);
    await crossed;
    // With no request of ours in between: a target that keeps one code for all has that of the later user then.
    const alone = t.effort.take([afterWrong], { quick: 0 });
    for (const crossing of alone) await t.exclusively((quiet) => requireApart(quiet, crossing));
    const steps = await played;
    const codes = first.length + alone.length;
    return pass({
      samples: { count: codes + steps, kinds: { 'crossed codes': codes, 'interleaved steps': steps } },
    });
  },
  { phase: 'wrong-codes', limitMs: 240_000 },
);

/** Both ways between two users at once, then the first one's own code: whether nothing needs a closer look. */
async function areKeptApart(t: CheckContext): Promise<boolean> {
  const [one, two] = (await registerDifferent(t, 2)) as [PendingUser, PendingUser];
  const there = await t.exclusively((alone) => sendCrossed(alone, one, two));
  const back = await t.exclusively((alone) => sendCrossed(alone, two, one));
  return !isAccepted(there) && !isAccepted(back) && isAccepted(await t.users.verify(one));
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
      });
    return;
  }
  if (first.own === undefined || isAccepted(first.own)) return;
  // The owner's right code is rejected: a lock of the client, or its age, would reject that of any other user, too.
  t.requireAccepted(await controls.verifyUntouched(t, first.age), 'the right code of a user that got no such request');
  const again = await cross(t, crossing);
  if (isAccepted(again.crossed) || again.own === undefined || isAccepted(again.own)) return;
  t.requireAccepted(await controls.verifyUntouched(t, again.age), 'the right code of a user that got no such request');
  fail(
    `${label} ${describeResponse(again.crossed)}; then the code no longer worked for its own user (${describeResponse(again.own)}), twice`,
    [...again.proof, [again.own, 'the code with its own e-mail']],
    { symptom: { kind: 'refused' } },
  );
}

async function cross(t: CheckContext, { label, code, email, thirdVerified, ownerFailed }: Crossing): Promise<Crossed> {
  const users = await registerDifferent(t, thirdVerified ? 3 : 2);
  const owner = users[code]!;
  const other = users[email]!;
  // Nothing of ours in between: what a target remembers of the last verification is that of the third.
  const { wrong, crossed } = await t.exclusively(async (alone) => {
    if (thirdVerified)
      t.requireAccepted(await alone.users.verify(users[2]!), 'the right code of a fresh user after wrong ones');
    const wrong = ownerFailed === true ? await sendWrong(alone, owner) : undefined;
    return { wrong, crossed: await sendCrossed(alone, owner, other) };
  });
  // One wrong code may be enough to end the right one.
  const isUsed = ownerFailed === true || (thirdVerified && code === 2);
  const proof: Proof[] = [
    [owner.registered, 'the user that the code was sent to'],
    [other.registered, 'the other user'],
    ...(wrong === undefined ? [] : ([[wrong, 'a wrong code of the first']] as const)),
    [crossed, label],
  ];
  const own = isUsed ? undefined : await controls.verifyToConfirm(t, owner);
  return { crossed, own: own?.verified, age: own?.age ?? 0, proof };
}

/** Two users may share a code by chance, and not eight in a row. */
const usersByChance = 7;

function failOneCode(users: readonly PendingUser[]): void {
  if (users.length <= usersByChance || new Set(users.map(({ code }) => Number(code))).size > 1) return;
  fail(
    `${users.length} users, registered one after another, were all sent the same code: the code of one verifies every other`,
    users.slice(0, 3).map((user) => [user.registered, 'sent the same code as the others'] as const),
    { symptom: { kind: 'check' } },
  );
}

/** Users of which no two have the same code. */
async function registerDifferent(t: CheckContext, count: number): Promise<readonly PendingUser[]> {
  const all: PendingUser[] = [];
  for (let tries = 0; tries < 4; tries += 1) {
    const { pending } = await controls.registerCohort(t, Array(count).fill({}), 'one by one');
    const codes = new Set(pending.map(({ code }) => Number(code)));
    if (pending.length === count && codes.size === count) {
      t.reached('users with different codes');
      return pending;
    }
    all.push(...pending);
  }
  failOneCode(all);
  return inconclusive(
    'no users with different codes could be registered',
    'a target that sends each user its own code',
  );
}
