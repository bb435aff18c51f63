/** What a rejected registration or verification must not have done, observed by the codes that come and that work. */
import type { CheckContext, Exchange, PendingUser, Proof, User } from '../../src/suite.ts';
import { checksOf, controls, defined, fail, inconclusive, pass, responses } from '../../src/suite.ts';
import { acceptsAnyCodeOnceVerified, sendWrongCode } from '../lib/verified-users.ts';
import { requirements } from './requirements.ts';
import { expectStillPending } from './verified-by-rejection.ts';

const check = checksOf(requirements);
const { describeResponse, isAccepted } = responses;

const attempts: readonly controls.Attempt[] = [
  controls.withoutHeader,
  controls.withMadeUpToken,
  controls.withExtendedToken,
  { label: 'with Basic and made-up credentials', how: { authorization: 'Basic YWRtaW46YWRtaW4=' } },
];

/** How long the code of a rejected registration may come after that of a valid one that was sent later, ms. */
const lateMs = 300;

// Where codes come by themselves, the samples decide; a fixed code is tried last, since it may be a wrong one.
check('auth/register/refusal-without-effect', verifyWithFixedCode, {
  phase: 'wrong-codes',
  prepare: { phase: 'right-codes', work: registerAfterRejection },
});

async function verifyWithFixedCode(t: CheckContext) {
  const verified = async ({ how }: controls.Attempt) => {
    const user = await t.users.register({}, how);
    if (isAccepted(user.registered)) return undefined;
    const exchange = await controls.verifyWithSharedCode(t, user);
    return isAccepted(exchange) ? { user, exchange } : undefined;
  };
  for (const attempt of t.users.sharedCode ? attempts.slice(0, 2) : []) {
    if ((await verified(attempt)) === undefined) continue;
    await controls.requireSelectiveCode(t);
    const again = await verified(attempt);
    if (again === undefined) continue;
    fail(
      `an e-mail whose registration was rejected (${attempt.label}) can be verified, twice`,
      [
        [again.user.registered, `rejected ${attempt.label}`],
        [again.exchange, 'the same e-mail is verified'],
      ],
      { symptom: { kind: 'check', shows: 'last-accepted' } },
    );
  }
  return pass();
}

/** What shows that a rejected registration was carried out. */
interface Effect {
  readonly attempt: controls.Attempt;
  readonly what: string;
  readonly proof: readonly Proof[];
  /** How the last request of the proof shows it; undefined where it does not. */
  readonly shows?: 'last-accepted' | 'last-rejected';
}

async function registerAfterRejection(t: CheckContext) {
  const chosen = t.effort.take(attempts, { quick: 1 });
  if (await areWithoutEffect(t, chosen)) return pass({ samples: { count: chosen.length, kinds: {} } });
  const { judged, effects } = await effectsOf(t, chosen);
  const [first] = effects;
  if (first === undefined) return pass({ samples: { count: judged, kinds: {} } });
  const registration = `a registration that was rejected (${first.attempt.label})`;
  const untouched = await effectOnUntouched(t);
  const [again] = untouched === undefined ? (await effectsOf(t, [first.attempt])).effects : [];
  const untouchedAgain = again === undefined ? undefined : await effectOnUntouched(t);
  const alike = untouched ?? untouchedAgain;
  if (alike !== undefined)
    inconclusive(
      `${registration} seemed to have an effect (${first.what}), but so it is without one: ${alike.what}`,
      'a target on which register/then-verify passes',
      alike.proof,
    );
  if (again !== undefined)
    fail(`${registration} had an effect, twice: ${again.what}`, again.proof, {
      symptom: { kind: 'check', ...defined({ shows: again.shows }) },
    });
  return inconclusive(
    `${registration} seemed to have an effect, but not again: ${first.what}`,
    'a second run',
    first.proof,
  );
}

/** What a valid registration that a check relies on was answered, and whether its code came. */
interface RegistrationControl {
  readonly registered: Exchange;
  readonly hasCodes: boolean;
}

async function requireRegistration(t: CheckContext): Promise<RegistrationControl> {
  const { body, n, registered } = await t.users.register();
  t.requireAccepted(registered, 'the canonical registration');
  const readsCodes = t.users.canReadCodes && !t.users.sharedCode;
  return { registered, hasCodes: readsCodes && (await t.users.code(body.email, n)) !== undefined };
}

/** Rejected registrations, then a valid one as a control, then valid ones of the e-mails that were rejected. */
async function effectsOf(t: CheckContext, attempts: readonly controls.Attempt[]) {
  const registered = await Promise.all(
    attempts.map(async (attempt) => ({ attempt, user: await t.users.register({}, attempt.how) })),
  );
  const rejected = registered.filter(({ user }) => !isAccepted(user.registered));
  if (rejected.length === 0)
    inconclusive('no registration was rejected for its token', 'a target on which auth/register/no-header passes');
  const control = await requireRegistration(t);
  const effects = await Promise.all(
    rejected.map(async ({ attempt, user }) => {
      const effect = await effectOf(t, user, control);
      if (effect === undefined) return undefined;
      const proof: Proof[] = [[user.registered, `rejected ${attempt.label}`], ...effect.proof];
      return { attempt, ...effect, proof };
    }),
  );
  const found = effects.filter((effect) => effect !== undefined);
  if (found.length > 0 && control.hasCodes) await requireVerifiable(t);
  return { judged: rejected.length, effects: found };
}

/**
 * Whether all attempts are rejected on one e-mail, and its valid registration then goes as a first one does: then none of them
 * did anything. Of anything else nobody can tell yet which of them did it, or whether it is an effect.
 */
async function areWithoutEffect(t: CheckContext, attempts: readonly controls.Attempt[]): Promise<boolean> {
  const [first, ...others] = attempts;
  if (t.effort.isExhaustive || first === undefined || others.length === 0) return false;
  const user = await t.users.register({}, first.how);
  if (isAccepted(user.registered)) return false;
  const further = await Promise.all(
    others.map(({ how }) => t.send({ operation: 'register', body: user.body, ...how })),
  );
  if (further.some(isAccepted)) return false;
  return (await effectOf(t, user, await requireRegistration(t))) === undefined;
}

/** A user that got no rejected request is verified: otherwise what became of the others proves nothing. */
async function requireVerifiable(t: CheckContext): Promise<void> {
  t.requireAccepted(await t.users.verify(await controls.requirePendingUser(t)), 'the right code of a fresh user');
}

/** What the same shows with an e-mail that got no rejected registration. */
async function effectOnUntouched(t: CheckContext): Promise<Omit<Effect, 'attempt'> | undefined> {
  const control = await requireRegistration(t);
  const body = t.users.body();
  return effectOf(t, { n: t.users.memory.count, body }, control);
}

/** The code of a rejected user comes and verifies it, or its valid registration does not do what a first one does. */
async function effectOf(
  t: CheckContext,
  user: Pick<User, 'n' | 'body'>,
  { registered: control, hasCodes }: RegistrationControl,
): Promise<Omit<Effect, 'attempt'> | undefined> {
  const early = hasCodes ? await t.users.code(user.body.email, user.n, lateMs) : undefined;
  if (early !== undefined) {
    const verified = await t.users.verify({ ...user, code: early, registered: control });
    if (isAccepted(verified))
      return {
        what: 'a code came, and it verifies the user',
        proof: [[verified, 'the code that came, with the valid token']],
        shows: 'last-accepted',
      };
  }
  const valid = await t.send({ operation: 'register', body: user.body });
  // What an outage keeps from the target, or the target's answer from us, shows no effect of an earlier request.
  if (responses.mayBeOutage(valid)) return undefined;
  if (isAccepted(valid) !== isAccepted(control))
    return {
      what: `the valid registration of that e-mail ${describeResponse(valid)}, where a first one ${describeResponse(control)}`,
      proof: [
        [control, 'a first registration', 'control'],
        [valid, 'of the e-mail that was rejected before'],
      ],
      shows: 'last-rejected',
    };
  if (!hasCodes) return undefined;
  const registration: Proof = [valid, 'the same e-mail with the valid token'];
  const code = await t.users.code(user.body.email, user.n);
  if (code === undefined)
    return { what: 'the valid registration of that e-mail brings no code', proof: [registration] };
  const { verified } = await controls.verifyToConfirm(t, { ...user, code, registered: valid });
  if (isAccepted(verified)) return undefined;
  return {
    what: `after the valid registration of that e-mail its code ${describeResponse(verified)}`,
    proof: [registration, [verified, 'the code that came']],
    shows: 'last-rejected',
  };
}

check('auth/verify/refusal-without-effect', requireSingleUse, {
  phase: 'wrong-codes',
  prepare: { phase: 'right-codes', work: verifyAfterRejection },
});

/** Whether codes work once: only then their working after a rejection shows that the rejection did nothing. */
async function requireSingleUse(t: CheckContext) {
  const message = 'a code works once here, and still worked after rejections';
  // Another check may have found out.
  const reuse = t.effort.pick({ standard: t.observations.values('codeReuse'), deep: [] });
  if (reuse.length > 0 && reuse.every(({ value }) => value === false)) return pass({ message });
  const user = await controls.requirePendingUser(t);
  const verified = await t.users.verify(user);
  t.requireAccepted(verified, 'the right code of a fresh user');
  const again = await t.users.verify(user, { throttle: 'accept' });
  if (responses.isLimit(again)) {
    if (await isAcceptedAtSecondTry(t)) return pass({ message });
    inconclusive(
      `the second use of a code ${describeResponse(again)}: a limit, so that nobody can see whether codes work once`,
      'a target that throttles less, or a lower run.rate',
      [verified, again],
    );
  }
  if (!isAccepted(again)) {
    t.requireAccepted(await t.users.verify(await controls.requirePendingUser(t)), 'the right code of the next user');
    return pass({ message });
  }
  if (await acceptsAnyCodeOnceVerified(t, user)) return expectStillPending(t);
  return inconclusive(
    'a code works more than once here, so that nobody can see whether a rejected verification had an effect',
    'a target whose codes work once',
    [verified, again],
  );
}

/** Whether a user's second try is accepted, with the right code after a wrong one: then no limit rejects a code that is used again. */
async function isAcceptedAtSecondTry(t: CheckContext): Promise<boolean> {
  const user = await controls.requirePendingUser(t);
  const wrong = await sendWrongCode(t, user);
  if (isAccepted(wrong) || responses.isLimit(wrong)) return false;
  return isAccepted(await t.users.verify(user, { throttle: 'accept' }));
}

async function verifyAfterRejection(t: CheckContext) {
  const chosen = t.effort.take(attempts, { quick: 1, standard: 3 });
  if (!t.effort.isExhaustive && (await areHarmless(t, chosen)))
    return pass({ samples: { count: chosen.length, kinds: {} } });
  const tried = await Promise.all(chosen.map((attempt) => rejectedVerification(t, attempt)));
  const rejected = tried.filter((one) => one !== undefined);
  const first = rejected.find(({ isVerified }) => !isVerified);
  if (first !== undefined) {
    const control = await controls.verifyUntouched(t, first.age);
    const again = isAccepted(control) ? await rejectedVerification(t, first.attempt) : undefined;
    const controlAgain = again === undefined ? control : await controls.verifyUntouched(t, again.age);
    if (again !== undefined && !again.isVerified && isAccepted(controlAgain))
      fail(
        `after a verification that was rejected (${first.attempt.label}) the right code no longer verifies, twice; without one it does`,
        [...again.proof, [controlAgain, 'a user that got no rejected verification is verified', 'control']],
        { symptom: { kind: 'check', shows: 'last-rejected' } },
      );
    inconclusive(
      'a right code was rejected after a rejected verification, but not again, or not for that alone',
      'a target that accepts the right code of a fresh user at any time',
      first.proof,
    );
  }
  if (rejected.length === 0)
    inconclusive('no verification was rejected for its token', 'a target on which auth/verify/no-header passes');
  return pass({ samples: { count: rejected.length, kinds: {} } });
}

/** The batch of an attempt ends with its user's right code: where that works, none of the batch did anything. */
async function areHarmless(t: CheckContext, chosen: readonly controls.Attempt[]): Promise<boolean> {
  const tried = await Promise.all(chosen.map((attempt) => controls.attemptOnce(t, 'verify', attempt)));
  return tried.every(({ exchange, after }) => !isAccepted(exchange) && isAccepted(after));
}

/** A fresh user, a rejected verification with the right code, then a valid one. Undefined where it was accepted. */
async function rejectedVerification(t: CheckContext, attempt: controls.Attempt) {
  const user: PendingUser = await controls.requirePlainUser(t);
  const rejected = await t.send({ operation: 'verify', body: controls.verificationBody(user), ...attempt.how });
  if (isAccepted(rejected)) return undefined;
  const { verified, age } = await controls.verifyToConfirm(t, user);
  const proof: Proof[] = [
    [user.registered, 'the user is registered, and its code comes'],
    [rejected, `rejected ${attempt.label}`],
    [verified, 'the same with the valid token'],
  ];
  return { attempt, isVerified: isAccepted(verified), age, proof };
}
