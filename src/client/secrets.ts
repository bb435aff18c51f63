/**
 * Keeps what must not be shown: tokens, the password, codes and the unique parts of e-mail addresses. Texts are masked
 * with placeholders that a replay can fill again.
 */
import type { Tenant } from '../core/exchange.ts';

/** How {@link Secrets} writes the good token and its siblings. */
export const tokenPlaceholders: { readonly [tenant in Tenant]: string } = {
  valid: '{token}',
  otherTenant: '{otherTenantToken}',
  expired: '{expiredToken}',
};

const uniqueParts = /[a-z0-9]{12,}/g;
const digitRuns = /(?<![A-Za-z0-9])\d{1,16}(?![A-Za-z0-9])/g;

export class Secrets {
  readonly #exact: { readonly value: string; readonly placeholder: string }[] = [];
  readonly #uniques = new Map<string, string>();
  readonly #codes = new Map<string, string>();
  readonly #codesByPlaceholder = new Map<string, string>();

  /** A secret of fixed text. Longer ones are masked first, so that one inside another does not break it. */
  add(value: string, placeholder: string): void {
    if (value === '' || this.#exact.some((known) => known.value === value)) return;
    this.#exact.push({ value, placeholder });
    this.#exact.sort((a, b) => b.value.length - a.value.length);
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
    masked = masked.replace(uniqueParts, (part) => this.#unique(part));
    if (withCodes) masked = masked.replace(digitRuns, (digits) => this.#codes.get(digits) ?? digits);
    return masked;
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
