/**
 * Server errors of an outage. While a database is replaced or read-only, a server accepts no request that needs it. The errors of one
 * outage in a run are excused if the same requests do not fail again (traffic-verdicts.ts). Errors between accepted requests count,
 * and so do those of a second outage.
 */
import { type Exchange, hasValidToken, isAccepted, type SentRequest } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';
import { operationTable } from '../../interface/operations.ts';

/** A shorter series of errors may be due to the requests themselves, ms: unless several operations have so many errors in a row. */
const shortestMs = 200;
const manyOfSeveral = 6;
/**
 * So many errors in a row are not due to the requests. Their series may last until the next request is sent, since a run that
 * pauses does not see the rest of an outage.
 */
const manyInARow = 20;

/**
 * No request without the valid token is ever accepted, so rejections in a row must show that the target checks tokens again. Fewer
 * may be due to what a server checks before the token.
 */
const rejectedInARow = 8;

/** A part of the target that may fail alone. A request without the valid token may need a service that knows all tokens. */
type Part = 'all' | 'writes' | Operation | 'without the valid token' | 'with another token';

function partsOf(request: SentRequest): readonly Part[] {
  const { operation, authorization } = request;
  if (hasValidToken(request))
    return operationTable[operation].method === 'GET' ? ['all', operation] : ['all', 'writes', operation];
  const hasToken = authorization?.startsWith('Bearer ') === true;
  return ['all', 'without the valid token', ...(hasToken ? ['with another token' as const] : [])];
}

/** The errors of a part since it last worked. */
interface Series {
  readonly errors: Exchange[];
  /** Rejections since the first error, and those of them that came before the last one. */
  rejected: number;
  rejectedBetween: number;
}

/** ms since the epoch. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const endOf = ({ startedAt, ms }: Exchange): number => startedAt + ms;
/** Errors at the same time may be known in another order than they ended. */
const beginningOf = ({ errors }: Series): number => Math.min(...errors.map(endOf));

export class OutageErrors {
  readonly #open = new Map<Part, Series>();
  #outages: readonly Span[] = [];
  /** Errors that do not count yet. */
  #pending: Exchange[] = [];

  /** Errors that are excused by what the run has shown so far. */
  get excused(): readonly Exchange[] {
    const outages = this.#outagesSoFar();
    return this.#pending.filter((error) => isExcused(error, outages));
  }

  /** Errors that count unless what follows shows an outage. */
  get unexcused(): readonly Exchange[] {
    const outages = this.#outagesSoFar();
    return this.#pending.filter((error) => !isExcused(error, outages));
  }

  /** Remembers a server error. */
  add(error: Exchange): void {
    this.#pending.push(error);
    // An operation that fails without the valid token too may be away as a whole; only an accepted request shows that it is back.
    for (const part of new Set([...partsOf(error.request), error.request.operation])) {
      const series = this.#open.get(part) ?? { errors: [], rejected: 0, rejectedBetween: 0 };
      series.errors.push(error);
      series.rejectedBetween = series.rejected;
      this.#open.set(part, series);
    }
  }

  /** The errors that count for certain, once the response of another request is known. */
  countingAt(exchange: Exchange): readonly Exchange[] {
    if (this.#pending.length === 0) return [];
    for (const part of partsOf(exchange.request)) this.#note(part, exchange);
    const from = Math.min(...[...this.#open.values()].map(beginningOf));
    const counting = this.#pending.filter((error) => endOf(error) < from && !isExcused(error, this.#outages));
    if (counting.length > 0) this.#pending = this.#pending.filter((error) => !counting.includes(error));
    return counting;
  }

  #note(part: Part, exchange: Exchange): void {
    const series = this.#open.get(part);
    // What was sent before the first error was answered may have been carried out before the outage.
    if (series === undefined || exchange.startedAt < beginningOf(series)) return;
    if (!isAccepted(exchange)) {
      series.rejected += 1;
      const isRejectedAgain = series.rejected - series.rejectedBetween >= rejectedInARow;
      if (part === 'all' || hasValidToken(exchange.request) || !isRejectedAgain) return;
    }
    this.#open.delete(part);
    this.#outages = withOutage(this.#outages, series, exchange.startedAt);
  }

  #outagesSoFar(): readonly Span[] {
    return [...this.#open.values()].reduce((outages, series) => withOutage(outages, series), this.#outages);
  }
}

/** Whether the error came during the only outage, or was sent then or at most a moment later. */
function isExcused(error: Exchange, [outage, ...others]: readonly Span[]): boolean {
  if (outage === undefined || others.length > 0) return false;
  return error.startedAt < outage.to && endOf(error) >= outage.from;
}

/**
 * Adds the series to the outages if it is one. Series of several parts that overlap are one outage.
 * @param next when the request was sent that ended the series, ms since the epoch; unless given, it goes on
 */
function withOutage(outages: readonly Span[], series: Series, next?: number): readonly Span[] {
  const from = beginningOf(series);
  const last = endOf(series.errors.at(-1)!);
  const end = series.errors.length < manyInARow ? last : Math.max(last, next ?? last);
  if ((end - from < shortestMs && !areOfSeveral(series)) || !isTelling(series)) return outages;
  const to = last + shortestMs;
  const same = outages.filter((outage) => outage.from <= to && from <= outage.to);
  const all = {
    from: Math.min(from, ...same.map((outage) => outage.from)),
    to: Math.max(to, ...same.map((outage) => outage.to)),
  };
  return [...outages.filter((outage) => !same.includes(outage)), all];
}

/** A run may end soon after an outage began, or begin soon before one ends. */
const areOfSeveral = ({ errors }: Series): boolean =>
  errors.length >= manyOfSeveral && new Set(errors.map(({ request }) => request.operation)).size > 1;

/** Whether the requests themselves are not the cause: a configured request failed too, or most requests did. */
const isTelling = ({ errors, rejectedBetween }: Series): boolean =>
  errors.some(({ request }) => request.canonical) || errors.length > rejectedBetween;
