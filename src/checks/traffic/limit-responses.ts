/** Rejections that may be due to a limit and not to the request: beside others, or late in a run, they prove nothing. */
import { isThrottling } from '../../client/index.ts';
import type { Exchange } from '../../core/exchange.ts';

/** Statuses of a quota, a ban, a lock between writers, and a limit on what is in progress. */
const limitStatuses: ReadonlySet<number> = new Set([402, 403, 409, 420, 423, 429, 503]);

/** Whether the same request might be accepted alone, or later. */
export function mayBeLimit(exchange: Exchange): boolean {
  return limitStatuses.has(exchange.response?.status ?? 0) || isThrottling(exchange);
}

/** The ones that cannot mean that something was used up, exists or is forbidden; and those of a gateway. */
const certainStatuses: ReadonlySet<number> = new Set([420, 423, 429, 502, 503, 504]);

/** Whether a limit rejected the request, or nothing answered it: what it asked for was not considered. */
export function isLimit(exchange: Exchange): boolean {
  return exchange.response === null || isThrottling(exchange) || certainStatuses.has(exchange.response.status);
}

/**
 * A quota, a ban, a lock between writers, too many requests at once, a banned token; a connection to the wrong host (RFC 9110
 * §15.5.20), a request that might be a replay (RFC 8470 §5.2); a gateway without its server.
 */
const namedStatuses: ReadonlySet<number> = new Set([
  ...[401, 402, 403, 408, 409, 410, 420, 421, 423, 425, 429],
  ...[502, 503, 504],
]);

/**
 * Whether the status may name a limit of the server, or the request may have taken effect when it was sent before: such a
 * rejection is not reported between acceptances of the same request.
 */
export function namesLimit({ request, response }: Exchange): boolean {
  return response !== null && (namedStatuses.has(response.status) || request.retried === true);
}
