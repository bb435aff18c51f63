/**
 * Searches for the lowest failing index among samples that are judged several at a time. Only the public API of fast-check
 * draws them, so that a seed and a path mean the same as there.
 */
import fc from 'fast-check';
import { type Clock, systemClock, type Timer } from '../core/clock.ts';
import type { SampledProperty } from './sampled-property.ts';

export interface SearchResult<T, F> {
  readonly failed?: { readonly index: number; readonly value: T; readonly path: string; readonly failure: F };
  /** Samples that were judged to their end, by index. */
  readonly decided: ReadonlyMap<number, T>;
  readonly interrupted?: 'timeout' | 'aborted';
}

/** Which samples: those at `${prefix}${start}`, `${prefix}${start + 1}` and so on, `count` of them. */
export interface SampleRange {
  readonly prefix: string;
  readonly start: number;
  readonly count: number;
}

const undecided = Symbol('undecided');

/**
 * Judges the samples of a range, `concurrency` at a time. Once one fails, it starts no more, aborts those with a higher
 * index, and lets those with a lower one finish. Throws what the judge throws, unless a sample with a lower index fails.
 */
export async function findLowestFailing<T, F>(
  options: SampledProperty<T, F>,
  range: SampleRange,
  concurrency: number,
): Promise<SearchResult<T, F>> {
  const search = new SampleSearch(options, range.prefix);
  const take = feed(options, range, concurrency);
  const abort = (): void => search.abort();
  options.signal?.addEventListener('abort', abort, { once: true });
  const lanes = Array.from({ length: concurrency }, () => new Lane(options.clock ?? systemClock));
  await Promise.all(
    lanes.map(async (lane) => {
      while (!search.over) {
        const next = take();
        if (next === undefined) return;
        await search.judge(lane, next.index, next.value);
      }
    }),
  );
  for (const lane of lanes) lane.close();
  options.signal?.removeEventListener('abort', abort);
  return search.result();
}

class SampleSearch<T, F> {
  readonly #options: SampledProperty<T, F>;
  readonly #prefix: string;
  readonly #decided = new Map<number, T>();
  readonly #running = new Map<number, Lane>();
  #lowest = Number.POSITIVE_INFINITY;
  #failed: SearchResult<T, F>['failed'];
  #thrown: { readonly error: unknown } | undefined;
  #interrupted: SearchResult<T, F>['interrupted'];

  constructor(options: SampledProperty<T, F>, prefix: string) {
    this.#options = options;
    this.#prefix = prefix;
  }

  /** Whether no further sample is started: one failed, or was not decided. */
  get over(): boolean {
    if (this.#options.signal?.aborted === true) this.#interrupted ??= 'aborted';
    return this.#interrupted !== undefined || this.#lowest !== Number.POSITIVE_INFINITY;
  }

  async judge(lane: Lane, index: number, value: T): Promise<void> {
    this.#running.set(index, lane);
    try {
      const failure = await lane.judged(this.#options.judge, value, this.#options.sampleTimeoutMs);
      if (failure === undecided) {
        const aborted = this.#options.signal?.aborted === true;
        if (index < this.#lowest) this.#interrupted ??= aborted ? 'aborted' : 'timeout';
        return;
      }
      if (index < this.#lowest || failure === undefined) this.#decided.set(index, value);
      if (failure !== undefined && this.#isLowest(index))
        this.#failed = { index, value, path: `${this.#prefix}${index}`, failure };
    } catch (error) {
      if (this.#isLowest(index)) this.#thrown = { error };
    } finally {
      this.#running.delete(index);
    }
  }

  /** Makes the sample the lowest that ended the search, unless another one is lower. */
  #isLowest(index: number): boolean {
    if (index >= this.#lowest) return false;
    this.#lowest = index;
    this.#failed = this.#thrown = undefined;
    for (const [other, lane] of this.#running) if (other > index) lane.giveUp();
    return true;
  }

  abort(): void {
    for (const lane of this.#running.values()) lane.giveUp();
  }

  result(): SearchResult<T, F> {
    if (this.#thrown !== undefined) throw this.#thrown.error;
    return {
      decided: this.#decided,
      ...(this.#failed === undefined ? {} : { failed: this.#failed }),
      ...(this.#interrupted === undefined || this.#failed !== undefined ? {} : { interrupted: this.#interrupted }),
    };
  }
}

/**
 * Judges one sample after the other under one signal: a signal, a listener and a race for each would cost more than many a
 * sample does. A lane that was given up judges no more.
 */
class Lane {
  readonly #stop = new AbortController();
  readonly signal = this.#stop.signal;
  #undecided: (() => void) | undefined;
  #timer: Timer | undefined;
  readonly #clock: Clock;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  giveUp(): void {
    this.close();
    this.#stop.abort();
    this.#undecided?.();
  }

  /** The judge's result, or {@link undecided} if it took too long or was given up. */
  judged<T, F>(
    judge: SampledProperty<T, F>['judge'],
    value: T,
    timeoutMs: number | undefined,
  ): Promise<F | undefined | typeof undecided> {
    return new Promise((resolve, reject) => {
      if (this.#timer !== undefined) this.#timer.restart();
      else if (timeoutMs !== undefined) this.#timer = this.#clock.startTimer(timeoutMs, () => this.giveUp());
      this.#undecided = () => resolve(undecided);
      // A judge that was given up may still throw, usually because of the abort: the promise is settled by then.
      judge(value, this.signal).then(resolve, reject);
    });
  }

  /** Call after its last sample. */
  close(): void {
    this.#timer?.cancel();
  }
}

/**
 * Hands out values with their indices, generating a few at a time: all at once may take many MB, but to continue from the
 * n-th, fast-check draws the n before it again.
 */
function feed<T, F>(
  { arbitrary, seed, examples = [] }: SampledProperty<T, F>,
  { prefix, start, count }: SampleRange,
  few: number,
): () => { readonly index: number; readonly value: T } | undefined {
  // fast-check wraps the values of a property in a tuple; drawing the same ones requires the same.
  const wrapped = fc.tuple(arbitrary);
  let buffer: [T][] = [];
  let from = start;
  let next = start;
  return () => {
    if (next >= start + count) return undefined;
    if (next === from + buffer.length) {
      from = next;
      buffer = fc.sample(wrapped, {
        seed,
        path: `${prefix}${from}`,
        numRuns: Math.min(Math.max(few, Math.ceil(count / 16)), start + count - from),
        examples: examples.map((example): [T] => [example]),
      });
    }
    const found = buffer[next - from];
    if (found === undefined) return undefined;
    return { index: next++, value: found[0] };
  };
}
