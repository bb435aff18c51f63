/**
 * How old users were when their right codes were accepted. On some targets a user becomes verifiable a moment after its code has
 * arrived, and the first one may have been old enough by chance.
 */
import type { Exchange } from '../../core/exchange.ts';
import type { User } from './users.ts';

/** A shorter difference is due to the network, ms. */
const tellingMs = 50;

export class AcceptedAges {
  #least = Number.POSITIVE_INFINITY;

  /** @param ms from the registration to a verification that was accepted */
  note(ms: number): void {
    this.#least = Math.min(this.#least, ms);
  }

  /** The pause until a user rejected at this age is as old as the youngest that was accepted, ms; empty if it is older already. */
  pausesAt(ms: number): readonly number[] {
    const missing = this.#least - ms;
    return missing >= tellingMs && Number.isFinite(missing) ? [missing] : [];
  }
}

/** How old a user was when its verification began, ms. */
export function ageOf({ registered }: User, verified: Exchange): number {
  return verified.startedAt - registered.startedAt;
}
