/**
 * A registered user is verified by its e-mail and the code that was sent. Codes may be late, live for seconds, or be locked
 * away from a client that sent wrong ones: a refused right code is blamed only when users treated in the same manner are
 * refused again, while one that was registered alone, and is as old, is accepted.
 */
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
  type User,
} from '../../src/suite.ts';
import { forEachConcurrently, shuffled } from '../lib/requests.ts';
import { emailForms, otherSpellings } from './email-forms.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** Users of one manner of registration. */
const together = 8;
/** Users registered in search of a code with leading zeros, at depth standard; and where one must be confirmed. */
const zerosSought = 21;
const zerosConfirmed = 80;
/** Longest that the control user's code is left to age, ms. */
const longestAge = 15_000;

type Manner = 'one by one' | 'at once';

interface Tally {
  verified: number;
  /** Verified by a code with leading zeros. */
  zeros: number;
  forms: number;
  readonly zerosRefused: Refused[];
}

interface Refused {
  readonly user: PendingUser;
  readonly verified: Exchange;
  /** From registration to verification, ms. */
  readonly age: number;
}

check(
  'register/then-verify',
  async (t): Promise<Conclusion> => {
    const tally: Tally = { verified: 0, zeros: 0, forms: 0, zerosRefused: [] };
    await treated(t, 'one by one', tally);
    await treated(t, 'at once', tally);
    await forms(t, tally);
    await zeros(t, tally);
    if (tally.verified === 0)
      inconclusive('no user could be verified', 'a target on which verify/accepts-valid passes');
    const { verified, forms: seen, zeros: zero } = tally;
    return pass({
      message: `${verified} users verified, ${seen} of them with special e-mails, ${zero} by codes with leading zeros`,
      samples: { count: verified, kinds: { 'special e-mail': seen, 'leading zeros': zero } },
    });
  },
  { phase: 'right-codes', limitMs: 300_000 },
);

/** Canonical values; some have other names, so that some share theirs and some do not. */
function changes(count: number): { firstName?: string; lastName?: string }[] {
  return Array.from({ length: count }, (_, n) =>
    n % 4 === 2 ? { firstName: 'Grace' } : n % 4 === 3 ? { lastName: 'Hopper' } : {},
  );
}

interface Outcome {
  readonly refused: readonly Refused[];
  readonly codeless: readonly User[];
  readonly accepted: number;
}

/** Registers several in one manner and verifies them in another order; looks again where one is refused or gets no code. */
async function treated(t: CheckContext, manner: Manner, tally: Tally): Promise<void> {
  const count = t.effort.sampleCount(together, 2);
  const first = await verifyAll(t, manner, count, tally);
  if (first.refused.length === 0 && first.codeless.length === 0) return;
  const age = Math.max(0, ...first.refused.map((one) => one.age));
  const control = await aged(t, age, first.refused[0]);
  const second = await verifyAll(t, manner, count, tally, 2);
  const [one] = first.refused;
  const [again] = second.refused;
  const registered = `registered ${manner}${manner === 'at once' ? '' : ' with others'}`;
  if (one !== undefined && again !== undefined)
    fail(
      `${first.refused.length} of ${count} users ${registered} are refused with their right codes (${describeResponse(one.verified)}), ` +
        `and so were ${second.refused.length} again; one registered alone is accepted`,
      [...proof(one), ...proof(again), [control, 'a user registered alone']],
      { symptom: { kind: 'refused' } },
    );
  const [waiting] = first.codeless;
  const [waitingAgain] = second.codeless;
  if (waiting !== undefined && waitingAgain !== undefined)
    fail(
      `${second.codeless.length} of ${count} users ${registered} were sent no code, and so before; one registered alone was`,
      [
        [waiting.registered, 'no code came'],
        [waitingAgain.registered, 'no code came, again'],
        [control, 'a user registered alone'],
      ],
    );
}

function proof({ user, verified }: Refused): Proof[] {
  return [
    [user.registered, 'registered'],
    [verified, `its right code, ${verified.request.operation === 'verify' ? 'refused' : ''}`],
  ];
}

async function verifyAll(t: CheckContext, manner: Manner, count: number, tally: Tally, patience = 1): Promise<Outcome> {
  const waitMs = (t.settings.fixtures.verificationCode?.waitMs ?? 0) * patience;
  const { pending, codeless } = await controls.registerCohort(t, changes(count), manner, waitMs);
  let order = shuffled(pending, t.seed);
  if (order.every((user, n) => user === pending[n])) order = order.toReversed();
  const refused: Refused[] = [];
  let good = 0;
  await forEachConcurrently(order, manner === 'at once' ? order.length : 1, async (user) => {
    t.observations.record('codeLength', user.code.length, user.registered);
    const verified = await verify(t, user);
    if (isAccepted(verified)) {
      good += 1;
      counted(tally, user);
    } else refused.push({ user, verified, age: verified.startedAt - user.registered.startedAt });
  });
  // Where only codes with leading zeros are refused, how the users were registered has nothing to do with it.
  if (refused.length > 0 && refused.every(({ user }) => zeroed(user))) {
    tally.zerosRefused.push(...refused);
    return { refused: [], codeless, accepted: good };
  }
  return { refused, codeless, accepted: good };
}

function counted(tally: Tally, user: PendingUser): void {
  tally.verified += 1;
  if (zeroed(user)) tally.zeros += 1;
}

/** A lost connection leaves open whether the code was used up: the second answer decides, if it is a success. */
async function verify(t: CheckContext, user: PendingUser): Promise<Exchange> {
  const first = await t.users.verify(user);
  return first.response === null ? t.users.verify(user, { connection: 'fresh' }) : first;
}

const zeroed = (user: PendingUser): boolean => user.code.startsWith('0');

/**
 * The control: one user, with nothing else of ours in flight, whose code is as old as those that were refused. Throws the
 * failure where even a user verified at once is refused, and `inconclusive` where codes just do not live as long.
 */
async function aged(t: CheckContext, age: number, refused?: Refused): Promise<Exchange> {
  if (age > longestAge)
    inconclusive(
      `right codes were refused after ${Math.round(age / 1000)} s: they may have expired`,
      'a faster target, or codes that live longer',
    );
  const alone = (wait: number) =>
    t.exclusively(async (quiet) => {
      let user = await lone(quiet, refused);
      // Leading zeros are another question; see zeros().
      for (let tries = 0; tries < 5 && zeroed(user); tries += 1) user = await lone(quiet, refused);
      const left = user.registered.startedAt + wait - Date.now();
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
      return { user, verified: await verify(quiet, user) };
    });
  const control = await alone(age);
  if (isAccepted(control.verified)) return control.verified;
  const atOnce = await alone(0);
  if (!isAccepted(atOnce.verified))
    fail(
      `the right code of a user registered alone and verified at once ${describeResponse(atOnce.verified)}, after others were refused, too`,
      [control.user.registered, control.verified, atOnce.user.registered, atOnce.verified],
      { symptom: { kind: 'refused' } },
    );
  inconclusive(
    `codes older than ${age} ms are refused: they expire too soon to be told from lost ones`,
    'codes that live longer',
    [control.verified, atOnce.verified],
  );
}

/**
 * One user with its code. Where codes were sent to others, and refused, but none comes to one who registers alone, twice and
 * with patience, they go astray.
 */
async function lone(t: CheckContext, refused: Refused | undefined): Promise<PendingUser> {
  const waitMs = (t.settings.fixtures.verificationCode?.waitMs ?? 0) * 2;
  const tried: User[] = [];
  for (let tries = 0; tries < 2; tries += 1) {
    const { pending, codeless } = await controls.registerCohort(t, [{}], 'one by one', waitMs);
    const [user] = pending;
    if (user !== undefined) return user;
    tried.push(...codeless);
  }
  if (refused === undefined || tried.length < 2)
    inconclusive(
      `no code came within ${waitMs} ms`,
      'a target that sends each registered user a code, or a longer waitMs',
      tried.map(({ registered }) => registered),
    );
  fail(
    `a user was sent a code that is refused (${describeResponse(refused.verified)}), and one registered alone is sent none, twice`,
    [...proof(refused), ...tried.map((user): Proof => [user.registered, 'registered alone; no code came'])],
  );
}

/** E-mails with plus, dots and so on, wherever registering them is accepted. */
async function forms(t: CheckContext, tally: Tally): Promise<void> {
  const all = emailForms(t.settings.fixtures.register.email);
  await forEachConcurrently(t.effort.sampleOf(all, 1, 0), 5, async ({ label, template }) => {
    const user = await formed(t, label, template);
    if (user === undefined) return;
    const verified = await verify(t, user);
    if (isAccepted(verified)) {
      counted(tally, user);
      tally.forms += 1;
      return;
    }
    for (let tries = 0; tries < 4; tries += 1) {
      const second = await formed(t, label, template);
      if (second === undefined) return;
      if (zeroed(second)) continue;
      const again = await verify(t, second);
      if (isAccepted(again)) return;
      const control = await aged(t, again.startedAt - second.registered.startedAt);
      fail(
        `a user whose e-mail has ${label} is refused with its right code (${describeResponse(again)}), twice; a canonical one is accepted`,
        [
          [second.registered, `an e-mail with ${label}`],
          [again, 'its right code'],
          [control, 'a user with a canonical e-mail'],
        ],
        { symptom: { kind: 'refused' } },
      );
    }
  });
}

/** A user of a form of e-mail; undefined where registering it is refused, or its code goes where it cannot be read. */
async function formed(t: CheckContext, label: string, template: string): Promise<PendingUser | undefined> {
  const user = await t.users.register({ email: template });
  if (!isAccepted(user.registered)) {
    t.observations.record('fieldFormats', `an e-mail with ${label}: refused`, user.registered);
    return undefined;
  }
  let code = await t.users.code(user.body.email, user.n).catch(() => undefined);
  for (const spelling of otherSpellings(user.body.email))
    code ??= await t.users.code(spelling, user.n, 0).catch(() => undefined);
  return code === undefined ? undefined : { ...user, code };
}

/** Codes are digits as sent; as integers they lose their leading zeros, and must serve all the same. */
async function zeros(t: CheckContext, tally: Tally): Promise<void> {
  if (t.users.sharedCode) return;
  if (t.effort.isLean && tally.zerosRefused.length === 0) return;
  const one =
    tally.zerosRefused[0] ?? (tally.zeros > 0 ? undefined : await sought(t, t.effort.sampleCount(zerosSought), tally));
  if (one === undefined) return;
  const again = await sought(t, zerosConfirmed, tally);
  if (again === undefined) {
    if (tally.zeros > 0) return;
    inconclusive(
      `a code with leading zeros was refused (${describeResponse(one.verified)}), and no second one came to confirm it`,
      'another run',
      [one.verified],
    );
  }
  const control = await aged(t, again.age);
  fail(
    `codes with leading zeros are refused (${describeResponse(one.verified)}, and again ${describeResponse(again.verified)}); others are accepted`,
    [...proof(one), ...proof(again), [control, 'a code without leading zeros']],
    { symptom: { kind: 'refused' } },
  );
}

/** Registers users until one has a code with leading zeros; gives it if it is refused. */
async function sought(t: CheckContext, atMost: number, tally: Tally): Promise<Refused | undefined> {
  for (let left = atMost; left > 0; left -= 7) {
    const { pending } = await controls.registerCohort(t, Array(Math.min(left, 7)).fill({}), 'at once');
    const users = pending.filter(zeroed);
    if (pending.length === 0) return undefined;
    for (const user of users) {
      const verified = await verify(t, user);
      if (!isAccepted(verified)) return { user, verified, age: verified.startedAt - user.registered.startedAt };
      counted(tally, user);
    }
    if (users.length > 0) return undefined;
  }
  return undefined;
}
