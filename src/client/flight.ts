/** A request that is on its way, and the exchange that it becomes. */
import type { Exchange, SentRequest, WireResult } from '../core/exchange.ts';

export interface Flight {
  readonly number: number;
  /** Named by the `traceparent` of the request; undefined if it has none. */
  readonly trace: string | undefined;
  /** ms since the epoch */
  readonly startedAt: number;
  /** ms of {@link Clock.elapsed} */
  readonly started: number;
  /** How long the response is waited for, ms; undefined if it is the configured time-out. */
  readonly timeoutMs: number | undefined;
}

export function exchangeOf(
  { number, trace, startedAt, started }: Flight,
  request: SentRequest,
  result: WireResult,
  { shared, requirement }: { readonly shared: boolean; readonly requirement: string },
  ended: number,
): Exchange {
  return {
    number,
    request,
    response: 'response' in result ? result.response : null,
    startedAt,
    ms: ended - started,
    ...('failure' in result ? { failure: result.failure } : {}),
    ...(shared ? { shared: true } : {}),
    ...(requirement === '' ? {} : { sentFor: requirement }),
    ...(trace === undefined ? {} : { trace }),
  };
}
