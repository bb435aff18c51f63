import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type SampledProperty, sampleProperty } from './sampling.ts';

/** A turn or two of the event loop, different for each sample, so that answers come back out of order. */
const jitter = async (n: number): Promise<void> => {
  for (let i = 0; i < n % 4; i++) await Promise.resolve();
};

const shapes: readonly {
  readonly arbitrary: fc.Arbitrary<unknown>;
  readonly fails: (value: unknown, n: number) => boolean;
}[] = [
  { arbitrary: fc.integer(), fails: (v, n) => (v as number) > n * 1000 && (v as number) % 3 !== 0 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 12 }), fails: (v, n) => [...(v as string)].length > n % 9 },
  { arbitrary: fc.array(fc.nat(50), { maxLength: 6 }), fails: (v, n) => (v as number[]).includes(n % 50) },
  {
    arbitrary: fc.record({ a: fc.nat(), b: fc.option(fc.string()), c: fc.boolean() }),
    fails: (v, n) => (v as { a: number; c: boolean }).c && (v as { a: number }).a > n,
  },
  {
    arbitrary: fc.oneof(fc.nat(), fc.string()).chain((v) => fc.tuple(fc.constant(v), fc.uuid())),
    fails: (v, n) => String((v as unknown[])[0]).length > (n % 7) + 2,
  },
  { arbitrary: fc.constantFrom('a', 'b', 'c').map((v) => v.repeat(3)), fails: (v, n) => n % 5 === 0 && v === 'ccc' },
];

test('verdict, counterexample and path equal those of fc.check at any concurrency, for 500 random properties', async () => {
  let failing = 0;
  for (let n = 0; n < 500; n++) {
    const { arbitrary, fails } = shapes[n % shapes.length]!;
    const seed = (n * 2_654_435_761) | 0;
    const numRuns = 5 + (n % 40);
    const examples = n % 4 === 0 ? [fc.sample(arbitrary, { seed: n, numRuns: 1 })[0]] : [];
    const expected = await fc.check(
      fc.asyncProperty(arbitrary, async (v) => !fails(v, n)),
      { seed, numRuns, examples: examples.map((e): [unknown] => [e]) },
    );
    const actual = await sampleProperty<unknown, string>({
      arbitrary,
      seed,
      numRuns,
      examples,
      concurrency: [1, 2, 7, 32][n % 4]!,
      shrinkConcurrency: [1, 3, 8][n % 3]!,
      shrinkBudget: { samples: 1e9, ms: 60_000 },
      judge: async (v) => {
        await jitter(fc.stringify(v).length + n);
        return fails(v, n) ? 'fails' : undefined;
      },
    });
    expect(actual.failed !== undefined, `case ${n}`).toBe(expected.failed);
    expect(actual.numRuns).toBe(expected.numRuns);
    if (actual.failed === undefined) continue;
    failing++;
    expect([actual.failed.value], `case ${n}`).toEqual(expected.counterexample);
    expect(actual.failed.path).toBe(expected.counterexamplePath);
    expect(actual.failed.shrinks).toBe(expected.numShrinks);
    if (n % 10 === 0) {
      const again = await sampleProperty<unknown, string>({
        arbitrary,
        seed,
        numRuns,
        examples,
        concurrency: 8,
        path: actual.failed.path,
        judge: async (v) => (fails(v, n) ? 'fails' : undefined),
      });
      expect(again.failed).toEqual(actual.failed);
      expect(again.numRuns).toBe(1);
    }
  }
  expect(failing).toBeGreaterThan(160);
}, 60_000);

const base: Omit<SampledProperty<number, string>, 'judge'> = {
  arbitrary: fc.nat(1000),
  seed: 7,
  numRuns: 100,
  concurrency: 16,
};
const wait = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

test('as many samples are in flight as the concurrency allows, and no more', async () => {
  let inFlight = 0;
  let most = 0;
  const result = await sampleProperty<number, string>({
    ...base,
    kindOf: (v) => (v % 2 === 0 ? 'even' : 'odd'),
    judge: async (_, signal) => {
      most = Math.max(most, ++inFlight);
      await wait(2, signal);
      inFlight--;
      return undefined;
    },
  });
  expect(most).toBe(16);
  expect(result.numRuns).toBe(100);
  expect(result.kinds['even']! + result.kinds['odd']!).toBe(100);
  expect(result.interrupted).toBeUndefined();
});

test('a shrinking budget gives the same result at any concurrency', async () => {
  const run = (shrinkConcurrency: number) =>
    sampleProperty<number, string>({
      ...base,
      arbitrary: fc.nat(),
      shrinkConcurrency,
      shrinkBudget: { samples: 13, ms: 60_000 },
      judge: async (v) => (v > 1234 ? 'big' : undefined),
    });
  const [one, three, eight] = await Promise.all([run(1), run(3), run(8)]);
  expect(three).toEqual(one);
  expect(eight).toEqual(one);
});

test('an error of the judge ends the run, unless a sample with a lower index fails', async () => {
  const values = fc.sample(fc.nat(1000), { seed: 7, numRuns: 100 });
  const run = (bad: number, broken: number) =>
    sampleProperty<number, string>({
      ...base,
      shrinkBudget: { samples: 0, ms: 1 },
      judge: async (v, signal) => {
        if (v === values[broken]) throw new TypeError('ours');
        await wait(3, signal);
        return v === values[bad] ? 'fails' : undefined;
      },
    });
  await expect(run(50, 3)).rejects.toThrow('ours');
  expect((await run(3, 4)).failed?.path).toBe('3');
});

test('a sample that never ends is undecided, not a failure', async () => {
  const result = await sampleProperty<number, string>({
    ...base,
    sampleTimeoutMs: 20,
    judge: (v) => (v % 5 === 0 ? new Promise(() => undefined) : Promise.resolve(undefined)),
  });
  expect(result.interrupted).toBe('timeout');
  expect(result.failed).toBeUndefined();
});

test('an aborted signal interrupts the run', async () => {
  const outside = new AbortController();
  const running = sampleProperty<number, string>({
    ...base,
    signal: outside.signal,
    judge: async (_, signal) => {
      await wait(10_000, signal);
      return undefined;
    },
  });
  outside.abort();
  expect((await running).interrupted).toBe('aborted');
});
