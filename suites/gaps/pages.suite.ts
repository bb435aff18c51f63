/** What the walks of a log show of its pages: their end, their beginning, their length, their cursors and their items. */
import {
  accepted,
  checksOf,
  type Exchange,
  equal,
  inconclusive,
  jsonBody,
  keyOf,
  type LogQuery,
  pageOf,
  readCursor,
  type Trial,
  type Walk,
} from '../../src/kit.ts';
import { settled } from '../logs/reading.ts';
import { choice, looked, outcome, word } from './choice.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

/** How a cursor is written where no page lies on its side; `cursor` where one is there. */
function shownAs(exchange: Exchange, side: 'next' | 'prev'): 'absent' | 'empty' | 'null' | 'cursor' {
  const body = exchange.response === null ? undefined : jsonBody(exchange.response);
  const cursor = body?.ok === true ? (body.value as { cursor?: Record<string, unknown> }).cursor : undefined;
  if (cursor === undefined || !Object.hasOwn(cursor, side)) return 'absent';
  if (cursor[side] === null) return 'null';
  return cursor[side] === '' ? 'empty' : 'cursor';
}

check('declares/end-of-log', async (trial) => {
  const survey = await settled(trial);
  const walks = await Promise.all([survey.log, ...survey.others].map((log) => log.walk()));
  const ends = walks.filter((walk) => walk.end === 'end').map((walk) => walk.pages.at(-1)!.exchange);
  if (ends.length === 0)
    throw inconclusive('no log was walked to its end', 'a target on which logs/walk-terminates passes');
  const declared = trial.settings.declares.endOfLog;
  const other = ends.find((end) => shownAs(end, 'next') !== declared) ?? ends[0]!;
  for (const end of ends.filter((one) => one !== other)) trial.observations.see('endOfLog', shownAs(end, 'next'), end);
  return choice(trial, 'endOfLog', declared, shownAs(other, 'next'), [[other, 'the last page']]);
});

check('declares/cursor-carries-filters', async (trial) => {
  const { log, base } = await settled(trial);
  const queries: LogQuery[] = [{ status: 'succeeded' }, { status: 'failed' }];
  const walks = await Promise.all(queries.map((query) => log.walk(query)));
  const known = walks.find((walk) => walk.end === 'end' && walk.pages.length > 1 && !equal(walk.bag, base.bag));
  if (known === undefined)
    throw inconclusive('vacuous: no status has two pages of its own', 'a webhook with several pages of each status');
  const query = queries[walks.indexOf(known)]!;
  let alone = await log.read(query, 'alone');
  // What was read by the cursor alone, since that seemed to do, is no measure of it.
  let carries = known.form === 'repeated' && alone.end === 'end' && equal(alone.bag, known.bag);
  // An item of the other status, by the cursor alone, says so too, whatever comes and goes in the log meanwhile.
  const other = walks[1 - walks.indexOf(known)]!.bag;
  const stray = alone.items.some((item) => other.has(item) && !known.bag.has(item));
  const { cursorCarriesFilters: declared } = trial.settings.declares;
  if (!carries && (!stray || declared === true)) {
    // Between two reads that agree, with nothing else of ours in flight: else it may be the log that changed.
    const [before, again, after] = await log.alone(
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
        : again.items.length === again.total && !equal(again.bag, base.bag));
  }
  const second = alone.pages[1]?.exchange ?? alone.last ?? alone.pages[0]!.exchange;
  return choice(trial, 'cursorCarriesFilters', declared, carries, [
    [second, `page 2 of ${keyOf(query)}, by the cursor alone`],
  ]);
});

check('gaps/pages', async (trial) => {
  const { base, log } = await settled(trial);
  const first = base.pages[0]!.exchange;
  const prev = shownAs(first, 'prev');
  trial.observations.see('firstPagePrev', prev, first);
  const size = pageSize(base);
  if (size !== undefined) trial.observations.see('pageSize', size, first);
  const reuse = await reused(trial, log.id);
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

async function reused(trial: Trial, webhook: string): Promise<string | undefined> {
  const where = { webhook, query: {}, form: 'alone' } as const;
  const cursor = pageOf((await trial.send({ operation: 'logs', webhook })).response)?.next;
  if (cursor === undefined) return undefined;
  const once = await readCursor(trial.client, where, 'next', cursor);
  const twice = await readCursor(trial.client, where, 'next', cursor);
  if (!accepted(once)) return undefined;
  const [a, b] = [pageOf(once.response), pageOf(twice.response)];
  const how = !accepted(twice)
    ? `refused (${outcome(twice)})`
    : word(a?.data) === word(b?.data)
      ? 'the same page'
      : 'another page';
  trial.observations.see('cursorReuse', how, twice);
  return how;
}
