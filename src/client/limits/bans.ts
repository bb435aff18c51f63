/**
 * Bans: after some requests without the valid token, a target may reject every request for a while. All other requests then
 * wait while one valid search after another is sent, with growing pauses, until one is accepted. From then on, requests without
 * the valid token are sent one at a time, and only for checks that send few of them; a valid search after each rejection shows
 * whether it was another ban. A valid token that is rejected now and then, or permanently, is not treated as a ban: either the
 * first search is accepted, or the search is given up.
 */
import { describeDuration } from '../../core/duration.ts';
import { type Exchange, hasValidToken, isAccepted, type SentRequest } from '../../core/exchange.ts';
import { NotSent } from '../not-sent.ts';
import { TurnsByHolder } from './limits.ts';
import type { OutageSurroundings } from './outages.ts';
import { isThrottling, patienceMs } from './throttling.ts';

/** Statuses with which a client is banned; those of them that usually mean overload, and the time after which overload is over, ms. */
const banStatuses: ReadonlySet<number> = new Set([401, 403, 420, 429, 503]);
const loadStatuses: ReadonlySet<number> = new Set([420, 429, 503]);
const longestLoadMs = 1500;
/** Consecutive valid searches that must be rejected: a single one may be rejected by chance. */
const leastRefused = 2;
/** Requests in flight may be the reason, so they are waited for first: at most this long, in steps, ms. */
const mostInFlightMs = 1000;
const stepMs = 5;
/** The pause after which the target is asked again at first, and the longest one, ms; each is twice as long as the one before. */
const firstPauseMs = 250;
const longestPauseMs = 15_000;
/** Share of the time that is left in which the end of a ban is waited for. */
const shareToWait = 1 / 2;
/** Searches that are all answered 401 for so long, ms, show that the token has ended rather than a ban. */
const rejectedPatienceMs = 16_000;
/** How much time all bans together may take: a share of the run's time limit, or this many ms if there is none. */
const shareForBans = 3 / 5;
const mostForBansMs = 600_000;
/** How often a request without the valid token that meets a ban is sent. */
const tries = 2;

export interface BanSurroundings extends OutageSurroundings {
  /** Longest time of the run, ms; infinite without a limit. */
  readonly limitMs: number;
  /** Whether any request is in flight. */
  readonly isBusy: () => boolean;
  /** Is told that valid searches over some seconds were all answered 401. */
  readonly onRejected: () => void;
}

/** A request without the valid token that may have met a ban. */
interface Suspect {
  readonly number: number;
  readonly sentFor: string | undefined;
  /** When its response was there, ms since the epoch. */
  readonly ended: number;
}

interface Ban {
  /** Until a valid search was accepted, and until the last one that was refused, ms. */
  readonly lastedMs: number;
  readonly refusedMs: number;
  /** Exchanges that may have met the ban. */
  readonly suspects: readonly Suspect[];
}

export class BanWatch {
  readonly #around: BanSurroundings;
  readonly #turns = new TurnsByHolder();
  /** Sent since the last request with the valid token that was accepted. */
  #suspects: Suspect[] = [];
  readonly #doubtful = new Set<number>();
  readonly #met = new Set<string>();
  #examination: Promise<boolean> | undefined;
  /** When the first of the last responses came that were all throttled, ms since the epoch. */
  #throttledAt: number | undefined;
  /** When the last ban ended, ms since the epoch. */
  #endedAt = Number.NEGATIVE_INFINITY;
  /** How long the shortest ban lasted, ms, undefined while none is known; and the longest time after which one was not over. */
  #usualMs: number | undefined;
  #leastMs = 0;
  #spentMs = 0;
  /** Requests without the valid token since the last ban, and the fewest that led to one. */
  #since = 0;
  #fewest = Number.POSITIVE_INFINITY;
  #isGivenUp = false;

  constructor(around: BanSurroundings) {
    this.#around = around;
  }

  /** Whether the target banned this client before. */
  get isKnown(): boolean {
    return this.#usualMs !== undefined;
  }

  /** Whether a request of this requirement was not sent for fear of a ban, or may have met one. */
  hasMet(requirement: string): boolean {
    return this.#met.has(requirement);
  }

  /** Whether a ban may be why the request of the exchange was rejected. */
  isDoubtful({ number }: Exchange): boolean {
    return this.#doubtful.has(number);
  }

  note(exchange: Exchange): void {
    const { number, request, response, startedAt, ms, sentFor } = exchange;
    if (!hasValidToken(request)) {
      this.#since += 1;
      this.#suspects.push({ number, sentFor, ended: startedAt + ms });
    } else if (response !== null && !banStatuses.has(response.status)) this.#clearBefore(startedAt);
    if (isThrottling(exchange)) this.#throttledAt ??= startedAt + ms;
    else if (response !== null) this.#throttledAt = undefined;
  }

  /** An exchange that was answered before an accepted request met no ban. */
  #clearBefore(moment: number): void {
    if (this.#suspects.length > 0) this.#suspects = this.#suspects.filter(({ ended }) => ended >= moment);
  }

  /**
   * Whether a ban refused the request, and is over: it may be sent again. Waits until then.
   * @param pauseMs least pause that the target asks for
   */
  async waitOut(exchange: Exchange, pauseMs = 0): Promise<boolean> {
    const { request, response, startedAt } = exchange;
    if (response === null || !banStatuses.has(response.status)) return false;
    if (!hasValidToken(request) && !isThrottling(exchange)) return false;
    if (startedAt < this.#endedAt) return true;
    if (this.#isGivenUp || this.#suspects.length === 0) return false;
    // A throttle is over after its pause.
    if (isThrottling(exchange) && !(startedAt > (this.#throttledAt ?? startedAt))) return false;
    return this.#examine(loadStatuses.has(response.status), pauseMs);
  }

  /** Whether there was a ban that is over now. */
  #examine(mayBeLoad: boolean, pauseMs: number): Promise<boolean> {
    this.#examination ??= this.#around
      .hold(() => this.#outlast(mayBeLoad, pauseMs))
      .finally(() => {
        this.#examination = undefined;
      });
    return this.#examination;
  }

  async #outlast(mayBeLoad: boolean, pauseMs: number): Promise<boolean> {
    await this.#waitForOthers();
    const { clock, leftMs } = this.#around;
    const from = clock.elapsed();
    const patience = Math.min(patienceMs, shareToWait * leftMs());
    const suspects = this.#suspects;
    let refusedMs = 0;
    let refused = 0;
    let isRejected = true;
    for (let status = await this.#refusalOfSearch(); status !== undefined; status = await this.#refusalOfSearch()) {
      refusedMs = clock.elapsed() - from;
      isRejected &&= status === 401;
      const pause = Math.max(pauseMs, this.#pauseAfter(refused));
      if (refusedMs + pause > Math.min(patience, isRejected ? rejectedPatienceMs : patience)) {
        this.#giveUp(isRejected);
        return false;
      }
      await clock.sleep(pause);
      refused += 1;
    }
    const lastedMs = clock.elapsed() - from;
    const isBan = this.isKnown ? refused > 0 : refused >= leastRefused && !(mayBeLoad && refusedMs < longestLoadMs);
    if (isBan) this.#remember({ lastedMs, refusedMs, suspects });
    return isBan;
  }

  /** The pause after this number of refusals. If a ban is known, the pause is chosen to learn its length more exactly. */
  #pauseAfter(refused: number): number {
    const usualMs = this.#usualMs ?? 0;
    if (usualMs === 0) return Math.min(firstPauseMs * 2 ** refused, longestPauseMs);
    return refused === 0 && usualMs > 1.6 * this.#leastMs ? (usualMs + this.#leastMs) / 2 : usualMs;
  }

  async #waitForOthers(): Promise<void> {
    const { clock, isBusy } = this.#around;
    for (let waited = 0; isBusy() && waited < mostInFlightMs; waited += stepMs) await clock.sleep(stepMs);
  }

  #giveUp(isRejected: boolean): void {
    this.#isGivenUp = true;
    if (isRejected) this.#around.onRejected();
  }

  /** The status of a valid search that is refused as by a ban; undefined if it is not. */
  async #refusalOfSearch(): Promise<number | undefined> {
    const startedAt = this.#around.clock.now();
    const result = await this.#around.search();
    if (result !== undefined && 'response' in result && banStatuses.has(result.response.status))
      return result.response.status;
    if (result !== undefined) this.#clearBefore(startedAt);
    return undefined;
  }

  #remember({ lastedMs, refusedMs, suspects }: Ban): void {
    this.#endedAt = this.#around.clock.now();
    this.#usualMs = Math.min(lastedMs, this.#usualMs ?? lastedMs);
    this.#leastMs = Math.max(refusedMs, this.#leastMs);
    this.#spentMs += lastedMs;
    this.#fewest = Math.min(this.#since, this.#fewest);
    this.#since = 0;
    for (const { number, sentFor } of suspects) {
      this.#doubtful.add(number);
      if (sentFor !== undefined) this.#met.add(sentFor);
    }
  }

  /**
   * Sends a request without the valid token on a target that bans: alone, with a search after a rejection, and once more
   * after a ban.
   * @param turnOf who takes turns with others; none if nothing else is sent anyway
   * @throws NotSent if it might cause a ban, and too little time is left to wait for its end
   */
  async sendSparingly(turnOf: string | undefined, send: () => Promise<Exchange>): Promise<Exchange> {
    if (turnOf !== undefined) return this.#turns.run(turnOf, () => this.sendSparingly(undefined, send));
    for (let attempt = 1; attempt <= tries; attempt += 1) {
      if (!this.#isAffordable) break;
      const exchange = await send();
      if (isAccepted(exchange) || this.#isGivenUp) return exchange;
      const wasBanned = await this.#examine(false, 0);
      if (this.#isGivenUp) break;
      if (!wasBanned) return exchange;
    }
    throw this.#refusal();
  }

  get #isAffordable(): boolean {
    const { limitMs } = this.#around;
    const most = Number.isFinite(limitMs) ? shareForBans * limitMs : mostForBansMs;
    return this.#since + 1 < this.#fewest || this.#spentMs + this.#usualMs! <= most;
  }

  /** @throws NotSent if the request might lead to a ban, and its check takes many like it */
  assertMaySend(request: SentRequest, { requirement, sparing }: { requirement: string; sparing: boolean }): void {
    if (!this.isKnown || sparing || hasValidToken(request)) return;
    this.#met.add(requirement);
    throw this.#refusal();
  }

  #refusal(): NotSent {
    const about = `about ${describeDuration(Math.round(this.#usualMs ?? 0))}`;
    const after = this.#fewest === 1 ? 'one request' : `${this.#fewest} requests`;
    return new NotSent(
      'banned',
      `after ${after} without the valid token the target refuses every request for ${about}; no more of them are sent`,
    );
  }
}
