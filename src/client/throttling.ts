/** Recognises throttling, and decides how long to wait before asking again. */
import { type Exchange, headerValue } from '../core/exchange.ts';

/** 429, or 503 with Retry-After: the target asks for patience, which says nothing about conformance. */
export function isThrottling(exchange: Exchange): boolean {
  const answer = exchange.response;
  if (answer === null) return false;
  return answer.status === 429 || (answer.status === 503 && headerValue(answer, 'retry-after') !== undefined);
}

/** How long to wait before try number `attempt` + 1, ms; undefined if the response is not throttling. */
export function throttlePause(exchange: Exchange, attempt: number): number | undefined {
  if (exchange.response === null || !isThrottling(exchange)) return undefined;
  const after = headerValue(exchange.response, 'retry-after');
  if (after === undefined) return Math.min(250 * 2 ** attempt, 8000);
  const seconds = Number(after);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(after) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 20) : 1000;
}
