import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { Observations } from './observations.ts';

const answered = (status: number): Exchange => ({ response: { status, headers: [] } }) as unknown as Exchange;

test.each([429, 503])('a limit that answers %i in place of the operation shows none of its choices', (status) => {
  const observations = new Observations();
  observations.record('unknownWebhook', 404, answered(404));
  for (let time = 0; time < 2; time += 1) observations.record('unknownWebhook', status, answered(status));
  expect(observations.values('unknownWebhook').map(({ value }) => value)).toEqual([404]);
});

test('a limit shows how the target limits', () => {
  const observations = new Observations();
  observations.record('throttling', 429, answered(429));
  expect(observations.value('throttling')).toBe(429);
});
