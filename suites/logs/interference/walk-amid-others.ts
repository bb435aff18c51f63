/** A walk with other searches between its pages has the items that it has without them: a list sorted in place shows here. */
import {
  type Baseline,
  bags,
  type CheckContext,
  defined,
  fail,
  type LogQuery,
  logs,
  type Proof,
  type Walk,
  type WebhookLog,
} from '../../../src/suite.ts';
import { settledPart } from './settled-part.ts';

/** How often walks beside others are compared with the same walks alone, and how many must differ. */
export const bursts = 3;
export const requiredDifferences = 2;

const directed = [{ sortDirection: 'asc' }, { sortDirection: 'desc' }] as const;
const filtered: readonly LogQuery[] = [{ status: 'failed' }, { status: 'succeeded' }];

/** Searches between the pages of a walk: each asks for another order or other entries than the one before. */
function inBetween(sorts: readonly string[]): readonly LogQuery[] {
  const sorted = sorts.length === 0 ? directed : sorts.flatMap((sortBy) => directed.map((one) => ({ sortBy, ...one })));
  return [...sorted.slice(0, 2), filtered[0]!, ...sorted.slice(2, 4), filtered[1]!];
}

/** @param sorts accepted values of sortBy, each of another order */
export async function expectUnmovedByOthers(t: CheckContext, baseline: Baseline, sorts: readonly string[]) {
  const { log, plainWalk } = baseline;
  if (plainWalk.pages.length < 2 || logs.isLongWalk(plainWalk) || !logs.isComplete(plainWalk)) return;
  // Other requests of the run cannot undo a disturbance: the walk is alone only if they might explain one.
  const pages = t.effort.isExhaustive ? undefined : inBetween(sorts).length + 1;
  const amid = await walkAmid(log, {}, sorts, plainWalk.items.length, pages);
  if (amid === undefined || agrees(amid, plainWalk, plainWalk)) return;
  if ((!amid.isCut && !isDisturbed(amid, plainWalk)) || agrees(amid, plainWalk, await log.read({}))) return;
  const outcome = await compareAmid(log, {}, sorts);
  if (outcome !== 'grown') return;
  const part = await settledPart(t, log);
  if (part !== undefined) await compareAmid(log, part, sorts);
}

function walkAmid(log: WebhookLog, query: LogQuery, sorts: readonly string[], count: number, pages?: number) {
  return logs.walkAmidOthers(
    log.client,
    log.where(query),
    inBetween(sorts).map((other) => log.where({ ...query, ...other })),
    { items: count, ...defined({ pages }) },
  );
}

/**
 * Fails if walks with others between their pages differ often enough from the same walk alone, before and after.
 * @returns `grown` if the log changed in the meantime, so that nothing can be decided
 */
async function compareAmid(log: WebhookLog, query: LogQuery, sorts: readonly string[]): Promise<'same' | 'grown'> {
  let differences = 0;
  let hasGrown = false;
  for (let burst = 1; burst < bursts; burst += 1) {
    const { before, amid, after } = await log.exclusively(async (alone) => {
      const { clock, settleMs } = alone.client;
      const read = await alone.read(query);
      // The pauses let replicas catch up and caches expire, so that neither explains why only the walk between them differs.
      await clock.sleep(settleMs);
      const walkedAmid = await walkAmid(alone, query, sorts, read.items.length);
      await clock.sleep(settleMs);
      return { before: read, amid: walkedAmid, after: await alone.read(query) };
    });
    if (amid === undefined || !isDisturbed(amid, before) || liesBetween(amid, before, after)) return 'same';
    if (!logs.isSameReading(before, after)) {
      hasGrown = true;
      continue;
    }
    differences += 1;
    if (differences === requiredDifferences) failMoved(log, amid, before);
  }
  return hasGrown ? 'grown' : 'same';
}

/** Whether a walk beside others differs from the same walk alone, which must have been read to its end. */
export function isDisturbed(beside: logs.WalkBesideOthers | undefined, alone: Walk): boolean {
  return beside !== undefined && logs.isComplete(alone) && logs.isDisturbed(beside, alone.bag);
}

/**
 * Whether a walk beside others fits between an earlier and a later walk alone, as it does on a log that grew in the meantime. False
 * if fewer than half of the earlier items stayed: then almost any walk would fit.
 */
export function liesBetween(beside: logs.WalkBesideOthers | undefined, before: Walk, after: Walk): boolean {
  if (beside === undefined || beside.isPartial || !logs.isComplete(before) || !logs.isComplete(after)) return false;
  const left = bags.sizeOf(bags.minus(before.bag, after.bag));
  return 2 * left <= before.items.length && bags.between(beside.bag, before.bag, after.bag);
}

/**
 * Whether a walk beside others has what the same walk alone had before, or has now. Of one that ends after some pages, these must
 * begin as one of the walks alone, or on a log that changed, lie anywhere in the later one.
 */
export function agrees(beside: logs.WalkBesideOthers | undefined, before: Walk, now: Walk): boolean {
  if (beside?.isCut !== true) return liesBetween(beside, before, now);
  const { items } = beside;
  if (items.length === 0 || !logs.isComplete(now)) return false;
  const isAt = (start: number) => items.every((item, index) => item === now.items[start + index]);
  if (isAt(0)) return true;
  return !logs.isSameReading(before, now) && now.items.some((item, start) => item === items[0] && isAt(start));
}

function failMoved(log: WebhookLog, amid: logs.WalkBesideOthers, alone: Walk): never {
  const difference = logs.difference({ name: 'amid other searches', bag: amid.bag }, { name: 'alone', bag: alone.bag });
  fail(
    `the walk with ${logs.describeQuery(alone.query)} on webhook ${log.id}, with other searches between its pages, has ${logs.countsInWords(difference)}; expected the items that it has alone`,
    proofOfDisturbance(amid, alone),
    { illustrations: [difference] },
  );
}

/** The walk alone, and the last response that the disturbed one got. */
export function proofOfDisturbance({ last }: logs.WalkBesideOthers, alone: Walk): Proof[] {
  const controls = logs.proofOfWalk(alone, 'alone').map(([exchange, note]): Proof => [exchange, note, 'control']);
  return last === undefined ? controls : [...controls, [last, 'the last page beside other searches', 'wrong']];
}
