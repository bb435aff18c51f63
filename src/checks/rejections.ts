/** The rejections of requests without the valid token, whichever check sent them: what they must not disclose is read at the end. */
import type { Client } from '../client/index.ts';
import { type Exchange, isAccepted } from '../core/exchange.ts';
import type { Operation } from '../core/operation.ts';

/** Rejections kept of each operation: the first ones of the run. */
const keptRejections = 200;

export class Rejections {
  readonly #kept: { readonly [op in Operation]: Exchange[] } = { create: [], register: [], verify: [], logs: [] };

  constructor(client: Client) {
    client.listen((exchange) => {
      const { operation, authorization, tenant, proper } = exchange.request;
      const isUnauthorised = authorization !== 'Bearer {token}' && tenant !== 'otherTenant';
      if (!isUnauthorised || !proper || exchange.response === null || isAccepted(exchange)) return;
      const kept = this.#kept[operation];
      if (kept.length < keptRejections) kept.push(exchange);
    });
  }

  of(operation: Operation): readonly Exchange[] {
    return this.#kept[operation];
  }
}
