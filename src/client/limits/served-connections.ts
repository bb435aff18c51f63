/**
 * How many connections the target serves at once. A server with few workers answers all requests of one connection until that
 * is closed, and leaves further connections waiting; another one closes those above its limit. Nothing in the specification
 * forbids that, but requests on those would time out, or be lost. So a request that waits for long, or several that lose their
 * connection, cause an examination. It finds the number of connections that are answered at once; the next one is answered only
 * when they are closed. From then on the run opens no more than that, and closes each after its response. It also closes each if
 * idle connections delay others.
 */
import type { Timer } from '../../core/clock.ts';
import { type Exchange, isAccepted, type SentRequest } from '../../core/exchange.ts';
import { type CountSurroundings, countServed } from './connection-count.ts';

/** How long a request waits before the target is examined, ms, and as a share of the time-out. */
const longWaitMs = 1000;
const longWaitShare = 1 / 4;
/** Searches that lose their connection, beside other requests, before the target is examined. */
const lostUntilExamination = 3;
/** How often a target is examined that answers nothing at the time. */
const mostExaminations = 2;

export interface Surroundings extends CountSurroundings {
  readonly timeoutMs: number;
  /** Called with the number of connections, if there is a limit. */
  readonly onLimit: (connections: number) => void;
}

export class ServedConnections {
  readonly #around: Surroundings;
  readonly #waitMs: number;
  /** When each request in flight was sent, in the order of sending. */
  readonly #pending = new Map<number, number>();
  #timer: Timer | undefined;
  #examinations = 0;
  /** A request that changes nothing and was accepted; without one there is nothing to examine the target with. */
  #accepted: SentRequest | undefined;
  #isClosed = false;
  /** Searches that lost their connection while others were in flight. */
  #lost = 0;
  #most: number | undefined;
  /** Resolves when the target is not being examined any more: until then nothing else is sent. */
  examination: Promise<void> | undefined;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#waitMs = Math.min(longWaitMs, around.timeoutMs * longWaitShare);
    if (around.wire.closeEach === undefined) this.#examinations = mostExaminations;
  }

  /** Connections that the target serves at once; undefined if no limit is known. */
  get most(): number | undefined {
    return this.#most;
  }

  /** @param number of the request, which grows from one to the next */
  begin(number: number): void {
    if (this.#examinations >= mostExaminations) return;
    this.#pending.set(number, this.#around.clock.elapsed());
    if (this.#timer === undefined && this.examination === undefined) this.#lookAgainAfter(this.#waitMs);
  }

  end(exchange: Exchange): void {
    const { number, request } = exchange;
    this.#pending.delete(number);
    if (request.canonical && request.method === 'GET' && isAccepted(exchange)) this.#accepted ??= request;
    // A response may be lost for what its request holds: only one that changes nothing is sent again to be sure.
    if (exchange.failure?.kind === 'cut' && request.method === 'GET' && this.#pending.size > 0) this.#noteLost();
  }

  #noteLost(): void {
    this.#lost += 1;
    const isDue = this.#lost >= lostUntilExamination && this.#examinations < mostExaminations;
    if (isDue && this.#accepted !== undefined && this.examination === undefined) this.#begin(this.#accepted);
  }

  #begin(accepted: SentRequest): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.examination = this.#examine(accepted).finally(() => this.#resume());
  }

  /** A timer for each request would cost too much. */
  #lookAtOldest(): void {
    this.#timer = undefined;
    const [oldest] = this.#pending.values();
    if (oldest === undefined || this.#examinations >= mostExaminations) return;
    const waited = this.#around.clock.elapsed() - oldest;
    if (waited < this.#waitMs) this.#lookAgainAfter(this.#waitMs - waited);
    else if (this.#accepted !== undefined) this.#begin(this.#accepted);
    else this.#lookAgainAfter(this.#waitMs);
  }

  #lookAgainAfter(ms: number): void {
    this.#timer = this.#around.clock.startTimer(ms, () => this.#lookAtOldest());
  }

  /** What waited for the examination is sent only now. */
  #resume(): void {
    this.examination = undefined;
    const now = this.#around.clock.elapsed();
    for (const number of this.#pending.keys()) this.#pending.set(number, now);
    if (this.#pending.size > 0 && this.#examinations < mostExaminations) this.#lookAgainAfter(this.#waitMs);
  }

  /** The run has ended: nothing is to be found out any more. */
  close(): void {
    this.#isClosed = true;
    this.#examinations = mostExaminations;
    this.#timer?.cancel();
  }

  async #examine(accepted: SentRequest): Promise<void> {
    const { wire, onLimit } = this.#around;
    this.#examinations += 1;
    // What waits is served as soon as the connections before it are closed.
    wire.renew?.();
    const count = () => countServed(accepted, this.#around, this.#waitMs);
    const served = await count();
    // One answer may be late for another reason.
    if (typeof served === 'number' && (await count()) !== served) return;
    if (served === 'unknown' || this.#isClosed) return;
    this.#examinations = mostExaminations;
    if (served === 'many') return;
    wire.closeEach?.();
    if (served === 'one-by-one') return;
    this.#most = served;
    onLimit(served);
  }
}
