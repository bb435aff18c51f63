import { expect, test } from 'vitest';
import type { Exchange } from '../core/exchange.ts';
import { growthBetween, webhooksOf } from './proven-logs.ts';

const search = (webhook: string, totalItems: number, target = `/v2/webhooks/${webhook}/logs/search`): Exchange => {
  const bytes = new TextEncoder().encode(JSON.stringify({ data: [], cursor: { totalItems } }));
  return {
    number: 1,
    request: { operation: 'logs', proper: true, webhook, target } as Exchange['request'],
    response: { status: 200, headers: [], bytes, truncated: false },
    startedAt: 0,
    ms: 0,
  };
};

test('webhooksOf() names each log that a proof searches', () => {
  expect([...webhooksOf({ proof: [search('a', 1), [search('b', 1), 'noted'], search('a', 2)] })]).toEqual(['a', 'b']);
});

test('a log has grown if its highest total is higher in the confirmation; what parameters select says nothing', () => {
  const found = { proof: [search('a', 9), search('b', 7), search('b', 6)] };
  expect(growthBetween(found, { proof: [search('a', 8), search('b', 6), search('b', 8)] })).toEqual({
    webhook: 'b',
    from: 7,
    to: 8,
  });
  expect(growthBetween(found, { proof: [search('b', 7), search('b', 9, '/logs/search?next=1')] })).toBeUndefined();
  expect(growthBetween({ proof: [] }, found)).toBeUndefined();
});
