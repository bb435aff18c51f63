import { expect, test } from 'vitest';
import { maskedValue } from './masked-value.ts';
import { Secrets } from './secrets.ts';

function secrets(): Secrets {
  const known = new Secrets();
  known.addToken('tok-0123456789abcdef', 'valid');
  return known;
}

test('a secret is masked wherever it stands in a value, and all else stays', () => {
  const value = { about: 'x', list: ['a', { deep: 'with tok-0123456789abcdef inside' }], number: 1, none: null };
  expect(maskedValue(value, secrets())).toEqual({
    ...value,
    list: ['a', { deep: 'with {token} inside' }],
  });
});

test('a value without secrets stays the value that it is', () => {
  const value = { about: 'x', list: ['tok-0123', '89abcdef'] };
  expect(maskedValue(value, secrets())).toBe(value);
});

test('two texts beside each other are no secret together, though one holds another', () => {
  const [first, second, third] = maskedValue(['tok-0123456', '789abcdef', 'tok-0123456789abcdef'], secrets());
  expect([first, second]).toEqual(['tok-0123456', '789abcdef']);
  expect(third).toBe('{token}');
});
