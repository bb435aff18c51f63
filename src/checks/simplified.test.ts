import { expect, test } from 'vitest';
import { NotSent } from '../client/index.ts';
import { messageForms } from '../generators/message-forms.ts';
import { simplified } from './simplified.ts';

/** A list with one number fewer. */
const simpler = (parts: readonly number[]) => parts.map((_, at) => parts.toSpliced(at, 1));
const whole = { value: [1, 2, 3, 4, 5], found: 5 };

test('only the parts that a finding needs are left', async () => {
  const judge = async (parts: readonly number[]) =>
    [2, 4].every((one) => parts.includes(one)) ? parts.length : undefined;
  expect(await simplified(whole, { simpler, judge })).toEqual({ value: [2, 4], found: 2 });
});

test('no value is judged twice', async () => {
  const judged: string[] = [];
  const judge = async (parts: readonly number[]) => {
    judged.push(parts.join());
    return [4, 5].every((one) => parts.includes(one)) ? parts.length : undefined;
  };
  const byHalves = (parts: readonly number[]) => (parts.length > 3 ? [[1, 2], ...simpler(parts)] : simpler(parts));
  expect(await simplified(whole, { simpler: byHalves, judge })).toEqual({ value: [4, 5], found: 2 });
  expect(judged).toEqual([...new Set(judged)]);
});

test('a finding stands when no more requests may be sent', async () => {
  const judge = async (parts: readonly number[]) => {
    if (parts.length < 4) throw new NotSent('budget', 'no request is left');
    return parts.length;
  };
  expect(await simplified(whole, { simpler, judge })).toEqual({ value: [2, 3, 4, 5], found: 4 });
});

test('each form of a message is left with fewer of its parts, also with all but one', () => {
  const asked = [{ label: 'under status=failed', how: { query: [['status', 'failed']] as const } }];
  for (const form of messageForms({ strength: 2, seed: 1, asked })) {
    const parts = form.label.split(', ');
    const fewer = form.simpler();
    const allButOne = parts.length === 1 ? [] : parts.map(() => parts.length - 1);
    expect(fewer.map(({ label }) => label.split(', ').length)).toEqual(expect.arrayContaining(allButOne));
    for (const { label } of fewer) expect(parts).toEqual(expect.arrayContaining(label.split(', ')));
  }
});
