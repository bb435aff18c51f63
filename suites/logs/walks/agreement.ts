/** Readings of one log agree: again, in parts, and back from its end. */
import type { Baseline, CheckContext, LogQuery, Walk, WebhookLog } from '../../../src/suite.ts';
import { fail, inconclusive, logChanged, logs } from '../../../src/suite.ts';
import { settledPart } from '../interference/settled-part.ts';

/** Pairs of unstable readings of a log that are looked at again. */
const pairsRead = 3;

/** Unstable readings that any check met in the run: reported if settled items come and go again. */
export async function expectNoneUnstable(t: CheckContext): Promise<undefined> {
  let left: WebhookLog | undefined;
  for (const log of t.logs.all) {
    for (const pair of log.unstable.slice(0, pairsRead)) {
      await failIfUnstable(log, await logs.findSettledFlicker(log, pair));
      left = log;
    }
  }
  await expectGrowthToStay(t);
  await expectFewUnconfirmed(t);
  if (left !== undefined)
    inconclusive(
      `readings of webhook ${left.id} differed, but not in items that were there all the time`,
      'a webhook whose log is quiet during the run',
    );
}

/** How often a total must drop before a log with only two totals is taken to switch between them. */
const tellingDrops = 3;

/** Reads a log as a whole if its total kept switching between two values: it may be judged within a window, as if it grew. */
async function expectGrowthToStay(t: CheckContext): Promise<void> {
  const suspect = t.logs.all.find((log) => {
    const { totals, drops } = t.logs.plainTotals(log);
    return totals.size === 2 && drops >= tellingDrops;
  });
  if (suspect === undefined) return;
  // Walks that are read alone share a connection, and a balancer may route all of it to one node.
  const findFlicker = async (own: CheckContext) => {
    const whole = own.logs.whole(suspect.id);
    return (await logs.findFlicker(whole, {})) ?? (await logs.findFlicker(whole, {}, 'own-connections'));
  };
  const found = await findFlicker(t);
  if (found !== undefined) failUnstable(suspect, found, async (own) => (await findFlicker(own)) !== undefined);
}

/** Findings of one run that may each have another cause than unstable results. */
const excusableFindings = 2;

/** Findings that did not recur: a log that stayed the same returned other items three times, and to no check twice. */
async function expectFewUnconfirmed(t: CheckContext): Promise<void> {
  const found = t.runContext.excuses.unconfirmed.filter(
    ({ requirement }) => requirement.area === 'logs' && requirement.level !== 'advisory',
  );
  const [first] = found;
  if (first === undefined || found.length <= excusableFindings) return;
  // Within a window of a log that grows, what lags behind explains more than three.
  if (t.logs.all.some(({ scope }) => logs.parametersOf(scope).length > 0)) return;
  for (const log of t.logs.all) if (!(await logs.isUnchanged(log))) return;
  fail(
    `${found.length} findings did not recur, on logs that stayed the same: ${found.map(({ requirement }) => requirement.id).join(', ')}. One of them: ${first.message}`,
    first.proof,
  );
}

type ShowsAgain = (t: CheckContext) => Promise<boolean>;

function failUnstable({ id }: WebhookLog, [first, second]: readonly [Walk, Walk], showsAgain?: ShowsAgain): never {
  const difference = logs.difference(
    { name: 'the second reading', bag: second.bag },
    { name: 'the first reading', bag: first.bag },
  );
  fail(
    `${logs.describeQuery(first.query)} on webhook ${id}, read again, has ${logs.countsInWords(difference)}, though nothing arrived or left; expected the items of the reading before`,
    [...logs.proofOfWalk(first, 'the first reading'), ...logs.proofOfWalk(second, 'the second reading')],
    {
      illustrations: [difference, logs.drawWalk(first), logs.drawWalk(second)],
      ...(showsAgain === undefined ? {} : { case: { showsAgain } }),
    },
  );
}

/** Reads again what was read before, in part, and back from the last page. */
export async function expectAgreement(t: CheckContext): Promise<undefined> {
  const known = await t.logs.baseline();
  if (known.changing) await expectNoFlicker(t, known.log, {});
  const baseline = await t.baseline({ finite: true, minPages: 2 });
  const { log, plainWalk } = baseline;
  const queries: LogQuery[] = [{}, { status: 'failed' }, { sortDirection: 'asc' }, { status: 'succeeded' }];
  for (const query of t.effort.take(logs.isLongWalk(plainWalk) ? queries.slice(0, 1) : queries, { quick: 1 })) {
    const before = await log.walk(query);
    if (before.end === 'cut' || (await beginsAlike(t, log, query, before))) continue;
    if (logs.isSameReading(before, await logs.readAgain(t, baseline, query))) continue;
    // Readings that differ are controlled: unstable ones are kept by the log and reported at the end.
    const result = await log.controlRelation([query], () => undefined);
    if (result.kind !== 'live' && result.kind !== 'unstable') continue;
    await expectNoFlicker(t, log, query);
    if (result.kind === 'live') logChanged();
  }
  await expectSameBackward(t, baseline);
}

/** Pages of a walk that are read again if others show its end. */
const pagesAgain = 2;

/** Whether the first pages are as before; a walk of few pages is read again as a whole, and so is each if nothing is left out. */
async function beginsAlike(t: CheckContext, log: WebhookLog, query: LogQuery, before: Walk): Promise<boolean> {
  const isPlain = Object.keys(query).length === 0;
  if (!t.effort.sharesReadings || isPlain || before.pages.length <= pagesAgain) return false;
  return logs.beginsAs(await log.readHead(query, pagesAgain), before);
}

async function expectNoFlicker(t: CheckContext, log: WebhookLog, query: LogQuery): Promise<void> {
  await failIfUnstable(log, (await findFlickerOfPart(t, log, query)) ?? (await logs.findFlicker(log, query)));
}

async function failIfUnstable(log: WebhookLog, found: readonly [Walk, Walk] | undefined): Promise<void> {
  if (found === undefined || (await logs.hasChanged(log, found[0].query))) return;
  failUnstable(log, found);
}

/** Within a part of the log to which nothing is added, items that arrive do not hide those that come and go. */
async function findFlickerOfPart(t: CheckContext, log: WebhookLog, query: LogQuery) {
  const part = await settledPart(t, log);
  return part === undefined ? undefined : logs.findFlicker(log, { ...query, ...part });
}

/** Back from the last page to the first: the same items, as often. */
async function expectSameBackward(t: CheckContext, { log, plainWalk }: Baseline): Promise<void> {
  if (logs.isLongWalk(plainWalk) || !logs.isComplete(plainWalk)) return;
  const route = t.effort.pick({ quick: logs.thereBackAndOn, standard: logs.roundTrip, deep: logs.slowRoundTrip });
  const result = await t.navigate(log, {}, route(plainWalk.pages.length));
  if (result.kind !== 'broken' || result.problem.step !== 'prev') return;
  // Page sizes are not specified (§8), backward too: only the items count.
  if (result.problem.kind === 'prev-page-length') return;
  const { navigation, problem } = result;
  const { pages } = navigation;
  // A prev that is missing or rejected is prev-returns': here only other items than the walk forward had.
  const back = pages.at(-1)!;
  if (back.reachedBy === 'prev' && back.page.data.length > 0)
    fail(`walked backward, the log has other items than forward: ${problem.message}`, problem.proof, {
      illustrations: [logs.drawPages('the walk forward and back', pages, pages.length, problem.message)],
    });
}
