/**
 * A registered user is still verifiable after its e-mail was registered once more. A target may refuse the second registration,
 * ignore it, send a new code that ends the first, or send a mail with another number. So a finding needs three users in a row of
 * whom no code works in any order, while one that registers alone is verified.
 */
import type { CheckContext, Exchange, PendingUser, Proof } from '../../../src/suite.ts';
import { controls, fail, forEachConcurrently, generate, responses } from '../../../src/suite.ts';
import { laterCode, type Mails, requireNoLateMail } from './later-codes.ts';
import { type Repetition, repetitions } from './repetitions.ts';

const { describeResponse, isAccepted } = responses;

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

/** Registers a fresh e-mail in this manner and tries its codes; undefined if it cannot be registered, or no code comes. */
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

/** Registers a fresh e-mail twice; undefined if that is rejected, or no code comes. */
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
