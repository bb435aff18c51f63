/**
 * Properties with many samples in flight. fast-check runs an async property one sample at a time; this runs several, with
 * its public API only, and finds the counterexample and the path to it that a sequential run would find: the lowest
 * failing index wins, among samples and among the siblings of each shrinking step. A sample must own its data. The judge
 * returns a failure; an error that it throws is internal and ends the run.
 */
import { systemClock } from '../core/clock.ts';
import { findLowestFailing } from './sample-search.ts';
import type { SampledProperty, SampledResult } from './sampled-property.ts';

export type { SampledProperty, SampledResult } from './sampled-property.ts';

/** Runs the property. Throws what the judge throws, unless a sample with a lower index fails. */
export async function sampleProperty<T, F>(options: SampledProperty<T, F>): Promise<SampledResult<T, F>> {
  const { seed, numRuns, path, kindOf = () => 'any' } = options;
  const concurrency = Math.max(1, Math.min(32, options.concurrency));
  const first =
    path === undefined
      ? await findLowestFailing(options, { prefix: '', start: 0, count: numRuns }, concurrency)
      : await findLowestFailing(
          options,
          { prefix: path.slice(0, path.lastIndexOf(':') + 1), start: lastStep(path), count: 1 },
          1,
        );
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
  const enough = new AbortController();
  const timer = (options.clock ?? systemClock).startTimer(ms, () => enough.abort());
  const signal = options.signal === undefined ? enough.signal : AbortSignal.any([enough.signal, options.signal]);
  try {
    return await shrinkWithin({ ...options, signal }, start, samples);
  } finally {
    timer.cancel();
  }
}

async function shrinkWithin<T, F>(
  options: SampledProperty<T, F>,
  start: Failing<T, F>,
  samples: number,
): Promise<Failing<T, F>> {
  const concurrency = Math.max(1, Math.min(8, options.shrinkConcurrency ?? 8));
  let best = start;
  for (let left = samples; left > 0; ) {
    const range = { prefix: `${best.path}:`, start: 0, count: left };
    const step = await findLowestFailing(options, range, concurrency);
    if (step.failed === undefined) break;
    left -= step.failed.index + 1;
    const { value, path, failure } = step.failed;
    best = { value, path, failure, shrinks: best.shrinks + 1 };
  }
  const { value, path, shrinks, failure } = best;
  return { value, path, shrinks, failure };
}

const lastStep = (path: string): number => Number(path.slice(path.lastIndexOf(':') + 1));
const stepsOf = (path: string | undefined): number => (path === undefined ? 0 : path.split(':').length - 1);
