import type { OperationRequest, SentRequest, WireRequest } from '../../core/exchange.ts';
import { traceHeader, traceparent } from '../../core/trace.ts';

/** One request of an operation as a connection carries it. */
export const wireRequestOf = (
  { method, target, headers, body, shape }: SentRequest,
  { signal }: Pick<OperationRequest, 'signal'>,
  {
    number,
    trace,
    timeoutMs,
  }: { readonly number: number; readonly trace?: string | undefined; readonly timeoutMs?: number | undefined },
): WireRequest => ({
  method,
  target,
  headers: trace === undefined ? headers : [...headers, [traceHeader, traceparent(trace, number)]],
  body,
  ...(shape === undefined ? {} : { shape }),
  ...(signal === undefined ? {} : { signal }),
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
});
