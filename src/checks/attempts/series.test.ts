import { expect, test } from 'vitest';
import type { Exchange } from '../../core/exchange.ts';
import { findLoneRejection, rejectionsIn, sendOneByOne, seriesOf } from './series.ts';

const exchange = (number: number, status: number | 'cut' | 'timeout'): Exchange =>
  ({
    number,
    request: { operation: 'logs', proper: true },
    response: typeof status === 'number' ? { status } : null,
    ...(typeof status === 'number' ? {} : { failure: { kind: status, message: '' } }),
  }) as Exchange;

test('a rejection is alone where the same request is accepted later, even in another series', () => {
  const all = [
    seriesOf('one by one', [exchange(1, 200), exchange(2, 400)]),
    seriesOf('many at once', [exchange(3, 400), exchange(4, 200)]),
  ];
  expect(findLoneRejection(all)).toMatchObject({
    rejected: { number: 2 },
    accepted: { number: 1 },
    manner: 'one by one',
  });
});

test('rejections from some point on are not alone: they may be a quota', () => {
  const all = [seriesOf('one by one', [exchange(1, 200), exchange(2, 429), exchange(3, 429)])];
  expect(findLoneRejection(all)).toBeUndefined();
  expect(rejectionsIn(all).map(({ number }) => number)).toEqual([2, 3]);
});

test('what a gateway loses is not a rejection', () => {
  const all = [seriesOf('one by one', [exchange(1, 200), exchange(2, 503), exchange(3, 200)])];
  expect(findLoneRejection(all)).toBeUndefined();
});

test('a lost connection is not a rejection, a hang is', () => {
  const all = [seriesOf('on one connection', [exchange(1, 'cut'), exchange(2, 'timeout'), exchange(3, 200)])];
  expect(findLoneRejection(all)).toMatchObject({ rejected: { number: 2 } });
});

test('a series that is sent one by one ends as soon as it shows enough', async () => {
  const statuses = [200, 400, 200, 200, 200];
  let sent = 0;
  const sending = async () => async () => {
    sent += 1;
    return exchange(sent, statuses[sent - 1]!);
  };
  const isEnough = (all: Parameters<typeof findLoneRejection>[0]) => findLoneRejection(all) !== undefined;
  expect((await sendOneByOne('one by one', sending, statuses.length, { isEnough })).sent).toHaveLength(3);
  expect(sent).toBe(3);
});
