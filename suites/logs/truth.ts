/** The second oracle: what a truth file or decoded items say of status and time. */
import type { Baseline, CheckContext, LogStatus } from '../../src/suite.ts';

/** Item → time, ms: from the truth file, or decoded as declared. Undefined where neither gives any. */
export async function knownTimes(
  t: CheckContext,
  { log, plainWalk }: Baseline,
): Promise<ReadonlyMap<string, number> | undefined> {
  const times = new Map<string, number>();
  for (const { item, at } of t.truth(log.id)) if (at !== undefined) times.set(item, Date.parse(at));
  const pointer = t.settings.declares.item?.time;
  if (times.size === 0 && t.settings.declares.item?.encoding === 'json' && pointer !== undefined)
    for (const item of new Set(plainWalk.items)) {
      const at = instant(decoded(item, pointer));
      if (at !== undefined) times.set(item, at);
    }
  return times.size === 0 ? undefined : times;
}

/** Item → status as the truth file or declared items say. */
export function knownStatuses(
  t: CheckContext,
  { log, plainWalk }: Baseline,
): ReadonlyMap<string, LogStatus> | undefined {
  const statuses = new Map<string, LogStatus>();
  const unclear = new Set<string>();
  const note = (item: string, status: unknown) => {
    if (status !== 'succeeded' && status !== 'failed') return;
    if (statuses.has(item) && statuses.get(item) !== status) unclear.add(item);
    statuses.set(item, status);
  };
  for (const { item, status } of t.truth(log.id)) note(item, status);
  const { item: shape } = t.settings.declares;
  if (statuses.size === 0 && shape?.encoding === 'json' && shape.status !== undefined)
    for (const item of plainWalk.items) note(item, decoded(item, shape.status));
  for (const item of unclear) statuses.delete(item);
  return statuses.size === 0 ? undefined : statuses;
}

/** A top-level member that holds one of the two statuses in every item, where there is exactly one such. */
export function foundStatusPointer(items: readonly string[]): string | undefined {
  let candidates: string[] | undefined;
  for (const item of items) {
    const value = parsed(item);
    if (value === undefined) return undefined;
    const here = Object.keys(value).filter((key) => value[key] === 'succeeded' || value[key] === 'failed');
    candidates = candidates === undefined ? here : candidates.filter((key) => here.includes(key));
    if (candidates.length === 0) return undefined;
  }
  const [only, ...more] = candidates ?? [];
  return only === undefined || more.length > 0 ? undefined : `/${only.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** An item that is a JSON object; undefined for any other. */
export function parsed(item: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(item);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The value at a JSON Pointer (RFC 6901) in an item that is JSON text. */
export function decoded(item: string, pointer: string): unknown {
  let value: unknown = parsed(item);
  for (const step of pointer.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return value;
}

function instant(value: unknown): number | undefined {
  if (typeof value === 'number') return value < 1e11 ? value * 1000 : value;
  if (typeof value !== 'string') return undefined;
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : at;
}
