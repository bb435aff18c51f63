/** What a client knows and nobody issued as a token, such as an id or an e-mail: a guard may look up more than tokens. */
import type { BearerTry } from './tokens/bearer-try.ts';
import { isSameToken } from './tokens/token-forms.ts';

/** Visible ASCII, which any server reads alike, and no longer than other made-up tokens. Braces would be a placeholder. */
const usable = /^[!-z|~]{1,4000}$/;

/** The value in place of the token; undefined if it is a token of this target, or may not stand in a header. */
export function valueAsToken(label: string, value: string, tokens: readonly string[]): BearerTry | undefined {
  if (!usable.test(value) || tokens.some((token) => isSameToken(value, token))) return undefined;
  return { header: `Bearer ${value}`, kind: 'known-value', label };
}
