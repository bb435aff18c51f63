import { expect, test } from 'vitest';
import { logContext } from '../../../test/log-context.ts';
import type { Exchange } from '../../core/exchange.ts';
import { readFirst } from '../walk.ts';
import { areCurrent } from './current-pages.ts';

const pageOf = (...data: string[]) => ({ data, totalItems: data.length });

/** Whether a first page of the plain search and one by status are current, if searches past caches get other pages from some moment on. */
async function areSeenAsCurrent(target: string, fresh: (search: number) => ReturnType<typeof pageOf> | number) {
  let searches = 0;
  const { t } = await logContext((query) => {
    if (!('cawl' in query)) return pageOf('a', 'b');
    searches += 1;
    return fresh(searches);
  });
  const log = t.logs.all[0]!;
  const read = await readFirst(log.client, log.where({}));
  const sent: Exchange = { ...read, request: { ...read.request, target } };
  return areCurrent(log, [sent, sent]);
}

const path = '/v2/webhooks/wh_1/logs/search';
const asBefore = () => pageOf('a', 'b');

test.each([
  ['the target returns the page past any cache', `${path}?status=failed`, asBefore, true],
  ['a page that a cursor leads to', `${path}?status=failed&next=2`, asBefore, true],
  ['a cache returned the page', path, () => pageOf('a', 'b', 'c'), false],
  ['the page changes once reads settle', path, (search: number) => (search > 1 ? pageOf('a') : asBefore()), false],
  ['the unknown parameter is rejected', path, () => 400, false],
  ['the search has a parameter that the specification does not name', `${path}?cawl=1`, asBefore, false],
  ['the search has a parameter twice', `${path}?status=failed&status=failed`, asBefore, false],
])('%s', async (_, target, fresh, expected) => {
  expect(await areSeenAsCurrent(target, fresh)).toBe(expected);
});
