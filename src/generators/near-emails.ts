/**
 * E-mails near a registered one that nobody registered. None differs only in letter case, blanks, quotes, comments or Unicode
 * form: a target may treat such e-mails as the same.
 */

/** One way to change an e-mail. */
export interface EmailChange {
  readonly label: string;
  /** Undefined where the e-mail has no place for it. */
  readonly of: (email: EmailParts) => string | undefined;
  /** Only what follows a plus differs, where the configured e-mail has its unique part there: a target may drop it. */
  readonly inTag: boolean;
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

const inUnique = (label: string, of: EmailChange['of']): EmailChange => ({ label, of, inTag: true });
const outside = (label: string, of: EmailChange['of']): EmailChange => ({ label, of, inTag: false });

/** The most telling ones first: a shorter run takes as many as it can. */
export const emailChanges: readonly EmailChange[] = [
  // The part before the @, or all of a right e-mail, is in it: so it shows comparisons of either, and of a beginning.
  outside('* added at the end', (parts) => `${whole(parts)}*`),
  outside('% for it all', () => '%'),
  outside('a quote and SQL', () => "' OR '1'='1"),
  outside('.* for it all', () => '.*'),
  outside('the first character changed', (parts) => next(firstOf(whole(parts))) + withoutFirst(whole(parts))),
  outside('the last character dropped', (parts) => withoutLast(whole(parts))),
  outside('a character added at the end', (parts) => `${whole(parts)}x`),
  inUnique('a character changed', (parts) => changed(parts, middle)),
  outside('a character added in front', (parts) => `x${whole(parts)}`),
  outside('* for it all', () => '*'),
  outside('another domain', (parts) => whole({ ...parts, domain: `other-${parts.domain}` })),
  inUnique('the last character before the @ dropped', ({ before, unique, after, domain }) =>
    withoutLast(`${before}${unique}${after}`).concat('@', domain),
  ),
  inUnique('_ for a character', (parts) => changed(parts, middle, '_')),
  inUnique('% for the unique part', (parts) => whole({ ...parts, unique: '%' })),
  inUnique('a point for a character', (parts) => changed(parts, middle, '.')),
  outside('the part before the @ alone', ({ before, unique, after }) => `${before}${unique}${after}`),
  outside('the first character dropped', (parts) => withoutFirst(whole(parts))),
  outside('the last character changed', (parts) => withoutLast(whole(parts)) + next(lastOf(whole(parts)))),
  inUnique('the last character before the @ changed', ({ before, unique, after, domain }) => {
    const local = `${before}${unique}${after}`;
    return `${withoutLast(local)}${next(lastOf(local))}@${domain}`;
  }),
  inUnique('* for the unique part', (parts) => whole({ ...parts, unique: '*' })),
  inUnique('.* for the unique part', (parts) => whole({ ...parts, unique: '.*' })),
  inUnique('two characters exchanged', (parts) => {
    const at = [...parts.unique].findIndex((letter, n) => n > 0 && letter !== parts.unique[n - 1]);
    if (at < 1) return undefined;
    const { unique } = parts;
    return whole({ ...parts, unique: unique.slice(0, at - 1) + unique[at]! + unique[at - 1]! + unique.slice(at + 1) });
  }),
  inUnique('a character twice', (parts) => changed(parts, middle, (parts.unique[middle] ?? 'q').repeat(2))),
  outside('a letter for the point of the domain', (parts) =>
    parts.domain.includes('.') ? whole({ ...parts, domain: parts.domain.replace('.', 'x') }) : undefined,
  ),
  outside('a subdomain', (parts) => whole({ ...parts, domain: `sub.${parts.domain}` })),
  outside('a quote, SQL and a comment at the end', (parts) => `${whole(parts)}' OR 1=1 -- `),
  outside('U+0000 and more at the end', (parts) => `${whole(parts)}\u0000x`),
  outside('the domain alone', ({ domain }) => `@${domain}`),
];

/** Further patterns and conditions: what accepts one of them accepts one of {@link emailChanges} on nearly every target. */
export const furtherEmailChanges: readonly EmailChange[] = [
  inUnique('? for a character', (parts) => changed(parts, middle, '?')),
  inUnique('[a-z] for a character', (parts) => changed(parts, middle, '[a-z]')),
  outside('%@% for it all', () => '%@%'),
  outside('% at the end', (parts) => `${whole(parts)}%`),
  outside('% for the domain', (parts) => whole({ ...parts, domain: '%' })),
  outside('* for the domain', (parts) => whole({ ...parts, domain: '*' })),
  outside('an alternative', (parts) => `x|${whole(parts)}`),
  outside('^ in front', (parts) => `^${whole(parts)}`),
  outside('a quote and SQL about e-mails', () => "x' OR email LIKE '%"),
];
