/** Wrong and missing codes verify nobody; guessing them is stopped. */
import type { CheckContext, Exchange, PendingUser } from '../../src/suite.ts';
import {
  checksOf,
  controls,
  fail,
  forEachConcurrently,
  generate,
  inconclusive,
  pass,
  responses,
  samplesOf,
} from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { describeResponse, isAccepted, isThrottling } = responses;

/** Wrong codes tried at depth standard: two for each user, since some targets lock a user after the third. */
const wrongSamples = 46;

check('verify/wrong-code', wrongCode, { phase: 'wrong-codes', limitMs: 240_000 });
check('verify/missing-code', missingCode, { phase: 'wrong-codes' });
check('verify/lockout', lockout, { phase: 'lockout', from: 'standard' });

async function wrongCode(t: CheckContext) {
  await controls.requireRightCode(t, 'before');
  const first = await controls.requirePendingUser(t);
  const drawn = generate.drawWrongCodes(generate.namedWrongCodes(first.code), t.seed);
  const names = t.effort.sampleOf(drawn.slice(0, t.effort.sampleCount(wrongSamples, wrongSamples)), 6, 2);
  const groups = t.effort.pick<readonly (readonly string[])[]>({
    quick: [names.slice(0, 3), names.slice(3)],
    standard: Array.from({ length: Math.ceil(names.length / 2) }, (_, at) => [names[at]!, names.at(-1 - at)!]),
  });
  const users = t.effort.pick({ quick: [first], standard: [] });
  const decided: string[] = [];
  const throttled: string[] = [];
  const tryGroup = async (group: readonly string[]) => {
    const user = users.pop() ?? (await controls.requirePendingUser(t));
    for (const [place, name] of group.entries()) {
      const wrong = generate.namedWrongCodes(user.code).get(name);
      if (wrong === undefined) continue;
      const exchange = await verifyWith(t, user, wrong.value);
      if (isThrottling(exchange)) throttled.push(name);
      else if (exchange.response !== null) decided.push(wrong.label);
      if (!isAccepted(exchange)) continue;
      await requireRejected(t, name, place > 0, user, exchange);
      return;
    }
  };
  await forEachConcurrently(groups, 6, tryGroup);
  await tryThrottledAgain(t, throttled, tryGroup);
  await controls.requireRightCode(t);
  if (decided.length === 0) inconclusive('every try was throttled', 'a target that throttles less');
  return pass({ samples: samplesOf(decided) });
}

/** Longest time for codes that were throttled, ms: a target may throttle for good. */
const throttledLimitMs = 15_000;

/** Sends throttled codes again, one at a time and with a pause after each that is throttled once more. */
async function tryThrottledAgain(
  t: CheckContext,
  throttled: string[],
  tryGroup: (group: readonly string[]) => Promise<void>,
): Promise<void> {
  const until = t.clock.elapsed() + throttledLimitMs;
  for (const name of throttled.splice(0)) {
    if (t.clock.elapsed() > until) return;
    await tryGroup([name]);
    if (throttled.splice(0).length === 0) continue;
    await t.clock.sleep(throttlePauseMs);
    await tryGroup([name]);
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
        `a wrong code (${what}) ${describeResponse(exchange)}, and so it did for a second fresh user`,
        [user.registered, [exchange, `a wrong code: ${what}`], second.registered, [again, `a wrong code: ${what}`]],
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
  readonly of: (right: { readonly email: string; readonly code: number }) => object;
}

const missing: readonly Missing[] = [
  { label: 'no code', typed: true, of: ({ email }) => ({ email }) },
  { label: 'no e-mail', typed: true, of: ({ code }) => ({ code }) },
  { label: 'a code of null', typed: false, of: ({ email }) => ({ email, code: null }) },
  { label: 'an empty e-mail', typed: true, of: ({ code }) => ({ email: '', code }) },
  { label: 'an e-mail of null', typed: false, of: ({ code }) => ({ email: null, code }) },
  { label: 'an empty code', typed: false, of: ({ email }) => ({ email, code: '' }) },
  { label: 'neither', typed: true, of: () => ({}) },
  { label: 'a code of false', typed: false, of: ({ email }) => ({ email, code: false }) },
  { label: 'an empty list as code', typed: false, of: ({ email }) => ({ email, code: [] }) },
  { label: 'both null', typed: false, of: () => ({ email: null, code: null }) },
];

/** After this, ms, a throttled request is sent again, for another user. */
const throttlePauseMs = 1100;

async function missingCode(t: CheckContext) {
  await controls.requireRightCode(t, 'before');
  const send = ({ of, typed }: Missing, user: PendingUser) =>
    t.send({ operation: 'verify', body: of(controls.verificationBody(user)), typed, throttle: 'accept' });
  const cases = t.effort.sampleOf(missing, 3);
  let judged = 0;
  // One by one where they share a user: some targets lock it, and then the others decide nothing.
  await forEachConcurrently(cases, t.effort.pick({ quick: 1, standard: 4 }), async (one) => {
    let exchange = await send(one, await controls.sharedUser(t));
    if (isThrottling(exchange)) {
      await t.clock.sleep(throttlePauseMs);
      exchange = await send(one, await controls.requirePendingUser(t));
    }
    if (!isThrottling(exchange)) judged += 1;
    if (!isAccepted(exchange)) return;
    const again = await send(one, await controls.requirePendingUser(t));
    if (isAccepted(again))
      fail(`${one.label}: ${describeResponse(exchange)}, and again for a second fresh user`, [exchange, again], {
        symptom: { kind: 'accepted' },
      });
  });
  await controls.requireRightCode(t);
  if (judged < cases.length)
    inconclusive(
      `${cases.length - judged} of ${cases.length} tries were throttled`,
      'a target that throttles less, or a lower run.rate',
    );
  return pass({ samples: { count: judged, kinds: {} } });
}

/** Largest number of wrong codes that a single user gets. */
const guesses = 20;

async function lockout(t: CheckContext) {
  const user = await controls.requirePendingUser(t);
  const times: number[] = [];
  const wrong = generate.wrongCodes(user.code).slice(0, guesses);
  for (const { value, label } of wrong) {
    const exchange = await verifyWith(t, user, value);
    if (isAccepted(exchange))
      fail(`a wrong code (${label}) ${describeResponse(exchange)}; see verify/wrong-code`, [exchange]);
    if (exchange.response?.status === 429) {
      t.observations.record('lockout', { after: times.length + 1, by: 'throttling (429)' }, exchange);
      return pass({ message: `throttled at wrong code ${times.length + 1}` });
    }
    times.push(exchange.ms);
  }
  const early = Math.max(...times.slice(0, 3));
  const late = Math.min(...times.slice(-3));
  if (late > 250 && late > early * 3) {
    t.observations.record('lockout', { by: 'delay' });
    return pass({ message: `responses took ${Math.round(early)} ms at first and ${Math.round(late)} ms at last` });
  }
  const right = await t.users.verify(user, { throttle: 'accept' });
  if (!isAccepted(right)) {
    t.observations.record('lockout', { within: guesses, by: 'the right code no longer serves' }, right);
    return pass({ message: `after ${wrong.length} wrong codes the right one ${describeResponse(right)}` });
  }
  t.observations.record('lockout', 'none', right);
  return fail(`after ${wrong.length} wrong codes for one user the right one still works, and nothing was slower`, [
    user.registered,
    [right, 'the right code'],
  ]);
}
