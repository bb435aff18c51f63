/** Forms of e-mails that people have, made from the configured one: the part before the @, letter case, and the length. */

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

/** The configured e-mail with so many characters: as many as may be before the @, the others in subdomains. */
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

export function emailForms(canonical: string): EmailForm[] {
  const at = canonical.lastIndexOf('@');
  const local = canonical.slice(0, at);
  const domain = canonical.slice(at);
  const shouted = domain.includes('{unique}') ? domain : domain.toUpperCase();
  return [
    { label: 'capitals', template: `Ada.LOVELACE.${local}${domain}` },
    { label: 'a plus', template: `${local.replaceAll('+', '-')}+tag${domain}` },
    { label: 'dots', template: `a.b.c.${local}${domain}` },
    { label: 'Unicode', template: `josé.${local}${domain}` },
    { label: 'digits in front', template: `42${local}${domain}` },
    { label: 'an apostrophe', template: `o'brien.${local}${domain}` },
    { label: 'a hyphen and an underscore', template: `jean-luc_${local}${domain}` },
    { label: 'characters beyond Latin 1', template: `李小龍.${local}${domain}` },
    { label: 'two pluses', template: `a+b+${local}${domain}` },
    { label: 'capitals in its domain', template: `${local}${shouted}` },
    { label: 'digits only before the rest', template: `007.${local}${domain}` },
    ...[56, 90, 140, 250].map((length) => ({
      label: `${length} characters`,
      template: longEmail(canonical, length),
    })),
  ];
}

/** Most of the forms at once, each of which many servers accept: what loses one of them loses this one too. */
export function combinedEmailForm(canonical: string): EmailForm {
  const at = canonical.lastIndexOf('@');
  const local = canonical.slice(0, at).replaceAll('+', '-');
  return {
    label: 'capitals, digits, dots, a hyphen, an underscore and a plus',
    template: `42.Ada.LOVELACE.jean-luc_${local}+tag${canonical.slice(at)}`,
  };
}

/** Other spellings to which a target may have sent the code: the same mailbox for most mail servers. */
export function otherSpellings(email: string): string[] {
  return [...new Set([email.toLowerCase(), email.normalize('NFC'), email.normalize('NFD')])].filter(
    (other) => other !== email,
  );
}
