import { expect, test } from 'vitest';
import type { HttpResponse } from '../core/exchange.ts';
import { identifyingItems, itemsFoundIn } from './identifying.ts';

const answer = (text: string): HttpResponse => ({
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
  expect(identifyingItems(own, ['shared with another'], [answer('{"error":"authentication required"}')])).toEqual([
    'mine and mine alone',
  ]);
});

test('an item is found as a string, inside of one, and in text', () => {
  const item = '{"id":"log_000001","status":"failed"}';
  expect(itemsFoundIn(answer(JSON.stringify({ data: [item] })), [item])).toEqual([item]);
  expect(itemsFoundIn(answer(JSON.stringify({ error: `was: ${item}` })), [item])).toEqual([item]);
  expect(itemsFoundIn(answer(`<pre>${item}</pre>`), [item])).toEqual([item]);
  expect(itemsFoundIn(answer('{"error":"unauthorized"}'), [item])).toEqual([]);
  expect(itemsFoundIn(null, [item])).toEqual([]);
});

test('twelve characters identify, eleven do not, however many octets they take', () => {
  expect(identifyingItems(['123456789012', '12345678901', 'ééééééééééé'], [], [null])).toEqual(['123456789012']);
  expect(itemsFoundIn(answer('123456789012'), ['123456789012'])).toEqual(['123456789012']);
  expect(itemsFoundIn(answer('12345678901'), ['12345678901'])).toEqual([]);
});

test('an item is found wherever a string can stand, however it is escaped', () => {
  const item = 'évènement/00001';
  const escaped = '"\\u00e9v\\u00e8nement\\/00001"';
  for (const body of [escaped, `[1,null,[true,${escaped}]]`, `{"a":{"b":null,"c":[${escaped}]}}`, `{${escaped}:1}`])
    expect(itemsFoundIn(answer(body), [item]), body).toEqual([item]);
  // Each string by itself: two that make the item up between them do not carry it.
  for (const halves of ['"\\u00e9v\\u00e8ne","ment\\/00001"', '"ment\\/00001","\\u00e9v\\u00e8ne"'])
    expect(itemsFoundIn(answer(`[${halves}]`), [item]), halves).toEqual([]);
  expect(itemsFoundIn(answer(`{"data":[${escaped}]}`), [])).toEqual([]);
});

test('an item that holds quotes is found in text that quotes it', () => {
  const item = '{"id":"log_000001"}';
  expect(itemsFoundIn(answer('<pre>{\\"id\\":\\"log_000001\\"}</pre>'), [item])).toEqual([item]);
  expect(itemsFoundIn(answer('<pre>{\\"id\\":\\"log_000002\\"}</pre>'), [item])).toEqual([]);
});
