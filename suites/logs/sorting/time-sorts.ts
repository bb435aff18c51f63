/** Sort fields under which the order follows time. */
import type { Baseline, CheckContext, LogQuery, WebhookLog } from '../../../src/suite.ts';
import { defined, inconclusive, logs } from '../../../src/suite.ts';
import { describeDisorder } from './shown-order.ts';

export const directions = ['asc', 'desc'] as const;

export const sortedBy = (sortBy: string | undefined, sortDirection?: logs.Direction): LogQuery =>
  defined({ sortBy, sortDirection });

/** The sort fields under which the order follows time, as buckets of time show, or is declared to. */
export async function requireTimeSorts(t: CheckContext) {
  const baseline = await t.baseline({ finite: true, minPages: 2 });
  const { log } = baseline;
  const buckets = await t.logs.timeBuckets(baseline);
  if (buckets === undefined)
    inconclusive(
      'ranges do not separate old items from new ones',
      'a time format that the target reads (declares.timeFormat), and logs that lie apart in time',
    );
  const followed = await findTimeSorts(t, baseline, buckets);
  const spansDays = buckets.cuts.at(-1)! - buckets.cuts[0]! >= logs.longestDayMs;
  const fields = followed.filter((name) => spansDays || !logs.namesDay(name));
  if (followed.length > 0 && fields.length === 0)
    inconclusive(
      `sortBy=${followed[0]} may sort by the day, and ranges do not separate entries that are more than a day apart`,
      'a webhook whose log spans several days (fixtures.webhooks)',
    );
  const [ignorable] = fields.length > 0 ? [] : await ignorableTimeSorts(t);
  const undecided = (why: string): never => inconclusive(why, 'declares.sortBy with the field that names the time');
  if (fields.length === 0 && ignorable === undefined) {
    const disorder = await describeDisorder(t, baseline);
    undecided(`no accepted sort field is known to follow time${disorder === undefined ? '' : `: ${disorder}`}`);
  }
  const mayNotBeUsed = `sortBy=${ignorable} may be ignored: the target accepts unknown fields, too`;
  if (ignorable !== undefined && !(await isObeyed(t, log, ignorable, buckets))) undecided(mayNotBeUsed);
  const ordered = { ...buckets, mayTie: logs.sharedTimes(baseline.plainWalk.items) };
  /** A field that may be ignored can show that its order is right, and not that it is wrong. */
  const expectInOrder = async (query: LogQuery & { readonly sortDirection: logs.Direction }): Promise<void> => {
    const isByDay = query.sortBy !== undefined && logs.namesDay(query.sortBy);
    const inOrder = logs.inTimeOrder(ordered, query.sortDirection, isByDay ? logs.longestDayMs : 0);
    if (ignorable === undefined) await t.expect(log, [query], inOrder);
    else if (inOrder([await log.walk(query)]) !== undefined) undecided(mayNotBeUsed);
  };
  return { log, baseline, buckets, fields: ignorable === undefined ? fields : [ignorable], expectInOrder };
}

/** Fields that seem to name the time; if unknown ones are accepted, they may be ignored as those are. */
async function ignorableTimeSorts(t: CheckContext): Promise<readonly string[]> {
  return (await t.logs.rejectsUnknownSort()) ? [] : (await t.logs.sorts()).filter((name) => t.logs.namesTime(name));
}

/** Whether the order goes up in time with `asc` and down with `desc`; not asked if few requests may be sent. */
async function isObeyed(t: CheckContext, log: WebhookLog, sortBy: string, buckets: logs.TimeBuckets): Promise<boolean> {
  if (t.effort.isLean) return false;
  const walks = await Promise.all(directions.map((direction) => log.walk(sortedBy(sortBy, direction))));
  const [up, down] = walks.map((walk) => logs.timeOrderOf(walk, buckets));
  return walks.every(logs.isComplete) && up === 'ascending' && down === 'descending';
}

export async function findTimeSorts(t: CheckContext, { log, plainWalk }: Baseline, buckets: logs.TimeBuckets) {
  const sorts = (await t.logs.sorts()).filter((name) => t.logs.namesTime(name));
  // Without a field the default key may run against time, as an age does; and a name that is ignored means nothing.
  const meaningful = (await t.logs.rejectsUnknownSort()) ? sorts : sorts.filter((name) => name === t.logs.declaredTime);
  const candidates = (await oneForEachOrder(t, meaningful)).slice(0, logs.isLongWalk(plainWalk) ? 1 : 3);
  const enough = t.effort.pick({ quick: 1, standard: candidates.length });
  const found: { readonly name: string; readonly mayBeIgnored: boolean }[] = [];
  for (const name of candidates) {
    if (found.filter(({ mayBeIgnored }) => !mayBeIgnored).length >= enough) break;
    const walks = await Promise.all(directions.map((direction) => log.walk(sortedBy(name, direction))));
    // Where the direction changes nothing, the field alone may have another order.
    if (!t.effort.isLean && logs.hasSameOrder(walks[0]!, walks[1]!)) walks.push(await log.walk({ sortBy: name }));
    if (!walks.every(logs.isComplete)) continue;
    const isEffective = walks.some((walk) => !logs.hasSameOrder(walk, walks[0]!));
    const follows = isEffective && walks.some((walk) => logs.followsTime(walk, buckets));
    const isDeclared = name === t.logs.declaredTime;
    if (!follows && !isDeclared) continue;
    found.push({ name, mayBeIgnored: !isDeclared && (await mayBeIgnored(log, walks, buckets)) });
  }
  const used = found.filter((one) => !one.mayBeIgnored);
  return (used.length > 0 ? used : found).slice(0, enough).map(({ name }) => name);
}

/** Names of fields, one for each order; all of them if nothing is left out, or if few requests may be sent to tell. */
export async function oneForEachOrder(t: CheckContext, names: readonly string[]): Promise<readonly string[]> {
  if (t.effort.isLean || t.effort.isExhaustive || names.length < 2) return names;
  const { all } = await t.logs.distinctSorts();
  const found = names.filter((name) => all.includes(name) || name === t.logs.declaredTime);
  return found.length > 0 ? found : names;
}

/**
 * Whether a name that is accepted may be ignored, as far as its walk with `asc` shows: it runs against time, as the search
 * without a name does, whose default key may be an age. Where another name follows time, that one is judged instead.
 */
async function mayBeIgnored(log: WebhookLog, [asc]: readonly logs.Walk[], buckets: logs.TimeBuckets) {
  return (
    logs.timeOrderOf(asc!, buckets) === 'descending' &&
    logs.hasSameOrder(asc!, await log.walk({ sortDirection: 'asc' }))
  );
}
