import { expect, test } from 'vitest';
import { logContext } from '../../test/log-context.ts';
import { isOutdated } from './outdated.ts';

const pageOf = (...data: string[]) => ({ data, totalItems: data.length });

test.each([
  ['a cache returns an old page', pageOf('a'), pageOf('b', 'a'), true],
  ['the log is as it was', pageOf('a'), pageOf('a'), false],
  ['an unknown parameter finds nothing', pageOf('a'), pageOf(), false],
  ['an unknown parameter is rejected', pageOf('a'), 400, false],
  ['the search is rejected', 400, pageOf('a'), false],
])('%s', async (_, known, fresh, isOld) => {
  const { t } = await logContext((query) => ('cawl' in query ? fresh : known));
  expect(await isOutdated(t.logs.all[0]!, [{}])).toBe(isOld);
});

test('a cache may keep a filtered page only', async () => {
  const { t, sent } = await logContext(({ status, cawl }) =>
    status !== undefined && cawl === undefined ? pageOf('a') : pageOf('b', 'a'),
  );
  expect(await isOutdated(t.logs.all[0]!, [{}, { status: 'failed' }])).toBe(true);
  expect(sent.filter((query) => query.includes('cawl'))).toHaveLength(4);
  // Each under another address.
  expect(new Set(sent.filter((query) => query.includes('cawl'))).size).toBe(4);
});

test('a page that differs each time does not show a cache', async () => {
  let requests = 0;
  const { t } = await logContext(() => {
    requests += 1;
    return pageOf(`item ${requests}`);
  });
  expect(await isOutdated(t.logs.all[0]!, [{}])).toBe(false);
});
