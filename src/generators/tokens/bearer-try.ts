/** One try: a value of the Authorization header that holds no valid token (§5). */

/** What was done to the good token. */
export type MutantKind =
  | 'cut-at-end'
  | 'cut-at-start'
  | 'extended-at-end'
  | 'extended-at-start'
  | 'dot-after'
  | 'colon-after'
  | 'changed-character'
  | 'changed-dot'
  | 'any-character'
  | 'no-digit'
  | 'same-number'
  | 'character-removed'
  | 'character-repeated'
  | 'without-separator'
  | 'reversed'
  | 'doubled'
  | 'swapped-case'
  | 'unsigned-claims'
  | 'without-signature'
  | 'without-signature-and-dot'
  | 'empty-key'
  | 'changed-claims';

/** What a token that nobody issued looks like, or what else it is. */
export type MadeUpKind =
  | 'known-value'
  | 'same-alphabet'
  | 'opaque'
  | 'hex'
  | 'uuid'
  | 'base64'
  | 'base64url'
  | 'unsigned-jwt'
  | 'signed-jwt'
  | 'digits'
  | 'word'
  | 'wildcard'
  | 'metacharacters'
  | 'length';

/** What is wrong with a header that is not `Bearer` and one token. */
export type MalformedKind =
  | 'empty'
  | 'scheme-alone'
  | 'scheme-and-space'
  | 'other-scheme'
  | 'basic'
  | 'repeated-scheme'
  | 'no-scheme'
  | 'wrong-separator'
  | 'several-tokens'
  | 'two-headers'
  | 'decorated-token'
  | 'no-credentials';

export interface BearerTry {
  /** The whole field value, as a template (see core/placeholders.ts): the good token is never spelled out. */
  readonly header: string;
  /** The value of a second Authorization header. */
  readonly second?: string;
  readonly kind: MutantKind | MadeUpKind | MalformedKind;
  /** The same in words, for messages. */
  readonly label: string;
  /** How many characters were cut or added at one end. */
  readonly characters?: number;
  /** Which character was changed, from 1. */
  readonly place?: number;
}
