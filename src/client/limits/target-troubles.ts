/** How the target has refused, throttled and failed requests so far. Any of it may explain a response. */
import type { Exchange } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';

export interface TargetTroubles {
  /** Number of the request from which on the target rejected the valid token, if that ended the run. */
  readonly tokenEndedAt: number | undefined;
  /** Whether the target is away, and its return was waited for in vain. */
  readonly isAway: boolean;
  /** Whether a request of this requirement was not sent for fear of a ban, or may have met one. */
  hasMetBan(requirement: string): boolean;
  /** Whether a ban may be why the request of the exchange was rejected. */
  isDoubtful(exchange: Exchange): boolean;
  /** Whether the target was away while the exchange took place, as far as that was noticed. */
  hasMetOutage(exchange: Exchange): boolean;
  /** Whether the operation timed out so often that no further request of it is sent. */
  givenUp(operation: Operation): boolean;
}
