/** What is judged on every page of the run, and what a careful server does with values that are none. */
import {
  type CheckContext,
  checksOf,
  type Exchange,
  fail,
  inconclusive,
  isAccepted,
  type LogQuery,
  logStatuses,
  parametersOf,
  parsePage,
  pass,
  rangeQuery,
  readFirst,
  type TimeFormatInference,
  traffic,
  truncate,
} from '../../src/suite.ts';
import { isJudged, passOnSharedReads, requireStableLog } from '../lib/log-checks.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

check('logs/page-shape', (t) => traffic.requireClean(t, 'page'), {
  phase: 'closing',
  prepare: { phase: 'main', work: manyShapes },
});
check('logs/null-cursor', (t) => traffic.requireClean(t), { phase: 'closing' });

/**
 * Reads pages of every kind on purpose: each webhook and status to its last page, ranges without results, with one, and
 * with one page less one, exactly one page, one more, and two pages, where the log's times allow.
 */
async function manyShapes(t: CheckContext) {
  let exchanges = 0;
  for (const log of t.logs.all)
    for (const query of (await isJudged(t, log)) ? [{}, ...logStatuses.map((status): LogQuery => ({ status }))] : [])
      exchanges += (await log.walk(query)).pages.length;
  const time = await t.logs.time();
  const { plainWalk, log } = await t.logs.baseline();
  if (time.understood && time.sense.cuts.length > 0 && plainWalk.pages.length > 1 && !t.effort.isLean) {
    const { sense } = time;
    const page = plainWalk.pages[0]!.page.data.length;
    const read = async (wanted: number) => {
      const query = await rangeWith(t, wanted, sense);
      if (query === undefined) return;
      exchanges += (await log.walk(query)).pages.length;
      await Promise.all(
        logStatuses.map((status) =>
          readFirst(t.client, { webhook: log.id, query: { ...query, status }, form: 'alone' }),
        ),
      );
    };
    // Each halves its own way, one request after another: all at once.
    await Promise.all([0, 1, page - 1, page, page + 1, 2 * page].map(read));
  }
  return passOnSharedReads(exchanges);
}

/**
 * A query that yields so many items: a range up to a moment or from it on, with either status or none, found by
 * halving; undefined where none does (items that share their time come and go together).
 */
async function rangeWith(t: CheckContext, wanted: number, sense: TimeFormatInference): Promise<LogQuery | undefined> {
  const statuses: LogQuery[] = [{}, { status: 'failed' }, { status: 'succeeded' }];
  for (const status of statuses)
    for (const side of ['to', 'from'] as const) {
      const found = await halve(
        t,
        wanted,
        sense,
        (at) => ({
          ...(side === 'to' ? rangeQuery(sense, sense.lo, at) : rangeQuery(sense, at, sense.hi)),
          ...status,
        }),
        side === 'to',
      );
      if (found !== undefined) return found;
    }
  return undefined;
}

async function halve(
  t: CheckContext,
  wanted: number,
  sense: TimeFormatInference,
  query: (at: number) => LogQuery,
  rising: boolean,
): Promise<LogQuery | undefined> {
  const span = sense.cuts.at(-1)! - sense.cuts[0]! + 86_400_000;
  let [low, high] = [sense.cuts[0]! - 2 * span, sense.cuts.at(-1)! + 2 * span];
  for (let step = 0; step < 18 && high - low > Math.max(sense.form.unitMs, 1000); step += 1) {
    const middle = Math.floor((low + high) / 2);
    const { count } = await t.logs.measure(query(middle));
    if (count === undefined) return undefined;
    if (count === wanted) return query(middle);
    if (count < wanted === rising) low = middle;
    else high = middle;
  }
  return undefined;
}

check('logs/bad-cursor', async (t) => {
  const { plainWalk, log } = await requireStableLog(t);
  const issued = plainWalk.pages[0]?.page.next;
  const cursors = ['made-up-cursor', 'AAAAAAAAAAAAAAAA', '0', '%00', ...(issued === undefined ? [] : forged(issued))];
  const tries = cursors.flatMap((cursor) => (['next', 'prev'] as const).map((side) => [cursor, side] as const));
  for (const [cursor, side] of t.effort.sampleOf(tries, 1)) {
    const answer = await t.send({
      operation: 'logs',
      webhook: log.id,
      query: [...parametersOf(log.scope), [side, cursor]],
      typed: false,
    });
    const shown = `${side}=${truncate(cursor)}`;
    if ((answer.response?.status ?? 0) >= 500)
      fail(`${shown} answered ${answer.response?.status}; a 4xx is good practice`, [answer]);
    if (!isAccepted(answer)) continue;
    if (samePage(answer, plainWalk.pages[0]!.exchange))
      fail(`${shown} is answered with the first page, as if it were not there`, [answer]);
    // A number may well be a place in the log.
    if (cursor !== '0') fail(`${shown} was never issued, and is accepted`, [answer]);
  }
  return pass();
});

/** A cursor cut short, and with one character changed in the middle, and near the end, where a signature would be. */
function forged(cursor: string): string[] {
  // Short ones, and numbers, are places in the log: another one may well be a place too.
  if (cursor.length < 12 || /^\d+$/.test(cursor)) return [];
  const changed = (at: number) => `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
  return [cursor.slice(0, -3), changed(Math.floor(cursor.length / 2)), changed(cursor.length - 3)];
}

function samePage(a: Exchange, b: Exchange): boolean {
  const [left, right] = [parsePage(a.response), parsePage(b.response)];
  return (
    left !== undefined && right !== undefined && left.data.length > 0 && left.data.join('\n') === right.data.join('\n')
  );
}

check('logs/bad-values', async (t) => {
  const { plainWalk, log } = await requireStableLog(t);
  if (plainWalk.items.length === 0) inconclusive('the log is empty', 'a webhook with logs');
  const values = [
    ['status', 'pending'],
    ['status', 'success'],
    ['status', 'SUCCEEDED'],
    ['status', ''],
    ['status', 'succeeded,failed'],
    ['sortDirection', 'up'],
    ['sortDirection', 'descending'],
    ['sortDirection', ''],
  ] as const;
  for (const [name, value] of t.effort.sampleOf(values, 1)) {
    const answer = await t.send({
      operation: 'logs',
      webhook: log.id,
      query: [...parametersOf(log.scope), [name, value]],
      typed: false,
    });
    if ((answer.response?.status ?? 0) >= 500)
      fail(`${name}=${value} answered ${answer.response?.status}; a 4xx is good practice`, [answer]);
    if (
      isAccepted(answer) &&
      value !== '' &&
      samePage(answer, plainWalk.pages[0]!.exchange) &&
      plainWalk.pages.length > 1
    )
      fail(`${name}=${value} is none of the allowed values, and is answered with the unfiltered first page`, [answer]);
  }
  return pass();
});
