/** A search of the logs, without its cursor (§4.4): plain data, with a stable key. */
import type { LogStatus } from '../core/operation.ts';

export type Direction = 'asc' | 'desc';

export interface LogQuery {
  readonly status?: LogStatus;
  readonly sortBy?: string;
  readonly sortDirection?: Direction;
  /** In the exact form that the target understands. */
  readonly from?: string;
  readonly to?: string;
}

const names = ['status', 'sortBy', 'sortDirection', 'from', 'to'] as const;

export function parametersOf(query: LogQuery): [string, string][] {
  return names.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]] as [string, string]]));
}

/** Equal for equal queries; reads well in messages: `status=failed&from=2026-01-01`, or `no filter`. */
export function describeQuery(query: LogQuery): string {
  const pairs = parametersOf(query);
  return pairs.length === 0 ? 'no filter' : pairs.map(([name, value]) => `${name}=${value}`).join('&');
}

export function isPlain(query: LogQuery): boolean {
  return parametersOf(query).length === 0;
}
