/** What stands in front of every operation: the token, bans, load shedding, locks and outages (§5). */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { DoorLiberties } from './options.ts';
import { Refusal } from './refusal.ts';

export class Door {
  readonly #how: DoorLiberties;
  readonly #token: string;
  #firstRequest: number | undefined;
  #wrongTokens = 0;
  #served = 0;
  #bannedUntil = 0;
  #inProgress = 0;
  #searching = 0;
  #answered = 0;
  #posts = 0;
  #second = 0;
  #inSecond = 0;
  /** When the span of {@link DoorLiberties.perSpan} ends, ms since the epoch, and the requests in it. */
  #spanEnds = 0;
  #inSpan = 0;
  #hasEnded = false;
  readonly #warm = new Set<string>();
  /** The Authorization fields of each connection, by what they are in lower case. */
  readonly #fields = new WeakMap<Socket, Map<string, string>>();
  /** By path and body, when it was sent, ms since the epoch. */
  readonly #sent = new Map<string, number>();

  constructor(how: DoorLiberties, token: string) {
    this.#how = how;
    this.#token = token;
  }

  /** Whether the service is down at this moment. */
  isDown(): boolean {
    if (this.#hasEnded) return true;
    const now = this.#sinceFirst();
    return (this.#how.outagesMs ?? []).some(([from, to]) => now >= from && now < to);
  }

  /** A body that the parser cannot bear. */
  parse(body: Buffer): void {
    const { endsAtBrackets } = this.#how;
    this.#hasEnded ||= endsAtBrackets !== undefined && body.includes('['.repeat(endsAtBrackets));
  }

  /** A success status: any of those it may use, in turn. */
  success(): number {
    this.#answered += 1;
    return this.#how.successes[this.#answered % this.#how.successes.length]!;
  }

  /** Refuses what was sent a moment ago, with whatever token. */
  checkReplay(req: IncomingMessage, body: Buffer): void {
    const { replays } = this.#how;
    if (replays === undefined || req.method !== 'POST') return;
    const key = `${req.url} ${body.toString('latin1')}`;
    const before = this.#sent.get(key) ?? 0;
    this.#sent.set(key, Date.now());
    if (Date.now() - before < replays.ms) throw new Refusal(replays.status, 'sent before');
  }

  /** Lets a request through to `work`, or refuses it. */
  async admit(req: IncomingMessage, work: () => Promise<void>): Promise<void> {
    const {
      atOnce = Number.POSITIVE_INFINITY,
      shedStatus = 503,
      shedRetryAfter,
      latencyMs = 0,
      jitterMs = 0,
      oneSearchAtOnce,
    } = this.#how;
    this.#checkAvailability(req);
    this.#checkRate();
    this.#checkSpan();
    this.#checkToken(req);
    await this.#warmUp(req);
    if (this.#inProgress >= atOnce) throw new Refusal(shedStatus, 'too many requests in progress', shedRetryAfter);
    const searches = req.method === 'GET';
    if (searches && oneSearchAtOnce === true && this.#searching > 0)
      throw new Refusal(409, 'another search is in progress');
    this.#inProgress += 1;
    if (searches) this.#searching += 1;
    try {
      const leastMs = Math.max(latencyMs, oneSearchAtOnce === true || atOnce < 100 ? 3 : 0);
      const ms = leastMs + Math.random() * jitterMs;
      if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
      await work();
    } finally {
      this.#inProgress -= 1;
      if (searches) this.#searching -= 1;
    }
  }

  #checkAvailability(req: IncomingMessage): void {
    const { unavailable, readOnly, wantsUserAgent, untypedGet, losesEvery = Number.POSITIVE_INFINITY } = this.#how;
    if (this.#how.oneTokenHeader === true && (req.headersDistinct['authorization'] ?? []).length > 1)
      throw new Refusal(400, 'two Authorization headers');
    if (wantsUserAgent === true && (req.headers['user-agent'] ?? '') === '') throw new Refusal(403, 'no User-Agent');
    if (untypedGet === true && req.method === 'GET' && req.headers['content-type'] !== undefined)
      throw new Refusal(415, 'a type without a body');
    const now = this.#sinceFirst();
    const isMet = unavailable?.only === undefined || req.method === 'GET';
    if (unavailable !== undefined && isMet && now >= unavailable.from && now < unavailable.to)
      throw new Refusal(unavailable.status, 'unavailable', unavailable.retryAfter);
    if (readOnly !== undefined && req.method === 'POST' && now >= readOnly[0] && now < readOnly[1])
      throw new Refusal(503, 'read-only for maintenance');
    if (req.method === 'POST') this.#posts += 1;
    if (this.#posts % losesEvery === 0 && req.method === 'POST') throw new Refusal(503, 'lost');
  }

  #checkRate(): void {
    const { perSecond = Number.POSITIVE_INFINITY, overRateStatus } = this.#how;
    const second = Math.floor(Date.now() / 1000);
    if (second !== this.#second) [this.#second, this.#inSecond] = [second, 0];
    this.#inSecond += 1;
    if (this.#inSecond <= perSecond) return;
    throw new Refusal(overRateStatus ?? 429, 'too many requests', overRateStatus === undefined ? '1' : undefined);
  }

  #checkSpan(): void {
    const { perSpan } = this.#how;
    if (perSpan === undefined) return;
    const now = Date.now();
    if (now >= this.#spanEnds) [this.#spanEnds, this.#inSpan] = [now + perSpan.ms, 0];
    this.#inSpan += 1;
    if (this.#inSpan > perSpan.atMost)
      throw new Refusal(429, 'too many requests', String(Math.ceil((this.#spanEnds - now) / 1000)));
  }

  /** The first request of an operation waits for what others find ready. */
  async #warmUp(req: IncomingMessage): Promise<void> {
    const { coldMs = 0 } = this.#how;
    const name = req.method === 'GET' ? 'logs' : (req.url ?? '');
    if (coldMs === 0 || this.#warm.has(name)) return;
    await new Promise((resolve) => setTimeout(resolve, coldMs));
    this.#warm.add(name);
  }

  #checkToken(req: IncomingMessage): void {
    const {
      refusal,
      tokenServes = Number.POSITIVE_INFINITY,
      banAfter = Number.POSITIVE_INFINITY,
      banMs = 1000,
      banStatus = 403,
    } = this.#how;
    if (Date.now() < this.#bannedUntil) {
      if (this.#how.banSlides === true) this.#bannedUntil = Date.now() + banMs;
      throw new Refusal(banStatus, 'banned for a while');
    }
    const given = /^Bearer (\S+)$/i.exec(this.#fieldOf(req))?.[1];
    if (given !== undefined && this.#isValid(given) && this.#served < tokenServes) {
      this.#served += 1;
      if (this.#how.banCountsInARow === true) this.#wrongTokens = 0;
      return;
    }
    this.#wrongTokens += 1;
    if (this.#wrongTokens >= banAfter) {
      this.#wrongTokens = 0;
      this.#bannedUntil = Date.now() + banMs;
    }
    throw new Refusal(refusal, 'no valid token');
  }

  #fieldOf({ headers: { authorization = '' }, socket }: IncomingMessage): string {
    if (this.#how.keepsFields !== true) return authorization;
    const fields = this.#fields.get(socket) ?? new Map<string, string>();
    this.#fields.set(socket, fields);
    const known = fields.get(authorization.toLowerCase()) ?? authorization;
    fields.set(authorization.toLowerCase(), known);
    return known;
  }

  #isValid(given: string): boolean {
    const { token } = this.#how;
    return token === undefined ? given === this.#token : token.accepts(given);
  }

  #sinceFirst(): number {
    this.#firstRequest ??= Date.now();
    return Date.now() - this.#firstRequest;
  }
}
