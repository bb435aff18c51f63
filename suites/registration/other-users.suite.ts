/** A code serves the user that it was sent to, nobody else, and goes on to serve it. */
import {
  type CheckContext,
  type Conclusion,
  checksOf,
  controls,
  describeResponse,
  type Exchange,
  fail,
  inconclusive,
  isAccepted,
  type PendingUser,
  type Proof,
  pass,
} from '../../src/suite.ts';
import { forEachConcurrently } from '../lib/requests.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** Whose code is tried with whose e-mail, of three users in order of registration; `third` is verified before. */
interface Crossing {
  readonly label: string;
  readonly code: 0 | 1 | 2;
  readonly email: 0 | 1 | 2;
  readonly thirdVerified: boolean;
}

const later: Crossing = {
  label: 'the code of a user with the e-mail of an earlier one',
  code: 1,
  email: 0,
  thirdVerified: false,
};

const crossings: readonly Crossing[] = [
  { label: 'the code of a user with the e-mail of a later one', code: 0, email: 1, thirdVerified: false },
  later,
  { label: 'a used code with the e-mail of another user', code: 2, email: 1, thirdVerified: true },
  { label: 'the code of another user, after a third was verified', code: 0, email: 1, thirdVerified: true },
];

check(
  'verify/other-users-code',
  async (t) => {
    if (t.users.sharedCode)
      inconclusive(
        'every user gets the same code by configuration (verificationCode.value)',
        'a source of codes in which each user has one of its own',
      );
    if (t.effort.isLean && (await keptApart(t))) return pass({ samples: { count: 2, kinds: {} } });
    const all = t.effort.isLean ? t.effort.sampleOf(crossings, 2) : [...crossings, ...crossings.slice(0, 2)];
    await forEachConcurrently(all, 4, (crossing) => judge(t, crossing));
    if (t.effort.isLean) return pass({ samples: { count: all.length, kinds: {} } });
    // With no registration of ours in between: a target that keeps one code for all has that of the later user then.
    await t.exclusively((quiet) => judge(quiet, later));
    return pass({ samples: { count: all.length + 1, kinds: {} } }) satisfies Conclusion;
  },
  { phase: 'wrong-codes', limitMs: 240_000 },
);

/** Both ways between two users at once, then the first one's own code: true where nothing of it needs a closer look. */
async function keptApart(t: CheckContext): Promise<boolean> {
  const [one, two] = (await different(t, 2)) as [PendingUser, PendingUser];
  const crossed = (owner: PendingUser, other: PendingUser) =>
    t.exclusively((alone) =>
      alone.send({
        operation: 'verify',
        body: { email: other.body.email, code: Number(owner.code) },
        throttle: 'accept',
      }),
    );
  const [there, back] = [await crossed(one, two), await crossed(two, one)];
  return !isAccepted(there) && !isAccepted(back) && isAccepted(await t.users.verify(one));
}

interface Crossed {
  readonly crossed: Exchange;
  /** The code with its own e-mail, afterwards; undefined where it was used up before. */
  readonly own: Exchange | undefined;
  readonly owner: PendingUser;
  readonly other: PendingUser;
}

async function judge(t: CheckContext, crossing: Crossing): Promise<void> {
  const first = await cross(t, crossing);
  if (isAccepted(first.crossed)) {
    const again = await cross(t, crossing);
    if (isAccepted(again.crossed))
      fail(`${crossing.label} ${describeResponse(first.crossed)}, and again with fresh users`, proof(crossing, again), {
        symptom: { kind: 'accepted' },
      });
    return;
  }
  if (first.own === undefined || isAccepted(first.own)) return;
  // The owner's right code is refused: a lock of the client would refuse a fresh user's, too.
  await controls.requireRightCode(t);
  const again = await cross(t, crossing);
  if (isAccepted(again.crossed) || again.own === undefined || isAccepted(again.own)) return;
  await controls.requireRightCode(t);
  fail(
    `${crossing.label} ${describeResponse(again.crossed)}; then the code no longer served its own user (${describeResponse(again.own)}), twice`,
    [...proof(crossing, again), [again.own, 'the code with its own e-mail']],
    { symptom: { kind: 'refused' } },
  );
}

function proof({ label }: Crossing, { owner, other, crossed }: Crossed): Proof[] {
  return [
    [owner.registered, 'the user that the code was sent to'],
    [other.registered, 'the other user'],
    [crossed, label],
  ];
}

async function cross(t: CheckContext, { code, email, thirdVerified }: Crossing): Promise<Crossed> {
  const users = await different(t, thirdVerified ? 3 : 2);
  const owner = users[code]!;
  const other = users[email]!;
  // Nothing of ours in between: what a target remembers of the last verification is that of the third.
  const crossed = await t.exclusively(async (alone) => {
    if (thirdVerified) {
      const third = await alone.users.verify(users[2]!);
      if (!isAccepted(third))
        inconclusive(
          `the right code of a fresh user ${describeResponse(third)} after wrong codes were sent`,
          'a target that does not lock the client',
          [third],
        );
    }
    return alone.send({
      operation: 'verify',
      body: { email: other.body.email, code: Number(owner.code) },
      throttle: 'accept',
    });
  });
  const own = thirdVerified && code === 2 ? undefined : await t.users.verify(owner);
  return { crossed, own, owner, other };
}

/** Users of which no two have the same code; the names differ from user to user in no way that matters. */
async function different(t: CheckContext, count: number): Promise<PendingUser[]> {
  for (let tries = 0; tries < 4; tries += 1) {
    const { pending } = await controls.registerCohort(
      t,
      Array.from({ length: count }, () => ({})),
      'one by one',
    );
    if (pending.length === count && new Set(pending.map((user) => Number(user.code))).size === count)
      return [...pending];
  }
  inconclusive('no users with different codes could be registered', 'a target that sends each user its own code');
}
