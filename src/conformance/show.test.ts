import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import type { ReportedRequirement } from '../core/report.ts';
import type { ConformanceRun, DecidedRequirement } from './run.ts';
import type { TestContext } from './running-vitest.ts';
import { showRequirement } from './show.ts';

const advisory = catalogue.find(({ level }) => level === 'advisory')!;
const stated = catalogue.find(({ level }) => level === 'stated')!;

/** What a test does with a verdict: its notes, annotations and error, and its task. */
async function shown(row: Partial<ReportedRequirement>, policy: { failOn?: string; requireComplete?: boolean } = {}) {
  const seen: string[] = [];
  const task: { meta: Record<string, unknown>; result: Record<string, unknown> } = {
    meta: {},
    result: { state: 'run' },
  };
  const context = {
    task,
    signal: new AbortController().signal,
    skip: (note: string) => seen.push(`skipped: ${note}`),
    annotate: async (message: string, type: string) => seen.push(`${type}: ${message.split('\n')[0]}`),
  };
  const { id, level } = row.level === 'advisory' ? advisory : stated;
  const decided: DecidedRequirement = {
    row: {
      ...stated,
      section: '2',
      source: [{ spec: '2' }],
      exchanges: 1,
      verdict: 'pass',
      ...row,
      id,
      level,
    } as ReportedRequirement,
    began: 1_000_000,
    ms: 250,
  };
  const run = {
    baseUrl: 'http://target',
    policy: { failOn: 'gate', ...policy },
    decided: async () => decided,
    stop() {},
  };
  await showRequirement(
    id,
    run as unknown as ConformanceRun,
    context as unknown as TestContext,
    '    at my.test.ts:1:1',
  ).catch((error: Error) => seen.push(`${error.name}: ${error.message}`));
  return { seen, task };
}

test('a failure of the target fails the test with what was expected and found', async () => {
  const { seen } = await shown({ verdict: 'fail', message: 'no JSON', statement: 'It must be JSON.' });
  expect(seen).toEqual([
    expect.stringMatching(/^ConformanceError: stated, .*expected +It must be JSON\.\n +actual +no JSON/s),
  ]);
});

test.for<[string, Partial<ReportedRequirement>, { failOn?: string; requireComplete?: boolean }, string[]]>([
  ['a pass shows nothing', {}, {}, []],
  ['advice is an annotation', { verdict: 'fail', level: 'advisory', message: 'slow' }, {}, ['warning: advisory, §2']],
  [
    'not decided is skipped with the reason and the remedy',
    { verdict: 'inconclusive', message: 'no code', wouldDecide: 'give one' },
    {},
    ['skipped: not decided: no code; to decide it: give one'],
  ],
  [
    'not decided fails where all must be',
    { verdict: 'inconclusive', message: 'no code' },
    { requireComplete: true },
    ['UndecidedError: not decided: no code'],
  ],
  [
    'a waiver is named',
    { verdict: 'waived', message: 'no JSON', waiver: { reason: 'release 4', until: '2027-01-31' } },
    {},
    ['skipped: waived: no JSON (waived until 2027-01-31: release 4)'],
  ],
  [
    'a failure of the kit is not one of the target',
    { verdict: 'error', message: 'x is undefined' },
    {},
    ['KitError: the kit failed, not the target: x is undefined'],
  ],
])('%s', async ([, row, policy, expected]) => {
  const { seen } = await shown(row, policy);
  expect(seen).toEqual(expected);
});

test('advice fails the test where it is asked to', async () => {
  const { seen } = await shown({ verdict: 'fail', level: 'advisory', message: 'slow' }, { failOn: 'advisory' });
  expect(seen).toEqual([expect.stringContaining('ConformanceError: advisory')]);
});

test('a test takes as long as its check, however long it waited', async () => {
  const { task } = await shown({});
  task.result['duration'] = 9_999;
  expect(structuredClone(task.result)).toEqual({ state: 'run', startTime: 1_000_000, duration: 250 });
});

test('messages for Allure are there only where its set-up file was loaded', async () => {
  expect((await shown({})).task.meta).toEqual({});
  Object.assign(globalThis, { allureTestRuntime: () => undefined });
  try {
    const { task } = await shown({});
    expect(task.meta['allureRuntimeMessages']).toMatchObject([{ type: 'metadata' }]);
  } finally {
    Reflect.deleteProperty(globalThis, 'allureTestRuntime');
  }
});
