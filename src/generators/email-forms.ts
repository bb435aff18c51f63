/** Forms of e-mails that people have, made from the configured one: only the part before the @, and letter case, differ. */

export interface EmailForm {
  /** What such an e-mail has: "a plus". */
  readonly label: string;
  /** With `{unique}` in it. */
  readonly template: string;
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
  ];
}

/** Other spellings to which a target may have sent the code: the same mailbox for most mail servers. */
export function otherSpellings(email: string): string[] {
  return [...new Set([email.toLowerCase(), email.normalize('NFC'), email.normalize('NFD')])].filter(
    (other) => other !== email,
  );
}
