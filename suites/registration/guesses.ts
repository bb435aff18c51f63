/** Many wrong codes for one user: the target must stop the guessing, and accept none of them in the end. */
import type { CheckContext, Exchange, PendingUser } from '../../src/suite.ts';
import { controls, fail, generate, inconclusive, pass, responses, unlessUndecided } from '../../src/suite.ts';
import { verifyWithCode, withLegend } from './code-requests.ts';
import { harmlessLabels, isStillPending, missingCodes } from './missing-codes.ts';
import { requireUnusualUser } from './unusual-users.ts';

const { describeResponse, isAccepted } = responses;

/** Largest number of wrong codes that a single user gets. */
const guesses = 20;
/** Codes that are tried last: a target may clear the code after some wrong ones, so that it becomes 0 or a default left behind. */
const defaults = ['0', '123456', '1234', '111111', '999999'];
/** Codes at the beginning and at the end of the series that are sent one by one, since their times are compared. */
const aloneAtEnds = 3;
/** How many of the codes in between are sent at once. */
const atOnce = 3;
/** How many users send a request without a code if a limit or an outage hides the answer. */
const mostHidden = 3;

const isThrottled = ({ response }: Exchange): boolean => response?.status === 429;

interface Accepted {
  readonly user: PendingUser;
  readonly label: string;
  /** Its name among the wrong codes that are tried alone, too. */
  readonly name: string;
  readonly exchange: Exchange;
}

interface Guesses {
  readonly user: PendingUser;
  readonly sent: readonly Exchange[];
  /** The wrong code that ended the series, since it was accepted. */
  readonly accepted?: Accepted;
  /** A request without a code that was accepted after them. */
  readonly acceptedWithout?: { readonly label: string; readonly exchange: Exchange };
}

/** Names of wrong codes that the series has first, since they were not tried before. */
export const codesOfSeries = (t: CheckContext): string[] => t.once('wrong codes of the series', () => []);

/** The wrong codes of the series, before the defaults; the first of them is tried twice. */
function seriesOf(t: CheckContext, named: ReturnType<typeof generate.namedWrongCodes>) {
  const wanted = codesOfSeries(t).filter((name) => !defaults.includes(name));
  const [first, ...others] = [...named.entries()].filter(
    ([name]) => !wanted.includes(name) && !defaults.includes(name),
  );
  const codes = [first![1], ...wanted.map((name) => named.get(name)), ...others.map(([, wrong]) => wrong)];
  return codes.filter((wrong) => wrong !== undefined).slice(0, guesses - defaults.length - 1);
}

function inSteps<T>(series: readonly T[]): readonly (readonly T[])[] {
  const alone = (part: readonly T[]) => part.map((one) => [one]);
  const end = Math.max(aloneAtEnds, series.length - aloneAtEnds);
  const between = controls.inGroups(series.slice(aloneAtEnds, end), atOnce);
  return [...alone(series.slice(0, aloneAtEnds)), ...between, ...alone(series.slice(end))];
}

/** Sends wrong codes for one user until one is accepted or throttled, and then requests without a code. */
async function guess(t: CheckContext): Promise<Guesses> {
  const user = await requireUnusualUser(t);
  const named = generate.namedWrongCodes(user.code);
  const [first, ...others] = seriesOf(t, named);
  // The same again: a target may store what was tried where it keeps the code.
  const near = [first!, { ...first!, label: `${first!.label}, tried before` }, ...others];
  const sent: Exchange[] = [];
  // What is cleared by then falls back to any of the defaults, and to a missing code: these may come at once.
  for (const codes of [...inSteps(near), defaults.flatMap((name) => named.get(name) ?? [])]) {
    const exchanges = await Promise.all(codes.map(({ value }) => verifyWithCode(t, user, value)));
    const accepted = exchanges.find(isAccepted);
    // Of those at once, it comes last.
    sent.push(...exchanges.filter((one) => one !== accepted), ...(accepted === undefined ? [] : [accepted]));
    if (accepted !== undefined) {
      const { label, from: name } = codes[exchanges.indexOf(accepted)]!;
      return { user, sent, accepted: { user, label, name, exchange: accepted } };
    }
    if (exchanges.some(isThrottled)) return { user, sent };
  }
  const harmless = harmlessLabels(t);
  const without = missingCodes.filter(({ isCodeAlone, label }) => isCodeAlone === true && !harmless.has(label));
  const [acceptedWithout] = await Promise.all(
    without.map(async ({ label, typed, of }) => {
      const body = of(controls.verificationBody(user));
      return { label, exchange: await t.send({ operation: 'verify', body, typed, throttle: 'accept' }) };
    }),
  ).then((all) => all.filter(({ exchange }) => isAccepted(exchange)));
  return { user, sent, ...(acceptedWithout && { acceptedWithout }) };
}

/** The series that checks share; undefined if the run is lean, or no other user can be registered. */
export async function sharedGuesses(t: CheckContext): Promise<Guesses | undefined> {
  if (t.effort.isLean) return undefined;
  return unlessUndecided(() => t.once('guesses', guess));
}

/** Fails if a request without a code is accepted after many wrong ones, and so for a second user. */
export async function requireCodeAfterMany(t: CheckContext) {
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
  const one = missingCodes.find((known) => known.label === label);
  if (one?.mayResend !== true) return false;
  const send = (user: PendingUser) =>
    t.send({ operation: 'verify', body: one.of(controls.verificationBody(user)), typed: one.typed });
  for (let tries = 0; tries < mostHidden; tries += 1) {
    const user = await controls.requirePendingUser(t);
    const sent = await send(user);
    if (!responses.isLimit(sent)) return isAccepted(sent) && isStillPending(t, user, send);
  }
  inconclusive('a limit or an outage hides whether a user without wrong codes may send the same', 'a second run');
}

/** Fails if one of many wrong codes for one user is accepted, and so for a second user. */
export async function rejectAfterMany(t: CheckContext) {
  const first = await sharedGuesses(t);
  if (first?.accepted === undefined) return pass();
  const second = await guess(t);
  const { label, exchange } = first.accepted;
  const before = first.sent.length - 1;
  const others = before === 1 ? 'one wrong code' : `${before} wrong codes`;
  const what = before === 0 ? 'the first wrong code' : `after ${others} another wrong one`;
  const after = `${what} (${withLegend(label)}) ${describeResponse(exchange)}`;
  if (second.accepted === undefined) inconclusive(`${after}, but not for a second user`, 'a second run', [exchange]);
  return fail(
    `${after}, and so did wrong code ${second.sent.length} of a second user`,
    [[second.user.registered, 'a user'], ...second.sent],
    { symptom: { kind: 'accepted' } },
  );
}

/** Fails if the right code still works after many wrong ones, and no response was slower. Advice. */
export async function requireLockout(t: CheckContext) {
  const { user, sent, accepted } = await t.once('guesses', guess);
  if (accepted !== undefined)
    fail(`a wrong code (${withLegend(accepted.label)}) ${describeResponse(accepted.exchange)}; see verify/wrong-code`, [
      accepted.exchange,
    ]);
  const after = sent.findIndex(isThrottled) + 1;
  if (after > 0) {
    t.observations.record('lockout', { after, by: 'throttling (429)' }, sent[after - 1]);
    return pass({ message: `throttled at wrong code ${after}` });
  }
  // Of those at once, each may be slower for the others.
  const times = sent.slice(0, guesses - defaults.length).map(({ ms }) => ms);
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
  return fail(`after ${sent.length} wrong codes for one user, the right one still works, and no response was slower`, [
    user.registered,
    [right, 'the right code'],
  ]);
}
