/**
 * How many connections the target serves at once. A server with few workers answers all requests of one connection until that
 * is closed, and leaves further connections waiting. Nothing in the specification forbids that, but requests on those would time
 * out. So a request that waits for long leads to an examination, which proves the number: so many connections are answered,
 * and the next one only when they are closed. From then on the run opens no more, and closes each after its response.
 */
import type { Clock, Timer } from '../core/clock.ts';
import {
  type Exchange,
  isAccepted,
  type SentRequest,
  type Session,
  type Wire,
  type WireResult,
} from '../core/exchange.ts';

/** How long a request waits before the target is examined, ms, and as a share of the time-out. */
const longWaitMs = 1000;
const longWaitShare = 1 / 4;
/** An answer that takes so many times as long as on another connection waits for something. */
const patience = 4;
/** Connections that are opened at most to find out. */
const mostOpened = 8;
/** How often a target is examined that answers nothing at the time. */
const mostExaminations = 2;

export interface Surroundings {
  readonly wire: Wire;
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Sends a request once more that was accepted, as soon as the rate of the run allows it. */
  readonly sendAgain: (request: SentRequest, session: Session) => Promise<{ readonly answer: Promise<WireResult> }>;
  /** Called with the number of connections, where there is a limit. */
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
  #most: number | undefined;
  /** Resolves when the target is not being examined any more: until then nothing else is sent. */
  examination: Promise<void> | undefined;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#waitMs = Math.min(longWaitMs, around.timeoutMs * longWaitShare);
    if (around.wire.closeEach === undefined) this.#examinations = mostExaminations;
  }

  /** Connections that the target serves at once; undefined where no limit is known. */
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
  }

  /** A timer for each request would cost too much. */
  #lookAtOldest(): void {
    this.#timer = undefined;
    const [oldest] = this.#pending.values();
    if (oldest === undefined || this.#examinations >= mostExaminations) return;
    const waited = this.#around.clock.elapsed() - oldest;
    if (waited < this.#waitMs) this.#lookAgainAfter(this.#waitMs - waited);
    else if (this.#accepted !== undefined)
      this.examination = this.#examine(this.#accepted).finally(() => this.#resume());
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
    const served = await this.#countServed(accepted);
    // One answer may be late for another reason.
    if (typeof served === 'number' && (await this.#countServed(accepted)) !== served) return;
    if (served === 'unknown' || this.#isClosed) return;
    this.#examinations = mostExaminations;
    if (served === 'many') return;
    this.#most = served;
    wire.closeEach?.();
    onLimit(served);
  }

  /**
   * Opens one connection after another and keeps them, until one is not answered while the others are open.
   * @returns how many were answered; `many` if all were, `unknown` if the target is too slow to tell
   */
  async #countServed(accepted: SentRequest): Promise<number | 'many' | 'unknown'> {
    const { wire, clock, sendAgain } = this.#around;
    const waitMs = this.#waitMs;
    const open: Session[] = [];
    const close = () => Promise.all(open.splice(0).map((session) => session.close()));
    const send = async (session: Session) => {
      const { answer } = await sendAgain(accepted, session);
      return { answer: answer.then((result) => 'response' in result) };
    };
    try {
      const first = wire.session();
      open.push(first);
      // It may have to wait until all that was in flight is answered.
      if (!(await isTrueWithin(patience * waitMs, (await send(first)).answer, clock))) return 'unknown';
      const again = await send(first);
      const started = clock.elapsed();
      if (!(await isTrueWithin(waitMs, again.answer, clock))) return 'unknown';
      const limitMs = Math.max(waitMs, patience * (clock.elapsed() - started));
      for (let count = 1; count < mostOpened; count += 1) {
        const next = wire.session();
        const { answer } = await send(next);
        const isServed = await isTrueWithin(limitMs, answer, clock);
        if (!isServed) await close();
        open.push(next);
        if (!isServed) return (await isTrueWithin(limitMs, answer, clock)) ? count : 'unknown';
      }
      return 'many';
    } finally {
      await close();
    }
  }
}

/** Whether it is true before so much time is over, ms. */
async function isTrueWithin(limitMs: number, promise: Promise<boolean>, clock: Clock): Promise<boolean> {
  let timer: Timer | undefined;
  const late = new Promise<false>((resolve) => {
    timer = clock.startTimer(limitMs, () => resolve(false));
  });
  return Promise.race([promise, late]).finally(() => timer?.cancel());
}
