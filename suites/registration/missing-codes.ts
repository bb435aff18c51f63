/** A verification without a code, or without an e-mail, must not verify a user. */
import type { CheckContext, Exchange, PendingUser } from '../../src/suite.ts';
import { controls, fail, inconclusive, pass, responses } from '../../src/suite.ts';
import { acceptsAnyCodeOnceVerified, sendWrongCode } from '../lib/verified-users.ts';
import { throttlePauseMs } from './code-requests.ts';

const { describeResponse, isAccepted, isThrottling } = responses;

/** A verification in which the code or the e-mail is missing. */
export interface MissingCode {
  readonly label: string;
  readonly typed: boolean;
  /** Only the code is missing: also tried after several wrong codes. */
  readonly isCodeAlone?: true;
  readonly of: (right: { readonly email: string; readonly code: number }) => object;
  /** Also tried where few requests may be sent. */
  readonly isTelling?: true;
  /** It names the user, so a target may take it as a request for another code. */
  readonly mayResend?: true;
}

/** The cases, in the order of how likely a server accepts them. */
export const missingCodes: readonly MissingCode[] = [
  {
    label: 'no code',
    isCodeAlone: true,
    typed: true,
    isTelling: true,
    mayResend: true,
    of: ({ email }) => ({ email }),
  },
  { label: 'no e-mail', typed: true, of: ({ code }) => ({ code }) },
  {
    label: 'a code of null',
    isTelling: true,
    isCodeAlone: true,
    typed: false,
    mayResend: true,
    of: ({ email }) => ({ email, code: null }),
  },
  { label: 'an empty e-mail', typed: true, isTelling: true, of: ({ code }) => ({ email: '', code }) },
  { label: 'an e-mail of null', typed: false, of: ({ code }) => ({ email: null, code }) },
  {
    label: 'an empty code',
    isTelling: true,
    isCodeAlone: true,
    typed: false,
    mayResend: true,
    of: ({ email }) => ({ email, code: '' }),
  },
  { label: 'neither', typed: true, of: () => ({}) },
  // Loose comparisons take true for any code, and a database takes an operator for a condition. A target may also store each member
  // of the body in the user that it finds.
  {
    label: 'a code of true beside members that say "verified"',
    typed: false,
    isTelling: true,
    mayResend: true,
    of: ({ email }) => ({ email, code: true, verified: true, isVerified: true, emailVerified: true, force: true }),
  },
  {
    label: 'an operator as code',
    typed: false,
    isTelling: true,
    mayResend: true,
    of: ({ email }) => ({ email, code: { $ne: 0 } }),
  },
  {
    label: 'a pattern as code',
    typed: false,
    isTelling: true,
    mayResend: true,
    of: ({ email }) => ({ email, code: '%' }),
  },
  { label: 'a code of false', typed: false, mayResend: true, of: ({ email }) => ({ email, code: false }) },
  { label: 'an empty list as code', typed: false, mayResend: true, of: ({ email }) => ({ email, code: [] }) },
  { label: 'both null', typed: false, of: () => ({ email: null, code: null }) },
];

/** Labels of cases that are accepted and leave the user unverified: the target may take them as a request for another code. */
export const harmlessLabels = (t: CheckContext): Set<string> =>
  t.once('requests for another code', () => new Set<string>());

/** Groups of cases that share a user. Those that use its code are apart from those that may replace that code with another. */
function groupsOf({ effort }: CheckContext, cases: readonly MissingCode[]): readonly (readonly MissingCode[])[] {
  if (effort.isLean) return [cases];
  return [true, undefined].flatMap((names) => controls.inGroups(cases.filter(({ mayResend }) => mayResend === names)));
}

const sendCase = (t: CheckContext, { of, typed }: MissingCode, user: PendingUser): Promise<Exchange> =>
  t.send({ operation: 'verify', body: of(controls.verificationBody(user)), typed, throttle: 'accept' });

/** Fails if a verification that names no code, or no e-mail, is accepted for two users and verifies them. */
export async function requireCode(t: CheckContext) {
  const chosen = t.effort.isLean ? missingCodes.filter(({ isTelling }) => isTelling === true) : missingCodes;
  const cases = t.casesOf(chosen, ({ label }) => label);
  const harmless = harmlessLabels(t);
  const judged = new Set<MissingCode>();
  const tryCase: controls.TryCase<MissingCode> = async (one, user) => {
    let exchange = await sendCase(t, one, user);
    if (isThrottling(exchange)) {
      await t.clock.sleep(throttlePauseMs);
      exchange = await sendCase(t, one, await controls.requirePendingUser(t));
    }
    if (!isThrottling(exchange)) judged.add(one);
    return isAccepted(exchange) ? () => requireHarmless(t, one, exchange) : true;
  };
  const shared = t.effort.isLean ? [await controls.sharedUser(t)] : [];
  if (!t.effort.isLean && t.onlyCase === undefined) await requireEmailOfLatest(t);
  await controls.tryOnUsers(t, groupsOf(t, cases), tryCase, shared);
  if (!t.effort.isLean && t.onlyCase === undefined) await requireCodeFromTheStart(t, harmless);
  if (judged.size < cases.length)
    inconclusive(
      `${cases.length - judged.size} of ${cases.length} tries were throttled`,
      'a target that throttles less, or a lower run.rate',
    );
  return pass({ samples: { count: judged.size, kinds: {} } });
}

/**
 * Tries an accepted case on a second user. It is harmless if it is taken as a request for another code, or is rejected now.
 * @returns whether the first user is still pending
 * @throws CheckConcluded (fail) if it verifies the second user, too
 */
async function requireHarmless(t: CheckContext, one: MissingCode, exchange: Exchange): Promise<boolean> {
  const user = await controls.requirePendingUser(t);
  const again = await sendCase(t, one, user);
  if (!isAccepted(again)) return false;
  if (one.mayResend === true) {
    harmlessLabels(t).add(one.label);
    if (await isStillPending(t, user, (other) => sendCase(t, one, other))) {
      t.observations.record('fieldFormats', `verify with ${one.label}: accepted, and the user stays unverified`, again);
      return true;
    }
    // Where right codes are rejected too, a rejected one does not tell that the user was verified without it.
    await t.exclusively((alone) => controls.requireControl(alone, 'verify'));
  }
  const showsAgain = async (own: CheckContext): Promise<boolean> => {
    const third = await controls.requirePendingUser(own);
    if (!isAccepted(await sendCase(own, one, third))) return false;
    return one.mayResend !== true || !(await isStillPending(own, third, (other) => sendCase(own, one, other)));
  };
  return fail(
    `a verification with ${one.label} ${describeResponse(exchange)}, and again for a second fresh user; it must be rejected`,
    [exchange, again],
    { symptom: { kind: 'accepted' }, case: { name: one.label, showsAgain } },
  );
}

/** A target may assume that the latest registration is meant: its code is sent alone, with no other request in between. */
async function requireEmailOfLatest(t: CheckContext): Promise<void> {
  const send = (own: CheckContext) =>
    own.exclusively(async (alone) => {
      const { registered, code } = await controls.requirePendingUser(alone);
      const body = { code: Number(code) };
      return { registered, exchange: await alone.send({ operation: 'verify', body, throttle: 'accept' }) };
    });
  const first = await send(t);
  if (!isAccepted(first.exchange)) return;
  const again = await send(t);
  if (!isAccepted(again.exchange)) return;
  const label = 'no e-mail, right after a registration';
  fail(
    `a verification with ${label} ${describeResponse(first.exchange)}, and again for a second user; it must be rejected`,
    [first.exchange, [again.registered, 'a user is registered'], [again.exchange, 'its code alone', 'wrong']],
    {
      symptom: { kind: 'accepted' },
      case: { showsAgain: async (own) => isAccepted((await send(own)).exchange) },
    },
  );
}

/** Cases that may match a code that does not exist yet. */
const early: readonly MissingCode[] = [
  { label: 'a code of 0', typed: true, of: ({ email }) => ({ email, code: 0 }) },
  missingCodes[0]!,
];

/** Some targets generate the code only after answering the registration, so for a moment there is nothing to compare a code with. */
async function requireCodeFromTheStart(t: CheckContext, harmless: ReadonlySet<string>): Promise<void> {
  const [found] = await acceptedAtOnce(t, early);
  if (found === undefined || harmless.has(found.one.label)) return;
  const again = await findEarly(t, found.one);
  if (again === undefined) return;
  const label = `${found.one.label}, right after the registration`;
  fail(
    `a verification with ${label}, ${describeResponse(found.exchange)}, and again for a second user; it must be rejected`,
    [found.exchange, [again.user.registered, 'a user is registered'], [again.exchange, label, 'wrong']],
    {
      symptom: { kind: 'accepted' },
      case: { name: label, showsAgain: async (own) => (await findEarly(own, found.one)) !== undefined },
    },
  );
}

/** The cases that are accepted for a user who was registered just now. */
async function acceptedAtOnce(t: CheckContext, tried: readonly MissingCode[]) {
  const user = await t.users.register();
  if (!isAccepted(user.registered)) return [];
  const { email } = user.body;
  const sent = await Promise.all(
    tried.map(async (one) => {
      const body = one.of({ email, code: 0 });
      const exchange = await t.send({ operation: 'verify', body, typed: one.typed, throttle: 'accept' });
      return { one, user, exchange };
    }),
  );
  return sent.filter(({ exchange }) => isAccepted(exchange));
}

/** As {@link acceptedAtOnce}; undefined if zero turns out to be the right code, or the code that comes still verifies the user. */
async function findEarly(t: CheckContext, one: MissingCode) {
  const [found] = await acceptedAtOnce(t, [one]);
  if (found === undefined) return undefined;
  const { user } = found;
  const code = await t.users.code(user.body.email, user.n);
  if (code === undefined) return found;
  if (one.mayResend !== true) return Number(code) === 0 ? undefined : found;
  const isPending = await isStillPending(t, { ...user, code }, (other) =>
    t.send({ operation: 'verify', body: one.of(controls.verificationBody(other)), typed: one.typed }),
  );
  return isPending ? undefined : found;
}

/**
 * Whether the latest code of a user still verifies that user, and works only once: then nothing had verified the user before. On a
 * target that accepts any code once a user is verified, two other users show whether `send` verifies them.
 */
export async function isStillPending(
  t: CheckContext,
  user: PendingUser,
  send: (user: PendingUser) => Promise<Exchange>,
): Promise<boolean> {
  let code = (await t.users.code(user.body.email, user.n)) ?? user.code;
  // This code may become valid later than those of other users: only one that is rejected at any age was used up.
  let verified = await controls.verifyLater(t, { ...user, code });
  const later = isRejected(verified) ? await awaitOtherCode(t, user, code) : undefined;
  if (later !== undefined) {
    code = later;
    verified = await controls.verifyLater(t, { ...user, code });
  }
  if (responses.mayBeOutage(verified) || responses.isLimit(verified))
    inconclusive(
      'a verification without a code was accepted, and an outage or a limit hides whether the right code still works after it',
      'a target that stays available and throttles less',
      [verified],
    );
  if (!isAccepted(verified)) return false;
  const reused = await t.users.verify({ ...user, code }, { throttle: 'accept' });
  if (isAccepted(reused) && (await acceptsAnyCodeOnceVerified(t, user)))
    return (await leavesPending(t, send)) || leavesPending(t, send);
  if (isAccepted(reused) || responses.isLimit(reused))
    inconclusive(
      'a verification without a code was accepted, and codes work more than once, which hides whether it verified the user',
      'a target whose codes work once',
      [reused],
    );
  return true;
}

const isRejected = (exchange: Exchange): boolean =>
  !isAccepted(exchange) && !responses.mayBeOutage(exchange) && !responses.isLimit(exchange);

/** Pause between two looks for a code, ms. */
const lookAgainMs = 200;

/** Waits for a code other than the known one: the target may have taken the case as a request for one, and its mail may be late. */
async function awaitOtherCode(t: CheckContext, { body, n }: PendingUser, known: string): Promise<string | undefined> {
  const until = t.clock.elapsed() + (t.settings.fixtures.verificationCode?.waitMs ?? 0);
  for (;;) {
    const code = await t.users.code(body.email, n, 0);
    if (code !== undefined && code !== known) return code;
    if (t.clock.elapsed() >= until) return undefined;
    await t.clock.sleep(lookAgainMs);
  }
}

/** Whether a wrong code is still rejected after a request without a code was accepted. */
async function leavesPending(t: CheckContext, send: (user: PendingUser) => Promise<Exchange>): Promise<boolean> {
  const user = await controls.requirePendingUser(t);
  const sent = await send(user);
  const wrong = await sendWrongCode(t, user);
  if (responses.isLimit(sent) || responses.isLimit(wrong))
    inconclusive('a limit hides whether a verification without a code verifies', 'a target that throttles less', [
      sent,
      wrong,
    ]);
  return !isAccepted(sent) || !isAccepted(wrong);
}
