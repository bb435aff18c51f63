/** What a truth file, or items that decode as declared, say of the status and the time of items: a second oracle. */
import { type LogStatus, logStatuses } from '../../core/operation.ts';
import { valueAt } from '../../log/item-json.ts';
import type { Baseline } from '../../log/logs.ts';
import type { CheckContext } from '../check-context.ts';

const zoned = /\d(Z|[+-]\d\d:?\d\d)$/i;

/** Item → time, ms since the epoch. Empty if no time is known. */
export function knownTimes(
  t: CheckContext,
  { log, plainWalk }: Pick<Baseline, 'log' | 'plainWalk'>,
): ReadonlyMap<string, number> {
  const told = t.truth(log.id).flatMap(({ item, at }) => (at === undefined ? [] : [[item, Date.parse(at)] as const]));
  if (told.length > 0) return new Map(told);
  const pointer = declaredPointer(t, 'time');
  if (pointer === undefined) return new Map();
  const decoded = [...plainWalk.bag.keys()].map((item) => [item, instantOf(valueAt(item, pointer))] as const);
  return new Map(decoded.filter((one): one is readonly [string, number] => one[1] !== undefined));
}

/** {@link knownTimes} without times whose text names no zone, and without items with several times. */
export function knownInstants(t: CheckContext, baseline: Baseline): ReadonlyMap<string, number> {
  const told = t.truth(baseline.log.id).flatMap(({ item, at }) => (at === undefined ? [] : [[item, at] as const]));
  const pointer = declaredPointer(t, 'time');
  const pairs: readonly (readonly [item: string, at: unknown])[] =
    told.length > 0 || pointer === undefined
      ? told
      : [...baseline.plainWalk.bag.keys()].map((item) => [item, valueAt(item, pointer)] as const);
  const instants = new Map<string, number>();
  const unclear = new Set<string>();
  for (const [item, value] of pairs) {
    const at = typeof value === 'string' && !zoned.test(value) ? undefined : instantOf(value);
    if (at === undefined || (instants.get(item) ?? at) !== at) unclear.add(item);
    else instants.set(item, at);
  }
  for (const item of unclear) instants.delete(item);
  return instants;
}

/** Item → status; without items that have both. Empty if no status is known. */
export function knownStatuses(
  t: CheckContext,
  { log, plainWalk }: Pick<Baseline, 'log' | 'plainWalk'>,
): ReadonlyMap<string, LogStatus> {
  const told = t.truth(log.id).map(({ item, status }) => [item, status] as const);
  const statuses = clearStatuses(told);
  const pointer = declaredPointer(t, 'status');
  if (statuses.size > 0 || pointer === undefined) return statuses;
  return clearStatuses(plainWalk.items.map((item) => [item, valueAt(item, pointer)] as const));
}

function clearStatuses(pairs: readonly (readonly [item: string, status: unknown])[]): Map<string, LogStatus> {
  const statuses = new Map<string, LogStatus>();
  const unclear = new Set<string>();
  for (const [item, told] of pairs) {
    const status = logStatuses.find((one) => one === told);
    if (status === undefined) continue;
    if ((statuses.get(item) ?? status) !== status) unclear.add(item);
    statuses.set(item, status);
  }
  for (const item of unclear) statuses.delete(item);
  return statuses;
}

function declaredPointer({ settings }: CheckContext, member: 'time' | 'status'): string | undefined {
  const { item } = settings.declares;
  return item?.encoding === 'json' ? item[member] : undefined;
}

function instantOf(value: unknown): number | undefined {
  // Epoch seconds and milliseconds are told apart by their size.
  if (typeof value === 'number') return value < 1e11 ? value * 1000 : value;
  const at = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}
