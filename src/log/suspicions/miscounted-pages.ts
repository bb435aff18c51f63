/**
 * Searches whose only page had another number of items than its total, whichever check sent them. Checks that look for the edge of a
 * range send the exact time of an entry as a bound: there a server may count with `>` and select with `>=`.
 */
import { type Exchange, isAccepted } from '../../core/exchange.ts';
import { logStatuses } from '../../core/operation.ts';
import { parsePage } from '../../schema/page.ts';
import { describeQuery, type LogQuery, parametersOf } from '../query.ts';

/** Searches kept of each webhook: each is read again. */
const kept = 3;

export class MiscountedPages {
  readonly #queries = new Map<string, Map<string, LogQuery>>();

  /** Takes in an exchange of the run. */
  note(exchange: Exchange): void {
    const { operation, webhook, proper, typed, target } = exchange.request;
    if (operation !== 'logs' || webhook === null || !proper || !typed || !isAccepted(exchange)) return;
    const page = parsePage(exchange.response);
    if (page === undefined || page.next !== undefined || page.prev !== undefined) return;
    if (page.data.length === page.totalItems) return;
    const query = queryOfTarget(target);
    const known = this.#queries.get(webhook) ?? new Map<string, LogQuery>();
    if (query === undefined || known.size >= kept) return;
    this.#queries.set(webhook, known.set(describeQuery(query), query));
  }

  of(webhook: string): readonly LogQuery[] {
    return [...(this.#queries.get(webhook)?.values() ?? [])];
  }
}

/** The query of a request target; undefined if it has a cursor, or a parameter or status that §4.4 does not name. */
export function queryOfTarget(target: string): LogQuery | undefined {
  const sent = new URLSearchParams(target.split('?')[1] ?? '');
  const query = Object.fromEntries(sent) as LogQuery;
  const isKnown = parametersOf(query).length === sent.size;
  return isKnown && (query.status === undefined || logStatuses.includes(query.status)) ? query : undefined;
}
