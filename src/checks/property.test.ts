import { expect, test } from 'vitest';
import { row } from '../../test/requirement.ts';
import { contextOf, json, page } from '../../test/run-context.ts';
import { fc } from '../generators/fc.ts';
import { CheckContext } from './check-context.ts';
import { CheckConcluded } from './conclusion.ts';
import { checkProperty } from './property.ts';

/** What the property that every number is below 50 concludes, and the numbers that were judged for it. */
async function judgeNumbers(t: CheckContext) {
  const judged: number[] = [];
  const judge = async (value: number) => {
    judged.push(value);
    return value < 50 ? undefined : { message: `${value} is too large`, proof: [] };
  };
  const options = { arbitrary: fc.nat(999), runs: 30, kind: () => 'a number', judge };
  const ended = await checkProperty(t, options).catch((error: unknown) => {
    if (!(error instanceof CheckConcluded)) throw error;
    return error.conclusion;
  });
  return { ended, judged };
}

test('a finding is confirmed on the sample that was reported, and no other is drawn', async () => {
  const run = await contextOf(json(page([])));
  const { signal } = new AbortController();
  const { ended } = await judgeNumbers(new CheckContext(run, row, signal));
  expect(ended).toMatchObject({ verdict: 'fail', message: '50 is too large', counterexample: { input: 50 } });
  const onlyCase = 'case' in ended ? ended.case : undefined;
  const again = await judgeNumbers(new CheckContext({ ...run, onlyCase }, row, signal));
  expect(again.judged).toEqual([50]);
  expect(again.ended).toMatchObject({ message: '50 is too large', counterexample: { input: 50 } });
});

test('no sample is judged where the case that a finding is confirmed on is not a sample', async () => {
  const run = { ...(await contextOf(json(page([])))), onlyCase: { name: 'a query' } };
  const { ended, judged } = await judgeNumbers(new CheckContext(run, row, new AbortController().signal));
  expect([ended, judged]).toEqual([{ count: 0, kinds: {} }, []]);
});
