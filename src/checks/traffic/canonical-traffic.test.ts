import { expect, test } from 'vitest';
import type { Client } from '../../client/index.ts';
import type { Exchange } from '../../core/exchange.ts';
import { CanonicalTraffic } from './canonical-traffic.ts';

let number = 0;

function creation(status: number, body: string): Exchange {
  number += 1;
  const request = { operation: 'create', proper: true, canonical: true, body: new TextEncoder().encode(body) };
  return { number, request, response: { status, headers: [], bytes: new Uint8Array(), truncated: false } } as never;
}

function watch(exchanges: readonly Exchange[]) {
  let listener: (exchange: Exchange) => void = () => undefined;
  const seen = new CanonicalTraffic({ listen: (given: typeof listener) => (listener = given) } as unknown as Client);
  for (const exchange of exchanges) listener(exchange);
  return seen.of('create');
}

const statuses = (all: readonly number[], body = 'a') => watch(all.map((status) => creation(status, body)));

test('a rejection between two acceptances of the same request stands alone', () => {
  const { lone, accepted, rejected } = statuses([201, 400, 201, 201, 500, 200]);
  expect(lone.map(({ response }) => response?.status)).toEqual([400, 500]);
  expect([accepted, rejected]).toEqual([4, 2]);
});

test('rejections in a row, at the end, or that name a limit do not', () => {
  expect(statuses([201, 400, 400, 201]).lone).toEqual([]);
  expect(statuses([400, 201, 400]).lone).toEqual([]);
  expect(statuses([201, 429, 201, 402, 201, 423, 201]).lone).toEqual([]);
});

test('a creation that the target already has is compared with itself alone', () => {
  const { lone } = watch([creation(201, 'a'), creation(422, 'a'), creation(201, 'b'), creation(422, 'a')]);
  expect(lone).toEqual([]);
});
