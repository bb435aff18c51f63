/** Properties over generated values, for one check. */

import { NotSent } from '../client/index.ts';
import type { Samples } from '../core/verdict.ts';
import type { fc } from '../generators/fc.ts';
import { sampleProperty } from '../generators/sampling.ts';
import type { CheckContext } from './check-context.ts';
import { fail, inconclusive, type Proof } from './conclusion.ts';
import { type Counterexample, simplified } from './simplified.ts';

/** What a sample of a property found wrong, with what proves it. */
export interface Finding {
  readonly message: string;
  readonly proof: readonly Proof[];
}

export interface PropertyOptions<T> {
  readonly arbitrary: fc.Arbitrary<T>;
  /** Samples at depth `standard`; `quick` takes a fifth, `deep` 25 times as many. */
  readonly runs: number;
  /** Samples at depth `quick`, where a fifth is not what it should be. */
  readonly atQuick?: number;
  /** Values that come first and count as samples. */
  readonly examples?: readonly T[];
  /** Values tried once a sample violates the property: the first that violates it too is reported in its place. */
  readonly simplest?: readonly T[];
  /** A sample with one part fewer, each time another one: parts are left out as long as the sample violates the property. */
  readonly simpler?: (value: T) => readonly T[];
  /** What kind of input a sample is, for the distribution in the report. */
  readonly kind?: (value: T) => string;
  readonly judge: (value: T, signal: AbortSignal) => Promise<Finding | undefined>;
  /** How the counterexample is shown. */
  readonly show?: (value: T) => unknown;
  readonly symptom?: Extract<Parameters<typeof fail>[2], object>['symptom'];
}

/** See {@link CheckContext.property}. */
export async function checkProperty<T>(t: CheckContext, options: PropertyOptions<T>): Promise<Samples> {
  const { effort, settings } = t;
  const numRuns = effort.propertySamples(options.runs, options.atQuick);
  let found = false;
  const judge = async (value: T, signal: AbortSignal): Promise<Finding | undefined> => {
    try {
      const finding = await options.judge(value, signal);
      found ||= finding !== undefined;
      if (found) t.client.keepNothing();
      return finding;
    } catch (error) {
      // What was found stands, though there is nothing left to make it smaller.
      if (found && error instanceof NotSent && error.reason === 'budget') return undefined;
      throw error;
    }
  };
  const result = await sampleProperty<T, Finding>({
    arbitrary: options.arbitrary,
    clock: t.clock,
    seed: t.seed,
    numRuns,
    concurrency: Math.min(settings.run.concurrency, 32),
    shrinkConcurrency: Math.min(settings.run.concurrency, 8),
    // A sample may be several walks, and may wait for its turn: what bounds it is the time-out of each request.
    sampleTimeoutMs: Math.max(settings.run.timeoutMs * 4, 60_000),
    shrinkBudget: { samples: effort.pick({ quick: 25, standard: 200 }), ms: 20_000 },
    signal: t.signal,
    ...(options.examples === undefined ? {} : { examples: options.examples }),
    ...(options.kind === undefined ? {} : { kindOf: options.kind }),
    judge,
  });
  const samples = { count: result.numRuns, kinds: result.kinds };
  if (result.failed !== undefined) {
    const { failure, shrinks, seed, path } = result.failed;
    const { value, found } = await simplest(t, options, { value: result.failed.value, found: failure });
    const { message, proof } = found;
    fail(message, proof, {
      counterexample: { input: options.show?.(value) ?? value, shrinks, seed, path },
      samples,
      ...(options.symptom === undefined ? {} : { symptom: options.symptom }),
    });
  }
  if (result.interrupted !== undefined)
    inconclusive(`only ${result.numRuns} of ${numRuns} samples were decided`, 'a faster target, or a higher --timeout');
  return samples;
}

/** One of the simplest values that violates the property too; else the one that was found, without the parts it can do without. */
async function simplest<T>(
  t: CheckContext,
  { simplest: values = [], simpler = () => [], judge }: PropertyOptions<T>,
  whole: Counterexample<T, Finding>,
): Promise<Counterexample<T, Finding>> {
  for (const value of values) {
    const found = await judge(value, t.signal);
    if (found !== undefined) return { value, found };
  }
  return simplified(whole, { simpler, judge: (smaller) => judge(smaller, t.signal) });
}
