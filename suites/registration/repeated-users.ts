/**
 * A registered user is still verifiable after its e-mail was registered once more, or its code was sent twice at once. A target
 * may refuse the second registration, ignore it, send a new code that ends the first, or send a mail with another number.
 * So a finding needs three users in a row of whom no code works in any order, while one that registers alone is verified.
 */
import type { CheckContext, Exchange, PendingUser, Proof } from '../../src/suite.ts';
import { controls, fail, forEachConcurrently, generate, inconclusive, responses } from '../../src/suite.ts';

const { describeResponse, isAccepted, mayBeOutage } = responses;

/** How the e-mail of a pending user is registered once more. */
interface Repetition {
  readonly label: string;
  readonly isAtOnce?: true;
  /** Also tried on the one user of {@link isVerifiedAfterAll}. */
  readonly isForOne?: true;
  readonly spelt: (parts: generate.EmailParts) => string;
}

const plainly = ({ before, unique, after, domain }: generate.EmailParts): string =>
  `${before}${unique}${after}@${domain}`;

/** In capitals. The unique part keeps its case if there are other letters before the @: reports recognise it in lower case. */
function inCapitals({ before, unique, after, domain }: generate.EmailParts): string {
  const fresh = /[a-z]/.test(before + after) ? unique : unique.toUpperCase();
  return `${before.toUpperCase()}${fresh}${after.toUpperCase()}@${domain.toUpperCase()}`;
}

const repetitions: readonly Repetition[] = [
  { label: 'registered a second time', isForOne: true, spelt: plainly },
  { label: 'registered twice at once', isAtOnce: true, spelt: plainly },
  { label: 'registered again in another letter case', isForOne: true, spelt: inCapitals },
  { label: 'registered again with a trailing space', isForOne: true, spelt: (parts) => `${plainly(parts)} ` },
];

/** A user none of whose codes was accepted. */
interface Lost {
  readonly user: PendingUser;
  readonly verified: Exchange;
  /** Age of its code when it was sent first, ms. */
  readonly age: number;
  readonly proof: readonly Proof[];
  /** Whether the second registration was accepted and no mail has come yet. */
  readonly awaitsMail: boolean;
}

/** How long a second code is waited for if the first one is rejected: a little longer than the first one took. */
const brief = { leastMs: 300, mostMs: 1500 };
/** How much longer than configured a suspicion waits for a mail: mails to one address may be sent some time apart. */
const patience = 2;
/** How long the mail of a second registration may take. */
const mailsApartMs = 62_000;
const pollMs = 60;
const mostPolls = 100;

/** Returns how many users were verified, each after another repetition. */
export async function verifyRepeated(t: CheckContext): Promise<number> {
  let verified = 0;
  const seen: Seen = { hasOtherMail: false };
  await forEachConcurrently(repetitions, t.client.runsAlone ? 1 : repetitions.length, async (repetition) => {
    const outcome = await tryRepetition(t, repetition, { seen, isPatient: false, order: 'first at once' });
    if (outcome === 'verified') verified += 1;
    if (outcome === 'verified' || outcome === undefined) return;
    if (repetition.isAtOnce === true && (await bringsOtherMail(t, seen))) return;
    await requireVerified(t, repetition, outcome, seen);
  });
  return verified;
}

/** Of two registrations at once only the newer mail can be read, which need not be the one with the code. */
async function bringsOtherMail(t: CheckContext, seen: Seen): Promise<boolean> {
  if (!seen.hasOtherMail) await tryRepetition(t, repetitions[0]!, { seen, isPatient: true, order: 'newest first' });
  return seen.hasOtherMail;
}

async function requireVerified(t: CheckContext, repetition: Repetition, first: Lost, seen: Seen): Promise<void> {
  let lost = first;
  // Which of two parallel registrations wins is a matter of chance, so more tries are needed.
  const both = ['oldest first', 'newest first'] as const;
  const orders = repetition.isAtOnce === true ? [...both, ...both] : both;
  // A confirmation waits once, for the user who has waited longest, and not for each one again.
  const isPatient = !(t.client.runsAlone && first.awaitsMail);
  if (!isPatient) await requireNoLateMail(t);
  for (const order of orders) {
    const outcome = await tryRepetition(t, repetition, { seen, isPatient, order });
    if (outcome === undefined || outcome === 'verified') return;
    lost = outcome;
    if (lost.awaitsMail) await requireNoLateMail(t);
  }
  const control = await controls.requireLoneUser(t, lost.age, lost);
  fail(
    `a user whose e-mail is ${repetition.label} is rejected with every code that came (${describeResponse(lost.verified)}), ${orders.length + 1} times of ${orders.length + 1}; a user registered once is accepted`,
    [...lost.proof, [control, 'a user registered alone', 'control']],
    { symptom: { kind: 'refused' }, ...(lost.awaitsMail && { mayBeLate: true }) },
  );
}

/**
 * Some targets send two mails to one address at least a minute apart. Looks again for the mail of every user of the run who still
 * waits for one. A confirmation keeps looking until the user who has waited longest can expect none any more.
 * @throws CheckConcluded (inconclusive) if such a mail has come, or the run ends too early
 */
async function requireNoLateMail(t: CheckContext): Promise<void> {
  const { awaitingMail } = t.users.memory;
  for (const [at, { user, emails, since }] of awaitingMail.entries()) {
    const until = since + mailsApartMs;
    const withinMs = at === 0 && t.client.runsAlone ? Math.max(0, until - t.clock.elapsed()) : 0;
    const code = await laterCode(t, { emails, n: user.n, first: user.code }, withinMs);
    const isOver = withinMs > 0 && t.clock.elapsed() < until;
    if (code === undefined && !isOver) continue;
    inconclusive(
      code === undefined
        ? 'after a second registration of an e-mail its first code is rejected, and the run ends before a mail with a new one is overdue'
        : 'a second registration of an e-mail brings a new code, but its mail comes later than the run waits for it',
      code === undefined ? 'a longer --max-time' : 'a longer fixtures.verificationCode.waitMs',
      [[user.registered, 'registered, and then a second time']],
    );
  }
}

/** What earlier repetitions have shown about the target. */
interface Seen {
  /** A second registration brings a mail whose number is not the code. */
  hasOtherMail: boolean;
}

interface Manner {
  readonly seen: Seen;
  /** Whether a second code is waited for longer than is configured. */
  readonly isPatient: boolean;
  /** Of the two codes; or the first one before a second is waited for, since it usually still works. */
  readonly order: 'oldest first' | 'newest first' | 'first at once';
}

/** Registers a fresh e-mail in this manner and tries its codes; undefined where it cannot be registered, or no code comes. */
async function tryRepetition(
  t: CheckContext,
  repetition: Repetition,
  { seen, isPatient, order }: Manner,
): Promise<'verified' | Lost | undefined> {
  const user = await registerRepeatedly(t, repetition);
  if (user === undefined) return undefined;
  const { first, emails, registered } = user;
  const proof: Proof[] = registered.map((exchange, at) => [exchange, at === 0 ? 'registered' : repetition.label]);
  const tries: Tries = { proof, seen };
  if (order === 'first at once' && (await isAnyAccepted(t, user, [first], tries))) return 'verified';
  const waitMs = t.settings.fixtures.verificationCode?.waitMs ?? 0;
  const later = await laterCode(t, user, isPatient ? patience * waitMs : Math.min(user.briefMs, waitMs));
  const oldest = order === 'first at once' ? [] : [first];
  const codes = later === undefined ? oldest : order === 'newest first' ? [later, ...oldest] : [...oldest, later];
  if (await isAnyAccepted(t, user, codes, tries)) return 'verified';
  // The mail may have come while the first code was tried.
  const latest = later === undefined && isPatient ? await laterCode(t, user, 0) : undefined;
  if (latest !== undefined && (await isAnyAccepted(t, user, [latest], tries))) return 'verified';
  const { lost } = tries;
  const awaitsMail = later === undefined && latest === undefined && registered.every(isAccepted);
  if (lost !== undefined && awaitsMail)
    t.users.memory.awaitingMail.push({ user: lost.user, emails, since: user.registeredAt });
  return lost && { ...lost, proof, awaitsMail };
}

/** A user whose e-mail was registered twice. */
interface RepeatedUser extends Mails {
  readonly body: PendingUser['body'];
  readonly registered: readonly Exchange[];
  readonly accepted: Exchange;
  /** When the second registration was answered, ms of run time. */
  readonly registeredAt: number;
  /** How long a second code is waited for if the first one is rejected, ms. */
  readonly briefMs: number;
}

/** Registers a fresh e-mail twice; undefined where that is rejected, or no code comes. */
async function registerRepeatedly(t: CheckContext, { spelt, isAtOnce }: Repetition): Promise<RepeatedUser | undefined> {
  const body = t.users.body();
  const n = t.users.memory.count;
  const other = spelt(generate.emailParts(body.email, t.settings.fixtures.register.email));
  const register = (email: string, by = t) =>
    by.send({ operation: 'register', body: { ...body, email }, throttle: 'accept' });
  // Alone, since requests of other checks would come between the two: the number in flight is limited.
  const registered =
    isAtOnce === true
      ? await t.exclusively((alone) => Promise.all([register(body.email, alone), register(other, alone)]), 'register')
      : [await register(body.email)];
  const accepted = registered.find(isAccepted);
  const startedAt = t.clock.elapsed();
  const first = accepted === undefined ? undefined : await t.users.code(body.email, n);
  if (accepted === undefined || first === undefined) return undefined;
  const briefMs = Math.min(Math.max(3 * (t.clock.elapsed() - startedAt), brief.leastMs), brief.mostMs);
  if (isAtOnce !== true) registered.push(await register(other));
  const registeredAt = t.clock.elapsed();
  return { n, body, emails: [body.email, other], registered, accepted, first, registeredAt, briefMs };
}

/** What the codes of one user have shown so far. */
interface Tries {
  readonly proof: Proof[];
  readonly seen: Seen;
  lost?: Pick<Lost, 'user' | 'verified' | 'age'>;
}

/** Tries codes with each e-mail. The first one is tried at several ages, since users may become verifiable late. */
async function isAnyAccepted(
  t: CheckContext,
  { n, body, emails, accepted, first }: RepeatedUser,
  codes: readonly string[],
  tries: Tries,
): Promise<boolean> {
  for (const code of codes)
    for (const email of new Set(emails)) {
      const user = { n, body: { ...body, email }, registered: accepted, code };
      // The codes after the first one are old enough by then.
      const earliest = tries.lost === undefined ? await controls.verifyToConfirm(t, user) : undefined;
      const verified = earliest?.verified ?? (await t.users.verify(user));
      if (isAccepted(verified)) return true;
      tries.seen.hasOtherMail ||= code !== first;
      tries.proof.push([verified, 'its code, rejected']);
      if (earliest !== undefined) tries.lost = { user, ...earliest };
    }
  return false;
}

/**
 * Whether one user is still verified after all repetitions together: registered twice at once and then several times more, and
 * its code sent twice at once. If not, {@link verifyRepeated} and {@link verifyTwiceAtOnce} find out which one is the cause.
 */
export async function isVerifiedAfterAll(t: CheckContext): Promise<boolean> {
  const user = await registerTwiceAtOnce(t);
  if (user === undefined) return false;
  const parts = generate.emailParts(user.body.email, t.settings.fixtures.register.email);
  const emails = repetitions.filter(({ isForOne }) => isForOne === true).map(({ spelt }) => spelt(parts));
  for (const email of emails) {
    const again = await t.send({ operation: 'register', body: { ...user.body, email }, throttle: 'accept' });
    if (email === user.body.email) recordTaken(t, again);
  }
  const both = await verifyAtOnce(t, user);
  recordReuse(t, both);
  if (both.some(isAccepted)) return true;
  const mails = { emails: [user.body.email, ...emails], n: user.n, first: user.code };
  const later = await laterCode(t, mails, brief.leastMs);
  return later !== undefined && isAccepted(await t.users.verify({ ...user, code: later }));
}

/** A user that was registered twice at once, with the code that came; undefined if that is rejected, or no code comes. */
async function registerTwiceAtOnce(t: CheckContext): Promise<PendingUser | undefined> {
  const body = t.users.body();
  const n = t.users.memory.count;
  const both = await t.exclusively(
    (alone) => Promise.all([1, 2].map(() => alone.send({ operation: 'register', body, throttle: 'accept' }))),
    'register',
  );
  const registered = both.find(isAccepted);
  const code = registered === undefined ? undefined : await t.users.code(body.email, n);
  return registered === undefined || code === undefined ? undefined : { n, body, registered, code };
}

/** Records how the target answers the registration of a known e-mail, so that no other check needs to ask. */
function recordTaken(t: CheckContext, again: Exchange): void {
  if (again.response === null || responses.isLimit(again)) return;
  t.observations.record('takenEmail', again.response.status, again);
}

/** Records that a code works once: it was accepted in one of two requests, and nothing else explains the other rejection. */
function recordReuse(t: CheckContext, both: readonly Exchange[]): void {
  const [refused] = both.filter((one) => !isAccepted(one));
  if (refused === undefined || !both.some(isAccepted) || mayBeOutage(refused) || controls.mayBeLimit(refused)) return;
  t.observations.record('codeReuse', false, refused);
}

/** The spellings of one user's e-mail, and the code that came first. */
interface Mails {
  readonly n: number;
  readonly emails: readonly string[];
  readonly first: string;
}

/** Waits for a code other than the first one; undefined if none comes in time, or the run ends. */
async function laterCode(t: CheckContext, { emails, n, first }: Mails, withinMs: number) {
  const until = t.clock.elapsed() + withinMs;
  const pauseMs = Math.max(pollMs, withinMs / mostPolls);
  for (;;) {
    for (const email of new Set(emails)) {
      const code = await t.users.code(email, n, 0).catch(() => undefined);
      if (code !== undefined && code !== first) return code;
    }
    const asked = t.clock.elapsed();
    if (asked >= until) return undefined;
    await t.clock.sleep(pauseMs);
    // A pause that ends early means that the run is out of time.
    if (t.clock.elapsed() - asked < pauseMs / 2) return undefined;
  }
}

/** Sends the right code twice at once: one of the two must be accepted, or the same code when it is then sent alone. */
export async function verifyTwiceAtOnce(t: CheckContext): Promise<void> {
  const first = await verifyByTwo(t);
  if (first === undefined) return;
  const again = await verifyByTwo(t);
  if (again === undefined) return;
  const control = await controls.requireLoneUser(t, again.age);
  fail(
    `the right code, sent twice at once, was rejected both times, and again when it was sent alone (${describeResponse(again.verified)}), for two users; a user registered alone is accepted`,
    [...again.proof, [control, 'a user registered alone', 'control']],
    { symptom: { kind: 'refused' } },
  );
}

/** A 429 is not waited for, because one of the two requests may be refused for good: its code is used by then. */
const verifyAtOnce = (t: CheckContext, user: PendingUser): Promise<Exchange[]> =>
  t.exclusively((alone) => Promise.all([1, 2].map(() => alone.users.verify(user, { throttle: 'accept' }))), 'verify');

async function verifyByTwo(t: CheckContext): Promise<Omit<Lost, 'awaitsMail'> | undefined> {
  const pending = await t.users.pending();
  if (!pending.ok) return undefined;
  const { user } = pending;
  const both = await verifyAtOnce(t, user);
  if (both.some(isAccepted)) return undefined;
  // Both may have waited for the same lock.
  await t.clock.sleep(brief.mostMs);
  const { verified } = await controls.verifyToConfirm(t, user);
  if (isAccepted(verified) || [...both, verified].some(mayBeOutage)) return undefined;
  const proof: Proof[] = [
    [user.registered, 'registered'],
    ...both.map((exchange): Proof => [exchange, 'its right code, twice at once']),
    [verified, 'its right code, alone'],
  ];
  return { user, verified, age: controls.ageOf({ user, verified }), proof };
}
