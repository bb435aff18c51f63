/** Gaps that are observed in any exchange, such as refusals, rate limits and sizes. Nothing is sent for them. */
import { isThrottling } from '../../client/index.ts';
import { parseJsonBody } from '../../core/body.ts';
import { type Exchange, headerValue, isAccepted } from '../../core/exchange.ts';
import type { Observations } from './observations.ts';

const limits = /^(x-)?rate-?limit(-|$)/i;

/** A listener of the run's exchanges. */
export function observePassively(observations: Observations): (exchange: Exchange) => void {
  let largest = 0;
  return (exchange) => {
    const { response, request } = exchange;
    if (response === null || !request.proper) return;
    if (response.headers.some(([name]) => limits.test(name))) {
      const names = response.headers.map(([name]) => name.toLowerCase()).filter((name) => limits.test(name));
      observations.record('rateLimitHeaders', [...new Set(names)].sort(), exchange);
    }
    if (isThrottling(exchange)) observations.record('throttling', response.status, exchange);
    if (isAccepted(exchange)) {
      const size = request.body?.length ?? 0;
      // Powers of two, so that a run notes a few steps and not each size.
      if (size >= 2 * largest && size > 0) {
        largest = size;
        observations.replace('largestBody', size, exchange);
      }
      return;
    }
    if (response.status < 400) return;
    if (request.authorization !== 'Bearer {token}') {
      const challenge = headerValue(response, 'www-authenticate')?.split(/[\s,]/)[0];
      observations.record('refusalChallenge', challenge ?? 'none', exchange);
    }
    const body = parseJsonBody(response);
    if (body.ok && body.value !== null && typeof body.value === 'object' && !Array.isArray(body.value))
      observations.record('errorMembers', Object.keys(body.value).sort(), exchange);
  };
}
