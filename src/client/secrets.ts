/**
 * Keeps what must not be shown: tokens, the password, codes and the unique parts of e-mail addresses. Texts are masked
 * with placeholders that a replay can fill again.
 */
import type { Tenant } from '../core/exchange.ts';
import { swapCase } from '../core/template.ts';

/** How {@link Secrets} writes the good token and its siblings. */
export const tokenPlaceholders: { readonly [tenant in Tenant]: string } = {
  valid: '{token}',
  otherTenant: '{otherTenantToken}',
  expired: '{expiredToken}',
};

const uniqueParts = /[a-z0-9]{12,}/g;
// A percent-encoded octet may stand right before one, as in a body that was repeated in an address.
const digitRuns = /(?:(?<![A-Za-z0-9])|(?<=%[0-9A-Fa-f]{2}))\d{1,16}(?![A-Za-z0-9])/g;

/** A token is no longer secret when so many of its characters in a row are known. */
const piece = 12;
/** Every piece holds an anchor: each sixth character begins one. */
const anchor = 6;

export class Secrets {
  readonly #tokens: { readonly value: string; readonly name: string }[] = [];
  readonly #exact: { readonly value: string; readonly placeholder: string }[] = [];
  readonly #uniques = new Map<string, string>();
  readonly #codes = new Map<string, string>();
  readonly #codesByPlaceholder = new Map<string, string>();

  /** A secret of fixed text. Longer ones are masked first, so that one inside another does not break it. */
  add(value: string, placeholder: string): void {
    // Also as it stands inside a JSON text or an address.
    const written = [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.replace(/\p{Cs}/gu, ''))];
    for (const form of new Set(written)) {
      if (form === '' || this.#exact.some((known) => known.value === form)) continue;
      this.#exact.push({ value: form, placeholder });
    }
    this.#exact.sort((a, b) => b.value.length - a.value.length);
  }

  /**
   * A token: masked whole, turned round, in the other case, and in long pieces, as a server shows them that repeats an
   * altered token: `{token[0:15]}x{token[16:35]}` (core/template.ts).
   */
  addToken(value: string, placeholder: string): void {
    const name = placeholder.slice(1, -1);
    this.add(value, placeholder);
    this.add([...value].reverse().join(''), `{${name}.reversed}`);
    this.add(swapCase(value), `{${name}.swapcase}`);
    if (value.length > piece) this.#tokens.push({ value, name });
  }

  /** The unique part of a fresh e-mail: 12 lower-case letters and digits. */
  addUnique(value: string, placeholder: string): void {
    this.#uniques.set(value, placeholder);
  }

  /** A code, or a number made from one, as it is written in a body. */
  addCode(value: string, placeholder: string): void {
    if (!this.#codes.has(value)) this.#codes.set(value, placeholder);
    if (!this.#codesByPlaceholder.has(placeholder)) this.#codesByPlaceholder.set(placeholder, value);
  }

  /** The code that user n was sent, as it was first added: with its leading zeros. */
  codeOf(n: string): string | undefined {
    return this.#codesByPlaceholder.get(`{code:${n}}`);
  }

  /** `withCodes` for exchanges of register and verify only: elsewhere a digit run is no code. */
  mask(text: string, withCodes = false): string {
    let masked = text;
    for (const { value, placeholder } of this.#exact) masked = masked.replaceAll(value, placeholder);
    for (const { value, name } of this.#tokens) masked = maskPieces(masked, value, name);
    masked = masked.replace(uniqueParts, (part) => this.#unique(part));
    if (withCodes)
      masked = masked.replace(digitRuns, (digits, at: number) => this.#code(digits, masked[at - 1] === '%'));
    return masked;
  }

  #code(digits: string, encoded: boolean): string {
    const known = this.#codes.get(digits);
    if (known !== undefined || !encoded) return known ?? digits;
    // `%20123456`: the first two digits are those of an encoded octet.
    return digits.slice(0, 2) + (this.#codes.get(digits.slice(2)) ?? digits.slice(2));
  }

  #unique(part: string): string {
    const known = this.#uniques.get(part);
    if (known !== undefined) return known;
    // A longer run may hold one: percent-encoding leaves hex digits beside it.
    for (let at = 0; at + 12 <= part.length; at += 1) {
      const inner = this.#uniques.get(part.slice(at, at + 12));
      if (inner !== undefined) return `${part.slice(0, at)}${inner}${this.#unique(part.slice(at + 12))}`;
    }
    return part;
  }
}

function maskPieces(text: string, token: string, name: string): string {
  let masked = text;
  for (let begin = 0; begin + anchor <= token.length; begin += anchor) masked = maskAround(masked, token, begin, name);
  return masked;
}

/** Pieces that hold the anchor at `begin`. In one pass: a target may send megabytes of them. */
function maskAround(text: string, token: string, begin: number, name: string): string {
  const sign = token.slice(begin, begin + anchor);
  const parts: string[] = [];
  let done = 0;
  for (let at = text.indexOf(sign); at >= 0; ) {
    let from = 0;
    while (from < begin && at - from > done && text[at - from - 1] === token[begin - from - 1]) from += 1;
    let to = anchor;
    while (begin + to < token.length && text[at + to] === token[begin + to]) to += 1;
    if (from + to >= piece) {
      parts.push(text.slice(done, at - from), `{${name}[${begin - from}:${begin + to}]}`);
      done = at + to;
    }
    at = text.indexOf(sign, Math.max(at + 1, done));
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(done);
}
