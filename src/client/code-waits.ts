/**
 * Waits for codes, and learns when waiting is of no use: where no code ever arrived, or the source never worked, not each
 * further check waits in vain. A code that arrives, or a source that answers, ends that.
 */
import type { VerificationCode } from '../core/config.ts';
import type { Outside } from './outside.ts';
import { awaitCodes, CodeSourceError } from './verification-code.ts';

/** Whole waits without a code after which later ones only look once. */
const wholeWaits = 3;
/** How long a source that answers 429 or 503 is asked again, ms, where it has not failed before. */
const busyMs = 20_000;
/** Failures of the source in a row after which it is asked no more. */
const mostFailures = 5;

export class CodeWaits {
  #hasArrived = false;
  #missed = 0;
  #failures = 0;
  #failure: CodeSourceError | undefined;

  /** As {@link awaitCodes}. */
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
}
