/** Statuses that name a limit of the server, and not a fault of the request. */
import type { Exchange } from '../core/exchange.ts';

/** A quota, a ban, a lock between writers, too many at once; a gateway without its server. */
const statuses: ReadonlySet<number> = new Set([401, 402, 403, 408, 409, 410, 420, 423, 429, 502, 503, 504]);

export function isLimit({ response }: Exchange): boolean {
  return response !== null && statuses.has(response.status);
}
