/**
 * Properties with many samples in flight. fast-check runs an async property one sample at a time; over its public
 * API alone this runs K of them, and still finds the counterexample, and the path to it, that the sequential run
 * would find: the lowest failing index wins, among samples and among the siblings of each shrinking step.
 * A sample must own its data. What a failure is, the judge says: an error that it throws is the kit's own fault
 * and ends the run.
 */
import fc from 'fast-check';

export interface SampledProperty<T, F> {
  readonly arbitrary: fc.Arbitrary<T>;
  /** Undefined when the sample keeps the property. The signal is aborted when the answer is no longer wanted. */
  readonly judge: (value: T, signal: AbortSignal) => Promise<F | undefined>;
  readonly seed: number;
  readonly numRuns: number;
  /** Samples in flight, 32 at most. */
  readonly concurrency: number;
  /** Siblings in flight while shrinking, 8 at most. */
  readonly shrinkConcurrency?: number;
  /** After this a sample counts as undecided, ms; its signal is aborted. */
  readonly sampleTimeoutMs?: number;
  /**
   * What shrinking may cost. `samples` is counted as the sequential run would, so that the result does not depend
   * on concurrency; really sent are up to `shrinkConcurrency` more at each step. `ms` is a last resort.
   */
  readonly shrinkBudget?: { readonly samples: number; readonly ms: number };
  /** Samples that come first; they count as runs, and have the first indices. */
  readonly examples?: readonly T[];
  /** Judges the one sample at this path again, then shrinks on from it. */
  readonly path?: string;
  /** What a sample is, for the distribution in the report. */
  readonly kindOf?: (value: T) => string;
  /** Ends the run early, as interrupted. */
  readonly signal?: AbortSignal;
}

export interface SampledResult<T, F> {
  /** Samples that were decided, up to and with the failing one. */
  readonly numRuns: number;
  /** Of which kinds they were. */
  readonly kinds: Readonly<Record<string, number>>;
  readonly failed?: {
    readonly value: T;
    readonly seed: number;
    /** Replays the value: `{seed, path}`, with the same arbitrary and examples. */
    readonly path: string;
    readonly shrinks: number;
    readonly failure: F;
  };
  /** Why not all samples were decided. */
  readonly interrupted?: 'timeout' | 'aborted';
}

/** Runs the property. Throws what the judge throws, unless a sample before that one fails. */
export async function sampleProperty<T, F>(options: SampledProperty<T, F>): Promise<SampledResult<T, F>> {
  const { seed, numRuns, path, kindOf = () => 'any' } = options;
  const concurrency = Math.max(1, Math.min(32, options.concurrency));
  const first =
    path === undefined
      ? await lowestFailing(options, '', 0, numRuns, concurrency)
      : await lowestFailing(options, path.slice(0, path.lastIndexOf(':') + 1), lastStep(path), 1, 1);
  const kinds: Record<string, number> = {};
  let decided = 0;
  for (const [index, value] of first.decided)
    if (first.failed === undefined || index <= first.failed.index) {
      decided++;
      kinds[kindOf(value)] = (kinds[kindOf(value)] ?? 0) + 1;
    }
  if (first.failed === undefined)
    return { numRuns: decided, kinds, ...(first.interrupted === undefined ? {} : { interrupted: first.interrupted }) };
  const failed = await shrink(options, { ...first.failed, path: first.failed.path, shrinks: stepsOf(path) });
  return { numRuns: decided, kinds, failed: { ...failed, seed } };
}

interface Failing<T, F> {
  readonly value: T;
  readonly path: string;
  readonly shrinks: number;
  readonly failure: F;
}

async function shrink<T, F>(options: SampledProperty<T, F>, start: Failing<T, F>): Promise<Failing<T, F>> {
  const { samples, ms } = options.shrinkBudget ?? { samples: 500, ms: 60_000 };
  const concurrency = Math.max(1, Math.min(8, options.shrinkConcurrency ?? 8));
  const enough = AbortSignal.timeout(ms);
  const signal = options.signal === undefined ? enough : AbortSignal.any([enough, options.signal]);
  let best = start;
  for (let left = samples; left > 0; ) {
    const step = await lowestFailing({ ...options, signal }, `${best.path}:`, 0, left, concurrency);
    if (step.failed === undefined) break;
    left -= step.failed.index + 1;
    const { value, path, failure } = step.failed;
    best = { value, path, failure, shrinks: best.shrinks + 1 };
  }
  const { value, path, shrinks, failure } = best;
  return { value, path, shrinks, failure };
}

interface Search<T, F> {
  readonly failed?: { readonly index: number; readonly value: T; readonly path: string; readonly failure: F };
  readonly decided: ReadonlyMap<number, T>;
  readonly interrupted?: 'timeout' | 'aborted';
}

const undecided = Symbol('undecided');

/**
 * Judges the values at `${prefix}${start}`, `${prefix}${start + 1}` and so on, `concurrency` at a time; once one fails,
 * issues no more, aborts those above it, and lets those below it finish.
 */
async function lowestFailing<T, F>(
  options: SampledProperty<T, F>,
  prefix: string,
  start: number,
  limit: number,
  concurrency: number,
): Promise<Search<T, F>> {
  const { judge, signal, sampleTimeoutMs } = options;
  const decided = new Map<number, T>();
  const running = new Map<number, Lane>();
  let lowest = Number.POSITIVE_INFINITY;
  let failed: Search<T, F>['failed'];
  let thrown: { readonly error: unknown } | undefined;
  let interrupted: Search<T, F>['interrupted'];

  const ended = (index: number): boolean => {
    if (index >= lowest) return false;
    lowest = index;
    failed = thrown = undefined;
    for (const [other, lane] of running) if (other > index) lane.giveUp();
    return true;
  };
  const take = feed(options, prefix, start, limit, concurrency);
  const worker = async (lane: Lane): Promise<void> => {
    for (;;) {
      if (signal?.aborted === true) interrupted ??= 'aborted';
      // A lane that was given up judges no more, and its run is over: something failed below, or was not decided.
      if (interrupted !== undefined || lowest !== Number.POSITIVE_INFINITY) return;
      const next = take();
      if (next === undefined) return;
      const { index, value } = next;
      running.set(index, lane);
      try {
        const failure = await lane.judged(judge, value, sampleTimeoutMs);
        if (failure === undecided) {
          if (index < lowest) interrupted ??= signal?.aborted === true ? 'aborted' : 'timeout';
        } else {
          if (index < lowest || failure === undefined) decided.set(index, value);
          if (failure !== undefined && ended(index)) failed = { index, value, path: `${prefix}${index}`, failure };
        }
      } catch (error) {
        if (ended(index)) thrown = { error };
      } finally {
        running.delete(index);
      }
    }
  };
  const abortAll = (): void => {
    for (const lane of running.values()) lane.giveUp();
  };
  signal?.addEventListener('abort', abortAll, { once: true });
  const lanes = Array.from({ length: concurrency }, () => new Lane());
  await Promise.all(lanes.map(worker));
  for (const lane of lanes) lane.close();
  signal?.removeEventListener('abort', abortAll);
  if (thrown !== undefined) throw (thrown as { error: unknown }).error;
  return {
    decided,
    ...(failed === undefined ? {} : { failed }),
    ...(interrupted === undefined || failed !== undefined ? {} : { interrupted }),
  };
}

/**
 * Judges one sample after the other under one signal: a signal, a listener and a race for each sample cost more than
 * many a sample does. Once it was given up, a lane judges no more.
 */
class Lane {
  readonly #stop = new AbortController();
  readonly signal = this.#stop.signal;
  #undecided: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  giveUp(): void {
    this.close();
    this.#stop.abort();
    this.#undecided?.();
  }

  /** The judge's answer, or {@link undecided} when it took too long or the sample was given up. */
  judged<T, F>(
    judge: SampledProperty<T, F>['judge'],
    value: T,
    timeoutMs: number | undefined,
  ): Promise<F | undefined | typeof undecided> {
    return new Promise((resolve, reject) => {
      if (timeoutMs !== undefined) this.#timer ??= setTimeout(() => this.giveUp(), timeoutMs);
      this.#timer?.refresh();
      this.#undecided = () => resolve(undecided);
      // A judge that was given up may still throw, mostly because of the abort: nobody listens any more.
      judge(value, this.signal).then(resolve, reject);
    });
  }

  /** It has judged its last one. */
  close(): void {
    clearTimeout(this.#timer);
  }
}

/**
 * Hands out values with their indices, generating a few at a time: all at once may be many MB, but to go on from the
 * n-th, fast-check draws the n before it again.
 */
function feed<T, F>(
  { arbitrary, seed, examples = [] }: SampledProperty<T, F>,
  prefix: string,
  start: number,
  limit: number,
  few: number,
): () => { readonly index: number; readonly value: T } | undefined {
  // fast-check wraps the values of a property in a tuple, and so must we to draw the same ones.
  const wrapped = fc.tuple(arbitrary);
  let buffer: [T][] = [];
  let from = start;
  let next = start;
  return () => {
    if (next >= start + limit) return undefined;
    if (next === from + buffer.length) {
      from = next;
      buffer = fc.sample(wrapped, {
        seed,
        path: `${prefix}${from}`,
        numRuns: Math.min(Math.max(few, Math.ceil(limit / 16)), start + limit - from),
        examples: examples.map((example): [T] => [example]),
      });
    }
    const found = buffer[next - from];
    if (found === undefined) return undefined;
    return { index: next++, value: found[0] };
  };
}

const lastStep = (path: string): number => Number(path.slice(path.lastIndexOf(':') + 1));
const stepsOf = (path: string | undefined): number => (path === undefined ? 0 : path.split(':').length - 1);
