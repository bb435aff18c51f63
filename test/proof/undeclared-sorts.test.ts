/**
 * What is judged of sort fields if no field is declared to name the time: a direction that is ignored as soon as a field is
 * named, and the order under a field that may be ignored as unknown ones are.
 */
import { expect, test } from 'vitest';
import { startReference } from '../../src/reference/index.ts';
import { runInProcess } from '../../src/selftest/in-process-run.ts';
import { runOf } from '../settings.ts';
import { conformingTargets } from '../targets/index.ts';
import { targets } from '../targets/liberties.ts';
import { judgeTarget } from './judged-target.ts';

test.each([1, 2, 3])('a field that changes the order and ignores the direction is reported, seed %i', async (seed) => {
  const server = await startReference({ faults: ['logs-direction-ignored-by-status'] });
  try {
    const run = runOf({ seed, timeoutMs: 10_000, maxRequests: 10_000, settleMs: 0 });
    const settings = { ...server.settings, declares: {}, waivers: [], run };
    const { verdicts } = await runInProcess(settings, new Set(['logs/sort-direction']));
    expect(verdicts.get('logs/sort-direction')).toMatchObject({
      verdict: 'fail',
      message: expect.stringContaining('the same order with sortBy=status, and another one without it'),
    });
  } finally {
    await server.close();
  }
});

test('two fields in which all entries are equal are not', async () => {
  const target = targets.find(({ name }) => name === 'liberal-equal-fields')!;
  const { verdicts } = await judgeTarget(target, {
    seed: 1,
    choices: undefined,
    run: { depth: 'standard' },
    rows: new Set(['logs/sort-direction']),
  });
  expect(verdicts.get('logs/sort-direction')?.verdict).toBe('pass');
});

test.each([
  ['is right', 'plain-keyset-any', 'pass'],
  ['does not depend on the direction', 'liberal-no-sorting', 'inconclusive'],
] as const)('where unknown fields are accepted, an order that %s is judged so', async (_, name, verdict) => {
  const target = [...conformingTargets, ...targets].find((one) => one.name === name)!;
  const rows = new Set(['logs/sort-by-range', 'logs/sort-filtered']);
  const { verdicts } = await judgeTarget(target, { seed: 1, choices: undefined, run: { depth: 'standard' }, rows });
  expect([...rows].map((id) => verdicts.get(id)?.verdict)).toEqual([verdict, verdict]);
});
