/** What the walks of a log show of its pages: their end, their beginning, their length, their cursors and their items. */
import {
  type CheckContext,
  checksOf,
  describeQuery,
  type Exchange,
  equal,
  inconclusive,
  isAccepted,
  type LogQuery,
  parseJsonBody,
  parsePage,
  readCursor,
  type Walk,
} from '../../src/suite.ts';
import { requireStableLog } from '../lib/log-checks.ts';
import { choice, looked, outcome, word } from './choice.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** How a cursor is written where no page lies on its side; `cursor` where one is there. */
function shownAs(exchange: Exchange, side: 'next' | 'prev'): 'absent' | 'empty' | 'null' | 'cursor' {
  const body = exchange.response === null ? undefined : parseJsonBody(exchange.response);
  const cursor = body?.ok === true ? (body.value as { cursor?: Record<string, unknown> }).cursor : undefined;
  if (cursor === undefined || !Object.hasOwn(cursor, side)) return 'absent';
  if (cursor[side] === null) return 'null';
  return cursor[side] === '' ? 'empty' : 'cursor';
}

check('declares/end-of-log', async (t) => {
  const baseline = await requireStableLog(t);
  const walks = await Promise.all([baseline.log, ...baseline.others].map((log) => log.walk()));
  const ends = walks.filter((walk) => walk.end === 'end').map((walk) => walk.pages.at(-1)!.exchange);
  if (ends.length === 0)
    throw inconclusive('no log was walked to its end', 'a target on which logs/walk-terminates passes');
  const declared = t.settings.declares.endOfLog;
  const other = ends.find((end) => shownAs(end, 'next') !== declared) ?? ends[0]!;
  for (const end of ends.filter((one) => one !== other)) t.observations.record('endOfLog', shownAs(end, 'next'), end);
  return choice(t, 'endOfLog', declared, shownAs(other, 'next'), [[other, 'the last page']]);
});

check('declares/cursor-carries-filters', async (t) => {
  const { log, plainWalk } = await requireStableLog(t);
  const queries: LogQuery[] = [{ status: 'succeeded' }, { status: 'failed' }];
  const walks = await Promise.all(queries.map((query) => log.walk(query)));
  const known = walks.find((walk) => walk.end === 'end' && walk.pages.length > 1 && !equal(walk.bag, plainWalk.bag));
  if (known === undefined)
    throw inconclusive('no status has two pages of its own', 'a webhook with several pages of each status');
  const query = queries[walks.indexOf(known)]!;
  let alone = await log.read(query, 'alone');
  // What was read by the cursor alone, since that seemed to do, is no measure of it.
  let carries = known.form === 'repeated' && alone.end === 'end' && equal(alone.bag, known.bag);
  // An item of the other status, by the cursor alone, says so too, whatever comes and goes in the log meanwhile.
  const other = walks[1 - walks.indexOf(known)]!.bag;
  const stray = alone.items.some((item) => other.has(item) && !known.bag.has(item));
  const { cursorCarriesFilters: declared } = t.settings.declares;
  if (!carries && (!stray || declared === true)) {
    // Between two reads that agree, with nothing else of ours in flight: else it may be the log that changed.
    const [before, again, after] = await log.exclusively(
      async (quiet) =>
        [
          await quiet.read(query, 'repeated'),
          await quiet.read(query, 'alone'),
          await quiet.read(query, 'repeated'),
        ] as const,
    );
    if (!equal(before.bag, after.bag))
      throw inconclusive('the log changed while it was read', 'a webhook whose log is quiet during the run');
    alone = again;
    // Where a query beside a cursor is refused, the cursor alone has to yield all that its total says.
    carries =
      again.end === 'end' &&
      (before.end === 'end'
        ? equal(again.bag, before.bag)
        : again.items.length === again.total && !equal(again.bag, plainWalk.bag));
  }
  const second = alone.pages[1]?.exchange ?? alone.last ?? alone.pages[0]!.exchange;
  return choice(t, 'cursorCarriesFilters', declared, carries, [
    [second, `page 2 of ${describeQuery(query)}, by the cursor alone`],
  ]);
});

check('gaps/pages', async (t) => {
  const { plainWalk, log } = await requireStableLog(t);
  const first = plainWalk.pages[0]!.exchange;
  const prev = shownAs(first, 'prev');
  t.observations.record('firstPagePrev', prev, first);
  const size = pageSize(plainWalk);
  if (size !== undefined) t.observations.record('pageSize', size, first);
  const reuse = await reused(t, log.id);
  looked(
    `prev on page 1 is ${prev}`,
    ...(size === undefined ? [] : [`pages of ${word(size)}`]),
    ...(reuse === undefined ? [] : [`a cursor used twice: ${reuse}`]),
  );
});

/** The one length of all pages but the last; "varies" where they differ. */
function pageSize(walk: Walk): number | 'varies' | undefined {
  const lengths = new Set(walk.pages.slice(0, -1).map(({ page }) => page.data.length));
  return lengths.size === 0 ? undefined : lengths.size === 1 ? [...lengths][0] : 'varies';
}

async function reused(t: CheckContext, webhook: string): Promise<string | undefined> {
  const where = { webhook, query: {}, form: 'alone' } as const;
  const cursor = parsePage((await t.send({ operation: 'logs', webhook })).response)?.next;
  if (cursor === undefined) return undefined;
  const once = await readCursor(t.client, where, 'next', cursor);
  const twice = await readCursor(t.client, where, 'next', cursor);
  if (!isAccepted(once)) return undefined;
  const [a, b] = [parsePage(once.response), parsePage(twice.response)];
  const how = !isAccepted(twice)
    ? `refused (${outcome(twice)})`
    : word(a?.data) === word(b?.data)
      ? 'the same page'
      : 'another page';
  t.observations.record('cursorReuse', how, twice);
  return how;
}
