/** Requirements on every page of the run, and good practice for values that are not valid. */
import type { CheckContext, Exchange, LogQuery, WebhookLog } from '../../../src/suite.ts';
import { api, checksOf, fail, generate, inconclusive, logs, responses, traffic } from '../../../src/suite.ts';
import { requirements } from '../requirements.ts';

const check = checksOf(requirements);

check('logs/page-shape', (t) => traffic.requireClean(t, 'page'), {
  phase: 'closing',
  prepare: { phase: 'main', work: readManyShapes, onlySends: true },
});
check('logs/null-cursor', (t) => traffic.requireClean(t), { phase: 'closing' });

/**
 * Reads pages of every kind on purpose: each webhook and status to its last page, and, if the times of the log allow it, ranges
 * without results, with one, with an item less than a page, exactly a page, an item more, and two pages.
 */
async function readManyShapes(t: CheckContext): Promise<undefined> {
  const baseline = await t.logs.baseline();
  const { plainWalk, log } = baseline;
  const statuses = api.logStatuses.map((status): LogQuery => ({ status }));
  for (const one of await logs.judgedLogs(t, baseline)) for (const query of [{}, ...statuses]) await one.walk(query);
  const time = await t.logs.time();
  if (!time.understood || time.sense.cuts.length === 0 || plainWalk.pages.length < 2) return;
  const page = plainWalk.pages[0]!.page.data.length;
  if (t.effort.isLean) return;
  const isFirstEnough = !t.effort.isExhaustive && (await logs.isFilteredByPage(baseline));
  const read = async ([size, query]: readonly [number, LogQuery], place: number) => {
    await (isFirstEnough ? t.logs.measure(query) : log.walk(query));
    // A status leaves nothing out of an empty range.
    const one = size === 0 ? [] : statuses.slice(place % statuses.length).slice(0, 1);
    const byTurns = t.effort.isExhaustive ? statuses : one;
    await Promise.all(
      byTurns.map((status) =>
        logs.readFirst(t.client, { webhook: log.id, query: { ...query, ...status }, form: 'alone' }),
      ),
    );
  };
  await Promise.all([...(await logs.rangesOfTellingSizes(t, page))].map(read));
}

/** A search of the judged log with one parameter that is not valid; a server error fails. */
async function searchWith(t: CheckContext, log: WebhookLog, name: string, value: string): Promise<Exchange> {
  const query = [...logs.parametersOf(log.scope), [name, value] as const];
  const answer = await t.send({ operation: 'logs', webhook: log.id, query, typed: false });
  if (traffic.isServerError(answer))
    fail(`${name}=${logs.truncate(value)} ${responses.describeResponse(answer)}; a 4xx is good practice`, [answer]);
  return answer;
}

function isSamePage(a: Exchange, b: Exchange): boolean {
  const [left, right] = [responses.parsePage(a.response)?.data ?? [], responses.parsePage(b.response)?.data ?? []];
  return left.length > 0 && left.length === right.length && left.every((item, index) => item === right[index]);
}

check(
  'logs/bad-cursor',
  async (t) => {
    const { plainWalk, log } = await t.baseline();
    const first = plainWalk.pages[0]!;
    const turn = t.effort.isExhaustive ? {} : { turn: t.settings.run.seed };
    for (const { side, cursor, mayBeIssued } of generate.forgedCursors(first.page.next, turn)) {
      const answer = await searchWith(t, log, side, cursor);
      const shown = `${side}=${logs.truncate(cursor)}`;
      if (!responses.isAccepted(answer)) continue;
      if (isSamePage(answer, first.exchange))
        fail(`${shown} returned the first page, as if it were not there`, [answer]);
      if (mayBeIssued !== true) fail(`${shown} was never issued, and is accepted`, [answer]);
    }
  },
  { from: 'standard' },
);

check(
  'logs/bad-values',
  async (t) => {
    const { plainWalk, log } = await t.baseline();
    if (plainWalk.items.length === 0) inconclusive('the log is empty', 'a webhook with logs (fixtures.webhooks)');
    const values = [
      ['status', 'pending'],
      ...(t.effort.isExhaustive ? ([['status', 'success']] as const) : []),
      ['status', 'SUCCEEDED'],
      ['status', ''],
      ['status', 'succeeded,failed'],
      ['sortDirection', 'up'],
      ['sortDirection', 'descending'],
      ['sortDirection', ''],
    ] as const;
    for (const [name, value] of values) {
      const answer = await searchWith(t, log, name, value);
      // A log of one page may be the filtered one by chance.
      const isFiltered =
        value === '' || plainWalk.pages.length < 2 || !isSamePage(answer, plainWalk.pages[0]!.exchange);
      if (responses.isAccepted(answer) && !isFiltered)
        fail(`${name}=${value} is not an allowed value, and returned the unfiltered first page`, [answer]);
    }
  },
  { from: 'standard' },
);
