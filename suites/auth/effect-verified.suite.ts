/** A rejected verification must have no effect: observed by the codes that still work. */
import type { CheckContext, PendingUser, Proof } from '../../src/suite.ts';
import { checksOf, controls, fail, inconclusive, pass, responses } from '../../src/suite.ts';
import { requireNoGuardOfCodes } from '../lib/repeat-guards.ts';
import { acceptsAnyCodeOnceVerified, sendWrongCode } from '../lib/verified-users.ts';
import { attemptsWithEffect as attempts } from './attempts-with-effect.ts';
import { requirements } from './requirements.ts';
import { expectStillPending } from './verified-by-rejection.ts';

const check = checksOf(requirements);
const { describeResponse, isAccepted } = responses;

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
  const verified = await controls.verifyUnlessAway(t, user);
  t.requireAccepted(verified, 'the right code of a fresh user');
  const again = await t.users.verify(user, { throttle: 'accept' });
  if (responses.isLimit(again)) {
    if (await isAcceptedAtSecondTry(t)) return pass({ message });
    inconclusive(
      `the second use of a code ${describeResponse(again)}: a limit, which hides whether codes work once`,
      'a target that throttles less, or a lower run.rate',
      [verified, again],
    );
  }
  if (!isAccepted(again)) {
    const next = await controls.requirePendingUser(t);
    t.requireAccepted(await controls.verifyUnlessAway(t, next), 'the right code of the next user');
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
    if (again !== undefined && !again.isVerified && isAccepted(controlAgain)) {
      await requireNoGuardOfCodes(t, again.verified);
      fail(
        `after a verification that was rejected (${first.attempt.label}) the right code no longer verifies, twice; without one it does`,
        [...again.proof, [controlAgain, 'a user that got no rejected verification is verified', 'control']],
        { symptom: { kind: 'check', shows: 'last-rejected' } },
      );
    }
    inconclusive(
      'a right code was rejected after a rejected verification, but that did not recur, or had another cause',
      'a target that accepts the right code of a fresh user at any time',
      first.proof,
    );
  }
  if (rejected.length === 0)
    inconclusive('no verification was rejected for its token', 'a target on which auth/verify/no-header passes');
  return pass({ samples: { count: rejected.length, kinds: {} } });
}

/** The batch of an attempt ends with its user's right code: if that works, none of the batch did anything. */
async function areHarmless(t: CheckContext, chosen: readonly controls.Attempt[]): Promise<boolean> {
  const tried = await Promise.all(chosen.map((attempt) => controls.attemptOnce(t, 'verify', attempt)));
  return tried.every(({ exchange, after }) => !isAccepted(exchange) && isAccepted(after));
}

/** A fresh user, a rejected verification with the right code, then a valid one. Undefined if it was accepted. */
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
  return { attempt, verified, isVerified: isAccepted(verified), age, proof };
}
