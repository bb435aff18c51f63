/** Counts how many connections a target serves at once, by opening one after another. */
import type { Clock, Timer } from '../../core/clock.ts';
import type { SentRequest, Session, Wire, WireResult } from '../../core/exchange.ts';

/** An answer that takes this many times as long as on another connection waits for something. */
const patience = 4;
/** Most connections opened. */
const mostOpened = 8;
/** Further connections that must be closed, too, before it counts as a limit: a target may lose one for another reason. */
const closedAgain = 2;
/** If idle connections delay the first answer of a connection, it takes this many times as long, and this much longer, ms. */
const delayFactor = 3;
const leastDelayMs = 100;
/** How many connections are opened alone, to compare. */
const openedAlone = 3;
/** Pause until a target has seen that connections were closed, ms, and how often it is waited for. */
const freeingMs = 50;
const mostFreeing = 4;

export interface CountSurroundings {
  readonly wire: Wire;
  readonly clock: Clock;
  /** Sends a request once more that was accepted, as soon as the rate of the run allows it. */
  readonly sendAgain: (request: SentRequest, session: Session) => Promise<{ readonly answer: Promise<WireResult> }>;
}

/** `one-by-one`: idle connections delay the others, for example because the only thread of the server waits for their next request. */
type Count = number | 'many' | 'one-by-one' | 'unknown';

/**
 * Opens one connection after another and keeps them, until one is not answered while the others are open, and is answered when
 * they are closed.
 * @param accepted a request that changes nothing and was accepted
 * @param waitMs how long an answer is waited for, ms
 * @returns how many may be used; `many` if all were answered, `unknown` if the target is too slow to tell
 */
export async function countServed(
  accepted: SentRequest,
  surroundings: CountSurroundings,
  waitMs: number,
): Promise<Count> {
  const count = new ConnectionCount(accepted, surroundings, waitMs);
  try {
    return await count.run();
  } finally {
    await count.close();
  }
}

class ConnectionCount {
  readonly #accepted: SentRequest;
  readonly #around: CountSurroundings;
  readonly #waitMs: number;
  readonly #open: Session[] = [];

  constructor(accepted: SentRequest, around: CountSurroundings, waitMs: number) {
    this.#accepted = accepted;
    this.#around = around;
    this.#waitMs = waitMs;
  }

  async run(): Promise<Count> {
    const { clock } = this.#around;
    const limitMs = await this.#timeOfFirst();
    if (limitMs === undefined) return 'unknown';
    const delays: number[] = [];
    for (let count = 1; count < mostOpened; count += 1) {
      const opened = clock.elapsed();
      const next = this.#around.wire.session();
      const sent = await this.#send(next);
      const outcome = await sent.within(limitMs);
      delays.push(clock.elapsed() - opened);
      if (outcome === 'waiting') await this.close();
      this.#open.push(next);
      if (outcome === 'waiting') return (await sent.within(limitMs)) === 'served' ? count : 'unknown';
      if (outcome === 'served' || (await isTrueOnce(closedAgain, () => this.#isServedAnew()))) continue;
      // A target counts a connection until it has seen that it is closed: one fewer is used.
      return (await this.#isServedOnceFree()) ? Math.max(count - 1, 1) : 'unknown';
    }
    return (await this.#areDelayed(delays)) ? 'one-by-one' : 'many';
  }

  async close(): Promise<void> {
    await Promise.all(this.#open.splice(0).map((session) => session.close()));
  }

  /** How long an answer may take on the connection that is opened first, and stays open, ms; undefined if it takes too long. */
  async #timeOfFirst(): Promise<number | undefined> {
    const { wire, clock } = this.#around;
    const first = wire.session();
    this.#open.push(first);
    // It may have to wait until all that was in flight is answered.
    if ((await (await this.#send(first)).within(patience * this.#waitMs)) !== 'served') return undefined;
    const started = clock.elapsed();
    if ((await (await this.#send(first)).within(this.#waitMs)) !== 'served') return undefined;
    return Math.max(this.#waitMs, patience * (clock.elapsed() - started));
  }

  /** Whether a connection is answered once the target has had time to see that all others are closed. */
  async #isServedOnceFree(): Promise<boolean> {
    await this.close();
    return isTrueOnce(mostFreeing, () => this.#around.clock.sleep(freeingMs).then(() => this.#isServedAnew()));
  }

  /** Whether the delays beside idle connections are long, and much longer than those of connections that are opened alone. */
  async #areDelayed(delays: readonly number[]): Promise<boolean> {
    const { clock } = this.#around;
    const usualDelay = medianOf(delays);
    if (usualDelay <= leastDelayMs) return false;
    const alone: number[] = [];
    while (alone.length < openedAlone) {
      await this.close();
      const opened = clock.elapsed();
      if (!(await this.#isServedAnew())) return false;
      alone.push(clock.elapsed() - opened);
    }
    const usual = medianOf(alone);
    return usualDelay > Math.max(delayFactor * usual, usual + leastDelayMs);
  }

  async #isServedAnew(): Promise<boolean> {
    const session = this.#around.wire.session();
    this.#open.push(session);
    return (await (await this.#send(session)).within(this.#waitMs)) === 'served';
  }

  async #send(session: Session) {
    const { clock, sendAgain } = this.#around;
    const { answer } = await sendAgain(this.#accepted, session);
    return { within: (ms: number) => outcomeWithin(ms, answer, clock) };
  }
}

const medianOf = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1]!;

/** Asks until it is true, at most `times` times. */
async function isTrueOnce(times: number, ask: () => Promise<boolean>): Promise<boolean> {
  for (let time = 0; time < times; time += 1) if (await ask()) return true;
  return false;
}

/** What became of a request within `limitMs`. */
async function outcomeWithin(
  limitMs: number,
  answer: Promise<WireResult>,
  clock: Clock,
): Promise<'served' | 'closed' | 'waiting'> {
  let timer: Timer | undefined;
  const late = new Promise<'waiting'>((resolve) => {
    timer = clock.startTimer(limitMs, () => resolve('waiting'));
  });
  const outcome = answer.then((result) => ('response' in result ? 'served' : 'closed'));
  return Promise.race([outcome, late]).finally(() => timer?.cancel());
}
