/**
 * Virtual time: a discrete event simulation. The clock stands still while anything can run, and then advances to the next
 * moment that somebody waits for. Hours pass in milliseconds, and the same seed gives the same order of events.
 */
import type { Clock, Timer } from '../../src/core/clock.ts';

interface Sleeper {
  at: number;
  /** Order among sleepers of one moment. */
  order: number;
  /** Where a restarted timer rings instead of `at`. */
  later: number | undefined;
  call: (() => void) | undefined;
}

const isBefore = (a: Sleeper, b: Sleeper): boolean => a.at < b.at || (a.at === b.at && a.order < b.order);

export class SimulatedClock implements Clock {
  /** A binary heap, the earliest first. */
  readonly #heap: Sleeper[] = [];
  readonly #start: number;
  #now: number;
  #order = 0;

  /** @param start ms since the epoch */
  constructor(start: number) {
    this.#start = start;
    this.#now = start;
  }

  now(): number {
    return Math.floor(this.#now);
  }

  elapsed(): number {
    return this.#now - this.#start;
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.#add(ms, resolve));
  }

  startTimer(ms: number, call: () => void): Timer {
    let sleeper = this.#add(ms, call);
    const restart = (): void => {
      if (sleeper.call === undefined) sleeper = this.#add(ms, call);
      else sleeper.later = this.#now + ms;
    };
    const cancel = (): void => {
      sleeper.call = undefined;
    };
    return { restart, cancel };
  }

  /**
   * Lets time pass until the work has ended.
   * @throws Error if the work waits, and nobody sleeps
   */
  async runUntil<T>(work: Promise<T>): Promise<T> {
    let isOver = false;
    const end = () => {
      isOver = true;
    };
    work.then(end, end);
    for (;;) {
      // All that can run without time passing runs before this resolves: the kit awaits nothing but promises.
      await new Promise<void>((resolve) => setImmediate(resolve));
      if (isOver) return work;
      const next = this.#take();
      if (next === undefined) throw new Error('the simulation stands still: work is under way, and nobody sleeps');
      this.#now = Math.max(this.#now, next.at);
      const { call } = next;
      next.call = undefined;
      call?.();
    }
  }

  #add(ms: number, call: () => void): Sleeper {
    const sleeper: Sleeper = { at: this.#now + Math.max(0, ms), order: this.#order, later: undefined, call };
    this.#order += 1;
    this.#push(sleeper);
    return sleeper;
  }

  /** The next sleeper that was not cancelled. */
  #take(): Sleeper | undefined {
    for (;;) {
      const first = this.#pop();
      if (first?.call === undefined) {
        if (first === undefined) return undefined;
      } else if (first.later === undefined) return first;
      else {
        first.at = first.later;
        first.later = undefined;
        this.#push(first);
      }
    }
  }

  #push(sleeper: Sleeper): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(sleeper);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(sleeper, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = sleeper;
  }

  #pop(): Sleeper | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isBefore(heap[child]!, last)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}
