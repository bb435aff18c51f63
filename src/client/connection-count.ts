/** Counts how many connections a target serves at once, by opening one after another. */
import type { Clock, Timer } from '../core/clock.ts';
import type { SentRequest, Session, Wire, WireResult } from '../core/exchange.ts';

/** An answer that takes so many times as long as on another connection waits for something. */
const patience = 4;
/** Connections that are opened at most. */
const mostOpened = 8;
/** Further connections that are closed too before it is taken for a limit: a target may lose one for another reason. */
const closedAgain = 2;
/** How many times as long, and how much longer, ms, the first answer of a connection takes if idle connections delay it. */
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

/**
 * Opens one connection after another and keeps them, until one is not answered while the others are open, and is answered when
 * they are closed.
 * @param accepted a request that changes nothing and was accepted
 * @param waitMs how long an answer is waited for, ms
 * @returns how many may be used; `many` if all were answered, `one-by-one` if idle ones delay the others, for example because
 *   the only thread of the server waits for their next request; `unknown` if the target is too slow to tell
 */
export async function countServed(
  accepted: SentRequest,
  { wire, clock, sendAgain }: CountSurroundings,
  waitMs: number,
): Promise<number | 'many' | 'one-by-one' | 'unknown'> {
  const open: Session[] = [];
  const delays: number[] = [];
  const close = () => Promise.all(open.splice(0).map((session) => session.close()));
  const send = async (session: Session) => {
    const { answer } = await sendAgain(accepted, session);
    return { within: (ms: number) => outcomeWithin(ms, answer, clock) };
  };
  const isServedAnew = async () => {
    const session = wire.session();
    open.push(session);
    return (await (await send(session)).within(waitMs)) === 'served';
  };
  try {
    const first = wire.session();
    open.push(first);
    // It may have to wait until all that was in flight is answered.
    if ((await (await send(first)).within(patience * waitMs)) !== 'served') return 'unknown';
    const started = clock.elapsed();
    if ((await (await send(first)).within(waitMs)) !== 'served') return 'unknown';
    const limitMs = Math.max(waitMs, patience * (clock.elapsed() - started));
    for (let count = 1; count < mostOpened; count += 1) {
      const next = wire.session();
      const opened = clock.elapsed();
      const sent = await send(next);
      const outcome = await sent.within(limitMs);
      delays.push(clock.elapsed() - opened);
      if (outcome === 'waiting') await close();
      open.push(next);
      if (outcome === 'waiting') return (await sent.within(limitMs)) === 'served' ? count : 'unknown';
      if (outcome === 'served' || (await isTrueOnce(closedAgain, isServedAnew))) continue;
      await close();
      const isServedLater = () => clock.sleep(freeingMs).then(isServedAnew);
      // A target counts a connection until it has seen that it is closed: one fewer is used.
      return (await isTrueOnce(mostFreeing, isServedLater)) ? Math.max(count - 1, 1) : 'unknown';
    }
    const usualDelay = medianOf(delays);
    // So short a delay is none, however long a connection takes alone.
    if (usualDelay <= leastDelayMs) return 'many';
    const alone: number[] = [];
    while (alone.length < openedAlone) {
      await close();
      const opened = clock.elapsed();
      if (!(await isServedAnew())) return 'many';
      alone.push(clock.elapsed() - opened);
    }
    const usual = medianOf(alone);
    return usualDelay > Math.max(delayFactor * usual, usual + leastDelayMs) ? 'one-by-one' : 'many';
  } finally {
    await close();
  }
}

const medianOf = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1]!;

/** Asks so many times at most, until it is true. */
async function isTrueOnce(times: number, ask: () => Promise<boolean>): Promise<boolean> {
  for (let time = 0; time < times; time += 1) if (await ask()) return true;
  return false;
}

/** What became of a request before so much time was over, ms. */
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
