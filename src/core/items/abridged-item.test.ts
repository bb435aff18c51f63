import { expect, test } from 'vitest';
import { abridgedItem, isAbridged, wholeItem } from './abridged-item.ts';
import { canonicalItem } from './canonical-item.ts';

const payload = 'x'.repeat(100_000);
const item = JSON.stringify({ id: 'log_1', status: 'failed', data: { at: '2026-01-02', payload }, list: [payload] });

test('short items stay whole', () => {
  const short = 'x'.repeat(wholeItem);
  expect(abridgedItem(short)).toBe(short);
  expect(isAbridged(short)).toBe(false);
});

test('what is left of a long JSON object has its short values', () => {
  const left = abridgedItem(item);
  expect(isAbridged(left)).toBe(true);
  expect(left.length).toBeLessThan(wholeItem);
  expect(JSON.parse(left)).toMatchObject({ id: 'log_1', status: 'failed', data: { at: '2026-01-02' } });
});

test.each([
  ['the last character', (text: string) => `${text.slice(0, -1)}y`],
  ['the length', (text: string) => `${text}x`],
])('long texts that differ in %s stay different', (_, change) => {
  expect(abridgedItem(change(payload))).not.toBe(abridgedItem(payload));
  expect(abridgedItem(payload)).toBe(abridgedItem('x'.repeat(100_000)));
});

test('an object of many members is kept within bounds', () => {
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`m${at}`, 'value'])));
  expect(abridgedItem(many).length).toBeLessThan(wholeItem);
});

test('long objects with their members in another order have one form', () => {
  const { list, ...rest } = JSON.parse(item) as Record<string, unknown>;
  expect(canonicalItem(JSON.stringify({ list, ...rest }))).toBe(canonicalItem(item));
});
