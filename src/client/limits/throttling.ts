/** Recognises throttling, and decides how long to wait before asking again, and when waiting is of no use. */
import { type Clock, systemClock } from '../../core/clock.ts';
import { type Exchange, hasValidToken, headerValue } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';

/** Too Many Requests (RFC 6585 §4), and what some targets answered before it was assigned. */
const throttlingStatuses: ReadonlySet<number> = new Set([429, 420]);

/** Waiting does not correct a wrong token, path or method, even if the target sends Retry-After with every error. */
const lastingStatuses: ReadonlySet<number> = new Set([401, 404, 405]);

/**
 * Such a status, or an error with Retry-After: the target asks for patience, which says nothing about conformance. A 403 to a
 * request without the valid token is about the token, and lasts.
 */
export function isThrottling({ request, response }: Pick<Exchange, 'request' | 'response'>): boolean {
  if (response === null || response.status < 400 || lastingStatuses.has(response.status)) return false;
  if (response.status === 403 && !hasValidToken(request)) return false;
  return throttlingStatuses.has(response.status) || headerValue(response, 'retry-after') !== undefined;
}

/** How long to wait before try number `attempt` + 1 of a target that does not say how long, ms. */
export const pauseUnlessAsked = (attempt: number): number => Math.min(250 * 2 ** attempt, 8000);

/**
 * How long to wait before try number `attempt` + 1, ms; undefined if the response is not throttling.
 * @param now ms since the epoch
 */
export function throttlePause(exchange: Exchange, attempt: number, now: number): number | undefined {
  if (exchange.response === null || !isThrottling(exchange)) return undefined;
  const { response } = exchange;
  return pauseAsked(headerValue(response, 'retry-after'), attempt, timeOfTarget(response) ?? now);
}

/** What the clock of the target shows, by its `Date` (RFC 9110 §6.6.1), ms since the epoch: it may be hours ahead or behind. */
function timeOfTarget(response: NonNullable<Exchange['response']>): number | undefined {
  const time = Date.parse(headerValue(response, 'date') ?? '');
  return Number.isNaN(time) ? undefined : time;
}

/**
 * How long to wait before try number `attempt` + 1, ms.
 * @param after the value of Retry-After (RFC 9110 §10.2.3), if there is one
 * @param now ms since the epoch
 */
export function pauseAsked(after: string | undefined, attempt: number, now: number): number {
  if (after === undefined) return pauseUnlessAsked(attempt);
  const seconds = Number(after);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - now;
  // `Retry-After: 0`, or a date in the past: at once at first, and then ever more slowly.
  return Number.isFinite(ms) ? Math.max(ms, Math.min(10 * 2 ** attempt, 1000)) : 1000;
}

/** Longest total wait for one throttled request, ms; the second applies if only its operation is throttled and no pause was asked for. */
export const patienceMs = 45_000;
const patienceAloneMs = 20_000;
/** The same for an operation that was throttled for that long before, ms. */
const shortPatienceMs = 2000;
/** The same for an operation that was often accepted: it may have a quota per minute, ms. */
const quotaPatienceMs = 65_000;
/** The next quota is worth waiting for if the last one allowed at least this many requests of an operation. */
const worthwhileQuota = 25;
/** Share of the time left to the run that such a wait may take. */
const mostOfTime = 0.9;
/** Requests in a row that were given up, after which the operation is not asked for a while. */
const giveUpAfter = 3;
/** How long it is not asked at first, ms; each further time twice as long. */
const restMs = 10_000;

interface Throttled {
  /** Requests that were given up since the last one that was accepted. */
  exhausted: number;
  restUntil: number;
  acceptedAt: number;
  /** Requests that were accepted since the run last waited for a quota. */
  accepted: number;
}

/** A request that was throttled. */
interface Waiting {
  /** When it was first sent, ms since the epoch. */
  readonly since: number;
  /** Its pauses so far and the next one, ms. */
  readonly waited: number;
  /** The next one, ms. */
  readonly pause: number;
  /** What the run has left, ms. */
  readonly leftMs: number;
  /** Other operations are answered, and the target does not say how long the pause is. */
  readonly isAlone?: boolean;
}

/** Whether a pause is too long for one request, and not for a run that waits for its next quota. */
export const isQuotaPause = (ms: number): boolean => ms > patienceMs && ms <= quotaPatienceMs;

/** Remembers which operations are throttled for good, so that not each of their requests waits in vain. */
export class ThrottlePatience {
  readonly #operations = new Map<Operation, Throttled>();
  readonly #clock: Clock;
  /** Until when the run waits for the next quota, ms since the epoch. */
  #quotaAt = 0;

  constructor(clock = systemClock) {
    this.#clock = clock;
  }

  #of(operation: Operation): Throttled {
    const known = this.#operations.get(operation) ?? { exhausted: 0, restUntil: 0, acceptedAt: 0, accepted: 0 };
    this.#operations.set(operation, known);
    return known;
  }

  /** Whether requests of the operation were given up so often that it is not asked now. */
  isResting(operation: Operation): boolean {
    return this.#clock.now() < this.#of(operation).restUntil;
  }

  /**
   * Whether a throttled request has waited for long enough. Requests that wait take turns, so that the time counts too in
   * which none of the operation was accepted.
   */
  isExhaustedBy(operation: Operation, waiting: Waiting): boolean {
    if (this.isResting(operation)) return true;
    const { exhausted, acceptedAt } = this.#of(operation);
    const waited = Math.max(waiting.waited, this.#clock.now() - Math.max(waiting.since, acceptedAt));
    const patience = waiting.isAlone === true ? patienceAloneMs : patienceMs;
    if (waited <= (exhausted > 0 ? shortPatienceMs : patience)) return false;
    return waited > quotaPatienceMs || !this.#awaitsQuota(operation, waiting);
  }

  /** Whether the run is too short for a pause of this length, ms, and one without a limit would make it. */
  lacksTimeFor(pause: number, leftMs: number): boolean {
    return pause <= quotaPatienceMs && pause > mostOfTime * leftMs;
  }

  /** Whether to wait for the next quota. An operation whose quota is worth it begins the wait; others then wait, too. */
  #awaitsQuota(operation: Operation, { waited, pause, leftMs }: Waiting): boolean {
    const now = this.#clock.now();
    if (now < this.#quotaAt) return true;
    if (this.#of(operation).accepted < worthwhileQuota || this.lacksTimeFor(pause, leftMs)) return false;
    for (const known of this.#operations.values()) known.accepted = 0;
    this.#quotaAt = now + pause + quotaPatienceMs - waited;
    return true;
  }

  /** A request was given up. */
  exhaust(operation: Operation): void {
    if (this.isResting(operation)) return;
    const known = this.#of(operation);
    known.exhausted += 1;
    const rests = known.exhausted - giveUpAfter;
    if (rests >= 0) known.restUntil = this.#clock.now() + restMs * 2 ** rests;
  }

  /** A request of the operation was accepted: a rejection of another kind does not say that the limit is gone. */
  recover(operation: Operation): void {
    const known = this.#of(operation);
    known.exhausted = 0;
    known.restUntil = 0;
    known.acceptedAt = this.#clock.now();
    known.accepted += 1;
  }
}
