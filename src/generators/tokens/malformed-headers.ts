/** Values of the Authorization header that hold no bearer token, or several made-up ones (RFC 6750 §2.1). */
import fc from 'fast-check';
import { defined } from '../../core/defined.ts';
import type { Family } from '../request.ts';
import type { BearerTry, MalformedKind } from './bearer-try.ts';
import { base64url, textOf } from './token-forms.ts';

const madeUp = 'madeup-4f9a2c71';
const basic = Buffer.from('admin:admin').toString('base64');
const digest = `Digest username="admin", realm="x", nonce="x", uri="/", response="${'0'.repeat(32)}"`;

const known: readonly (readonly [kind: MalformedKind, label: string, header: string, second?: string])[] = [
  ['empty', 'an empty value', ''],
  ['scheme-alone', 'the scheme alone', 'Bearer'],
  ['basic', 'Basic with made-up credentials', `Basic ${basic}`],
  ['other-scheme', 'Digest with made-up credentials', digest],
  ['repeated-scheme', 'the scheme twice, and a list of made-up tokens', `Bearer Bearer ${madeUp}, Bearer ${madeUp}2`],
  ['no-scheme', 'no scheme, a made-up token', madeUp],
  ['two-headers', 'twice, each with a made-up token', `Bearer ${madeUp}`, `Bearer ${madeUp}2`],
  ['other-scheme', 'Token with a made-up token', `Token ${madeUp}`],
  // Servers that do not trim a value as RFC 9110 §5.5 has it see another one than the scheme alone.
  ['scheme-and-space', 'the scheme and a space', 'Bearer '],
  ['repeated-scheme', 'the scheme twice', `Bearer Bearer ${madeUp}`],
  ['several-tokens', 'a list of made-up tokens', `Bearer ${madeUp}, Bearer ${madeUp}2`],
  ['several-tokens', 'a scheme and a list of made-up tokens', `Bearer ${madeUp},${madeUp}2`],
  ['wrong-separator', 'no space after the scheme', `Bearer${madeUp}`],
  ['wrong-separator', 'a colon after the scheme', `Bearer:${madeUp}`],
  ['wrong-separator', 'an equals sign after the scheme', `Bearer=${madeUp}`],
  ['decorated-token', 'a made-up token in quotes', `Bearer "${madeUp}"`],
  ['decorated-token', 'a made-up token as a parameter', `Bearer token="${madeUp}"`],
  ['wrong-separator', 'a tab after the scheme', `Bearer\t${madeUp}`],
  ['several-tokens', 'two made-up tokens', `Bearer ${madeUp} ${madeUp}`],
  ['no-credentials', 'null', 'null'],
  ['no-credentials', 'undefined', 'undefined'],
  ['other-scheme', 'Negotiate with made-up credentials', 'Negotiate YII='],
  ['other-scheme', 'ApiKey with a made-up key', `ApiKey ${madeUp}`],
  ['no-credentials', 'a comma for a token', 'Bearer ,'],
  ['no-credentials', 'padding for a token', 'Bearer ='],
  // Legal in a header (RFC 9110 §5.5), and what some comparisons of secrets throw at.
  ['decorated-token', 'a letter beyond ASCII in a made-up token', `Bearer ${madeUp}\u00e9`],
];

const schemes: Readonly<Record<string, MalformedKind>> = {
  Basic: 'basic',
  Digest: 'other-scheme',
  Token: 'other-scheme',
  'Bearer Bearer': 'repeated-scheme',
  ApiKey: 'other-scheme',
  OAuth: 'other-scheme',
  MAC: 'other-scheme',
  JWT: 'other-scheme',
  'Bearer,': 'wrong-separator',
  '': 'no-scheme',
};

const first: readonly BearerTry[] = known.map(([kind, label, header, second]) => ({
  header,
  ...defined({ second }),
  kind,
  label,
}));

/** What every caller tries if more can be sent; of the others, each tries another part. */
const telling = first.slice(0, 7);
/** Usual ones, which callers share if few can be sent. */
const usual = [...telling, ...first.filter(({ kind }) => kind === 'scheme-and-space')];

/** What is accepted with one of these is accepted with a telling one, too. */
const alike: readonly string[] = [
  'Token with a made-up token',
  'the scheme and a space',
  'the scheme twice',
  'a list of made-up tokens',
  'Negotiate with made-up credentials',
  'ApiKey with a made-up key',
];
const others = first.slice(telling.length).filter(({ label }) => !alike.includes(label));

interface MalformedHeaders extends Family<BearerTry> {
  /** Where about ten can be sent: the telling ones, and others that `places` callers with following turns share. */
  readonly usual: (turn: number, places: number) => readonly BearerTry[];
  /** Where few can be sent; `places` callers with following turns have all usual ones among them. */
  readonly few: (turn: number, places: number) => readonly BearerTry[];
}

export const malformedHeaders: MalformedHeaders = {
  first,
  usual: (turn, places) => [...telling, ...others.filter((_, at) => at % places === turn % places)],
  few: (turn, places) => usual.filter((_, at) => at % places === turn % places),
  arbitrary: fc
    .tuple(
      fc.constantFrom(...Object.keys(schemes)),
      fc.array(textOf(base64url, 8, 40), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(', ', ',', ' ', '; '),
    )
    .map(([scheme, tokens, between]) => ({
      header: `${scheme} ${tokens.join(between)}`.trim(),
      kind: schemes[scheme]!,
      label: `${scheme === '' ? 'no scheme' : scheme} with ${tokens.length === 1 ? 'a made-up token' : 'made-up tokens'}`,
    })),
};
