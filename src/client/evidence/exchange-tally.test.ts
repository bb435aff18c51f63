import { expect, test } from 'vitest';
import { seededRandom } from '../../core/random.ts';
import { ExchangeTally } from './exchange-tally.ts';

test('each exchange counts once, in whatever order and however often it is added', () => {
  const random = seededRandom(1);
  const tally = new ExchangeTally();
  const numbers = new Set<number>();
  for (let added = 0; added < 5000; added += 1) {
    const number = 1 + Math.floor(random() * 2000);
    numbers.add(number);
    tally.add({ number });
    expect(tally.count).toBe(numbers.size);
  }
});

test('what two tallies hold counts once', () => {
  const [one, other] = [new ExchangeTally(), new ExchangeTally()];
  for (const number of [1, 15, 16, 17, 100_000]) one.add({ number });
  for (const number of [15, 31, 32, 100_000, 100_001]) other.add({ number });
  one.addAll(other);
  expect([one.count, other.count]).toEqual([8, 5]);
  one.addAll(other);
  expect(one.count).toBe(8);
});
