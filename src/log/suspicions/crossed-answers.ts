/**
 * Notices when a search seems to get the answer of another one in flight: the items of another webhook or status, or the total of the
 * other search. This is only a reason to look closer, since logs may be alike and may change. Nothing is sent for it.
 */
import { type Exchange, hasValidToken, isAccepted } from '../../core/exchange.ts';
import { type Page, parsePage } from '../../schema/page.ts';
import { describeQuery, type LogQuery } from '../query.ts';
import { queryOfTarget } from './miscounted-pages.ts';

interface Answered {
  readonly webhook: string;
  readonly query: LogQuery;
  readonly page: Page;
  readonly begun: number;
  readonly ended: number;
}

/** Answers that are compared with the ones after them; more are rarely in flight. */
const remembered = 24;
/** Queries whose totals are remembered. */
const mostQueries = 2000;

export class CrossedAnswers {
  #latest: readonly Answered[] = [];
  /** The first total of each query. */
  readonly #totals = new Map<string, number>();
  #seen = 0;

  /** Takes in an exchange of the run. */
  note(exchange: Exchange): void {
    const answered = answeredBy(exchange);
    if (answered === undefined) return;
    const beside = this.#latest.filter(({ ended }) => ended > answered.begun);
    if (beside.some((other) => hasItemsOf(answered, other) || this.#hasTotalOf(answered, other))) this.#seen += 1;
    const key = keyOf(answered);
    if (!this.#totals.has(key) && this.#totals.size < mostQueries) this.#totals.set(key, answered.page.totalItems);
    this.#latest = [...this.#latest, answered].slice(-remembered);
  }

  /** How many answers were seen that may belong to another search. */
  get seen(): number {
    return this.#seen;
  }

  /** Whether two answers have one total, and one of their queries clearly another one at first. */
  #hasTotalOf(one: Answered, other: Answered): boolean {
    const { totalItems } = one.page;
    if (other.page.totalItems !== totalItems || keyOf(one) === keyOf(other)) return false;
    const first = [one, other].map((answered) => this.#totals.get(keyOf(answered)) ?? totalItems);
    return first.some((total) => areApart(total, totalItems));
  }
}

/** Whether two totals differ by more than a log is likely to grow by while searches are in flight. */
export function areApart(one: number, other: number): boolean {
  return Math.abs(one - other) > Math.max(2, Math.max(one, other) / 20);
}

/** A search for a first page; undefined for any other exchange. */
function answeredBy(exchange: Exchange): Answered | undefined {
  const { startedAt, ms } = exchange;
  const { operation, webhook, proper, typed, target } = exchange.request;
  if (operation !== 'logs' || webhook === null || !proper || !typed) return undefined;
  if (!hasValidToken(exchange.request) || !isAccepted(exchange)) return undefined;
  const [query, page] = [queryOfTarget(target), parsePage(exchange.response)];
  return query && page && { webhook, query, page, begun: startedAt, ended: startedAt + ms };
}

/** The order does not matter to a total. */
const keyOf = ({ webhook, query: { sortBy: _, sortDirection: __, ...query } }: Answered): string =>
  `${webhook} ${describeQuery(query)}`;

/** Whether two searches that have no item in common returned the same page. */
function hasItemsOf(one: Answered, other: Answered): boolean {
  if (!areDisjoint(one, other)) return false;
  const [data, others] = [one.page.data, other.page.data];
  return data.length > 0 && data.length === others.length && data.every((item, place) => item === others[place]);
}

/** Whether two searches read different logs, or entries of different status. */
export function areDisjoint(
  one: Pick<Answered, 'webhook' | 'query'>,
  other: Pick<Answered, 'webhook' | 'query'>,
): boolean {
  if (one.webhook !== other.webhook) return true;
  const [status, another] = [one.query.status, other.query.status];
  return status !== undefined && another !== undefined && status !== another;
}
