/** Wrong and missing codes verify nobody; guessing them is stopped. */
import type { CheckContext, Exchange, PendingUser } from '../../src/suite.ts';
import {
  CheckConcluded,
  checksOf,
  controls,
  fail,
  generate,
  inconclusive,
  pass,
  responses,
  samplesOf,
} from '../../src/suite.ts';
import { expectComparedAgain } from './registered-again.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { describeResponse, isAccepted, isThrottling } = responses;

/** Wrong codes tried at depth standard. */
const wrongSamples = 34;
/** Those that one user gets, since many targets lock a user after the fifth. */
const wrongPerUser = { quick: 3, standard: 4 };

check('verify/wrong-code', rejectAfterMany, {
  phase: 'lockout',
  prepare: { phase: 'wrong-codes', work: (t) => controls.betweenControls(t, 'verify', () => wrongCode(t)) },
  limitMs: 240_000,
});
check('verify/missing-code', requireCodeAfterMany, {
  phase: 'lockout',
  prepare: { phase: 'wrong-codes', work: (t) => controls.betweenControls(t, 'verify', () => missingCode(t)) },
});
check('verify/verified-user', wrongCodeOfVerified, { phase: 'wrong-codes', from: 'standard' });
check('verify/lockout', lockout, { phase: 'lockout', from: 'standard' });

async function wrongCode(t: CheckContext) {
  const first = await controls.requirePendingUser(t);
  const drawn = generate.drawWrongCodes(generate.namedWrongCodes(first.code), t.seed);
  const names = t.effort.sampleOf(drawn.slice(0, t.effort.sampleCount(wrongSamples, wrongSamples)), 5, 2);
  const decided = new Map<string, string>();
  const throttled: string[] = [];
  const tryName: controls.TryCase<string> = async (name, user, before) => {
    const wrong = generate.namedWrongCodes(user.code).get(name);
    if (wrong === undefined) return true;
    const exchange = await verifyWith(t, user, wrong.value);
    if (isThrottling(exchange)) throttled.push(name);
    else if (exchange.response !== null) decided.set(name, wrong.label);
    if (!isAccepted(exchange)) return true;
    await requireRejected(t, name, before > 0, user, exchange);
    return false;
  };
  const most = t.effort.pick(wrongPerUser);
  const groups = t.effort.isLean ? controls.inGroups(names, most) : controls.dealt(names, most);
  await controls.tryOnUsers(t, groups, tryName, [first]);
  await tryThrottledAgain(t, throttled, (name) => controls.tryOnUsers(t, [[name]], tryName));
  if (!t.effort.isLean) await expectComparedAgain(t);
  if (decided.size === 0) inconclusive('every try was throttled', 'a target that throttles less');
  return pass({ samples: samplesOf([...decided.values()]) });
}

/** Longest time for codes that were throttled, ms: a target may throttle for good. */
const throttledLimitMs = 15_000;

/** Sends throttled codes again, one at a time and with a pause after each that is throttled once more. */
async function tryThrottledAgain(
  t: CheckContext,
  throttled: string[],
  tryAgain: (name: string) => Promise<void>,
): Promise<void> {
  const until = t.clock.elapsed() + throttledLimitMs;
  for (const name of throttled.splice(0)) {
    if (t.clock.elapsed() > until) return;
    await tryAgain(name);
    if (throttled.splice(0).length === 0) continue;
    await t.clock.sleep(throttlePauseMs);
    await tryAgain(name);
  }
}

function verifyWith(t: CheckContext, user: PendingUser, code: number): Promise<Exchange> {
  return t.send({ operation: 'verify', body: { email: user.body.email, code }, throttle: 'accept' });
}

/** Accepted once may be chance; with a second fresh user, after a first wrong code where there was one, it is not. */
async function requireRejected(
  t: CheckContext,
  name: string,
  isAfterAnother: boolean,
  user: PendingUser,
  exchange: Exchange,
): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    const second = await controls.requirePendingUser(t);
    const wrong = generate.namedWrongCodes(second.code).get(name);
    if (wrong === undefined) continue;
    const failWith = (what: string, again: Exchange) =>
      fail(
        `a wrong code (${withLegend(what)}) ${describeResponse(exchange)}, and so did one of a second fresh user; it must be rejected`,
        [
          [user.registered, 'a user is registered'],
          [exchange, `a wrong code: ${what}`],
          [second.registered, 'a second user is registered'],
          [again, `a wrong code: ${what}`, 'wrong'],
        ],
        { symptom: { kind: 'accepted' } },
      );
    if (isAfterAnother) {
      const other = await verifyWith(t, second, (Number(second.code) + 7919) % 10 ** second.code.length);
      if (isAccepted(other)) failWith('{code} + 7919', other);
    }
    const again = await verifyWith(t, second, wrong.value);
    if (isAccepted(again)) failWith(`${name}${isAfterAnother ? ', after another wrong code' : ''}`, again);
    return;
  }
}

interface Missing {
  readonly label: string;
  readonly typed: boolean;
  /** The code is missing, and not the e-mail: tried after several wrong codes, too. */
  readonly isCodeAlone?: true;
  readonly of: (right: { readonly email: string; readonly code: number }) => object;
  /** Names the user, so that a target may take it as the wish for another code. */
  readonly mayResend?: true;
}

const missing: readonly Missing[] = [
  { label: 'no code', isCodeAlone: true, typed: true, mayResend: true, of: ({ email }) => ({ email }) },
  { label: 'no e-mail', typed: true, of: ({ code }) => ({ code }) },
  {
    label: 'a code of null',
    isCodeAlone: true,
    typed: false,
    mayResend: true,
    of: ({ email }) => ({ email, code: null }),
  },
  { label: 'an empty e-mail', typed: true, of: ({ code }) => ({ email: '', code }) },
  { label: 'an e-mail of null', typed: false, of: ({ code }) => ({ email: null, code }) },
  {
    label: 'an empty code',
    isCodeAlone: true,
    typed: false,
    mayResend: true,
    of: ({ email }) => ({ email, code: '' }),
  },
  { label: 'neither', typed: true, of: () => ({}) },
  { label: 'a code of false', typed: false, mayResend: true, of: ({ email }) => ({ email, code: false }) },
  { label: 'an empty list as code', typed: false, mayResend: true, of: ({ email }) => ({ email, code: [] }) },
  // Loose comparisons take true for any code, and a database takes an operator for a condition.
  { label: 'a code of true', typed: false, mayResend: true, of: ({ email }) => ({ email, code: true }) },
  { label: 'an operator as code', typed: false, mayResend: true, of: ({ email }) => ({ email, code: { $ne: 0 } }) },
  { label: 'both null', typed: false, of: () => ({ email: null, code: null }) },
];

/** After this, ms, a throttled request is sent again, for another user. */
const throttlePauseMs = 1100;

/** Labels of requests without a code that are accepted and leave the user unverified: a wish for another code, perhaps. */
const harmlessLabels = (t: CheckContext): Set<string> => t.once('requests for another code', () => new Set<string>());

/** Cases that share a user: those that use its code apart from those that name the user without it, and may end that code. */
function groupsOf({ effort }: CheckContext, cases: readonly Missing[]): readonly (readonly Missing[])[] {
  if (effort.isLean) return [cases];
  return [true, undefined].flatMap((names) => controls.inGroups(cases.filter(({ mayResend }) => mayResend === names)));
}

async function missingCode(t: CheckContext) {
  const send = ({ of, typed }: Missing, user: PendingUser) =>
    t.send({ operation: 'verify', body: of(controls.verificationBody(user)), typed, throttle: 'accept' });
  const cases = t.effort.sampleOf(missing, 2);
  const harmless = harmlessLabels(t);
  const judged = new Set<Missing>();
  const tryCase: controls.TryCase<Missing> = async (one, given) => {
    let exchange = await send(one, given);
    if (isThrottling(exchange)) {
      await t.clock.sleep(throttlePauseMs);
      exchange = await send(one, await controls.requirePendingUser(t));
    }
    if (!isThrottling(exchange)) judged.add(one);
    if (!isAccepted(exchange)) return true;
    const user = await controls.requirePendingUser(t);
    const again = await send(one, user);
    if (!isAccepted(again)) return false;
    if (one.mayResend === true) harmless.add(one.label);
    if (one.mayResend === true && (await isStillPending(t, user))) {
      t.observations.record('fieldFormats', `verify with ${one.label}: accepted, and the user stays unverified`, again);
      return true;
    }
    // Where right codes are rejected too, a rejected one does not tell that the user was verified without it.
    if (one.mayResend === true) await t.exclusively((alone) => controls.requireControl(alone, 'verify'));
    return fail(
      `a verification with ${one.label} ${describeResponse(exchange)}, and again for a second fresh user; it must be rejected`,
      [exchange, again],
      {
        symptom: { kind: 'accepted' },
      },
    );
  };
  const shared = t.effort.isLean ? [await controls.sharedUser(t)] : [];
  await controls.tryOnUsers(t, groupsOf(t, cases), tryCase, shared);
  if (judged.size < cases.length)
    inconclusive(
      `${cases.length - judged.size} of ${cases.length} tries were throttled`,
      'a target that throttles less, or a lower run.rate',
    );
  return pass({ samples: { count: judged.size, kinds: {} } });
}

/** A verification answered with success for a user that is verified already: what it must reject is a gap. */
async function wrongCodeOfVerified(t: CheckContext) {
  const verifyFresh = async () => {
    const user = await controls.requirePendingUser(t);
    const verified = await t.users.verify(user);
    t.requireAccepted(verified, 'the right code of a fresh user');
    return { user, verified };
  };
  const tryVerified = async (known?: controls.RejectedCode) => {
    const { user, verified } = known ?? (await verifyFresh());
    return { verified, wrong: await verifyWith(t, user, Number(user.code) + 1) };
  };
  const first = await tryVerified(await controls.takeVerifiedUser(t, 'verify/verified-user'));
  if (isThrottling(first.wrong))
    inconclusive('the wrong code was throttled', 'a target that throttles less', [first.wrong]);
  if (!isAccepted(first.wrong)) return pass();
  const { verified, wrong } = await tryVerified();
  if (!isAccepted(wrong)) return pass();
  return fail(`a wrong code of a verified user ${describeResponse(wrong)}, twice`, [
    [verified, 'the right code'],
    [wrong, 'a wrong one, afterwards'],
  ]);
}

/** Whether the code that a user was sent last still verifies it, and serves only once: then nothing had verified it before. */
async function isStillPending(t: CheckContext, user: PendingUser): Promise<boolean> {
  const code = (await t.users.code(user.body.email, user.n)) ?? user.code;
  if (!isAccepted(await t.users.verify({ ...user, code }))) return false;
  const reused = await t.users.verify({ ...user, code }, { throttle: 'accept' });
  if (isAccepted(reused) || responses.isLimit(reused))
    inconclusive(
      'a verification without a code is accepted, and codes serve more than once: nobody can see whether it verifies',
      'a target whose codes work once',
      [reused],
    );
  return true;
}

/** Largest number of wrong codes that a single user gets. */
const guesses = 20;
/** Codes among them that developers leave behind, tried last: what is cleared after some wrong codes may fall back to one. */
const defaults = ['123456', '1234', '111111', '999999'];

interface Guesses {
  readonly user: PendingUser;
  readonly sent: readonly Exchange[];
  /** The wrong code that ended the series, since it was accepted. */
  readonly accepted?: { readonly label: string; readonly exchange: Exchange };
  /** A request without a code that was accepted after them. */
  readonly acceptedWithout?: { readonly label: string; readonly exchange: Exchange };
}

/** Sends wrong codes for one user until one is accepted or throttled, and then requests without a code. */
async function guess(t: CheckContext): Promise<Guesses> {
  const user = await controls.requirePendingUser(t);
  const near = generate.wrongCodes(user.code).slice(0, guesses - defaults.length);
  const named = generate.namedWrongCodes(user.code);
  const sent: Exchange[] = [];
  for (const { value, label } of [...near, ...defaults.flatMap((name) => named.get(name) ?? [])]) {
    const exchange = await verifyWith(t, user, value);
    sent.push(exchange);
    if (isAccepted(exchange)) return { user, sent, accepted: { label, exchange } };
    if (exchange.response?.status === 429) return { user, sent };
  }
  const harmless = harmlessLabels(t);
  const without = missing.filter(({ isCodeAlone, label }) => isCodeAlone === true && !harmless.has(label));
  for (const { label, typed, of } of without) {
    const body = of(controls.verificationBody(user));
    const exchange = await t.send({ operation: 'verify', body, typed, throttle: 'accept' });
    if (isAccepted(exchange)) return { user, sent, acceptedWithout: { label, exchange } };
  }
  return { user, sent };
}

/** The series that checks share; undefined where the run is lean, or there is no other user to be had. */
async function sharedGuesses(t: CheckContext): Promise<Guesses | undefined> {
  if (t.effort.isLean) return undefined;
  return t.once('guesses', guess).catch((error: unknown) => {
    // What was tried before decides.
    if (!(error instanceof CheckConcluded)) throw error;
    return undefined;
  });
}

/** Fails where a request without a code is accepted after many wrong ones, and so for a second user. */
async function requireCodeAfterMany(t: CheckContext) {
  const first = (await sharedGuesses(t))?.acceptedWithout;
  if (first === undefined) return pass();
  const { user, sent, acceptedWithout: second } = await guess(t);
  const after = `after ${sent.length} wrong codes, ${first.label}: ${describeResponse(first.exchange)}`;
  if (second === undefined) inconclusive(`${after}, but not for a second user`, 'a second run', [first.exchange]);
  if (await isHarmlessAtFirst(t, first.label)) return pass();
  return fail(
    `${after}, and so for a second user`,
    [[user.registered, 'a user'], ...sent, [second.exchange, second.label]],
    { symptom: { kind: 'accepted' } },
  );
}

/** Whether a user without wrong codes may send the same and stays unverified: a limit may have hidden that before. */
async function isHarmlessAtFirst(t: CheckContext, label: string): Promise<boolean> {
  const one = missing.find((known) => known.label === label);
  if (one?.mayResend !== true) return false;
  const user = await controls.requirePendingUser(t);
  const body = one.of(controls.verificationBody(user));
  return isAccepted(await t.send({ operation: 'verify', body, typed: one.typed })) && (await isStillPending(t, user));
}

/** Fails where one of many wrong codes for one user is accepted, and so for a second user. */
async function rejectAfterMany(t: CheckContext) {
  const first = await sharedGuesses(t);
  if (first?.accepted === undefined) return pass();
  const second = await guess(t);
  const { label, exchange } = first.accepted;
  const after = `after ${first.sent.length - 1} wrong codes another wrong one (${label}) ${describeResponse(exchange)}`;
  if (second.accepted === undefined) inconclusive(`${after}, but not for a second user`, 'a second run', [exchange]);
  return fail(
    `${after}, and so it did for a second user after ${second.sent.length - 1}`,
    [[second.user.registered, 'a user'], ...second.sent],
    { symptom: { kind: 'accepted' } },
  );
}

async function lockout(t: CheckContext) {
  const { user, sent, accepted } = await t.once('guesses', guess);
  if (accepted !== undefined)
    fail(`a wrong code (${withLegend(accepted.label)}) ${describeResponse(accepted.exchange)}; see verify/wrong-code`, [
      accepted.exchange,
    ]);
  const throttled = sent.at(-1);
  if (throttled?.response?.status === 429) {
    t.observations.record('lockout', { after: sent.length, by: 'throttling (429)' }, throttled);
    return pass({ message: `throttled at wrong code ${sent.length}` });
  }
  const times = sent.map(({ ms }) => ms);
  const early = Math.max(...times.slice(0, 3));
  const late = Math.min(...times.slice(-3));
  if (late > 250 && late > early * 3) {
    t.observations.record('lockout', { by: 'delay' });
    return pass({ message: `responses took ${Math.round(early)} ms at first and ${Math.round(late)} ms at last` });
  }
  const right = await t.users.verify(user, { throttle: 'accept' });
  if (!isAccepted(right)) {
    t.observations.record('lockout', { within: guesses, by: 'the right code no longer serves' }, right);
    return pass({ message: `after ${sent.length} wrong codes the right one ${describeResponse(right)}` });
  }
  t.observations.record('lockout', 'none', right);
  return fail(`after ${sent.length} wrong codes for one user the right one still works, and nothing was slower`, [
    user.registered,
    [right, 'the right code'],
  ]);
}

/** A way to derive a wrong code, with what stands for the right one. */
const withLegend = (what: string): string => (what.includes('{code}') ? `${what}; {code} is the right one` : what);
