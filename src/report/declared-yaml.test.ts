import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { declaredYaml } from './declared-yaml.ts';

test('the lines become one block that a configuration takes', () => {
  const block = declaredYaml([
    'declares.successStatus.create: 201',
    'declares.endOfLog: "null"',
    'declares.successStatus.verify: 200',
    'declares.sortBy: [createdAt]',
  ]);
  expect(parse(block)).toEqual({
    declares: { successStatus: { create: 201, verify: 200 }, endOfLog: 'null', sortBy: ['createdAt'] },
  });
  expect(declaredYaml([])).toBe('');
});
