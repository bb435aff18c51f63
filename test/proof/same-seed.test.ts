/** Two runs of the program with the same seed. A sample runs at depth quick. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Point } from '../../src/core/points.ts';
import type { ConformanceReport } from '../../src/core/report.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { cawl } from '../cli/program.ts';
import { scratch } from '../cli/scratch.ts';
import { isFull } from '../extent.ts';

const rareCode: Point = 'a code with leading zeros';

/**
 * What runs alone reads a log itself instead of waiting for a check that is reading it, so that the timing decides who sends. Timing
 * also decides which user is free first, and the wrong codes derive from the code of that user; and which requirement meets the one
 * user whose code begins with a zero.
 */
function withoutCounts(this: unknown, key: string, value: unknown): unknown {
  const isOfUser = key === 'samples' && (this as { readonly id?: string }).id === 'verify/wrong-code';
  if (key === 'exchanges' || isOfUser) return undefined;
  return key === 'reached' ? (value as readonly Point[]).filter((point) => point !== rareCode) : value;
}

test('two runs with the same seed report the same, except for the number of exchanges', async () => {
  const depth = isFull ? 'standard' : 'quick';
  const folders = [scratch(), scratch()];
  // Slow responses cost extra requests, which on a busy machine would use up the budget of quick.
  const args = ['run', '--seed', '4', '--depth', depth, '--max-requests', '10000', '--reporter', 'json'];
  await Promise.all(folders.map((cwd) => cawl(args, cwd)));
  const [first, second] = folders.map((folder) => {
    const text = readFileSync(join(folder, 'reports/conformance.json'), 'utf8');
    return (JSON.parse(text) as ConformanceReport).requirements;
  });
  expect(first).toHaveLength(catalogue.length);
  expect(JSON.stringify(second, withoutCounts)).toBe(JSON.stringify(first, withoutCounts));
});
