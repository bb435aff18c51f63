import { expect, test } from 'vitest';
import { notJson, truncations } from './not-json.ts';

test('neither the cases nor any truncation is JSON', () => {
  const json = JSON.stringify({ limit: 10, profileIds: ['p'], calendarIds: ['c'] });
  for (const { of, kind } of [...notJson, ...truncations(1, 200)])
    expect(() => JSON.parse(of(json)), kind).toThrow(SyntaxError);
});
