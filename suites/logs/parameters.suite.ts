/** Parameters by themselves: each is accepted, alone and beside its partner. */
import {
  accepted,
  between,
  checksOf,
  type Exchange,
  fail,
  keyOf,
  type LogQuery,
  logStatuses,
  parametersOf,
  pass,
  said,
  type Trial,
} from '../../src/kit.ts';
import { firstAnswer } from './reading.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

async function firstPage(trial: Trial, query: LogQuery): Promise<Exchange> {
  return trial.send({ operation: 'logs', webhook: trial.logs.all[0]!.id, query: parametersOf(query) });
}

check('logs/allowed-values', async (trial) => {
  const single: LogQuery[] = [
    { status: 'succeeded' },
    { status: 'failed' },
    { sortDirection: 'asc' },
    { sortDirection: 'desc' },
  ];
  const together = logStatuses.flatMap((status) =>
    (['asc', 'desc'] as const).map((sortDirection): LogQuery => ({ status, sortDirection })),
  );
  const first = (query: LogQuery) => firstAnswer(trial, query, () => firstPage(trial, query));
  const plain = await first({});
  trial.needAccepted(plain, 'the search without parameters');
  for (const query of [...single, ...trial.some(together, 2, 0)]) {
    const answer = await (single.includes(query) ? first(query) : firstPage(trial, query));
    if (accepted(answer)) continue;
    const again = await firstPage(trial, query);
    trial.needAccepted(await firstPage(trial, {}), 'the search without parameters');
    if (!accepted(again))
      throw fail(
        `${keyOf(query)} ${said(again)}, twice; both values are allowed and the search without them is accepted`,
        [plain, answer, again],
        {
          symptom: { kind: 'refused' },
        },
      );
  }
  return pass();
});

check('logs/optional-parameters', async (trial) => {
  const parts: LogQuery[] = [{ status: 'failed' }, { sortDirection: 'asc' }];
  const [sortBy] = await trial.logs.sorts();
  if (sortBy !== undefined) parts.push({ sortBy });
  const time = await trial.logs.time();
  if (time.understood) {
    const { cuts, lo, hi } = time.sense;
    parts.push(between(time.sense, cuts[0] ?? lo, cuts.at(-1) === cuts[0] ? hi : cuts.at(-1)));
  }
  // What is not accepted by itself says nothing about leaving others out: see allowed-values and the range rows.
  const first = (query: LogQuery) => firstAnswer(trial, query, () => firstPage(trial, query));
  const alone = await Promise.all(
    parts.map((part) =>
      part.status === undefined && part.sortDirection === undefined ? firstPage(trial, part) : first(part),
    ),
  );
  const usable = parts.filter((_, index) => accepted(alone[index]!));
  const plain = await first({});
  if (!accepted(plain)) {
    const [needed] = usable;
    const again = await firstPage(trial, {});
    if (needed !== undefined && !accepted(again))
      throw fail(
        `the search without parameters ${said(again)}, twice; with ${keyOf(needed)} it is accepted`,
        [plain, again],
        {
          symptom: { kind: 'refused' },
        },
      );
    trial.needAccepted(again, 'the search without parameters');
  }
  await partners(trial, usable);
  const subsets = Array.from({ length: 2 ** usable.length - 1 }, (_, index) => 2 ** usable.length - 1 - index);
  for (const subset of trial.some(subsets, 1)) {
    const query: LogQuery = Object.assign({}, ...usable.filter((_, index) => (subset >> index) & 1));
    await acceptedTwice(trial, query, 'though each part is accepted alone');
  }
  if (time.understood && time.sense.strength === 'cuts') await loneBounds(trial);
  return pass();
});

async function acceptedTwice(trial: Trial, query: LogQuery, why: string): Promise<void> {
  const answer = await firstPage(trial, query);
  if (accepted(answer)) return;
  const again = await firstPage(trial, query);
  trial.needAccepted(await firstPage(trial, {}), 'the search without parameters');
  if (!accepted(again))
    throw fail(`${keyOf(query)} ${said(again)}, twice, ${why}`, [answer, again], { symptom: { kind: 'refused' } });
}

/** A direction may stand without a sort, and a sort without a direction. */
async function partners(trial: Trial, known: readonly LogQuery[]): Promise<void> {
  const names = trial.quick
    ? await trial.logs.sorts()
    : [...(trial.settings.declares.sortBy ?? []), 'createdAt', 'timestamp', 'status'].slice(0, 3);
  const first = (query: LogQuery) => firstAnswer(trial, query, () => firstPage(trial, query));
  for (const sortBy of names)
    for (const sortDirection of trial.quick ? (['asc'] as const) : (['asc', 'desc'] as const)) {
      const both: LogQuery = { sortBy, sortDirection };
      if (!accepted(await first(both))) continue;
      for (const lone of [{ sortBy }, { sortDirection }] satisfies LogQuery[]) {
        // At depth quick the caller has seen this sort alone.
        if (trial.quick && 'sortBy' in lone && known.some((part) => part.sortBy === sortBy)) continue;
        if (accepted(await ('sortDirection' in lone ? first(lone) : firstPage(trial, lone)))) continue;
        const again = await firstPage(trial, lone);
        const twin = await firstPage(trial, both);
        if (!accepted(again) && accepted(twin))
          throw fail(`${keyOf(lone)} ${said(again)}, twice, though ${keyOf(both)} is accepted`, [twin, again], {
            symptom: { kind: 'refused' },
          });
      }
    }
}

/**
 * `from` may stand without `to`, and `to` without `from`. A server may refuse a long span, so a lone bound counts only
 * where it is refused at every moment of the log, while each such moment is accepted with its partner.
 */
async function loneBounds(trial: Trial): Promise<void> {
  const time = await trial.logs.time();
  if (!time.understood) return;
  const { cuts, lo, hi } = time.sense;
  const now = trial.logs.now;
  for (const side of ['from', 'to'] as const) {
    // One that is accepted is enough.
    const at = side === 'from' ? cuts[0] : cuts.at(-1);
    if (trial.quick && at !== undefined) {
      const query = side === 'from' ? between(time.sense, at, undefined) : between(time.sense, undefined, at);
      if (accepted(await firstAnswer(trial, query, () => firstPage(trial, query)))) continue;
    }
    const moments = [...cuts, now - 3_600_000, ...(side === 'from' ? [now - 60_000] : [lo])];
    const lone = await Promise.all(
      moments.map((at) =>
        firstPage(trial, side === 'from' ? between(time.sense, at, undefined) : between(time.sense, undefined, at)),
      ),
    );
    if (lone.some(accepted)) continue;
    const both = await Promise.all(
      cuts.map((at) => firstPage(trial, side === 'from' ? between(time.sense, at, hi) : between(time.sense, lo, at))),
    );
    if (both.length > 0 && both.every(accepted))
      throw fail(
        `${side} without its partner ${said(lone[0]!)} at every one of ${moments.length} moments, with it each is accepted`,
        [both[0]!, lone[0]!],
        {
          symptom: { kind: 'refused' },
        },
      );
  }
}
