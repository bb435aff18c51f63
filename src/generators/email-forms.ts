/**
 * Forms of e-mails that people have, made from the configured one: the part before the @, letter case, and the length. The unique
 * part precedes every plus, since a target may ignore what follows one.
 */

export interface EmailForm {
  /** What such an e-mail has: "a plus". */
  readonly label: string;
  /** With `{unique}` in it. */
  readonly template: string;
}

/** Length of what `{unique}` stands for. */
const uniqueLength = 12;
/** Most characters before the @, and in one label of a domain (RFC 5321 §4.5.3.1.1, RFC 1035 §2.3.4). */
const longestLocalPart = 64;
const longestLabel = 60;
/** Most characters of an e-mail: a few less than RFC 5321 §4.5.3.1.3 allows. */
const longestEmail = 250;

/** The configured e-mail, lengthened to `length` characters: before the @ as far as allowed, then by subdomains. */
export function longEmail(canonical: string, length: number): string {
  const at = canonical.lastIndexOf('@');
  const [local, domain] = [canonical.slice(0, at), canonical.slice(at + 1)];
  const present = (text: string) => text.replaceAll('{unique}', 'u'.repeat(uniqueLength)).length;
  const more = Math.min(longestLocalPart - present(local), length - present(canonical)) - 1;
  const before = more > 0 ? `${local}.${'a'.repeat(more)}` : local;
  const labels: string[] = [];
  for (let left = length - present(before) - 1 - present(domain); left > 1; left -= longestLabel + 1)
    labels.push('a'.repeat(Math.min(left - 1, longestLabel)));
  return `${before}@${[...labels, domain].join('.')}`;
}

/** An e-mail of several forms at once, and each of them alone. */
export interface CombinedForm extends EmailForm {
  readonly parts: readonly EmailForm[];
}

/**
 * All forms, in few e-mails: what loses one form loses the e-mail that has it too. Those that many servers accept come
 * together.
 */
export function combinedForms(canonical: string): readonly CombinedForm[] {
  const at = canonical.lastIndexOf('@');
  const local = canonical.slice(0, at);
  const domain = canonical.slice(at);
  const shouted = domain.includes('{unique}') ? domain : domain.toUpperCase();
  const dashed = local.replaceAll('+', '-');
  const [longest, ...shorter] = [longestEmail, 140, 90, 56].map((length) => ({
    label: `${length} characters`,
    template: longEmail(canonical, length),
  }));
  return [
    {
      label: 'capitals, digits, dots, a hyphen, an underscore and a plus',
      template: `42.Ada.LOVELACE.jean-luc_${dashed}+tag${domain}`,
      parts: [
        { label: 'capitals', template: `Ada.LOVELACE.${local}${domain}` },
        { label: 'a plus', template: `${dashed}+tag${domain}` },
        { label: 'dots', template: `a.b.c.${local}${domain}` },
        { label: 'digits in front', template: `42${local}${domain}` },
        { label: 'a hyphen and an underscore', template: `jean-luc_${local}${domain}` },
      ],
    },
    {
      label: 'characters in and beyond Latin 1',
      // A server that cuts it after a few octets cuts a character in two. It may change letter case beyond ASCII, or compose accents,
      // where it registers a user and not if it verifies one.
      template: `É李小龍.jose\u0301.${local}${domain}`,
      parts: [
        { label: 'Unicode', template: `é.josé.${local}${domain}` },
        { label: 'capitals beyond ASCII', template: `É.${local}${domain}` },
        { label: 'an accent written as a separate character', template: `jose\u0301.${local}${domain}` },
        { label: 'characters beyond Latin 1', template: `李小龍.${local}${domain}` },
      ],
    },
    {
      label: 'digits only before the rest, an apostrophe, two pluses and capitals in its domain',
      template: `007.o'brien.${local}+a+b${shouted}`,
      parts: [
        { label: 'an apostrophe', template: `o'brien.${local}${domain}` },
        { label: 'two pluses', template: `${local}+a+b${domain}` },
        { label: 'capitals in its domain', template: `${local}${shouted}` },
        { label: 'digits only before the rest', template: `007.${local}${domain}` },
      ],
    },
    { ...longest!, parts: shorter },
  ];
}

/** Where few can be registered: the most usual forms in an e-mail that is long as well, and characters beyond ASCII. */
export function fewForms(canonical: string): readonly CombinedForm[] {
  const [usual, unicode, , long] = combinedForms(canonical) as [CombinedForm, CombinedForm, CombinedForm, CombinedForm];
  return [
    {
      label: `${usual.label}, and ${long.label}`,
      template: longEmail(usual.template, longestEmail),
      parts: [usual, ...usual.parts, long, ...long.parts],
    },
    unicode,
  ];
}

/** Other spellings to which a target may have sent the code: the same mailbox for most mail servers. */
export function otherSpellings(email: string): string[] {
  const inEitherCase = [email, email.toLowerCase()];
  const spellings = inEitherCase.flatMap((one) => [one, one.normalize('NFC'), one.normalize('NFD')]);
  return [...new Set(spellings)].filter((other) => other !== email);
}
