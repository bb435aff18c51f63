import { expect, test } from 'vitest';
import { valueAsToken } from './known-values.ts';

const tokens = ['wh_1', 'cawl_alpha_Zx81kQ0vTnB4yWm7RsLcEd95'];

test('a value stands in place of the token', () => {
  expect(valueAsToken('a cursor', 'ada@example.com', tokens)).toMatchObject({ header: 'Bearer ada@example.com' });
});

test.each([
  '',
  'a b',
  'é',
  'a\nb',
  '{token}',
  'a'.repeat(4001),
])('what a header may not hold is left out: %j', (value) => {
  expect(valueAsToken('a cursor', value, tokens)).toBeUndefined();
});

test('a value that is a token of the target is left out, in either letter case', () => {
  expect(valueAsToken('an id', 'wh_1', tokens)).toBeUndefined();
  expect(valueAsToken('an id', '3F2504E0', ['3f2504e0'])).toBeUndefined();
});
