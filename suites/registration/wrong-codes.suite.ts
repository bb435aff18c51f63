/** Wrong and missing codes verify nobody; guessing them is stopped. */
import type { CheckContext, Exchange, PendingUser } from '../../src/suite.ts';
import { checksOf, controls, fail, generate, inconclusive, pass, responses, samplesOf } from '../../src/suite.ts';
import { requireNoneAfterSeveral, requireRejectedInSeries, withFirstAgain, wrongCodeOf } from './after-several.ts';
import { throttlePauseMs, verifyWithCode, withLegend } from './code-requests.ts';
import { codesOfSeries, rejectAfterMany, requireCodeAfterMany, requireLockout, sharedGuesses } from './guesses.ts';
import { requireCode } from './missing-codes.ts';
import { expectComparedAgain } from './registered-again.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { describeResponse, isAccepted, isThrottling } = responses;

/** Wrong codes tried at depth standard: one of each kind. */
const wrongSamples = 20;
/** Most wrong codes per user, since many targets lock a user after the fifth. */
const wrongPerUser = 4;
/** Number of codes if few can be sent, and how many of them every run sends: each shows several mistakes. */
const fewWrong = { samples: 7, certain: 6 };

check('verify/wrong-code', rejectInSeries, {
  phase: 'lockout',
  prepare: { phase: 'wrong-codes', work: (t) => controls.betweenControls(t, 'verify', () => rejectWrongCodes(t)) },
  limitMs: 240_000,
});
check('verify/missing-code', requireCodeAfterMany, {
  phase: 'lockout',
  prepare: { phase: 'wrong-codes', work: (t) => controls.betweenControls(t, 'verify', () => requireCode(t)) },
});
check('verify/verified-user', rejectOfVerified, { phase: 'wrong-codes', from: 'standard' });
check('verify/lockout', requireLockout, { phase: 'lockout', from: 'standard' });

async function rejectWrongCodes(t: CheckContext) {
  const first = await controls.requirePendingUser(t);
  const named = generate.namedWrongCodes(first.code);
  const drawn = generate.drawWrongCodes(named, t.seed);
  // Where few can be sent, no two of one kind.
  const count = t.effort.sampleCount(wrongSamples, generate.kindsOfWrongCodes(named));
  const chosen = t.effort.sampleOf(drawn.slice(0, count), fewWrong.samples, fewWrong.certain);
  const wanted = t.effort.isLean ? withFirstAgain(chosen) : [...chosen, ...leaveToSeries(t, drawn.slice(count))];
  const names = t.casesOf(wanted, (name) => name);
  const groups = t.effort.isLean ? controls.inGroups(names, wrongPerUser) : controls.dealt(names, wrongPerUser);
  const decided = new Map<string, string>();
  const throttled: string[] = [];
  const tryName: controls.TryCase<string> = async (name, user, before) => {
    const wrong = wrongCodeOf(user, name);
    if (wrong === undefined) return true;
    const exchange = await verifyWithCode(t, user, wrong.value);
    if (isThrottling(exchange)) throttled.push(name);
    else if (exchange.response !== null) decided.set(name, wrong.label);
    if (!isAccepted(exchange)) return true;
    return async () => {
      if (t.effort.isLean && before > 0) {
        const own = groups.find((group) => group.includes(name)) ?? [];
        await requireRejectedInSeries(t, own.slice(0, before + 1), exchange);
      }
      await requireRejected(t, { name, isAfterAnother: before > 0 }, user, exchange);
      return false;
    };
  };
  await Promise.all([
    controls.tryOnUsers(t, groups, tryName, [first]),
    t.effort.isLean || t.onlyCase !== undefined ? undefined : expectComparedAgain(t),
  ]);
  if (t.effort.isLean && t.onlyCase === undefined && throttled.length === 0)
    await requireNoneAfterSeveral(t, first, groups[0]!);
  await tryThrottledAgain(t, throttled, (name) => controls.tryOnUsers(t, [[name]], tryName));
  if (decided.size === 0) inconclusive('every try was throttled', 'a target that throttles less');
  return pass({ samples: samplesOf([...decided.values()]) });
}

/**
 * Further codes are part of the series that one user gets at the end: they cost nothing there, though a lock may hide some of
 * them. A confirmation has no such series before it, and tries the code of its finding.
 */
function leaveToSeries(t: CheckContext, further: readonly string[]): readonly string[] {
  if (t.onlyCase !== undefined) return further;
  codesOfSeries(t).push(...further);
  return [];
}

/** Fails if a code of the series is accepted: for another fresh user after one wrong code, or after as many as in the series. */
async function rejectInSeries(t: CheckContext) {
  const accepted = (await sharedGuesses(t))?.accepted;
  if (accepted !== undefined)
    await requireRejected(t, { name: accepted.name, isAfterAnother: true }, accepted.user, accepted.exchange);
  return rejectAfterMany(t);
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

/** A wrong code by its name, and whether its user gets another wrong code before it. */
interface NamedTry {
  readonly name: string;
  readonly isAfterAnother: boolean;
}

/** How many more users try a wrong code that was accepted once: a target may accept it from only some of them. */
const mostAgain = 4;

/** Fails if a wrong code that was accepted is accepted for another fresh user, too: once may be chance. */
async function requireRejected(t: CheckContext, tried: NamedTry, user: PendingUser, exchange: Exchange): Promise<void> {
  for (let tries = 0; tries < mostAgain; tries += 1) {
    const again = await acceptedAgain(t, tried);
    if (again === undefined) continue;
    fail(
      `a wrong code (${withLegend(again.what)}) ${describeResponse(exchange)}, and so did one of another fresh user; it must be rejected`,
      [
        [user.registered, 'a user is registered'],
        [exchange, `a wrong code: ${again.what}`],
        [again.user.registered, 'another user is registered'],
        [again.exchange, `a wrong code: ${again.what}`, 'wrong'],
      ],
      {
        symptom: { kind: 'accepted' },
        case: { name: tried.name, showsAgain: async (own) => (await acceptedAgain(own, tried)) !== undefined },
      },
    );
  }
}

/** Tries the wrong code on one more fresh user; undefined if it is rejected, or happens to be the right one. */
async function acceptedAgain(t: CheckContext, { name, isAfterAnother }: NamedTry) {
  const user = await controls.requirePendingUser(t);
  const wrong = wrongCodeOf(user, name);
  if (wrong === undefined) return undefined;
  if (isAfterAnother) {
    const other = await verifyWithCode(t, user, generate.madeUpCode(user.code));
    if (isAccepted(other)) return { user, exchange: other, what: '{code} + 7919' };
  }
  const exchange = await verifyWithCode(t, user, wrong.value);
  const what = `${name}${isAfterAnother ? ', after another wrong code' : ''}`;
  return isAccepted(exchange) ? { user, exchange, what } : undefined;
}

/** A verification answered with success for a user that is verified already: what it must reject is a gap. */
async function rejectOfVerified(t: CheckContext) {
  const verifyFresh = async () => {
    const user = await controls.requirePendingUser(t);
    const verified = await t.users.verify(user);
    t.requireAccepted(verified, 'the right code of a fresh user');
    return { user, verified };
  };
  const tryVerified = async (known?: controls.RejectedCode) => {
    const { user, verified } = known ?? (await verifyFresh());
    return { verified, wrong: await verifyWithCode(t, user, Number(user.code) + 1) };
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
