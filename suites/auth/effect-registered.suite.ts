/** A rejected registration must have no effect: observed by the codes that come and that work. */
import type { CheckContext, Exchange, Proof, User } from '../../src/suite.ts';
import { checksOf, controls, defined, fail, inconclusive, pass, responses } from '../../src/suite.ts';
import { requireNoRepeatGuard } from '../lib/repeat-guards.ts';
import { attemptsWithEffect as attempts } from './attempts-with-effect.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { describeResponse, isAccepted } = responses;

/**
 * How long to wait for the code of a rejected registration after the code of a later valid one has come, ms. Once such a code came,
 * the wait is longer, so that a repetition does not miss the next one by chance.
 */
const lateMs = { usual: 300, again: 2000 };

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

/** Evidence that a rejected registration was carried out. */
interface Effect {
  readonly attempt: controls.Attempt;
  readonly what: string;
  readonly proof: readonly Proof[];
  /** How the last request of the proof shows it; undefined if it does not. */
  readonly shows?: 'last-accepted' | 'last-rejected';
  /** The valid registration, if it was rejected. */
  readonly refused?: Exchange;
}

async function registerAfterRejection(t: CheckContext) {
  const chosen = t.effort.take(attempts, { quick: 1 });
  if (await areWithoutEffect(t, chosen)) return pass({ samples: { count: chosen.length, kinds: {} } });
  const { judged, effects } = await effectsOf(t, chosen);
  const [first] = effects;
  if (first === undefined) return pass({ samples: { count: judged, kinds: {} } });
  const registration = `a registration that was rejected (${first.attempt.label})`;
  const untouched = await effectOnUntouched(t);
  const [again] = untouched === undefined ? (await effectsOf(t, [first.attempt], lateMs.again)).effects : [];
  const untouchedAgain = again === undefined ? undefined : await effectOnUntouched(t);
  const alike = untouched ?? untouchedAgain;
  if (alike !== undefined)
    inconclusive(
      `${registration} seemed to have an effect (${first.what}), but so it is without one: ${alike.what}`,
      'a target on which register/then-verify passes',
      alike.proof,
    );
  if (again?.refused !== undefined) {
    const valid = t.users.body();
    await requireNoRepeatGuard(t, again.refused, { valid, invalid: { ...valid, firstName: 7 } });
  }
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

/** The answer to a valid registration that a check relies on, and whether its code came. */
interface RegistrationControl {
  readonly registered: Exchange;
  readonly hasCodes: boolean;
}

async function requireRegistration(t: CheckContext): Promise<RegistrationControl> {
  const { body, n, registered } = await t.users.registerUnlessLost();
  t.requireAccepted(registered, 'the canonical registration');
  const readsCodes = t.users.canReadCodes && !t.users.sharedCode;
  return { registered, hasCodes: readsCodes && (await t.users.code(body.email, n)) !== undefined };
}

const usualMs = (t: CheckContext): number => (t.client.runsAlone ? lateMs.again : lateMs.usual);

/** Rejected registrations, then a valid one as a control, then valid ones of the e-mails that were rejected. */
async function effectsOf(t: CheckContext, attempts: readonly controls.Attempt[], codeMs = usualMs(t)) {
  const registered = await Promise.all(
    attempts.map(async (attempt) => ({ attempt, user: await t.users.register({}, attempt.how) })),
  );
  const rejected = registered.filter(({ user }) => !isAccepted(user.registered));
  if (rejected.length === 0)
    inconclusive('no registration was rejected for its token', 'a target on which auth/register/no-header passes');
  const control = await requireRegistration(t);
  const effects = await Promise.all(
    rejected.map(async ({ attempt, user }) => {
      const effect = await effectOf(t, user, control, codeMs);
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
 * Whether all attempts are rejected on one e-mail, and its valid registration is then answered like a first one: then none of
 * them had an effect. Any other outcome does not yet show which attempt caused it, or whether it is an effect.
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

/** The same with an e-mail that got no rejected registration. */
async function effectOnUntouched(t: CheckContext): Promise<Omit<Effect, 'attempt'> | undefined> {
  const control = await requireRegistration(t);
  const body = t.users.body();
  return effectOf(t, { n: t.users.memory.count, body }, control);
}

/** The code of a rejected user comes and verifies it, or its valid registration is not answered like a first one. */
async function effectOf(
  t: CheckContext,
  user: Pick<User, 'n' | 'body'>,
  { registered: control, hasCodes }: RegistrationControl,
  codeMs = usualMs(t),
): Promise<Omit<Effect, 'attempt'> | undefined> {
  const early = hasCodes ? await t.users.code(user.body.email, user.n, codeMs) : undefined;
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
  // A request or response that an outage loses does not show an effect of an earlier request.
  if (responses.mayBeOutage(valid)) return undefined;
  if (isAccepted(valid) !== isAccepted(control))
    return {
      what: `the valid registration of that e-mail ${describeResponse(valid)}, where a first one ${describeResponse(control)}`,
      proof: [
        [control, 'a first registration', 'control'],
        [valid, 'of the e-mail that was rejected before'],
      ],
      shows: 'last-rejected',
      refused: valid,
    };
  if (!hasCodes) return undefined;
  const registration: Proof = [valid, 'the same e-mail with the valid token'];
  const code = await t.users.code(user.body.email, user.n);
  if (code === undefined)
    return { what: 'the valid registration of that e-mail brings no code', proof: [registration] };
  const { verified } = await controls.verifyToConfirm(t, { ...user, code, registered: valid });
  // One whose response was lost may have verified its user.
  if (isAccepted(verified) || responses.mayBeOutage(verified)) return undefined;
  return {
    what: `after the valid registration of that e-mail its code ${describeResponse(verified)}`,
    proof: [registration, [verified, 'the code that came']],
    shows: 'last-rejected',
  };
}
