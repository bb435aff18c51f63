/**
 * Responses that a gateway or a limit gives, not the operation: 502, 503 and 504, and what proxies and hosts answer that is not
 * registered (509 and 529 for limits, 520 to 527 and 530 for an origin that cannot be reached). Outages of seconds and load
 * shedding are legal, however many there are, so that one of them counts only if the same request gets one again and again, alone.
 */
import { type Exchange, isAccepted } from './exchange.ts';

const gatewayStatuses: ReadonlySet<number> = new Set([
  ...[502, 503, 504, 509, 529, 530],
  ...[520, 521, 522, 523, 524, 525, 526, 527],
]);

type Outcome = Pick<Exchange, 'response' | 'failure'>;

export const isGatewayError = ({ response }: Pick<Exchange, 'response'>): boolean =>
  gatewayStatuses.has(response?.status ?? 0);

/** Whether the connection was refused or closed, or a gateway answered. */
export function isLost({ response, failure }: Outcome): boolean {
  return failure?.kind === 'cut' || failure?.kind === 'refused' || isGatewayError({ response });
}

/**
 * Whether an exchange may be due to an outage: the connection was refused or closed, or a gateway answered, this time or when
 * the request was sent before. The request may have taken effect all the same.
 */
export function mayBeOutage(exchange: Exchange): boolean {
  return isLost(exchange) || (exchange.request.retried === true && !isAccepted(exchange));
}
