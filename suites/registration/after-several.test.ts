import { expect, test } from 'vitest';
import type { PendingUser } from '../../src/suite.ts';
import { withFirstAgain, wrongCodeOf } from './after-several.ts';

test('the first wrong code comes twice in a row', () => {
  expect(withFirstAgain(['{code} + 1', '0'])).toEqual(['{code} + 1', '{code} + 1, again', '0']);
  expect(withFirstAgain([])).toEqual([]);
});

test('a code that was tried before has the same value, and none is the right one', () => {
  const user = { code: '123456' } as PendingUser;
  expect(wrongCodeOf(user, '{code} + 1, again')).toMatchObject({ value: 123_457, label: 'tried before' });
  expect(wrongCodeOf(user, '123456')).toBeUndefined();
});
