import { expect, test } from 'vitest';
import type { Exchange } from './exchange.ts';
import { mayBeOutage } from './outage.ts';

const sent = (request: Partial<Exchange['request']>, outcome: Partial<Pick<Exchange, 'response' | 'failure'>>) =>
  ({ request: { operation: 'verify', ...request }, ...outcome }) as Exchange;

const answered = (status: number) => ({ response: { status, headers: [] } }) as unknown as Pick<Exchange, 'response'>;

test('a connection that was refused or closed may be an outage, and so may a gateway error', () => {
  for (const kind of ['refused', 'cut'] as const)
    expect(mayBeOutage(sent({}, { failure: { kind } } as Pick<Exchange, 'failure'>))).toBe(true);
  expect([502, 503, 504].map((status) => mayBeOutage(sent({}, answered(status))))).toEqual([true, true, true]);
  expect([400, 429, 500, 501].some((status) => mayBeOutage(sent({}, answered(status))))).toBe(false);
});

test('the rejection of a repeated POST may be due to the first attempt; its acceptance is not', () => {
  const retried = { proper: true, retried: true } as const;
  expect(mayBeOutage(sent(retried, answered(422)))).toBe(true);
  expect(mayBeOutage(sent(retried, answered(200)))).toBe(false);
  expect(mayBeOutage(sent({ proper: true }, answered(422)))).toBe(false);
});
