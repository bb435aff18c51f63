import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { GatewayErrors } from './gateway-errors.ts';

const keptOf = (...statuses: number[]) => {
  const errors = new GatewayErrors();
  for (const [index, status] of statuses.entries())
    errors.record({ number: index + 1, request: { operation: 'logs' }, response: { status } } as unknown as Exchange);
  return errors.of('logs').map(({ number }) => number);
};

test('only 502, 503 and 504 are gateway errors', () => {
  expect(keptOf(500, 501, 502, 503, 504, 505, 429)).toEqual([3, 4, 5]);
});

test('the first three and the last three are kept', () => {
  expect(keptOf(...Array<number>(9).fill(502))).toEqual([1, 2, 3, 7, 8, 9]);
});
