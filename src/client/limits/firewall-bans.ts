/**
 * Bans by a firewall: after some requests that look like attacks, it refuses every request for a while, by 403 or by closing the
 * connection. All other requests then wait until a valid search is accepted, and are sent again. From then on, requests that look
 * like attacks are sent as long as the run has time for another ban. If connections are closed, {@link OutageWatch} waits.
 */
import { attackIn } from '../../core/attack-like.ts';
import { describeDuration } from '../../core/duration.ts';
import { type Exchange, hasValidToken, isAccepted, type SentRequest } from '../../core/exchange.ts';
import { NotSent } from '../not-sent.ts';
import type { OutageSurroundings } from './outages.ts';

const banStatus = 403;
/** The pause after which the target is asked again at first, and the longest one, ms; each is twice as long as the one before. */
const firstPauseMs = 250;
const longestPauseMs = 4000;
/** The longest wait for the end of a ban: in ms, and as a share of the time that the run has left. */
export const banPatienceMs = 65_000;
export const shareToWaitForBan = 1 / 2;
/** Valid searches in a row that must be refused: a single one may be refused by chance. */
const leastRefused = 2;
/** How much time all bans together may take: a share of the run's time limit, or this many ms if there is none. */
const shareForBans = 2 / 5;
const mostForBansMs = 32_000;

export interface FirewallSurroundings extends OutageSurroundings {
  /** Longest time of the run, ms; infinite without a limit. */
  readonly limitMs: number;
}

export class FirewallBans {
  readonly #around: FirewallSurroundings;
  /** When a request that looks like an attack was last stopped, ms since the epoch; undefined once a later request was accepted. */
  #stoppedAt: number | undefined;
  /** Such requests since the last ban, and the fewest that led to one. */
  #since = 0;
  #fewest = Number.POSITIVE_INFINITY;
  #examination: Promise<boolean> | undefined;
  /** When the last ban ended, ms since the epoch. */
  #endedAt = Number.NEGATIVE_INFINITY;
  #longestMs = 0;
  #spentMs = 0;
  #isGivenUp = false;

  constructor(around: FirewallSurroundings) {
    this.#around = around;
  }

  /** Whether requests that look like attacks were stopped, and none was accepted since. */
  get isSuspected(): boolean {
    return this.#stoppedAt !== undefined;
  }

  note(exchange: Exchange): void {
    const { request, response, failure, startedAt, ms } = exchange;
    if (isAccepted(exchange)) {
      if (startedAt > (this.#stoppedAt ?? startedAt)) this.#stoppedAt = undefined;
    } else if ((response?.status === banStatus || failure?.kind === 'cut') && attackIn(request) !== undefined) {
      this.#stoppedAt = startedAt + ms;
      this.#since += 1;
    }
  }

  /** Whether a ban refused the request by 403, and is over: it may be sent again. Waits until then. */
  async waitOut({ request, response, startedAt }: Exchange): Promise<boolean> {
    if (response?.status !== banStatus || !hasValidToken(request)) return false;
    if (startedAt < this.#endedAt) return true;
    if (this.#isGivenUp || this.#stoppedAt === undefined || attackIn(request) !== undefined) return false;
    this.#examination ??= this.#around
      .hold(() => this.#outlast())
      .finally(() => {
        this.#examination = undefined;
      });
    return this.#examination;
  }

  /** Whether there was a ban that is over now. @throws NotSent if it lasts too long */
  async #outlast(): Promise<boolean> {
    const { clock, leftMs } = this.#around;
    const from = clock.elapsed();
    const patience = Math.min(banPatienceMs, shareToWaitForBan * leftMs());
    let refused = 0;
    for (let pause = firstPauseMs; await this.#isSearchRefused(); pause = Math.min(2 * pause, longestPauseMs)) {
      refused += 1;
      const waitedMs = clock.elapsed() - from;
      if (waitedMs + pause > patience) {
        this.#isGivenUp = true;
        return false;
      }
      await clock.sleep(pause);
    }
    if (refused < leastRefused) {
      this.#stoppedAt = undefined;
      return false;
    }
    this.remember(clock.elapsed() - from);
    return true;
  }

  async #isSearchRefused(): Promise<boolean> {
    const result = await this.#around.search();
    return result !== undefined && 'response' in result && result.response.status === banStatus;
  }

  /** Notes a ban that is over. @param lastedMs how long it was waited for, ms */
  remember(lastedMs: number): void {
    this.#endedAt = this.#around.clock.now();
    this.#longestMs = Math.max(lastedMs, this.#longestMs);
    this.#spentMs += lastedMs;
    this.#fewest = Math.min(Math.max(1, this.#since), this.#fewest);
    this.#since = 0;
    this.#stoppedAt = undefined;
  }

  /** @throws NotSent if the request could cause another ban and the run has no time left to wait for its end */
  assertMaySend(request: SentRequest): void {
    if (this.#longestMs === 0 || this.#isAffordable || attackIn(request) === undefined) return;
    const after = this.#fewest === 1 ? 'a request that looks' : `${this.#fewest} requests that look`;
    const about = `about ${describeDuration(Math.round(this.#longestMs))}`;
    throw new NotSent(
      'firewall',
      `after ${after} like an attack, the target refuses every request for ${about}, as a firewall does that bans a client; no more of them are sent`,
    );
  }

  get #isAffordable(): boolean {
    const { limitMs } = this.#around;
    const most = Number.isFinite(limitMs) ? shareForBans * limitMs : mostForBansMs;
    return this.#since + 1 < this.#fewest || this.#spentMs + this.#longestMs <= most;
  }
}
