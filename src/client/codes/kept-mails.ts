/** The mails that came, by recipient, as long as there is room for them. */
import { domainToASCII } from 'node:url';
import type { Mail } from './mail-text.ts';

/** Mails, and characters of all of them, that are kept: after that the oldest are forgotten. */
const mostMails = 5000;
const mostCharacters = 8 * 1024 * 1024;

interface KeptMail {
  /** Its recipients. */
  readonly to: ReadonlySet<string>;
  readonly mail: Mail;
}

export class KeptMails {
  /** By recipient in lower case, in the order in which they came. */
  readonly #boxes = new Map<string, Set<KeptMail>>();
  readonly #all = new Set<KeptMail>();
  #characters = 0;
  #count = 0;
  #last: string | undefined;

  /** How many came. */
  get count(): number {
    return this.#count;
  }

  /** A recipient of the last one. */
  get lastRecipient(): string | undefined {
    return this.#last;
  }

  /** @param envelope the addresses to which it was sent, whatever its headers say */
  keep(mail: Mail, envelope: readonly string[]): void {
    const kept = { to: new Set([...envelope, ...mail.recipients].map(withAsciiDomain)), mail };
    this.#count += 1;
    this.#last = [...kept.to][0];
    this.#all.add(kept);
    this.#characters += sizeOf(kept);
    for (const one of kept.to) {
      const box = this.#boxes.get(one.toLowerCase()) ?? new Set();
      this.#boxes.set(one.toLowerCase(), box.add(kept));
    }
    for (const oldest of this.#all) {
      if (this.#all.size <= mostMails && this.#characters <= mostCharacters) break;
      this.#forget(oldest);
    }
  }

  #forget(kept: KeptMail): void {
    this.#all.delete(kept);
    this.#characters -= sizeOf(kept);
    for (const one of kept.to) {
      const box = this.#boxes.get(one.toLowerCase());
      box?.delete(kept);
      if (box?.size === 0) this.#boxes.delete(one.toLowerCase());
    }
  }

  /** The mails for an address, the newest first: those for exactly this one; only if there are none, those for it in other letters. */
  mailsFor(email: string): readonly Mail[] {
    const wanted = withAsciiDomain(email);
    const box = [...(this.#boxes.get(wanted.toLowerCase()) ?? [])].reverse();
    const exact = box.filter(({ to }) => to.has(wanted));
    return (exact.length > 0 ? exact : box).map(({ mail }) => mail);
  }
}

/** Mail servers write a domain in either of its forms (RFC 5891), and its letters have no case. */
function withAsciiDomain(email: string): string {
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1);
  return `${email.slice(0, at + 1).normalize('NFC')}${domainToASCII(domain) || domain.toLowerCase()}`;
}

/** Characters that a mail takes. */
function sizeOf({ to, mail }: KeptMail): number {
  return [...to, ...mail.texts].reduce((sum, text) => sum + text.length, 0);
}
