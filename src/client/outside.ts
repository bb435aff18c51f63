/** All that a connection reaches beyond this process. A simulation replaces it. */
import type { Clock } from '../core/clock.ts';
import type { VerificationCode } from '../core/config.ts';
import type { Wire } from '../core/exchange.ts';

/**
 * Asks a source of codes once: what may be the code of an e-mail, nothing if there is none yet. Throws if the source does
 * not work.
 */
export type LookForCodes = (source: VerificationCode, email: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface Outside {
  readonly wire: Wire;
  readonly clock: Clock;
  readonly lookForCodes: LookForCodes;
}
