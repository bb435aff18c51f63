/** What stands in front of every operation: the token, bans, limits on what is in progress, and outages (§5). */
import type { Clock } from '../../../src/core/clock.ts';
import type { WireRequest } from '../../../src/core/exchange.ts';
import type { Server } from './axes.ts';
import { NoResponse, Refusal } from './refusal.ts';

/** How long a restart, or a time without writes, takes, ms. */
const outageMs = 1000;
const minuteMs = 60_000;

export class Door {
  readonly #server: Server;
  readonly #clock: Clock;
  readonly #token: string;
  readonly #random: () => number;
  #wrongTokens = 0;
  #bannedUntil = 0;
  #inProgress = 0;
  #searching = 0;
  #answered = 0;
  #second = -1;
  #inSecond = 0;
  #minute = -1;
  #inMinute = 0;

  constructor(server: Server, clock: Clock, token: string, random: () => number) {
    this.#server = server;
    this.#clock = clock;
    this.#token = token;
    this.#random = random;
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
    checkForm(this.#server, request);
    this.#checkRate();
    this.#checkMinute();
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
    const { refusal, banAfter = Number.POSITIVE_INFINITY, ban, schemeCase, tokenDiesAtMs } = this.#server;
    if (this.#clock.now() < this.#bannedUntil) {
      if (ban.extends === 'each-request') this.#bannedUntil = this.#clock.now() + ban.ms;
      throw new Refusal(ban.status, 'banned for a while');
    }
    const given = headers.filter(([name]) => name.toLowerCase() === 'authorization');
    const form = schemeCase === 'any' ? /^Bearer (\S+)$/i : /^Bearer (\S+)$/;
    const isAlive = this.#clock.elapsed() < (tokenDiesAtMs ?? Number.POSITIVE_INFINITY);
    if (isAlive && given.length === 1 && form.exec(given[0]![1])?.[1] === this.#token) {
      if (ban.counts === 'in-a-row') this.#wrongTokens = 0;
      return;
    }
    this.#wrongTokens += 1;
    if (this.#wrongTokens >= banAfter) {
      this.#wrongTokens = 0;
      this.#bannedUntil = this.#clock.now() + ban.ms;
    }
    throw new Refusal(refusal, 'no valid token');
  }

  #checkAvailability({ method }: WireRequest): void {
    const { restartAtMs, readOnlyAtMs, lostRequests } = this.#server;
    const now = this.#clock.elapsed();
    const isWithin = (from: number | undefined) => from !== undefined && now >= from && now < from + outageMs;
    if (isWithin(restartAtMs) || this.#happensIn(lostRequests)) this.#beAway();
    if (method === 'POST' && isWithin(readOnlyAtMs)) throw new Refusal(503, 'read-only for maintenance');
  }

  /** Takes the place of the response to some requests, whatever they did. */
  loseSome(): void {
    const { lostResponses, restart } = this.#server;
    if (!this.#happensIn(lostResponses)) return;
    if (typeof restart === 'number') throw new Refusal(restart, 'no response in time');
    throw new NoResponse('cut');
  }

  #happensIn(percent: number): boolean {
    return percent > 0 && 100 * this.#random() < percent;
  }

  #beAway(): never {
    const { restart } = this.#server;
    if (typeof restart === 'number') throw new Refusal(restart, 'restarting');
    throw new NoResponse(restart);
  }

  #checkRate(): void {
    const { perSecond, overRate } = this.#server;
    if (perSecond === undefined) return;
    const second = Math.floor(this.#clock.now() / 1000);
    if (second !== this.#second) this.#inSecond = 0;
    this.#second = second;
    this.#inSecond += 1;
    if (this.#inSecond > perSecond)
      throw new Refusal(
        overRate.status,
        'too many requests',
        'retryAfter' in overRate ? overRate.retryAfter : undefined,
      );
  }

  #checkMinute(): void {
    const { perMinute, minuteEnds } = this.#server;
    if (perMinute === undefined) return;
    const now = this.#clock.now();
    const minute = Math.floor(now / minuteMs);
    if (minute !== this.#minute) this.#inMinute = 0;
    this.#minute = minute;
    this.#inMinute += 1;
    if (this.#inMinute <= perMinute) return;
    const end = (minute + 1) * minuteMs;
    const said = {
      'in-seconds': String(Math.ceil((end - now) / 1000)),
      'at-date': new Date(end).toUTCString(),
      unsaid: undefined,
    };
    throw new Refusal(429, 'no more requests in this minute', said[minuteEnds]);
  }
}

/** What a gateway refuses before it looks at the token. */
function checkForm(server: Server, { headers, target, body }: WireRequest): void {
  const { needsUserAgent, longestTarget, longestBody } = server;
  if (needsUserAgent && !headers.some(([name]) => name.toLowerCase() === 'user-agent'))
    throw new Refusal(403, 'no User-Agent');
  if (target.length > (longestTarget ?? Number.POSITIVE_INFINITY)) throw new Refusal(414, 'too long');
  if ((body?.length ?? 0) > (longestBody ?? Number.POSITIVE_INFINITY)) throw new Refusal(413, 'too large');
}
