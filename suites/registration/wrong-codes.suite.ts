/** Wrong and missing codes verify nobody; guessing them is stopped. */
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
  isThrottling,
  type PendingUser,
  pass,
  requirePendingUser,
  verificationBody,
  type WrongCode,
  wrongCodes,
} from '../../src/suite.ts';
import { forEachConcurrently, shuffled } from '../lib/requests.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** Wrong codes tried at depth standard: two a user, since some lock a user after the third. */
const wrongSamples = 46;

check('verify/wrong-code', wrongCode, { phase: 'wrong-codes', limitMs: 240_000 });
check('verify/missing-code', missingCode, { phase: 'wrong-codes' });
check('verify/lockout', lockout, { phase: 'lockout', from: 'standard' });

async function wrongCode(t: CheckContext): Promise<Conclusion> {
  await controls.requireRightCode(t, 'before');
  const first = await requirePendingUser(t);
  const names = t.effort.sampleOf(
    order(t, misses(first)).slice(0, t.effort.sampleCount(wrongSamples, wrongSamples)),
    6,
    2,
  );
  const pairs: readonly (readonly string[])[] = t.effort.isLean
    ? [names.slice(0, 3), names.slice(3)]
    : Array.from({ length: Math.ceil(names.length / 2) }, (_, n) => [names[n]!, names.at(-1 - n)!]);
  let spare: PendingUser | undefined = t.effort.isLean ? first : undefined;
  const fresh = async () => {
    const user = spare ?? (await requirePendingUser(t));
    spare = undefined;
    return user;
  };
  const kinds: Record<string, number> = {};
  let judged = 0;
  await forEachConcurrently(pairs, 6, async (pair) => {
    const user = await fresh();
    for (const [place, name] of pair.entries()) {
      const wrong = missOf(user, name);
      if (wrong === undefined) continue;
      const exchange = await attempt(t, user, wrong.value);
      if (exchange.response !== null && !isThrottling(exchange)) {
        judged += 1;
        kinds[wrong.label] = (kinds[wrong.label] ?? 0) + 1;
      }
      if (!isAccepted(exchange)) continue;
      await blame(t, name, place > 0, user, exchange);
      return;
    }
  });
  await controls.requireRightCode(t);
  if (judged === 0) inconclusive('every try was throttled', 'a target that throttles less');
  return pass({ samples: { count: judged, kinds } });
}

/** Accepted once may be chance; with a second fresh user, after a first wrong code where there was one, it is not. */
async function blame(t: CheckContext, name: string, afterAnother: boolean, user: PendingUser, exchange: Exchange) {
  for (let tries = 0; tries < 3; tries += 1) {
    const second = await requirePendingUser(t);
    const wrong = missOf(second, name);
    if (wrong === undefined) continue;
    if (afterAnother) {
      const harmless = await attempt(t, second, (Number(second.code) + 7919) % 10 ** second.code.length);
      if (isAccepted(harmless)) failWrong('{code} + 7919', [user, second], [exchange, harmless]);
    }
    const again = await attempt(t, second, wrong.value);
    if (isAccepted(again))
      failWrong(`${name}${afterAnother ? ', after another wrong code' : ''}`, [user, second], [exchange, again]);
    return;
  }
}

function failWrong(name: string, users: readonly PendingUser[], exchanges: readonly Exchange[]): never {
  fail(
    `a wrong code (${name}) ${describeResponse(exchanges[0]!)}, and so it did for a second fresh user`,
    users.flatMap((user, n) => [user.registered, [exchanges[n]!, `a wrong code: ${name}`] as const]),
    { symptom: { kind: 'accepted' } },
  );
}

function attempt(t: CheckContext, user: PendingUser, code: number): Promise<Exchange> {
  return t.send({ operation: 'verify', body: { email: user.body.email, code }, throttle: 'accept' });
}

/** Codes that developers leave behind. */
const leftBehind = [0, 1, 1234, 123_456, 111_111, 999_999, 1111, 9999, 12_345, 12_345_678, 654_321, 424_242, 1337];

/** How each near miss comes from the right code, as a name that means the same for every user. */
function misses(user: PendingUser): Map<string, WrongCode> {
  const found = new Map<string, WrongCode>();
  for (const wrong of wrongCodes(user.code)) if (!found.has(wrong.from)) found.set(wrong.from, wrong);
  for (const value of leftBehind)
    if (value !== Number(user.code)) found.set(`${value}`, { value, label: 'left behind', from: `${value}` });
  return found;
}

function missOf(user: PendingUser, name: string): WrongCode | undefined {
  return misses(user).get(name);
}

/** The kinds take turns; the seed decides which of each kind come. */
function order(t: CheckContext, all: Map<string, WrongCode>): string[] {
  const kinds = new Map<string, string[]>();
  for (const [name, { label }] of all) kinds.set(label, [...(kinds.get(label) ?? []), name]);
  const lists = [...kinds.values()].map((names) =>
    names.length > 3 ? [names[0]!, ...shuffled(names.slice(1), t.seed)] : names,
  );
  const longest = Math.max(...lists.map((names) => names.length));
  return Array.from({ length: longest }, (_, turn) => lists.flatMap((names) => names.slice(turn, turn + 1))).flat();
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

async function missingCode(t: CheckContext): Promise<Conclusion> {
  await controls.requireRightCode(t, 'before');
  const send = async ({ of, typed }: Missing, user?: PendingUser): Promise<Exchange> => {
    const right = verificationBody(user ?? (await requirePendingUser(t)));
    return t.send({ operation: 'verify', body: of(right), typed, throttle: 'accept' });
  };
  // At depth quick one user for all: some targets lock it, and then the others decide nothing.
  const shared = t.effort.isLean ? await controls.sharedUser(t) : undefined;
  const asked = t.effort.sampleOf(missing, 3);
  let judged = 0;
  await forEachConcurrently(asked, t.effort.isLean ? 1 : 4, async (one) => {
    const first = await send(one, shared);
    // A user, or we, may be locked by now: a while later, with another user, it may be answered.
    const exchange = isThrottling(first) ? await later(() => send(one)) : first;
    if (!isThrottling(exchange)) judged += 1;
    if (!isAccepted(exchange)) return;
    const again = await send(one);
    if (isAccepted(again))
      fail(`${one.label}: ${describeResponse(exchange)}, and again for a second fresh user`, [exchange, again], {
        symptom: { kind: 'accepted' },
      });
  });
  await controls.requireRightCode(t);
  if (judged < asked.length)
    inconclusive(
      `${asked.length - judged} of ${asked.length} tries were throttled`,
      'a target that throttles less, or a lower run.rate',
    );
  return pass({ samples: { count: judged, kinds: {} } });
}

async function later<T>(work: () => Promise<T>): Promise<T> {
  await new Promise((resolve) => setTimeout(resolve, 1100));
  return work();
}

/** Wrong codes that a single user gets, at most. */
const guesses = 20;

async function lockout(t: CheckContext): Promise<Conclusion> {
  const user = await requirePendingUser(t);
  const times: number[] = [];
  const wrong = wrongCodes(user.code).slice(0, guesses);
  for (const { value, label } of wrong) {
    const exchange = await attempt(t, user, value);
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
    return pass({ message: `answers came after ${Math.round(early)} ms at first and ${Math.round(late)} ms at last` });
  }
  const right = await t.users.verify(user, { throttle: 'accept' });
  if (!isAccepted(right)) {
    t.observations.record('lockout', { within: guesses, by: 'the right code no longer serves' }, right);
    return pass({ message: `after ${wrong.length} wrong codes the right one ${describeResponse(right)}` });
  }
  t.observations.record('lockout', 'none', right);
  fail(`after ${wrong.length} wrong codes for one user the right one still serves, and nothing was slower`, [
    user.registered,
    [right, 'the right code'],
  ]);
}
