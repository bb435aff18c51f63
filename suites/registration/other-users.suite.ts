/** A code serves the user that it was sent to, nobody else, and goes on to serve it. */
import {
  accepted,
  checksOf,
  type Decision,
  type Exchange,
  fail,
  inconclusive,
  type PendingUser,
  type Proof,
  pass,
  said,
  type Trial,
} from '../../src/kit.ts';
import { cohort, needRightCode } from '../pending.ts';
import { each } from '../sending.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

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
  async (trial) => {
    if (trial.users.sharedCode)
      throw inconclusive(
        'every user gets the same code by configuration (verificationCode.value)',
        'a source of codes in which each user has one of its own',
      );
    if (trial.quick && (await keptApart(trial))) return pass({ samples: { count: 2, kinds: {} } });
    const all = trial.quick ? trial.some(crossings, 2) : [...crossings, ...crossings.slice(0, 2)];
    await each(all, 4, (crossing) => judge(trial, crossing));
    if (trial.quick) return pass({ samples: { count: all.length, kinds: {} } });
    // With no registration of ours in between: a target that keeps one code for all has that of the later user then.
    await trial.alone((quiet) => judge(quiet, later));
    return pass({ samples: { count: all.length + 1, kinds: {} } }) satisfies Decision;
  },
  { phase: 'wrong-codes', limitMs: 240_000 },
);

/** Both ways between two users at once, then the first one's own code: true where nothing of it needs a closer look. */
async function keptApart(trial: Trial): Promise<boolean> {
  const [one, two] = (await different(trial, 2)) as [PendingUser, PendingUser];
  const crossed = (owner: PendingUser, other: PendingUser) =>
    trial.alone((alone) =>
      alone.send({
        operation: 'verify',
        body: { email: other.body.email, code: Number(owner.code) },
        throttle: 'accept',
      }),
    );
  const [there, back] = [await crossed(one, two), await crossed(two, one)];
  return !accepted(there) && !accepted(back) && accepted(await trial.users.verify(one));
}

interface Crossed {
  readonly crossed: Exchange;
  /** The code with its own e-mail, afterwards; undefined where it was used up before. */
  readonly own: Exchange | undefined;
  readonly owner: PendingUser;
  readonly other: PendingUser;
}

async function judge(trial: Trial, crossing: Crossing): Promise<void> {
  const first = await cross(trial, crossing);
  if (accepted(first.crossed)) {
    const again = await cross(trial, crossing);
    if (accepted(again.crossed))
      throw fail(`${crossing.label} ${said(first.crossed)}, and again with fresh users`, proof(crossing, again), {
        symptom: { kind: 'accepted' },
      });
    return;
  }
  if (first.own === undefined || accepted(first.own)) return;
  // The owner's right code is refused: a lock of the client would refuse a fresh user's, too.
  await needRightCode(trial);
  const again = await cross(trial, crossing);
  if (accepted(again.crossed) || again.own === undefined || accepted(again.own)) return;
  await needRightCode(trial);
  throw fail(
    `${crossing.label} ${said(again.crossed)}; then the code no longer served its own user (${said(again.own)}), twice`,
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

async function cross(trial: Trial, { code, email, thirdVerified }: Crossing): Promise<Crossed> {
  const users = await different(trial, thirdVerified ? 3 : 2);
  const owner = users[code]!;
  const other = users[email]!;
  // Nothing of ours in between: what a target remembers of the last verification is that of the third.
  const crossed = await trial.alone(async (alone) => {
    if (thirdVerified) {
      const third = await alone.users.verify(users[2]!);
      if (!accepted(third))
        throw inconclusive(
          `the right code of a fresh user ${said(third)} after wrong codes were sent`,
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
  const own = thirdVerified && code === 2 ? undefined : await trial.users.verify(owner);
  return { crossed, own, owner, other };
}

/** Users of which no two have the same code; the names differ from user to user in no way that matters. */
async function different(trial: Trial, count: number): Promise<PendingUser[]> {
  for (let tries = 0; tries < 4; tries += 1) {
    const { pending } = await cohort(
      trial,
      Array.from({ length: count }, () => ({})),
      'one by one',
    );
    if (pending.length === count && new Set(pending.map((user) => Number(user.code))).size === count)
      return [...pending];
  }
  throw inconclusive('no users with different codes could be registered', 'a target that sends each user its own code');
}
