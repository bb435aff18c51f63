/**
 * Fills a capsule's placeholders: tokens from the configuration, fresh e-mails, the codes that were sent to them, cursors
 * of the pages received before. What cannot be filled makes the case unsendable; it is never sent half filled.
 */
import type { Client } from '../client/index.ts';
import { codeFrom } from '../core/code-form.ts';
import type { Tenant } from '../core/exchange.ts';
import { resolveTemplate } from '../core/template.ts';
import type { Page } from '../oracles/response.ts';

/** The case cannot be sent as it stands. */
export class Unsendable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Unsendable';
  }
}

const slot =
  /\{(?:(?<token>token|otherTenantToken|expiredToken)(?:\[\d*:\d*\]|\.reversed|\.swapcase)?|(?<password>password)|unique:(?<unique>\d+)|code:(?<code>\d+)(?<form>[^{}]*)|(?<step>\d+)\.cursor\.(?<side>next|prev))\}/g;

const tenants: Readonly<Record<string, Tenant>> = {
  token: 'valid',
  otherTenantToken: 'otherTenant',
  expiredToken: 'expired',
};

/** The end of a text that evidence has cut. */
const cut = /… \(\d+ more characters\)$/;

/** What a case asks of its surroundings, and what it was given. One a case. */
export class Filling {
  readonly #client: Client;
  readonly #uniques = new Map<string, string>();
  readonly #codes = new Map<string, string>();
  readonly #pages = new Map<string, Page>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** The page that a step (from 1) received. */
  received(step: number, page: Page | undefined): void {
    if (page !== undefined) this.#pages.set(String(step), page);
  }

  /** The code of user n has come. */
  codeCame(n: string, code: string): void {
    this.#codes.set(n, code);
  }

  /** Twelve random letters, the same for the same n. */
  unique(n: string): string {
    let unique = this.#uniques.get(n);
    if (unique === undefined) {
      unique = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
        String.fromCharCode(97 + (byte % 26)),
      ).join('');
      this.#uniques.set(n, unique);
    }
    return unique;
  }

  /** @throws Unsendable where a value is not to be had */
  target(text: string): string {
    return this.#fill(text, encodeURIComponent);
  }

  /** @throws Unsendable where a value is not to be had */
  header(text: string): string {
    return this.#fill(text, (value) => value);
  }

  /** @throws Unsendable where a value is not to be had */
  body(text: string): string | Uint8Array {
    if (cut.test(text)) throw new Unsendable('its body is longer than the report keeps');
    // Inside a JSON text; what was masked there was written so.
    const written = (value: string) => JSON.stringify(value).slice(1, -1);
    if (!text.startsWith('base64:')) return this.#fill(text, written);
    const octets = Buffer.from(text.slice('base64:'.length), 'base64').toString('latin1');
    return Buffer.from(this.#fill(octets, written), 'latin1');
  }

  #fill(text: string, encode: (value: string) => string): string {
    if (cut.test(text)) throw new Unsendable('a part of it is longer than the report keeps');
    return text.replace(slot, (all, ...rest) => {
      const groups = rest.at(-1) as Record<string, string | undefined>;
      const { token, password, unique, code, form, step, side } = groups;
      if (token !== undefined) return encode(resolveTemplate(all, this.#token(token)));
      if (password !== undefined) return encode(this.#client.settings.fixtures.register.password);
      if (unique !== undefined) return this.unique(unique);
      if (code !== undefined) return this.#code(code, form ?? '', quoted(text, rest.at(-3) as number));
      return encode(this.#cursor(step!, side as 'next' | 'prev'));
    });
  }

  #token(name: string): string {
    const token = this.#client.settings.tokens[tenants[name]!];
    if (token === undefined) throw new Unsendable(`tokens.${tenants[name]} is not configured`);
    return token;
  }

  #code(n: string, form: string, asText: boolean): string {
    const code = this.#codes.get(n);
    if (code === undefined) throw new Unsendable(`there is no code of user ${n}`);
    const digits = codeFrom(form, code);
    if (digits === undefined) throw new Unsendable(`{code:${n}${form}} is no form of a code`);
    // A JSON number has no leading zeros.
    return asText ? digits : String(Number(digits));
  }

  #cursor(step: string, side: 'next' | 'prev'): string {
    const cursor = this.#pages.get(step)?.[side];
    if (cursor === undefined) throw new Unsendable(`step ${step} gave no cursor.${side}`);
    return cursor;
  }
}

function quoted(text: string, at: number): boolean {
  return text[at - 1] === '"';
}

/** The users whose codes a text wants, by n. */
export function codesIn(text: string): string[] {
  return [...new Set([...text.matchAll(/\{code:(\d+)[^{}]*\}/g)].map(([, n]) => n!))];
}
