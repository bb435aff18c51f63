/** What the depth of a run changes for a check: its samples, its cases, and whether it runs. */
import { expect, test } from 'vitest';
import { row } from '../../test/requirement.ts';
import { contextOf, json, page } from '../../test/run-context.ts';
import { pass } from './conclusion.ts';
import { decide } from './decide.ts';
import { checks, checksOf } from './registry.ts';

test('the number of samples follows the depth, and the seed the requirement', async () => {
  const runs: number[] = [];
  const seeds = new Set<number>();
  for (const depth of ['quick', 'standard', 'deep'] as const) {
    const context = await contextOf(json(page([])), { depth });
    for (const id of ['a', 'b'])
      await decide(context, { ...row, id }, async (t) => {
        runs.push(t.effort.sampleCount(10));
        seeds.add(t.seed);
        return pass();
      });
  }
  expect(runs).toEqual([2, 2, 10, 10, 100, 100]);
  expect(seeds.size).toBe(2);
});

test('a quick run takes the first cases and draws others', async () => {
  const cases = Array.from({ length: 20 }, (_, at) => at);
  const seen = new Map<string, readonly number[]>();
  for (const [depth, seed] of [
    ['quick', 1],
    ['quick', 1],
    ['quick', 2],
    ['standard', 1],
  ] as const) {
    const context = await contextOf(json(page([])), { depth, seed });
    await decide(context, row, async (t) => {
      const some = t.effort.sampleOf(cases, 4);
      const known = seen.get(`${depth} ${seed}`);
      if (known !== undefined) expect(some).toEqual(known);
      seen.set(`${depth} ${seed}`, some);
      expect(t.effort.sampleOf(cases, 4, 2).slice(0, 2)).toEqual([0, 1]);
      expect(t.effort.sampleOf([7], 4)).toEqual([7]);
      return pass();
    });
  }
  expect(seen.get('standard 1')).toEqual(cases);
  expect(seen.get('quick 1')).toHaveLength(4);
  expect(seen.get('quick 1')?.[0]).toBe(0);
  expect(seen.get('quick 2')).not.toEqual(seen.get('quick 1'));
});

test('a check `from: standard` sends nothing in a quick run', async () => {
  const rare = { ...row, id: 'rare' } as const;
  checksOf([rare])('rare', async (t) => pass({ message: `${(await t.sendCanonical('logs')).number}` }), {
    from: 'standard',
  });
  const check = checks().find((one) => one.requirement.id === 'rare')!;
  const quick = await contextOf(json(page([])), { depth: 'quick' });
  const outcome = await decide(quick, rare, check.work);
  expect(outcome).toMatchObject({
    verdict: 'inconclusive',
    exchanges: 0,
    wouldDecide: 'a run with --depth standard',
  });
  const standard = await contextOf(json(page([])), { depth: 'standard' });
  expect(await decide(standard, rare, check.work)).toMatchObject({ verdict: 'pass' });
});

test('a requirement that only observes is not applicable at quick, where it is only from standard', async () => {
  const observing = { ...row, id: 'observing', observes: true } as const;
  checksOf([observing])('observing', async () => pass(), { from: 'standard' });
  const { work } = checks().find((one) => one.requirement.id === 'observing')!;
  const quick = await contextOf(json(page([])), { depth: 'quick' });
  expect(await decide(quick, observing, work)).toMatchObject({ verdict: 'notApplicable', exchanges: 0 });
});

test('a quick run whose budget is used up names the depth that has more', async () => {
  const context = await contextOf(json(page([])), { depth: 'quick', maxRequests: 1 });
  const outcome = await decide(context, row, async (t) => {
    for (;;) await t.sendCanonical('logs');
  });
  expect(outcome).toMatchObject({ verdict: 'inconclusive', exchanges: 1 });
  expect(outcome).toHaveProperty('wouldDecide', expect.stringContaining('--depth standard'));
});
