/** Walks by themselves: they end, are complete, keep their total, agree with each other, and move on. */
import {
  checksOf,
  drawWalk,
  endless,
  fail,
  firstRepeat,
  incomplete,
  inconclusive,
  keyOf,
  type LogQuery,
  logStatuses,
  notApplicable,
  type Oracle,
  same,
  type Trial,
  unsteadyTotal,
  type Walk,
  type WalkProblem,
  type WebhookLog,
} from '../../src/kit.ts';
import { border, ends, needPages, rests, settle, settled } from './reading.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

/** An oracle of one walk, with the walk drawn and the border shown. */
function onWalk(judge: (walk: Walk) => WalkProblem | undefined): Oracle {
  return ([walk]) => {
    const problem = judge(walk!);
    if (problem === undefined) return undefined;
    const proof = border(walk!, problem.place);
    if (walk!.last !== undefined) proof.push([walk!.last, 'where the walk stopped']);
    return {
      message: `the walk with ${keyOf(walk!.query)} on webhook ${walk!.webhook} ${problem.message}`,
      proof: proof.length > 0 ? proof : ends(walk!, 'the walk'),
      illustrations: [drawWalk(walk!, problem.place, problem.message)],
    };
  };
}

/** The queries whose walks are judged one by one: plain and per status on every webhook, and sorts on the richest. */
async function walked(trial: Trial): Promise<{ log: WebhookLog; query: LogQuery }[]> {
  const { log, others, base } = await settled(trial);
  const statuses = logStatuses.map((status): LogQuery => ({ status }));
  const queries: { log: WebhookLog; query: LogQuery }[] = [{ log, query: {} }];
  for (const query of statuses) queries.push({ log, query });
  if (base.pages.length <= 60 || trial.settings.run.depth === 'deep')
    for (const sortDirection of ['asc', 'desc'] as const) queries.push({ log, query: { sortDirection } });
  for (const other of others) for (const query of [{}, ...statuses]) queries.push({ log: other, query });
  return queries;
}

/** Judges each walk; the exchanges of those that hold. Walks that our budget cut decide nothing. */
async function eachWalk(trial: Trial, judge: (walk: Walk) => WalkProblem | undefined, pages: number): Promise<number> {
  let exchanges = 0;
  let longest = 0;
  for (const { log, query } of await walked(trial)) {
    const judged = await log.judge([query], onWalk(judge));
    if (judged.kind === 'live' && log !== (await trial.logs.survey()).log) continue;
    exchanges += settle(judged);
    if (judged.kind === 'holds') longest = Math.max(longest, judged.walks[0]!.pages.length);
  }
  if (longest < pages)
    throw inconclusive(
      `vacuous: the longest walk has ${longest} page${longest === 1 ? '' : 's'}`,
      `a webhook with ${pages} pages of logs or more`,
    );
  return exchanges;
}

check('logs/walk-terminates', async (trial) => rests(await eachWalk(trial, endless, 3), (await settled(trial)).pinned));

check('logs/walk-complete', async (trial) =>
  rests(await eachWalk(trial, incomplete, 3), (await settled(trial)).pinned),
);

check('logs/total-constant', async (trial) =>
  rests(await eachWalk(trial, unsteadyTotal, 2), (await settled(trial)).pinned),
);

check('logs/next-advances', async (trial) => {
  const survey = await settled(trial);
  needPages(survey.base, 2);
  const judged = await survey.log.judge([{}], onWalk(standsStill));
  return rests(settle(judged), survey.pinned);
});

/** Two pages in a row with the same items, in a walk whose items would else all be different. */
function standsStill(walk: Walk): WalkProblem | undefined {
  for (let at = 1; at < walk.pages.length; at += 1) {
    const { page, place } = walk.pages[at]!;
    const before = walk.pages[at - 1]!.page;
    const equalPages =
      page.data.length > 0 &&
      page.data.length === before.data.length &&
      page.data.every((item, index) => item === before.data[index]);
    // Where items repeat by right, the walk still has as many as its total says.
    if (
      equalPages &&
      new Set(page.data).size === page.data.length &&
      (walk.end !== 'end' || walk.items.length !== walk.total)
    )
      return {
        message: `comes to page ${place} by next from page ${place - 1}, and finds the same items again`,
        place,
      };
  }
  return undefined;
}

check('logs/no-duplicates', async (trial) => {
  if (trial.settings.declares.itemsUnique !== true)
    throw notApplicable('declares.itemsUnique is not true: items may repeat');
  let exchanges = 0;
  for (const log of trial.logs.all) {
    const judged = await log.judge(
      [{}],
      onWalk((walk) => {
        const repeat = firstRepeat(walk);
        return repeat === undefined
          ? undefined
          : {
              message: `has ${repeat.item.slice(0, 80)} on page ${repeat.before} and again on page ${repeat.place}`,
              place: repeat.place,
            };
      }),
    );
    exchanges += settle(judged);
  }
  return rests(exchanges);
});

check(
  'logs/walks-agree',
  async (trial) => {
    for (const log of trial.logs.all) {
      const [pair] = log.unstable;
      if (pair === undefined) continue;
      const [first, second] = pair;
      throw fail(
        `the same query (${keyOf(first.query)}) on webhook ${log.id} gives ${first.items.length} items of ${first.total}, then ${second.items.length} of ${second.total}, though nothing new arrived`,
        [...ends(first, 'the first read'), ...ends(second, 'the second read')],
        { illustrations: [drawWalk(first), drawWalk(second)] },
      );
    }
    return rests(1);
  },
  { phase: 'closing', prepare: { phase: 'main', work: agreeing } },
);

async function agreeing(trial: Trial) {
  const { log, base, pinned } = await settled(trial);
  needPages(base, 2);
  const queries: LogQuery[] = [{}, { status: 'failed' }, { sortDirection: 'asc' }];
  let exchanges = base.pages.length;
  for (const query of base.pages.length > 60 ? queries.slice(0, 1) : queries) {
    const [before, after] = [await log.walk(query), await log.read(query)];
    exchanges += before.pages.length + after.pages.length;
    if (same(before, after) || before.end === 'cut') continue;
    // Reads that differ are controlled: unstable ones are kept by the log and decided at the end.
    const judged = await log.control([query], () => undefined);
    exchanges += judged.exchanges;
    if (judged.kind === 'live')
      throw inconclusive('the log changed while it was read', 'a webhook whose log is quiet during the run');
  }
  return rests(exchanges, pinned);
}
