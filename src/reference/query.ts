/** Parses the query of a log search (§4.4). */
import { type LogStatus, logStatuses } from '../core/operation.ts';
import { Refusal } from './answer.ts';
import { parseTime } from './time.ts';

export const sortKeys = ['createdAt', 'status'] as const;
export type SortKey = (typeof sortKeys)[number];

/** The query that is answered. Times in ms since the epoch; `from` is inclusive, `to` exclusive. */
export interface Query {
  readonly status: LogStatus | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly sortBy: SortKey;
  readonly direction: 'asc' | 'desc';
}

/** The query that was sent; parameters that were not sent are absent. */
export interface SentQuery {
  readonly next?: string;
  readonly prev?: string;
  readonly given: Partial<Query>;
}

export const defaultQuery: Query = {
  status: undefined,
  from: undefined,
  to: undefined,
  sortBy: 'createdAt',
  direction: 'desc',
};

/**
 * Decodes a query string into its parameters.
 * @throws Refusal 400 on invalid percent-encoding or a repeated parameter
 */
export function decodeQuery(search: string): Map<string, string> {
  const parameters = new Map<string, string>();
  if (search === '') return parameters;
  for (const piece of search.split('&')) {
    if (piece === '') continue;
    const equals = piece.indexOf('=');
    const name = decodePiece(equals < 0 ? piece : piece.slice(0, equals));
    if (parameters.has(name)) throw new Refusal(400, 'A query parameter must not be repeated.');
    parameters.set(name, equals < 0 ? '' : decodePiece(piece.slice(equals + 1)));
  }
  return parameters;
}

function decodePiece(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new Refusal(400, 'The query contains percent-encoding that is not UTF-8.');
  }
}

/** @throws Refusal 400 that names the parameter with an invalid value */
export function readQuery(parameters: Map<string, string>): SentQuery {
  const given: { -readonly [K in keyof Query]?: Query[K] } = {};
  const status = oneOf(parameters, 'status', logStatuses);
  const sortBy = oneOf(parameters, 'sortBy', sortKeys);
  const direction = oneOf(parameters, 'sortDirection', ['asc', 'desc'] as const);
  const from = time(parameters, 'from');
  const to = time(parameters, 'to');
  if (status !== undefined) given.status = status;
  if (sortBy !== undefined) given.sortBy = sortBy;
  if (direction !== undefined) given.direction = direction;
  if (from !== undefined) given.from = from;
  if (to !== undefined) given.to = to;
  const next = parameters.get('next');
  const prev = parameters.get('prev');
  if (next !== undefined && prev !== undefined) throw new Refusal(400, 'next and prev exclude each other.');
  return { given, ...(next !== undefined && { next }), ...(prev !== undefined && { prev }) };
}

function oneOf<T extends string>(parameters: Map<string, string>, name: string, allowed: readonly T[]): T | undefined {
  const value = parameters.get(name);
  if (value === undefined) return undefined;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new Refusal(400, `${name} must be ${allowed.join(' or ')}.`);
  return found;
}

function time(parameters: Map<string, string>, name: string): number | undefined {
  const value = parameters.get(name);
  if (value === undefined) return undefined;
  const at = parseTime(value);
  if (at === undefined) throw new Refusal(400, `${name} must be an RFC 3339 date-time.`);
  return at;
}
