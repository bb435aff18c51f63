import { beforeAll, expect, test } from 'vitest';
import { loadSuites } from '../../../src/checks/load-suites.ts';
import { api } from '../../../src/suite.ts';
import { logContext } from '../../../test/log-context.ts';
import { expectFewInconsistent } from './inconsistent-walks.ts';

beforeAll(() => loadSuites());

/** What a log returns instead of the items of some pages. */
type Change = (data: readonly string[]) => readonly string[];

const withoutOne: Change = (data) => data.slice(1);
const withOneTwice: Change = (data) => [data[1]!, ...data.slice(1)];

/** A log of three pages, which returns other items on those pages, counted from 1. */
async function judgeLog(
  isChanged: (page: number) => boolean,
  change = withoutOne,
  items = Array.from({ length: 25 }, (_, at) => `item ${at} of the log`),
) {
  let served = 0;
  const { t } = await logContext(({ next = '0' }) => {
    served += 1;
    const start = Number(next);
    const data = items.slice(start, start + 10);
    const more = start + 10 < items.length ? { next: String(start + 10) } : {};
    return { data: isChanged(served) ? change(data) : data, ...more, totalItems: items.length };
  });
  const { log } = await t.baseline();
  for (const status of api.logStatuses) await log.walk({ status });
  return expectFewInconsistent(t);
}

test('a log that leaves an item out now and then is reported, though its first reading was one of those', async () => {
  const report = judgeLog((page) => page === 2 || page % 17 === 0);
  await expect(report).rejects.toMatchObject({
    conclusion: {
      message: expect.stringMatching(/^two walks, each read alone, of webhook wh_1 .*\(24 of 25, 24 of 25\)/),
    },
  });
});

test('an item that was left out of one walk alone is excused', async () => {
  await expect(judgeLog((page) => page === 2)).resolves.toBeUndefined();
});

test('a log that has an item twice on a page now and then is reported, though its first reading was one of those', async () => {
  const report = judgeLog((page) => page === 2 || page % 17 === 0, withOneTwice);
  await expect(report).rejects.toMatchObject({
    conclusion: { message: expect.stringMatching(/ have one item twice on a page, which other readings have once/) },
  });
});

test('an item that was twice on a page of one walk alone is excused', async () => {
  await expect(judgeLog((page) => page === 2, withOneTwice)).resolves.toBeUndefined();
});

test('a log in which items repeat is not reported', async () => {
  const items = Array.from({ length: 25 }, (_, at) => `item ${at % 7} of the log`);
  await expect(judgeLog(() => false, withOneTwice, items)).resolves.toBeUndefined();
});
