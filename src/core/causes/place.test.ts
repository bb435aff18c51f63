import { expect, test } from 'vitest';
import type { Evidence } from '../evidence.ts';
import { placeOf } from './place.ts';

const lost = (failure: string): Evidence => ({
  request: { method: 'GET', url: 'http://x/v2/webhooks/w/logs/search', headers: {}, body: null },
  response: null,
  failure,
  ms: 1,
  curl: 'curl',
});

test.each([
  ['refused: connect ECONNREFUSED', 'the connection was refused, although earlier ones were accepted'],
  ['cut: other side closed', 'the connection was accepted, and no valid response came'],
])('a request that failed with "%s": %s', (failure, reason) => {
  expect(placeOf({ verdict: 'fail', evidence: [lost(failure)] }, undefined)).toEqual({ where: 'server', reason });
});

const answered = (status: number, headers: Readonly<Record<string, string>>): Evidence => ({
  ...lost(''),
  response: { status, headers, body: '' } as unknown as NonNullable<Evidence['response']>,
});
const page = answered(400, { 'Content-Type': 'text/html', Server: 'nginx' });
const accepted = (server: string) => answered(200, { 'content-type': 'application/json', server });

test.each([
  ['a gateway', [accepted('Kestrel'), page], 'path', 'may be a gateway in front of the server'],
  ['a gateway, or the server', [accepted('nginx'), page], 'server', 'is the server or a gateway in front of it'],
  ['of unknown place', [page], 'path', 'may be a gateway in front of the server'],
] as const)('an HTML page of nginx: %s', (_, evidence, where, words) => {
  expect(placeOf({ verdict: 'fail', evidence }, undefined)).toEqual({
    where,
    reason: `an HTML page of nginx, which ${words}`,
  });
});
