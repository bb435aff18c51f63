/**
 * Values for the placeholders of a reproducer: tokens from the configuration, fresh e-mails, the codes sent to them, and
 * cursors of pages received before. A step is never sent with a placeholder left in it.
 */

import type { Client } from '../client/index.ts';
import { deriveCode, mayBeRight } from '../core/derive-code.ts';
import type { Tenant } from '../core/exchange.ts';
import {
  type CodePlaceholder,
  fillPlaceholders,
  type Placeholder,
  printPlaceholder,
  tokenIn,
} from '../core/placeholders.ts';
import { percentEncode } from '../core/text.ts';
import type { Page } from '../schema/page.ts';

/** The reproducer cannot be sent as the report holds it; the message says why. */
export class CannotSend extends Error {
  override readonly name: string = 'CannotSend';
}

/** How a text that evidence has cut ends (client/evidence/recorder.ts). */
const cutMark = /… \(\d+ more characters\)$/;

/** A wrong code is the right one by chance: another user's code may do. */
export class RightByChance extends CannotSend {
  override readonly name = 'RightByChance';
}

/** Holds the values of one reproducer. Filling throws {@link CannotSend} if a value is missing. */
export class PlaceholderValues {
  readonly #client: Client;
  readonly #uniques = new Map<number, string>();
  readonly #codes = new Map<number, string>();
  readonly #pages = new Map<number, Page>();

  constructor(client: Client) {
    this.#client = client;
  }

  /** @param step from 1 */
  addPage(step: number, page: Page | undefined): void {
    if (page !== undefined) this.#pages.set(step, page);
  }

  addCode(user: number, code: string): void {
    this.#codes.set(user, code);
  }

  fillTarget(text: string): string {
    return this.#fill(text, percentEncode);
  }

  fillHeader(text: string): string {
    return this.#fill(text, (value) => value);
  }

  /** Fills a body. Its placeholders stand inside JSON strings, so values are escaped as there. */
  fillBody(text: string): string | Uint8Array {
    if (cutMark.test(text)) throw new CannotSend('its body is longer than the report keeps');
    const escaped = (value: string) => JSON.stringify(value).slice(1, -1);
    if (!text.startsWith('base64:')) return this.#fill(text, escaped);
    const bytes = Buffer.from(text.slice('base64:'.length), 'base64').toString('latin1');
    return Buffer.from(this.#fill(bytes, escaped), 'latin1');
  }

  #fill(text: string, encode: (value: string) => string): string {
    if (cutMark.test(text)) throw new CannotSend('a part of it is longer than the report keeps');
    return fillPlaceholders(text, (placeholder, before) => this.#valueOf(placeholder, before === '"', encode));
  }

  #valueOf(placeholder: Placeholder, quoted: boolean, encode: (value: string) => string): string {
    switch (placeholder.kind) {
      case 'token':
        return encode(tokenIn(placeholder.form, this.#token(placeholder.tenant)));
      case 'password':
        return encode(this.#client.settings.fixtures.register.password);
      case 'unique':
        return this.#unique(placeholder.user);
      case 'code':
        return this.#code(placeholder, quoted);
      case 'cursor':
        return encode(this.#cursor(placeholder));
      case 'header':
        return encode(this.#header(placeholder.name));
    }
  }

  #token(tenant: Tenant): string {
    const token = this.#client.settings.tokens[tenant];
    if (token === undefined) throw new CannotSend(`tokens.${tenant} is not configured`);
    return token;
  }

  /** One fresh part per user of the reproducer. */
  #unique(user: number): string {
    const unique = this.#uniques.get(user) ?? this.#client.fresh();
    this.#uniques.set(user, unique);
    return unique;
  }

  #code(placeholder: CodePlaceholder, quoted: boolean): string {
    const code = this.#codes.get(placeholder.user);
    if (code === undefined) throw new CannotSend(`there is no code of user ${placeholder.user}`);
    const digits = deriveCode(placeholder.derivation, code);
    if (digits === undefined) throw new CannotSend(`${printPlaceholder(placeholder)} is malformed`);
    if (mayBeRight(placeholder.derivation) && Number(digits) === Number(code))
      throw new RightByChance('the code that should be wrong is the right one, of each user');
    // A JSON number has no leading zeros.
    return quoted ? digits : String(Number(digits));
  }

  #cursor({ step, side }: Extract<Placeholder, { kind: 'cursor' }>): string {
    const cursor = this.#pages.get(step)?.[side];
    if (cursor === undefined) throw new CannotSend(`step ${step} received no cursor.${side}`);
    return cursor;
  }

  #header(name: string): string {
    const configured = this.#client.settings.run.headers.find(([key]) => key.toLowerCase() === name.toLowerCase());
    if (configured === undefined) throw new CannotSend(`the header ${name} is not configured`);
    return configured[1];
  }
}
