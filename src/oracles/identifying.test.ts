import { expect, test } from 'vitest';
import type { Answer } from '../core/exchange.ts';
import { carried, identifying } from './identifying.ts';

const answer = (text: string): Answer => ({
  status: 401,
  headers: [],
  bytes: new TextEncoder().encode(text),
  truncated: false,
});

test('short, repeated, shared and told items identify nothing', () => {
  const own = [
    'short',
    'repeated item',
    'repeated item',
    'shared with another',
    'authentication required',
    'mine and mine alone',
  ];
  expect(identifying(own, ['shared with another'], [answer('{"error":"authentication required"}')])).toEqual([
    'mine and mine alone',
  ]);
});

test('an item is found as a string, inside of one, and in text', () => {
  const item = '{"id":"log_000001","status":"failed"}';
  expect(carried(answer(JSON.stringify({ data: [item] })), [item])).toEqual([item]);
  expect(carried(answer(JSON.stringify({ error: `was: ${item}` })), [item])).toEqual([item]);
  expect(carried(answer(`<pre>${item}</pre>`), [item])).toEqual([item]);
  expect(carried(answer('{"error":"unauthorized"}'), [item])).toEqual([]);
  expect(carried(null, [item])).toEqual([]);
});
