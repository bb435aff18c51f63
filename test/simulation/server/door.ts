/** What stands in front of every operation: the token, bans, limits on what is in progress, and outages (§5). */
import type { Clock } from '../../../src/core/clock.ts';
import type { WireRequest } from '../../../src/core/exchange.ts';
import type { Server } from './axes.ts';
import { NoResponse, Refusal } from './refusal.ts';

/** How long a restart, or a time without writes, takes, ms. */
const outageMs = 1000;

export class Door {
  readonly #server: Server;
  readonly #clock: Clock;
  readonly #token: string;
  #wrongTokens = 0;
  #bannedUntil = 0;
  #inProgress = 0;
  #searching = 0;
  #answered = 0;
  #second = -1;
  #inSecond = 0;

  constructor(server: Server, clock: Clock, token: string) {
    this.#server = server;
    this.#clock = clock;
    this.#token = token;
  }

  /** A success status: any of those it may use, in turn. */
  success(): number {
    const { successes } = this.#server;
    this.#answered += 1;
    return successes[this.#answered % successes.length]!;
  }

  /** Counts a request as in progress while `work` runs, unless it is refused. */
  async admit<T>(request: WireRequest, work: () => Promise<T>): Promise<T> {
    const { atOnce = Number.POSITIVE_INFINITY, shed, oneSearchAtOnce } = this.#server;
    this.#checkAvailability(request);
    this.#checkRate();
    if (this.#inProgress >= atOnce)
      throw new Refusal(
        shed.status,
        'too many requests in progress',
        'retryAfter' in shed ? shed.retryAfter : undefined,
      );
    const searches = request.method === 'GET';
    if (searches && oneSearchAtOnce && this.#searching > 0) throw new Refusal(409, 'another search is in progress');
    this.#inProgress += 1;
    if (searches) this.#searching += 1;
    try {
      return await work();
    } finally {
      this.#inProgress -= 1;
      if (searches) this.#searching -= 1;
    }
  }

  /** @throws Refusal without the valid token */
  checkToken({ headers }: WireRequest): void {
    const { refusal, banAfter = Number.POSITIVE_INFINITY, ban, schemeCase } = this.#server;
    if (this.#clock.now() < this.#bannedUntil) throw new Refusal(ban.status, 'banned for a while');
    const given = headers.filter(([name]) => name.toLowerCase() === 'authorization');
    const form = schemeCase === 'any' ? /^Bearer (\S+)$/i : /^Bearer (\S+)$/;
    if (given.length === 1 && form.exec(given[0]![1])?.[1] === this.#token) return;
    this.#wrongTokens += 1;
    if (this.#wrongTokens >= banAfter) {
      this.#wrongTokens = 0;
      this.#bannedUntil = this.#clock.now() + ban.ms;
    }
    throw new Refusal(refusal, 'no valid token');
  }

  #checkAvailability({ method }: WireRequest): void {
    const { restartAtMs, restart, readOnlyAtMs } = this.#server;
    const now = this.#clock.elapsed();
    const isWithin = (from: number | undefined) => from !== undefined && now >= from && now < from + outageMs;
    if (isWithin(restartAtMs)) {
      if (typeof restart === 'number') throw new Refusal(restart, 'restarting');
      throw new NoResponse(restart);
    }
    if (method === 'POST' && isWithin(readOnlyAtMs)) throw new Refusal(503, 'read-only for maintenance');
  }

  #checkRate(): void {
    const { perSecond } = this.#server;
    if (perSecond === undefined) return;
    const second = Math.floor(this.#clock.now() / 1000);
    if (second !== this.#second) this.#inSecond = 0;
    this.#second = second;
    this.#inSecond += 1;
    if (this.#inSecond > perSecond) throw new Refusal(429, 'too many requests', '1');
  }
}
