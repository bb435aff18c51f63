/** Parameters by themselves: each is accepted, alone and beside its partner. */
import type { CheckContext, Exchange, LogQuery } from '../../../src/suite.ts';
import { api, checksOf, fail, logs, responses, unlessUndecided } from '../../../src/suite.ts';
import { loneBounds } from '../../lib/lone-bounds.ts';
import { requirements } from '../requirements.ts';
import { directedStatus } from './directed-status.ts';
import { expectEmptyRangesAccepted } from './empty-ranges.ts';
import { expectPlainOnOthers, expectStatusesOnOthers } from './other-webhooks.ts';
import { expectNoneRejected } from './rejected-combinations.ts';
import { expectUnreadBounds } from './unread-bounds.ts';

const check = checksOf(requirements);

const { describeQuery, firstPageOf, requestFirstPage } = logs;
const { describeResponse, isAccepted } = responses;

const theSearch = 'the search without parameters';

/** Fails if a rejection recurs while the search without parameters is accepted. */
async function expectAccepted(
  t: CheckContext,
  query: LogQuery,
  why: string,
  read: typeof firstPageOf = firstPageOf,
): Promise<void> {
  const answer = await read(t, query);
  if (isAccepted(answer)) return;
  const again = await requestFirstPage(t, query);
  const plain = await requestFirstPage(t, {});
  t.requireAccepted(plain, theSearch);
  if (!isAccepted(again)) failRejected(query, again, why, [plain, answer]);
}

/** {@link firstPageOf} once the log was read to its end, since other checks walk each value then; else {@link requestFirstPage}. */
async function knownFirstPage(t: CheckContext, query: LogQuery): Promise<Exchange> {
  const plain = t.effort.sharesReadings ? await t.logs.all[0]!.known({}) : undefined;
  return plain === undefined ? requestFirstPage(t, query) : firstPageOf(t, query);
}

function failRejected(query: LogQuery, again: Exchange, why: string, proof: readonly Exchange[]): never {
  fail(
    `a search with ${describeQuery(query)} ${describeResponse(again)}, twice; it must be accepted, ${why}`,
    [...proof, again],
    { symptom: { kind: 'refused' }, case: { showsAgain: (t) => isRejectedAgain(t, query) } },
  );
}

/** Whether a search is rejected while the one without parameters is accepted. */
async function isRejectedAgain(t: CheckContext, query: LogQuery): Promise<boolean> {
  const answer = await requestFirstPage(t, query);
  t.requireAccepted(await requestFirstPage(t, {}), theSearch);
  return !isAccepted(answer);
}

check('logs/allowed-values', async (t) => {
  const why = 'since both values are allowed';
  const directions = ['asc', 'desc'] as const;
  const single: LogQuery[] = [
    ...api.logStatuses.map((status) => ({ status })),
    ...directions.map((sortDirection) => ({ sortDirection })),
  ];
  const together = api.logStatuses.flatMap((status) => directions.map((sortDirection) => ({ status, sortDirection })));
  // With many requests, values show by themselves before this reads any log to its end.
  if (!t.effort.isLean) await Promise.all(single.map((query) => expectAccepted(t, query, why, knownFirstPage)));
  t.requireAccepted(await firstPageOf(t, {}), theSearch);
  // With few requests, one that also shows the statuses of the first log.
  const others = t.effort.pick<readonly LogQuery[]>({ quick: [...single, directedStatus], standard: together });
  for (const query of others) await expectAccepted(t, query, why);
  if (!t.effort.isLean) await expectStatusesOnOthers(t);
  await expectNoneRejected(t, 'value');
});

check('logs/optional-parameters', async (t) => {
  // A value that is rejected alone says nothing about leaving others out: see allowed-values and the range requirements.
  const parts = await partsOf(t);
  const alone = await Promise.all(parts.map((part) => firstPageOf(t, part)));
  const usable = parts.filter((_, index) => isAccepted(alone[index]!));
  await expectPlain(t, usable[0]);
  await expectSortPartners(t);
  const all = 2 ** usable.length - 1;
  const subsets = Array.from({ length: all }, (_, index) => all - index);
  // A parameter that needs another one is rejected in a pair without it; one that excludes another, if all are given.
  const telling = subsets.filter((subset) => subset === all || t.effort.isExhaustive || countOf(subset) < 3);
  for (const subset of t.effort.sampleOf(telling, 1)) {
    const query: LogQuery = Object.assign({}, ...usable.filter((_, index) => (subset >> index) & 1));
    await expectAccepted(t, query, 'since each part is accepted alone');
  }
  await expectLoneBounds(t);
  if (!(await t.logs.time()).understood) await expectUnreadBounds(t);
  await expectNoneRejected(t, 'partner');
  if (t.effort.isLean) return;
  await expectPlainOnOthers(t);
  await expectEmptyRangesAccepted(t);
});

/** How many parts a subset has. */
const countOf = (subset: number): number => subset.toString(2).replaceAll('0', '').length;

async function partsOf(t: CheckContext): Promise<LogQuery[]> {
  const parts: LogQuery[] = [{ status: 'failed' }, { sortDirection: 'asc' }];
  const [sortBy] = await t.logs.sorts();
  if (sortBy !== undefined) parts.push({ sortBy });
  const time = await t.logs.time();
  if (!time.understood) return parts;
  const { cuts, lo, hi } = time.sense;
  // A range that other checks search, too.
  const shared =
    t.effort.sharesReadings && !t.effort.isLean ? await unlessUndecided(() => logs.requireRanges(t)) : undefined;
  const range = logs.rangeQuery(time.sense, cuts[0] ?? lo, cuts.at(-1) === cuts[0] ? hi : cuts.at(-1));
  return [...parts, shared?.shared.both ?? range];
}

/** @param usable a query that is accepted, if there is one */
async function expectPlain(t: CheckContext, usable: LogQuery | undefined): Promise<void> {
  const plain = await firstPageOf(t, {});
  if (isAccepted(plain)) return;
  const again = await requestFirstPage(t, {});
  if (usable !== undefined && !isAccepted(again)) failRejected({}, again, `as with ${describeQuery(usable)}`, [plain]);
  t.requireAccepted(again, theSearch);
}

/** A direction may stand without a sort, and a sort without a direction. */
async function expectSortPartners(t: CheckContext): Promise<void> {
  const names = [...(t.settings.declares.sortBy ?? []), 'createdAt', 'timestamp', 'status'].slice(0, 3);
  const directions = ['asc', 'desc'] as const;
  for (const sortBy of t.effort.pick({ quick: await t.logs.sorts(), standard: names }))
    for (const sortDirection of t.effort.take(directions, { quick: 1 })) {
      const both = { sortBy, sortDirection };
      if (!isAccepted(await firstPageOf(t, both))) continue;
      await expectLone(t, { sortBy }, both);
      await expectLone(t, { sortDirection }, both);
    }
}

/** @param both an accepted search with the lone parameter and its partner */
async function expectLone(t: CheckContext, lone: LogQuery, both: LogQuery): Promise<void> {
  const answer = await firstPageOf(t, lone);
  if (isAccepted(answer)) return;
  const again = await requestFirstPage(t, lone);
  const control = await requestFirstPage(t, both);
  if (!isAccepted(again) && isAccepted(control))
    failRejected(lone, again, `as with ${describeQuery(both)}`, [control, answer]);
}

/**
 * `from` may stand without `to`, and `to` without `from`. A server may reject a long span, so a lone bound counts only
 * where it is rejected at every moment of the log, while each such moment is accepted with its partner.
 */
async function expectLoneBounds(t: CheckContext): Promise<void> {
  const time = await t.logs.time();
  if (!time.understood || time.sense.strength !== 'cuts') return;
  const { sense } = time;
  const { cuts, lo, hi } = sense;
  // Lone bounds that other checks walk.
  const shared = t.effort.isLean ? undefined : (await unlessUndecided(() => logs.requireRanges(t)))?.shared;
  for (const side of ['from', 'to'] as const) {
    const query = (at: number | undefined, partner?: number) =>
      side === 'from' ? logs.rangeQuery(sense, at, partner) : logs.rangeQuery(sense, partner, at);
    const beside = t.effort.isLean ? (await loneBounds(t, sense))[side].query : undefined;
    if (beside !== undefined && isAccepted((await t.logs.measure(beside)).exchange)) continue;
    const near = shared?.[side] ?? query(side === 'from' ? cuts[0] : cuts.at(-1));
    if (isAccepted(await firstPageOf(t, near))) continue;
    const moments = [...cuts, t.logs.now - 3_600_000, side === 'from' ? t.logs.now - 60_000 : lo];
    const lone = await Promise.all(moments.map((at) => requestFirstPage(t, query(at))));
    if (lone.some(isAccepted)) continue;
    const partner = side === 'from' ? hi : lo;
    const both = await Promise.all(cuts.map((at) => requestFirstPage(t, query(at, partner))));
    if (both.length > 0 && both.every(isAccepted))
      fail(
        `${side} without its partner ${describeResponse(lone[0]!)} at each of ${moments.length} moments; expected to be accepted, as with its partner`,
        [both[0]!, lone[0]!],
        { symptom: { kind: 'refused' } },
      );
  }
}
