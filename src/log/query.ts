/** The parameters of a search of the logs, without its cursor (§4.4). */
import type { LogStatus } from '../core/operation.ts';
import { percentEncode } from '../core/text.ts';

export type Direction = 'asc' | 'desc';

export interface LogQuery {
  readonly status?: LogStatus;
  readonly sortBy?: string;
  readonly sortDirection?: Direction;
  /** In the time form that the target reads. */
  readonly from?: string;
  readonly to?: string;
}

/** In the order in which they are sent. */
export const searchParameters = ['status', 'sortBy', 'sortDirection', 'from', 'to'] as const;

/** The parameters that are set, always in the same order. */
export function parametersOf(query: LogQuery): [string, string][] {
  return searchParameters.flatMap((name) =>
    query[name] === undefined ? [] : [[name, query[name]] as [string, string]],
  );
}

/** For messages and as a key, equal for equal queries: `status=failed&from=2026-01-01`, or `no filter`. */
export function describeQuery(query: LogQuery): string {
  const pairs = parametersOf(query);
  return pairs.length === 0 ? 'no filter' : pairs.map(([name, value]) => `${name}=${value}`).join('&');
}

/** The parameters as in a URL: `status=failed&from=2026-01-01T00%3A00%3A00Z`; empty for none. */
export function encodeQuery(query: LogQuery): string {
  return parametersOf(query)
    .map(([name, value]) => `${name}=${percentEncode(value)}`)
    .join('&');
}

/** Whether no parameter is set. */
export function isPlain(query: LogQuery): boolean {
  return parametersOf(query).length === 0;
}
