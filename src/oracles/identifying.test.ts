import { expect, test } from 'vitest';
import type { HttpResponse } from '../core/exchange.ts';
import { identifyingEmails, identifyingItems, itemsFoundIn } from './identifying.ts';

const response = (text: string): HttpResponse => ({
  status: 401,
  headers: [],
  bytes: new TextEncoder().encode(text),
  truncated: false,
});

test('an item does not identify its log if it is short, repeated, in another log, or in a control response', () => {
  const own = [
    'short',
    'repeated item',
    'repeated item',
    'shared with another',
    'authentication required',
    'mine and mine alone',
  ];
  expect(identifyingItems(own, ['shared with another'], [response('{"error":"authentication required"}')])).toEqual([
    'mine and mine alone',
  ]);
});

test('an item is found as a JSON string, inside a JSON string, and in plain text', () => {
  const item = '{"id":"log_000001","status":"failed"}';
  expect(itemsFoundIn(response(JSON.stringify({ data: [item] })), [item])).toEqual([item]);
  expect(itemsFoundIn(response(JSON.stringify({ error: `was: ${item}` })), [item])).toEqual([item]);
  expect(itemsFoundIn(response(`<pre>${item}</pre>`), [item])).toEqual([item]);
  expect(itemsFoundIn(response('{"error":"unauthorized"}'), [item])).toEqual([]);
  expect(itemsFoundIn(null, [item])).toEqual([]);
});

test('a JSON item is found in a page that follows another body', () => {
  const item = '{"id":"log_000001","status":"failed"}';
  const page = JSON.stringify({ data: ['{"status":"failed","id":"log_000001"}'] });
  expect(itemsFoundIn(response(`{"error":"unauthorized"}\n${page}`), [item])).toEqual([item]);
  expect(itemsFoundIn(response(`missing token "\n${page}`), [item])).toEqual([item]);
});

test('a JSON item is found whatever the order of its members', () => {
  const item = '{"id":"log_000001","status":"failed"}';
  const reversed = '{"status": "failed", "id": "log_000001"}';
  expect(itemsFoundIn(response(JSON.stringify({ data: [reversed] })), [item])).toEqual([item]);
  expect(itemsFoundIn(response(JSON.stringify({ data: [JSON.parse(reversed)] })), [item])).toEqual([item]);
  expect(itemsFoundIn(response(JSON.stringify({ error: `was: ${reversed}` })), [item])).toEqual([item]);
  expect(itemsFoundIn(response(`<pre>${reversed}</pre>`), [item])).toEqual([item]);
  expect(itemsFoundIn(response(reversed.replace('1"', '2"')), [item])).toEqual([]);
});

test('twelve characters identify an item, eleven do not, however many bytes they take', () => {
  expect(identifyingItems(['123456789012', '12345678901', 'ééééééééééé'], [], [null])).toEqual(['123456789012']);
  expect(itemsFoundIn(response('123456789012'), ['123456789012'])).toEqual(['123456789012']);
  expect(itemsFoundIn(response('12345678901'), ['12345678901'])).toEqual([]);
});

test('an item is found wherever JSON allows a string, however it is escaped', () => {
  const item = 'évènement/00001';
  const escaped = '"\\u00e9v\\u00e8nement\\/00001"';
  for (const body of [escaped, `[1,null,[true,${escaped}]]`, `{"a":{"b":null,"c":[${escaped}]}}`, `{${escaped}:1}`])
    expect(itemsFoundIn(response(body), [item]), body).toEqual([item]);
  // Strings are searched one by one: an item split over two strings is not found.
  for (const halves of ['"\\u00e9v\\u00e8ne","ment\\/00001"', '"ment\\/00001","\\u00e9v\\u00e8ne"'])
    expect(itemsFoundIn(response(`[${halves}]`), [item]), halves).toEqual([]);
  expect(itemsFoundIn(response(`{"data":[${escaped}]}`), [])).toEqual([]);
});

test('an item that contains quotes is found in text that escapes them', () => {
  const item = '{"id":"log_000001"}';
  expect(itemsFoundIn(response('<pre>{\\"id\\":\\"log_000001\\"}</pre>'), [item])).toEqual([item]);
  expect(itemsFoundIn(response('<pre>{\\"id\\":\\"log_000002\\"}</pre>'), [item])).toEqual([]);
});

test('an e-mail identifies its user if it is long and has the configured form, whatever the target accepted as one', () => {
  const accepted = ['!', '"', 'error', 'not an e-mail address', 'cawl+one@example.com', 'cawl+@example.org'];
  expect(identifyingEmails(accepted, 'cawl+{unique}@example.com')).toEqual(['cawl+one@example.com']);
  expect(identifyingEmails(['!', 'token', 'long-enough-alone'], '{unique}')).toEqual(['long-enough-alone']);
});
