/**
 * E-mails near a registered one that nobody registered. None differs only in letter case, blanks, quotes, comments or Unicode
 * form: a target may treat such e-mails as the same.
 */

/** One way to change an e-mail. */
export interface EmailChange {
  readonly label: string;
  /** Undefined if the e-mail has no place for it. */
  readonly of: (email: EmailParts) => string | undefined;
}

/** `{before}{unique}{after}@{domain}`. */
export interface EmailParts {
  readonly before: string;
  readonly unique: string;
  readonly after: string;
  readonly domain: string;
}

/** The parts of an e-mail that was made of a template with `{unique}`. */
export function emailParts(email: string, template: string): EmailParts {
  const [start = '', end = ''] = template.split('{unique}');
  const at = email.lastIndexOf('@');
  const unique = email.slice(start.length, email.length - end.length);
  if (start.length + unique.length <= at)
    return { before: start, unique, after: email.slice(start.length + unique.length, at), domain: email.slice(at + 1) };
  // The unique part is in the domain: what precedes the @ is changed instead.
  return { before: '', unique: email.slice(0, at), after: '', domain: email.slice(at + 1) };
}

/** Without its first or last character, and that character: by code points, since half an emoji is not text. */
const withoutFirst = (text: string): string => [...text].slice(1).join('');
const withoutLast = (text: string): string => [...text].slice(0, -1).join('');
const firstOf = (text: string): string => [...text][0] ?? '';
const lastOf = (text: string): string => [...text].at(-1) ?? '';
const whole = ({ before, unique, after, domain }: EmailParts): string => `${before}${unique}${after}@${domain}`;
const next = (letter: string): string => (letter === 'q' ? 'k' : 'q');

/** Changes one character of the unique part. */
const changed = (parts: EmailParts, at: number, to?: string): string => {
  const { unique } = parts;
  const place = Math.min(at, unique.length - 1);
  return whole({ ...parts, unique: unique.slice(0, place) + (to ?? next(unique[place]!)) + unique.slice(place + 1) });
};
const middle = 5;

/** The e-mail without what follows a plus, which some targets ignore. */
const withoutTag = (email: string): string => email.replace(/\+[^@]*(?=@)/, '');

/** Leaves out an e-mail that differs only in letter case and in a fixed tag such as `+kit`: a target may ignore both. */
const change = (label: string, of: EmailChange['of']): EmailChange => ({
  label,
  of: (parts) => {
    const email = of(parts);
    if (email === undefined || !parts.after.includes('+')) return email;
    return withoutTag(email).toLowerCase() === withoutTag(whole(parts)).toLowerCase() ? undefined : email;
  },
});

/** The most telling ones first: a shorter run takes as many as it can. */
export const emailChanges: readonly EmailChange[] = [
  // The part before the @, or all of a right e-mail, is in it: so it shows comparisons of either, and of a beginning.
  change('* added at the end', (parts) => `${whole(parts)}*`),
  change('% for it all', () => '%'),
  change('a quote and SQL', () => "' OR '1'='1"),
  change('.* for it all', () => '.*'),
  change('the first character changed', (parts) => next(firstOf(whole(parts))) + withoutFirst(whole(parts))),
  change('the last character dropped', (parts) => withoutLast(whole(parts))),
  change('a character added at the end', (parts) => `${whole(parts)}x`),
  change('a character changed', (parts) => changed(parts, middle)),
  change('a character added in front', (parts) => `x${whole(parts)}`),
  change('* for it all', () => '*'),
  change('another domain', (parts) => whole({ ...parts, domain: `other-${parts.domain}` })),
  change('the last character before the @ dropped', ({ before, unique, after, domain }) =>
    withoutLast(`${before}${unique}${after}`).concat('@', domain),
  ),
  change('_ for a character', (parts) => changed(parts, middle, '_')),
  change('a point for a character', (parts) => changed(parts, middle, '.')),
  change('the part before the @ alone', ({ before, unique, after }) => `${before}${unique}${after}`),
  change('the first character dropped', (parts) => withoutFirst(whole(parts))),
  change('the last character changed', (parts) => withoutLast(whole(parts)) + next(lastOf(whole(parts)))),
  change('the last character before the @ changed', ({ before, unique, after, domain }) => {
    const local = `${before}${unique}${after}`;
    return `${withoutLast(local)}${next(lastOf(local))}@${domain}`;
  }),
  change('two characters exchanged', (parts) => {
    const at = [...parts.unique].findIndex((letter, n) => n > 0 && letter !== parts.unique[n - 1]);
    if (at < 1) return undefined;
    const { unique } = parts;
    return whole({ ...parts, unique: unique.slice(0, at - 1) + unique[at]! + unique[at - 1]! + unique.slice(at + 1) });
  }),
  change('a character twice', (parts) => changed(parts, middle, (parts.unique[middle] ?? 'q').repeat(2))),
  change('a letter for the point of the domain', (parts) =>
    parts.domain.includes('.') ? whole({ ...parts, domain: parts.domain.replace('.', 'x') }) : undefined,
  ),
  change('a subdomain', (parts) => whole({ ...parts, domain: `sub.${parts.domain}` })),
  change('a quote, SQL and a comment at the end', (parts) => `${whole(parts)}' OR 1=1 -- `),
  change('U+0000 and more at the end', (parts) => `${whole(parts)}\u0000x`),
];

/**
 * Further patterns, conditions and ends: what accepts one of them accepts one of {@link emailChanges} on nearly every target. A
 * pattern for a part does so as one for a single character or for it all, and the domain as the end without the first character.
 */
export const furtherEmailChanges: readonly EmailChange[] = [
  change('% for the unique part', (parts) => whole({ ...parts, unique: '%' })),
  change('* for the unique part', (parts) => whole({ ...parts, unique: '*' })),
  change('.* for the unique part', (parts) => whole({ ...parts, unique: '.*' })),
  change('the domain alone', ({ domain }) => `@${domain}`),
  change('? for a character', (parts) => changed(parts, middle, '?')),
  change('[a-z] for a character', (parts) => changed(parts, middle, '[a-z]')),
  change('%@% for it all', () => '%@%'),
  change('% at the end', (parts) => `${whole(parts)}%`),
  change('% for the domain', (parts) => whole({ ...parts, domain: '%' })),
  change('* for the domain', (parts) => whole({ ...parts, domain: '*' })),
  change('an alternative', (parts) => `x|${whole(parts)}`),
  change('^ in front', (parts) => `^${whole(parts)}`),
  change('a quote and SQL about e-mails', () => "x' OR email LIKE '%"),
];
