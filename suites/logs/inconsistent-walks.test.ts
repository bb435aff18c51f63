import { beforeAll, expect, test } from 'vitest';
import { loadSuites } from '../../src/checks/load-suites.ts';
import { api } from '../../src/suite.ts';
import { logContext } from '../../test/log-context.ts';
import { expectFewInconsistent } from './inconsistent-walks.ts';

beforeAll(() => loadSuites());

/** A log of three pages, which leaves an item out of those pages, counted from 1, and of each fiftieth. */
async function judgeLogWithout(missing: (page: number) => boolean) {
  const items = Array.from({ length: 25 }, (_, at) => `item ${at} of the log`);
  let served = 0;
  const { t } = await logContext(({ next = '0' }) => {
    served += 1;
    const start = Number(next);
    const data = items.slice(start, start + 10);
    const more = start + 10 < items.length ? { next: String(start + 10) } : {};
    return { data: missing(served) ? data.slice(1) : data, ...more, totalItems: items.length };
  });
  const { log } = await t.baseline();
  for (const status of api.logStatuses) await log.walk({ status });
  return expectFewInconsistent(t);
}

test('a log that leaves an item out now and then is reported, though its first reading was one of those', async () => {
  const report = judgeLogWithout((page) => page === 2 || page % 17 === 0);
  await expect(report).rejects.toMatchObject({
    conclusion: {
      message: expect.stringMatching(/^two walks, each read alone, of webhook wh_1 .*\(24 of 25, 24 of 25\)/),
    },
  });
});

test('an item that was left out of one walk alone is excused', async () => {
  await expect(judgeLogWithout((page) => page === 2)).resolves.toBeUndefined();
});
