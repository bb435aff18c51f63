/**
 * Waits for codes, and learns when waiting is of no use: if no code ever arrived, or the source never worked, not each
 * further check waits in vain. A code that arrives, or a source that answers, ends that. A source that does not tell e-mails
 * apart is of no use either.
 */
import type { VerificationCode } from '../../core/config.ts';
import type { Outside } from '../outside.ts';
import { awaitCodes, CodeSourceError, MixedCodesError } from './verification-code.ts';

/** Whole waits without a code after which later ones only look once. */
const wholeWaits = 3;
/** How long a source that answers 429 or 503 is asked again, ms, if it has not failed before. */
const busyMs = 20_000;
/** Failures of the source in a row after which it is asked no more. */
const mostFailures = 5;
/** How often two e-mails are compared: a message may arrive in between. */
const comparisons = 3;

export class CodeWaits {
  #hasArrived = false;
  #missed = 0;
  #failures = 0;
  #failure: CodeSourceError | undefined;
  /** The e-mail for which codes were read first. */
  readonly #owners = new Map<string, string>();
  #ignoresEmails: Promise<boolean> | undefined;

  /** As {@link awaitCodes}. @throws MixedCodesError if two e-mails get the same code, and two that nobody registered do, too */
  async await(
    source: VerificationCode,
    email: string,
    waitMs: number | undefined,
    outside: Outside,
  ): Promise<readonly string[]> {
    if (this.#failure !== undefined && this.#failures >= mostFailures) throw this.#failure;
    const isHopeless = !this.#hasArrived && this.#missed >= wholeWaits;
    try {
      const patience = this.#failures > 0 ? 0 : busyMs;
      const codes = await awaitCodes(source, email, isHopeless ? 0 : waitMs, outside, patience);
      this.#failures = 0;
      if (await this.#areMixed(codes, source, email, outside)) throw new MixedCodesError();
      if (codes.length > 0) this.#hasArrived = true;
      else if (waitMs === undefined || waitMs >= source.waitMs) this.#missed += 1;
      return codes;
    } catch (error) {
      if (error instanceof CodeSourceError) {
        this.#failures += 1;
        this.#failure = error;
      }
      throw error;
    }
  }

  /** Whether the codes may be those of another user. Once it is known that the source mixes them up, all of them may. */
  async #areMixed(codes: readonly string[], source: VerificationCode, email: string, outside: Outside) {
    if (codes.length === 0 || source.value !== undefined) return false;
    const key = codes.join(' ');
    const owner = this.#owners.get(key) ?? email;
    this.#owners.set(key, owner);
    const isSuspect = owner !== email || this.#ignoresEmails !== undefined;
    return isSuspect && (await this.ignoresEmails(source, email, outside));
  }

  /** Whether the source has the same code for two e-mails that nobody registered, which are made of this one. */
  ignoresEmails(source: VerificationCode, email: string, outside: Outside): Promise<boolean> {
    this.#ignoresEmails ??= haveSameCodes([`nobody-${email}`, `no-one-${email}`], (one) =>
      awaitCodes(source, one, 0, outside, 0),
    ).catch((error: unknown) => {
      this.#ignoresEmails = undefined;
      throw error;
    });
    return this.#ignoresEmails;
  }
}

async function haveSameCodes(
  emails: readonly string[],
  codesOf: (email: string) => Promise<readonly string[]>,
): Promise<boolean> {
  for (let at = 0; at < comparisons; at += 1) {
    const found = await Promise.all(emails.map(codesOf));
    if (found.some((codes) => codes.length === 0)) return false;
    if (new Set(found.map(String)).size === 1) return true;
  }
  return false;
}
