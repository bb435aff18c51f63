/**
 * Masks secrets in texts that are shown or saved: tokens, the password, secret headers, verification codes and the unique
 * parts of e-mails. Each becomes a placeholder (core/placeholders.ts) that a replay can fill again.
 */

import type { Tenant } from '../../core/exchange.ts';
import { type Placeholder, printPlaceholder, tokenIn } from '../../core/placeholders.ts';
import { type WrittenForm, writtenForms } from './secret-forms.ts';

const uniqueParts = /[a-z0-9]{12,}/g;
// A percent-encoded byte may stand directly before the digits, as in a body that was repeated in a URL.
const digitRuns = /(?:(?<![A-Za-z0-9])|(?<=%[0-9A-Fa-f]{2}))\d{1,16}(?![A-Za-z0-9])/g;

/** A part of a token counts as secret from this length on, in characters. */
const secretLength = 12;
/** Every part of that length contains one whole anchor: each sixth character of the token begins one. */
const anchorLength = 6;

/** Shorter secrets are masked only as they are: encoded, they resemble other texts. */
const leastEncoded = 4;

/** Length of the unique part of an e-mail, in characters. */
const uniqueLength = 12;

export class Secrets {
  readonly #tokens: { readonly value: string; readonly tenant: Tenant }[] = [];
  /** The longest first, so that a secret inside another one does not break it up. */
  readonly #exact: Exact[] = [];
  readonly #uniques = new Map<string, string>();
  readonly #usersByUnique = new Map<string, number>();
  readonly #codes = new Map<string, string>();
  readonly #codesByUser = new Map<number, string>();

  /** Masks a fixed text, in whatever way it is written; see secret-forms.ts. */
  add(value: string, placeholder: Placeholder): void {
    this.#addExact(value, printPlaceholder(placeholder));
  }

  /** Masks a text that no replay needs. */
  addHidden(value: string): void {
    this.#addExact(value, '{secret}');
  }

  #addExact(value: string, placeholder: string): void {
    if (value === '' || this.#exact.some((known) => known.value === value)) return;
    this.#exact.push({ value, placeholder });
    this.#exact.sort((a, b) => b.value.length - a.value.length);
  }

  /**
   * Masks a token, also reversed, with its case swapped, and in parts of 12 characters or more: a server that repeats an
   * altered token shows `{token[0:15]}x{token[16:35]}`.
   */
  addToken(value: string, tenant: Tenant): void {
    for (const kind of ['whole', 'reversed', 'swapcase'] as const)
      this.add(tokenIn({ kind }, value), { kind: 'token', tenant, form: { kind } });
    if (value.length > secretLength) this.#tokens.push({ value, tenant });
  }

  /** Masks the unique part of a user's e-mail: 12 lower-case letters. */
  addUnique(value: string, user: number): void {
    this.#usersByUnique.set(value, user);
    this.#uniques.set(value, printPlaceholder({ kind: 'unique', user }));
  }

  /** Which user an e-mail with this unique part is of. */
  userOf(unique: string): number | undefined {
    return this.#usersByUnique.get(unique);
  }

  /** Masks the code sent to a user, with and without its leading zeros. */
  addCode(code: string, user: number): void {
    const placeholder = printPlaceholder({ kind: 'code', user, derivation: '' });
    for (const written of [code, String(Number(code))])
      if (!this.#codes.has(written)) this.#codes.set(written, placeholder);
    if (!this.#codesByUser.has(user)) this.#codesByUser.set(user, code);
  }

  /** The first code that a user was sent, with its leading zeros. */
  codeOf(user: number): string | undefined {
    return this.#codesByUser.get(user);
  }

  /** @param withCodes only for exchanges of register and verify: digits elsewhere are not codes */
  mask(text: string, withCodes = false): string {
    let masked = text;
    for (const one of this.#exact) masked = maskExact(masked, one);
    for (const { value, tenant } of this.#tokens) masked = maskParts(masked, value, tenant);
    masked = masked.replace(uniqueParts, (part) => this.#unique(part));
    if (withCodes)
      masked = masked.replace(digitRuns, (digits, at: number) => this.#code(digits, masked[at - 1] === '%'));
    return masked;
  }

  #code(digits: string, encoded: boolean): string {
    const known = this.#codes.get(digits);
    if (known !== undefined || !encoded) return known ?? digits;
    // In `%20123456` the first two digits belong to an encoded byte.
    return digits.slice(0, 2) + (this.#codes.get(digits.slice(2)) ?? digits.slice(2));
  }

  #unique(part: string): string {
    const known = this.#uniques.get(part);
    if (known !== undefined) return known;
    // Percent-encoding may leave hex digits beside the unique part.
    for (let at = 0; at + uniqueLength <= part.length; at += 1) {
      const inner = this.#uniques.get(part.slice(at, at + uniqueLength));
      if (inner !== undefined) return `${part.slice(0, at)}${inner}${this.#unique(part.slice(at + uniqueLength))}`;
    }
    return part;
  }
}

interface Exact {
  readonly value: string;
  readonly placeholder: string;
  /** Made with the first text that is long enough to hold one: most secrets never come back. */
  forms?: readonly WrittenForm[];
}

function maskExact(text: string, exact: Exact): string {
  const { value, placeholder } = exact;
  let masked = text.replaceAll(value, placeholder);
  if (masked.length < value.length || value.length < leastEncoded) return masked;
  exact.forms ??= writtenForms(value);
  for (const { pattern, escapes, encoding } of exact.forms) {
    if (escapes?.test(masked) === false) continue;
    const shown = encoding === undefined ? placeholder : placeholder.replace('}', ` as ${encoding}}`);
    masked = masked.replace(pattern, () => shown);
  }
  return masked;
}

function maskParts(text: string, token: string, tenant: Tenant): string {
  let masked = text;
  for (let begin = 0; begin + anchorLength <= token.length; begin += anchorLength)
    masked = maskAround(masked, token, begin, tenant);
  return masked;
}

/** Masks the parts that contain the anchor at `begin`. One pass over the text, since a target may send megabytes of them. */
function maskAround(text: string, token: string, begin: number, tenant: Tenant): string {
  const anchor = token.slice(begin, begin + anchorLength);
  const parts: string[] = [];
  let done = 0;
  for (let at = text.indexOf(anchor); at >= 0; ) {
    let before = 0;
    while (before < begin && at - before > done && text[at - before - 1] === token[begin - before - 1]) before += 1;
    let length = anchorLength;
    while (begin + length < token.length && text[at + length] === token[begin + length]) length += 1;
    if (before + length >= secretLength) {
      const form = { kind: 'slice', from: begin - before, to: begin + length } as const;
      parts.push(text.slice(done, at - before), printPlaceholder({ kind: 'token', tenant, form }));
      done = at + length;
    }
    at = text.indexOf(anchor, Math.max(at + 1, done));
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done);
}
