/** Properties over generated values, for one check. */

import { NotSent } from '../client/index.ts';
import { defined } from '../core/defined.ts';
import type { Reproducer, Samples } from '../core/verdict.ts';
import type { fc } from '../generators/fc.ts';
import { sampleProperty } from '../generators/sampling.ts';
import type { CheckContext } from './check-context.ts';
import { longestCheckMs } from './check-limit.ts';
import { type Case, fail, inconclusive, type Proof } from './conclusion.ts';
import { type Counterexample, simplified } from './simplified.ts';

/** A violation that a sample of a property showed, with its proof. */
export interface Finding {
  readonly message: string;
  readonly proof: readonly Proof[];
  /** See {@link Case.showsAgain}. */
  readonly showsAgain?: NonNullable<Case['showsAgain']>;
  /** The violation shows only if the exchanges share one connection. */
  readonly connection?: Reproducer['connection'];
}

export interface PropertyOptions<T> {
  readonly arbitrary: fc.Arbitrary<T>;
  /** Samples at depth `standard`; `quick` takes a fifth, `deep` 25 times as many. */
  readonly runs: number;
  /** Samples at depth `quick`; a fifth unless given. */
  readonly atQuick?: number;
  /** Values that come first and count as samples. */
  readonly examples?: readonly T[];
  /** Values tried once a sample violates the property: the first that violates it too is reported in its place. */
  readonly simplest?: readonly T[];
  /** The sample without one of its parts, for each part: parts are left out for as long as the rest violates the property. */
  readonly simpler?: (value: T) => readonly T[];
  /** What kind of input a sample is, for the distribution in the report. */
  readonly kind?: (value: T) => string;
  readonly judge: (value: T, signal: AbortSignal) => Promise<Finding | undefined>;
  /** Judges one of the simplest values, or one with fewer parts, if that takes less than another sample. */
  readonly judgeSmaller?: (value: T) => Promise<Finding | undefined>;
  /** How the counterexample is shown. */
  readonly show?: (value: T) => unknown;
  readonly symptom?: Extract<Parameters<typeof fail>[2], object>['symptom'];
}

/** See {@link CheckContext.property}. */
export async function checkProperty<T>(t: CheckContext, options: PropertyOptions<T>): Promise<Samples> {
  const { effort, settings, onlyCase } = t;
  if (onlyCase !== undefined) return judgeOnly(t, options, onlyCase);
  const numRuns = effort.propertySamples(options.runs, options.atQuick);
  let found = false;
  const judge = async (value: T, signal: AbortSignal): Promise<Finding | undefined> => {
    try {
      const finding = await options.judge(value, signal);
      found ||= finding !== undefined;
      if (found) t.client.lookIntoFirst();
      return finding;
    } catch (error) {
      // The finding stands, though no request is left to make it smaller.
      if (found && error instanceof NotSent && (error.reason === 'budget' || error.reason === 'share'))
        return undefined;
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
    // A sample may be several walks, and may wait for its turn: only the time-out of each request bounds it.
    sampleTimeoutMs: longestCheckMs(settings.run),
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
    failSample(options, { value, at: { shrinks, seed, path } }, found, samples);
  }
  if (result.interrupted !== undefined)
    inconclusive(`only ${result.numRuns} of ${numRuns} samples were decided`, 'a faster target, or a higher --timeout');
  return samples;
}

type Sample = NonNullable<Case['sample']>;

function failSample<T>(
  { show, symptom }: PropertyOptions<T>,
  sample: Sample,
  { message, proof, showsAgain, connection }: Finding,
  samples: Samples,
): never {
  const { value, at } = sample;
  const counterexample = { input: show?.(value as T) ?? value, ...at };
  const one: Case = { name: 'sample', sample, ...defined({ showsAgain }) };
  fail(message, proof, { counterexample, samples, case: one, ...defined({ symptom, connection }) });
}

/** Judges the sample that showed a finding before, and no other. */
async function judgeOnly<T>(t: CheckContext, options: PropertyOptions<T>, { sample }: Case): Promise<Samples> {
  if (sample === undefined) return { count: 0, kinds: {} };
  const value = sample.value as T;
  const samples = { count: 1, kinds: { [options.kind?.(value) ?? 'any']: 1 } };
  const found = await options.judge(value, t.signal);
  if (found !== undefined) failSample(options, sample, found, samples);
  return samples;
}

/** One of the simplest values if it violates the property too; else the found one, without the parts that are not needed. */
async function simplest<T>(
  t: CheckContext,
  { simplest: values = [], simpler = () => [], judge, judgeSmaller }: PropertyOptions<T>,
  whole: Counterexample<T, Finding>,
): Promise<Counterexample<T, Finding>> {
  if (values.includes(whole.value)) return whole;
  const judgeOne = judgeSmaller ?? ((value: T) => judge(value, t.signal));
  for (const value of values) {
    const found = await judgeOne(value);
    if (found !== undefined) return { value, found };
  }
  return simplified(whole, { simpler, judge: judgeOne });
}
