/** The parameters of a search, as a simulated server reads them: correct for any {@link Choices}, or with one fault. */
import type { Choices, SortNames } from './choices.ts';
import type { FaultName } from './faults.ts';

export interface Query {
  readonly status: string | undefined;
  readonly sortBy: string | undefined;
  readonly direction: 'asc' | 'desc';
  readonly field: 'at' | 'status' | 'duration';
  readonly from: number | undefined;
  readonly to: number | undefined;
}

/** Thrown if a search is refused. */
export class Refusal {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** What decides how parameters are read. */
interface Reading {
  readonly choices: Choices;
  readonly fault: FaultName | undefined;
  /** ms since the epoch. */
  readonly now: number;
}

const day = 86_400_000;
const usualNames: SortNames = { createdAt: 'at', status: 'status' };

/** @throws Refusal if the target rejects a parameter */
export function readQuery(reading: Reading, given: ReadonlyMap<string, string>): Query {
  const { choices, fault } = reading;
  const status = given.get('status');
  if (status !== undefined && status !== 'succeeded' && status !== 'failed') throw new Refusal('status');
  const { field, direction } = orderOf(reading, given);
  const sortBy = given.get('sortBy');
  let from = timeOf(reading, given.get('from'));
  let to = timeOf(reading, given.get('to'), true);
  switch (fault) {
    case 'from ignored':
      from = undefined;
      break;
    case 'to ignored':
      to = undefined;
      break;
    case 'range ignored':
      [from, to] = [undefined, undefined];
      break;
    case 'bounds swapped':
      [from, to] = [to, from];
      break;
    case 'bounds only together':
      if (from === undefined || to === undefined) [from, to] = [undefined, undefined];
      break;
    case 'from wins over to':
      if (from !== undefined) to = undefined;
      break;
    case 'to ignored with status':
      if (status !== undefined) to = undefined;
      break;
  }
  return {
    status,
    sortBy,
    field,
    direction: fault === 'direction ignored' ? choices.defaultOrder : direction,
    ...windowOf(reading, from, to),
  };
}

function orderOf({ choices }: Reading, given: ReadonlyMap<string, string>): Pick<Query, 'field' | 'direction'> {
  const { sortNames = usualNames, otherSort, defaultOrder, directions = 'always' } = choices;
  const asked = given.get('sortDirection');
  if (asked !== undefined && asked !== 'asc' && asked !== 'desc') throw new Refusal('sortDirection');
  const sortBy = given.get('sortBy');
  const meaning = sortBy === undefined ? undefined : sortNames[sortBy];
  if (otherSort === 'refused' && sortBy !== undefined && meaning === undefined) throw new Refusal('sortBy');
  const named = meaning === undefined || meaning === 'none' ? undefined : meaning;
  const field = named ?? 'at';
  if (asked === undefined || (directions === 'with-field' && named === undefined))
    return { field, direction: defaultOrder };
  const turned = directions === 'by-age' && named === undefined;
  return { field, direction: turned ? (asked === 'asc' ? 'desc' : 'asc') : asked };
}

/** Both bounds, with what a lone one means. */
function windowOf({ choices }: Reading, from: number | undefined, to: number | undefined): Pick<Query, 'from' | 'to'> {
  const { loneToMs, loneFromMs, widestSpanMs } = choices;
  if (from !== undefined && to !== undefined && widestSpanMs !== undefined && to - from > widestSpanMs)
    throw new Refusal('from and to are too far apart');
  if (from === undefined && to !== undefined && loneToMs !== undefined) return { from: to - loneToMs, to };
  if (from !== undefined && to === undefined && loneFromMs !== undefined) return { from, to: from + loneFromMs };
  return { from, to };
}

function timeOf(reading: Reading, text: string | undefined, end = false): number | undefined {
  const { choices, fault } = reading;
  if (text === undefined) return undefined;
  const at = instantOf(reading, text);
  if (Number.isNaN(at)) throw new Refusal('from and to: no such time');
  const isTime = choices.time !== 'sequence' && choices.time !== 'stardate';
  if (choices.refusesFar && isTime && (at < Date.UTC(2000, 0, 1) || at > Date.UTC(2060, 0, 1)))
    throw new Refusal('too far away');
  if (fault === 'bounds cut to the day') return Math.floor(at / day) * day;
  if (fault === 'bounds stretched to the day') return Math.floor(at / day) * day + (end ? day - 1 : 0);
  if (fault === 'bounds off by a time zone') return at + (end ? -1 : 1) * 5 * 3_600_000;
  return at;
}

function instantOf({ choices, now }: Reading, text: string): number {
  switch (choices.time) {
    case 'rfc3339':
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
    case 'date':
      return /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
    case 'epoch-seconds':
      return /^-?\d{1,16}$/.test(text) ? Number(text) * 1000 : Number.NaN;
    case 'epoch-milliseconds':
      return /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
    case 'sequence':
      return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    case 'seconds-ago':
      return /^\d{1,9}$/.test(text) ? now - Number(text) * 1000 : Number.NaN;
    case 'stardate':
      return /^\d{5}\.\d$/.test(text) ? Number(text) : Number.NaN;
  }
}
