import { expect, test } from 'vitest';
import { attackIn } from './attack-like.ts';
import type { SentRequest } from './exchange.ts';

const request = (change: { target?: string; body?: unknown; header?: string }) =>
  ({
    target: change.target ?? '/v2/auth/register',
    headers: [['X-Trace', change.header ?? 'a']],
    body: change.body === undefined ? null : new TextEncoder().encode(JSON.stringify(change.body)),
  }) as unknown as SentRequest;

test.each([
  ['markup', { body: { firstName: '<script>a()</script>' } }],
  ['a piece of SQL', { body: { email: "' OR 1=1" } }],
  ['a path such as ../', { body: { profileIds: ['p1', '../x'] } }],
  ['a control character', { body: { lastName: 'a\u0000' } }],
  ['a control character', { target: '/v2/webhooks/a/logs/search?sortBy=createdAt%00' }],
  ['an escaped control character', { body: { email: '\\u0000' } }],
  ['a path such as ../', { target: '/v2/webhooks/a/logs/search?sortBy=%2e%2e%2fx' }],
  ['a command or a template', { body: { password: '{{7*7}}' } }],
  ['a long header', { header: 'a'.repeat(5000) }],
])('names %s', (name, change) => {
  expect(attackIn(request(change))).toBe(name);
});

test.each([
  { body: { firstName: 'Ada', lastName: "O'Brien", email: 'ada+1@example.com', password: 'Correct-Horse-9-Battery' } },
  { body: { firstName: '李小龍 😀 é İ', password: 'a'.repeat(5000) } },
  { body: { limit: 2 ** 53 - 1, profileIds: [], calendarIds: ['3f2b8c1e-9a7d-4e5f-8b6a-1c2d3e4f5a6b'] } },
  {
    target: '/v2/webhooks/wh_1/logs/search?from=2026-01-05T04%3A03%3A02%2B01%3A00&status=failed&next=eyJhIjoxfQ%3D%3D',
  },
])('takes an ordinary request for what it is', (change) => {
  expect(attackIn(request(change))).toBeUndefined();
});

test('a body may be nested deeply', () => {
  const body = new TextEncoder().encode(`${'['.repeat(100_000)}"<script>"${']'.repeat(100_000)}`);
  expect(attackIn({ target: '/', headers: [], body } as unknown as SentRequest)).toBe('markup');
});
