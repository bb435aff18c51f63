import { expect, test } from 'vitest';
import { settingsOf } from '../../../test/settings.ts';
import type { OperationRequest } from '../../core/exchange.ts';
import { buildRequest } from '../build-request.ts';
import { traitsOf } from './request-traits.ts';

const settings = settingsOf('http://127.0.0.1:1', { tokens: { valid: 'a-token-that-nobody-may-see' } });
const traits = (request: OperationRequest) => traitsOf(buildRequest(request, settings, ''));

test('a search has its parameters as traits, and short values of them', () => {
  const query = [
    ['status', 'failed'],
    ['next', 'a-cursor-that-is-longer-than-that'],
  ] as const;
  expect(traits({ operation: 'logs', webhook: 'wh_1', query })).toEqual([
    'webhook wh_1',
    'status',
    'status=failed',
    'next',
  ]);
});

test('the magnitude of a member is a trait, and its value is not', () => {
  const body = (limit: number, ids: number) => ({ limit, profileIds: Array.from({ length: ids }, () => 'p') });
  const create = (limit: number, ids: number) => traits({ operation: 'create', body: body(limit, ids) });
  expect(create(5, 1)).toEqual(create(7, 1));
  expect(create(5, 1)).not.toEqual(create(5000, 1));
  expect(create(5, 1)).not.toEqual(create(5, 400));
});

test('a request without the valid token, or with another method or path, has that as a trait', () => {
  expect(traits({ operation: 'create', authorization: null, body: {} })).toEqual(['no token']);
  expect(traits({ operation: 'logs', method: 'HEAD' })).toContain('method HEAD');
  expect(traits({ operation: 'logs', target: '/v2/elsewhere' })).toContain('another path');
});

test('the traits of a hostile body are few', () => {
  const body = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`member${index}`, index]));
  expect(traits({ operation: 'create', body }).length).toBeLessThan(20);
});
