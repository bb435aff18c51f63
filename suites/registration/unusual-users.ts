/**
 * Users with unusual e-mails or names must be verifiable once they are registered. A failure is reported only if a second user of the
 * same form fails too, while a user with the configured values is verified.
 */
import type { CheckContext, Exchange, PendingUser } from '../../src/suite.ts';
import { controls, fail, forEachConcurrently, generate, responses } from '../../src/suite.ts';

const { describeResponse, isAccepted, mayBeOutage } = responses;
const { ageOf, hasLeadingZero } = controls;

/** Forms that are tried at once. */
const formsAtOnce = 5;

type Verify = (user: PendingUser) => Promise<controls.RejectedCode | undefined>;

/** A registration of an unusual form. */
interface Form {
  /** "a user with capitals in the e-mail". */
  readonly label: string;
  readonly change: { readonly firstName?: string; readonly lastName?: string; readonly email?: string };
}

/** A registration of several forms at once, and each of them alone. */
interface CombinedForm extends Form {
  readonly parts: readonly Form[];
}

const emoji = { label: 'an emoji in the first name', change: { firstName: 'Zoë 😀' } };
const markup = {
  label: 'angle brackets, an ampersand and quotes in the first name',
  change: { firstName: '<b>"Zoë" & Co</b>' },
};
const lastNameNull = { label: 'the last name Null', change: { lastName: 'Null' } };

const namesOfForm: readonly (Form & { readonly parts?: readonly Form[] })[] = [
  { label: 'accents in the names', change: { firstName: 'José', lastName: 'Nguyễn' } },
  { label: 'names of one character in another script', change: { firstName: '龍', lastName: '李' } },
  {
    label: 'an apostrophe, a hyphen and spaces in the names',
    change: { firstName: 'Jean-Luc', lastName: "O'Brien de la Cruz" },
  },
  {
    label: 'an emoji and markup in the first name and the last name Null',
    change: { firstName: '<b>"Zoë" & Co</b> 😀', lastName: 'Null' },
    parts: [emoji, markup, lastNameNull],
  },
];

/** E-mails of several forms, some of them with names beyond ASCII. */
function formsOf(t: CheckContext): readonly CombinedForm[] {
  const { email: canonical } = t.settings.fixtures.register;
  const emails = t.effort.pick({ quick: generate.fewForms(canonical), standard: generate.combinedForms(canonical) });
  const formOf = ({ label, template }: (typeof emails)[number]['parts'][number]): Form => ({
    label: `${label} in the e-mail`,
    change: { email: template },
  });
  return emails.map((email, at) => {
    const form = formOf(email);
    const names = namesOfForm[at];
    const parts = email.parts.map(formOf);
    if (names === undefined) return { ...form, parts };
    const { label, change, parts: ofNames = [names] } = names;
    return {
      label: `${form.label} and ${label}`,
      change: { ...form.change, ...change },
      parts: [...parts, ...ofNames],
    };
  });
}

/**
 * Registers and verifies users with pluses, dots and so on in the e-mail, and with unusual names. Forms that fail together are
 * tried one by one.
 *
 * @param verify returns the code if it is rejected
 * @returns the number of users that were verified
 */
export async function verifyForms(t: CheckContext, verify: Verify): Promise<number> {
  let verified = 0;
  const suspects: Form[] = [];
  const tryForm = async (form: Form): Promise<'verified' | 'suspect' | 'undecided'> => {
    const tried = await registerForm(t, form);
    if (tried.kind === 'undecided') return tried.kind;
    if (tried.kind === 'codeless' || (await verify(tried.user)) !== undefined) return 'suspect';
    verified += 1;
    return 'verified';
  };
  await forEachConcurrently(formsOf(t), formsAtOnce, async (form) => {
    const outcome = await tryForm(form);
    if (outcome === 'verified') verifiedForms(t).add(form.label);
    if (outcome === 'verified' && !t.effort.isExhaustive) return;
    const parts = t.effort.take(form.parts, outcome === 'undecided' ? { quick: 1 } : {});
    const ofParts = await Promise.all(parts.map(tryForm));
    const alone = parts.filter((_, at) => ofParts[at] === 'suspect');
    suspects.push(...(outcome === 'suspect' && alone.length === 0 ? [form] : alone));
  });
  for (const form of suspects) await tryFormAgain(t, form);
  return verified;
}

const verifiedForms = (t: CheckContext): Set<string> => t.once('forms of verified users', () => new Set());

/**
 * A pending user with an unusual e-mail if such a user was verified before: a target may compare codes only for plain e-mails. A
 * confirmation does not know, and tries one. If none can be registered, a user with the configured values.
 */
export async function requireUnusualUser(t: CheckContext): Promise<PendingUser> {
  const [form] = formsOf(t);
  const isKnown = form !== undefined && (verifiedForms(t).has(form.label) || t.client.runsAlone);
  const tried = isKnown ? await registerForm(t, form) : undefined;
  return tried?.kind === 'pending' ? tried.user : controls.requirePendingUser(t);
}

/** Fails if a second user of the form, registered alone, cannot be verified either, while a canonical one can. */
async function tryFormAgain(t: CheckContext, form: Form): Promise<void> {
  for (let tries = 0; tries < 4; tries += 1) {
    const again = await registerForm(t, form);
    if (again.kind === 'undecided') return;
    if (again.kind === 'codeless') {
      const control = await controls.requireLoneUser(t, 0);
      fail(
        `a user with ${form.label} is accepted and sent no code, twice; one with the configured values is sent one`,
        [
          [again.registered, `a user with ${form.label}: no code came`],
          [control, 'a user with the configured values', 'control'],
        ],
        { symptom: { kind: 'check' } },
      );
    }
    const { user } = again;
    if (hasLeadingZero(user)) continue;
    const first = await t.users.verify(user);
    if (mayBeOutage(first)) continue;
    if (isAccepted(first)) return;
    const verified = await controls.verifyAtAnyAge(t, user);
    if (mayBeOutage(verified)) continue;
    if (isAccepted(verified)) return;
    const control = await controls.requireLoneUser(t, ageOf({ user, verified }));
    fail(
      `a user with ${form.label} is rejected with its right code (${describeResponse(verified)}), twice; one with the configured values is accepted`,
      [
        [user.registered, `a user with ${form.label}`],
        [verified, 'its right code'],
        [control, 'a user with the configured values', 'control'],
      ],
      { symptom: { kind: 'refused' } },
    );
  }
}

/** A user of a form. Undecided if its registration is rejected, or its code goes where it cannot be read. */
type TriedForm =
  | { readonly kind: 'pending'; readonly user: PendingUser }
  | { readonly kind: 'codeless'; readonly registered: Exchange }
  | { readonly kind: 'undecided' };

async function registerForm(t: CheckContext, { label, change }: Form): Promise<TriedForm> {
  const user = await t.users.register(change);
  const { registered, body, n } = user;
  if (!isAccepted(registered)) {
    t.observations.record('fieldFormats', `a user with ${label}: refused`, registered);
    return { kind: 'undecided' };
  }
  let isUnclear = false;
  const codeFor = (email: string, waitMs?: number) =>
    t.users.code(email, n, waitMs).catch(() => {
      isUnclear = true;
      return undefined;
    });
  let code = await codeFor(body.email);
  for (const spelling of generate.otherSpellings(body.email)) code ??= await codeFor(spelling, 0);
  if (code !== undefined) return { kind: 'pending', user: { ...user, code } };
  // A message to another mailbox may not be readable. One with another name may not match the pattern, or what the command expects.
  const { pattern, command } = t.settings.fixtures.verificationCode ?? {};
  const isReadable = change.email === undefined && pattern === undefined && command === undefined && !isUnclear;
  return isReadable ? { kind: 'codeless', registered } : { kind: 'undecided' };
}
