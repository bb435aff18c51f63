/** Parameters by themselves: each is accepted, alone and beside its partner. */
import {
  type CheckContext,
  checksOf,
  describeQuery,
  describeResponse,
  type Exchange,
  fail,
  isAccepted,
  type LogQuery,
  logStatuses,
  parametersOf,
  pass,
  rangeQuery,
} from '../../src/suite.ts';
import { firstAnswer } from '../lib/log-checks.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

async function firstPage(t: CheckContext, query: LogQuery): Promise<Exchange> {
  return t.send({ operation: 'logs', webhook: t.logs.all[0]!.id, query: parametersOf(query) });
}

check('logs/allowed-values', async (t) => {
  const single: LogQuery[] = [
    { status: 'succeeded' },
    { status: 'failed' },
    { sortDirection: 'asc' },
    { sortDirection: 'desc' },
  ];
  const together = logStatuses.flatMap((status) =>
    (['asc', 'desc'] as const).map((sortDirection): LogQuery => ({ status, sortDirection })),
  );
  const first = (query: LogQuery) => firstAnswer(t, query, () => firstPage(t, query));
  const plain = await first({});
  t.requireAccepted(plain, 'the search without parameters');
  for (const query of [...single, ...t.effort.sampleOf(together, 2, 0)]) {
    const answer = await (single.includes(query) ? first(query) : firstPage(t, query));
    if (isAccepted(answer)) continue;
    const again = await firstPage(t, query);
    t.requireAccepted(await firstPage(t, {}), 'the search without parameters');
    if (!isAccepted(again))
      fail(
        `${describeQuery(query)} ${describeResponse(again)}, twice; both values are allowed and the search without them is accepted`,
        [plain, answer, again],
        {
          symptom: { kind: 'refused' },
        },
      );
  }
  return pass();
});

check('logs/optional-parameters', async (t) => {
  const parts: LogQuery[] = [{ status: 'failed' }, { sortDirection: 'asc' }];
  const [sortBy] = await t.logs.sorts();
  if (sortBy !== undefined) parts.push({ sortBy });
  const time = await t.logs.time();
  if (time.understood) {
    const { cuts, lo, hi } = time.sense;
    parts.push(rangeQuery(time.sense, cuts[0] ?? lo, cuts.at(-1) === cuts[0] ? hi : cuts.at(-1)));
  }
  // What is not accepted by itself says nothing about leaving others out: see allowed-values and the range rows.
  const first = (query: LogQuery) => firstAnswer(t, query, () => firstPage(t, query));
  const alone = await Promise.all(
    parts.map((part) =>
      part.status === undefined && part.sortDirection === undefined ? firstPage(t, part) : first(part),
    ),
  );
  const usable = parts.filter((_, index) => isAccepted(alone[index]!));
  const plain = await first({});
  if (!isAccepted(plain)) {
    const [needed] = usable;
    const again = await firstPage(t, {});
    if (needed !== undefined && !isAccepted(again))
      fail(
        `the search without parameters ${describeResponse(again)}, twice; with ${describeQuery(needed)} it is accepted`,
        [plain, again],
        {
          symptom: { kind: 'refused' },
        },
      );
    t.requireAccepted(again, 'the search without parameters');
  }
  await partners(t, usable);
  const subsets = Array.from({ length: 2 ** usable.length - 1 }, (_, index) => 2 ** usable.length - 1 - index);
  for (const subset of t.effort.sampleOf(subsets, 1)) {
    const query: LogQuery = Object.assign({}, ...usable.filter((_, index) => (subset >> index) & 1));
    await acceptedTwice(t, query, 'though each part is accepted alone');
  }
  if (time.understood && time.sense.strength === 'cuts') await loneBounds(t);
  return pass();
});

async function acceptedTwice(t: CheckContext, query: LogQuery, why: string): Promise<void> {
  const answer = await firstPage(t, query);
  if (isAccepted(answer)) return;
  const again = await firstPage(t, query);
  t.requireAccepted(await firstPage(t, {}), 'the search without parameters');
  if (!isAccepted(again))
    fail(`${describeQuery(query)} ${describeResponse(again)}, twice, ${why}`, [answer, again], {
      symptom: { kind: 'refused' },
    });
}

/** A direction may stand without a sort, and a sort without a direction. */
async function partners(t: CheckContext, known: readonly LogQuery[]): Promise<void> {
  const names = t.effort.isLean
    ? await t.logs.sorts()
    : [...(t.settings.declares.sortBy ?? []), 'createdAt', 'timestamp', 'status'].slice(0, 3);
  const first = (query: LogQuery) => firstAnswer(t, query, () => firstPage(t, query));
  for (const sortBy of names)
    for (const sortDirection of t.effort.isLean ? (['asc'] as const) : (['asc', 'desc'] as const)) {
      const both: LogQuery = { sortBy, sortDirection };
      if (!isAccepted(await first(both))) continue;
      for (const lone of [{ sortBy }, { sortDirection }] satisfies LogQuery[]) {
        // At depth quick the caller has seen this sort alone.
        if (t.effort.isLean && 'sortBy' in lone && known.some((part) => part.sortBy === sortBy)) continue;
        if (isAccepted(await ('sortDirection' in lone ? first(lone) : firstPage(t, lone)))) continue;
        const again = await firstPage(t, lone);
        const twin = await firstPage(t, both);
        if (!isAccepted(again) && isAccepted(twin))
          fail(
            `${describeQuery(lone)} ${describeResponse(again)}, twice, though ${describeQuery(both)} is accepted`,
            [twin, again],
            {
              symptom: { kind: 'refused' },
            },
          );
      }
    }
}

/**
 * `from` may stand without `to`, and `to` without `from`. A server may refuse a long span, so a lone bound counts only
 * where it is refused at every moment of the log, while each such moment is accepted with its partner.
 */
async function loneBounds(t: CheckContext): Promise<void> {
  const time = await t.logs.time();
  if (!time.understood) return;
  const { cuts, lo, hi } = time.sense;
  const now = t.logs.now;
  for (const side of ['from', 'to'] as const) {
    // One that is accepted is enough.
    const at = side === 'from' ? cuts[0] : cuts.at(-1);
    if (t.effort.isLean && at !== undefined) {
      const query = side === 'from' ? rangeQuery(time.sense, at, undefined) : rangeQuery(time.sense, undefined, at);
      if (isAccepted(await firstAnswer(t, query, () => firstPage(t, query)))) continue;
    }
    const moments = [...cuts, now - 3_600_000, ...(side === 'from' ? [now - 60_000] : [lo])];
    const lone = await Promise.all(
      moments.map((at) =>
        firstPage(t, side === 'from' ? rangeQuery(time.sense, at, undefined) : rangeQuery(time.sense, undefined, at)),
      ),
    );
    if (lone.some(isAccepted)) continue;
    const both = await Promise.all(
      cuts.map((at) => firstPage(t, side === 'from' ? rangeQuery(time.sense, at, hi) : rangeQuery(time.sense, lo, at))),
    );
    if (both.length > 0 && both.every(isAccepted))
      fail(
        `${side} without its partner ${describeResponse(lone[0]!)} at every one of ${moments.length} moments, with it each is accepted`,
        [both[0]!, lone[0]!],
        {
          symptom: { kind: 'refused' },
        },
      );
  }
}
