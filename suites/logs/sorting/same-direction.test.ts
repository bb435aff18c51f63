import { expect, test } from 'vitest';
import { courseOfValues } from './same-direction.ts';

const valuesOf = (...values: readonly unknown[]) => new Map(values.map((value, at) => [`item ${at}`, value]));

test.each([
  [[1, 1, 2, 10], 'upwards'],
  [[10, 2, 2], 'downwards'],
  [['failed', 'succeeded'], 'upwards'],
  [[1, 2, 1], undefined],
  [[1, 1, 1], undefined],
  [[1, 'failed'], undefined],
  [[true, false], undefined],
])('the values %j go %s', (shown, course) => {
  const values = valuesOf(...shown);
  expect(courseOfValues([...values.keys(), 'an item without the field'], values)).toBe(course);
});
