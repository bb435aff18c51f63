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
