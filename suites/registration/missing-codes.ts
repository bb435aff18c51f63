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
  /** The code is missing, and not the e-mail: tried after several wrong codes, too. */
  readonly isCodeAlone?: true;
  readonly of: (right: { readonly email: string; readonly code: number }) => object;
  /** Tried where few requests may be sent, too. */
  readonly isTelling?: true;
  /** Names the user, so that a target may take it as the wish for another code. */
  readonly mayResend?: true;
}

/** Those that are tried, the likeliest first. */
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

/** Labels of requests without a code that are accepted and leave the user unverified: a wish for another code, perhaps. */
export const harmlessLabels = (t: CheckContext): Set<string> =>
  t.once('requests for another code', () => new Set<string>());

/** Cases that share a user: those that use its code apart from those that name the user without it, and may end that code. */
function groupsOf({ effort }: CheckContext, cases: readonly MissingCode[]): readonly (readonly MissingCode[])[] {
  if (effort.isLean) return [cases];
  return [true, undefined].flatMap((names) => controls.inGroups(cases.filter(({ mayResend }) => mayResend === names)));
}

/** Fails where a verification that names no code, or no e-mail, is accepted for two users and verifies them. */
export async function requireCode(t: CheckContext) {
  const send = ({ of, typed }: MissingCode, user: PendingUser, own = t) =>
    own.send({ operation: 'verify', body: of(controls.verificationBody(user)), typed, throttle: 'accept' });
  const chosen = t.effort.isLean ? missingCodes.filter(({ isTelling }) => isTelling === true) : missingCodes;
  const cases = t.casesOf(chosen, ({ label }) => label);
  const harmless = harmlessLabels(t);
  const judged = new Set<MissingCode>();
  const tryCase: controls.TryCase<MissingCode> = async (one, given) => {
    let exchange = await send(one, given);
    if (isThrottling(exchange)) {
      await t.clock.sleep(throttlePauseMs);
      exchange = await send(one, await controls.requirePendingUser(t));
    }
    if (!isThrottling(exchange)) judged.add(one);
    return isAccepted(exchange) ? () => lookInto(one, exchange) : true;
  };
  const lookInto = async (one: MissingCode, exchange: Exchange): Promise<boolean> => {
    const user = await controls.requirePendingUser(t);
    const again = await send(one, user);
    if (!isAccepted(again)) return false;
    if (one.mayResend === true) harmless.add(one.label);
    if (one.mayResend === true && (await isStillPending(t, user, (other) => send(one, other)))) {
      t.observations.record('fieldFormats', `verify with ${one.label}: accepted, and the user stays unverified`, again);
      return true;
    }
    // Where right codes are rejected too, a rejected one does not tell that the user was verified without it.
    if (one.mayResend === true) await t.exclusively((alone) => controls.requireControl(alone, 'verify'));
    const showsAgain = async (own: CheckContext): Promise<boolean> => {
      const third = await controls.requirePendingUser(own);
      if (!isAccepted(await send(one, third, own))) return false;
      return one.mayResend !== true || !(await isStillPending(own, third, (other) => send(one, other, own)));
    };
    return fail(
      `a verification with ${one.label} ${describeResponse(exchange)}, and again for a second fresh user; it must be rejected`,
      [exchange, again],
      { symptom: { kind: 'accepted' }, case: { name: one.label, showsAgain } },
    );
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

/** A target may take the latest registration for the one that is meant: its code is sent alone, while nothing else of ours is. */
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

/** What may match a code that does not exist yet. */
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

/** Those that are accepted for a user who was registered just now. */
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

/** The same for one of them: undefined where zero is the right code, or the code that comes still verifies the user. */
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
 * Whether the code that a user was sent last still verifies it, and serves only once: then nothing had verified it before. Where
 * it serves again, as any code does once a user is verified, `send` shows with other users whether it verifies them.
 */
export async function isStillPending(
  t: CheckContext,
  user: PendingUser,
  send: (user: PendingUser) => Promise<Exchange>,
): Promise<boolean> {
  let code = (await t.users.code(user.body.email, user.n)) ?? user.code;
  // It may be ready later than those of other users: only one that is rejected at any age was used up.
  let verified = await controls.verifyLater(t, { ...user, code });
  const later = isRejected(verified) ? await awaitOtherCode(t, user, code) : undefined;
  if (later !== undefined) {
    code = later;
    verified = await controls.verifyLater(t, { ...user, code });
  }
  if (responses.mayBeOutage(verified) || responses.isLimit(verified))
    inconclusive(
      'a verification without a code is accepted, and an outage or a limit hides what becomes of the right code after it',
      'a target that stays available and throttles less',
      [verified],
    );
  if (!isAccepted(verified)) return false;
  const reused = await t.users.verify({ ...user, code }, { throttle: 'accept' });
  if (isAccepted(reused) && (await acceptsAnyCodeOnceVerified(t, user)))
    return (await leavesPending(t, send)) || leavesPending(t, send);
  if (isAccepted(reused) || responses.isLimit(reused))
    inconclusive(
      'a verification without a code is accepted, and codes serve more than once: nobody can see whether it verifies',
      'a target whose codes work once',
      [reused],
    );
  return true;
}

const isRejected = (exchange: Exchange): boolean =>
  !isAccepted(exchange) && !responses.mayBeOutage(exchange) && !responses.isLimit(exchange);

/** Pause between two looks for a code, ms. */
const lookAgainMs = 200;

/** A code other than the known one: the target may have taken the request for a wish for a new code, whose mail may be late. */
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
