/**
 * The responses to all requests without the valid token, whichever check sent them. At the end they show what rejections disclose
 * and how often such a request was accepted: a check that repeats one does not see a server that lets in one of fifty.
 */
import type { Client } from '../../client/index.ts';
import { type Exchange, isAccepted } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';

/** Exchanges kept of each operation and kind: the first ones of the run. */
const kept = 200;

type ByOperation = { readonly [op in Operation]: Exchange[] };

const empty = (): ByOperation => ({ create: [], register: [], verify: [], logs: [] });

export class Rejections {
  readonly #rejected = empty();
  readonly #accepted = empty();
  /** Accepted with a changed token, which counts as soon as the same one is rejected. */
  readonly #doubtful = empty();
  readonly #sent = { create: 0, register: 0, verify: 0, logs: 0 };

  constructor(client: Client) {
    client.listen((exchange) => {
      const { operation, authorization, tenant, proper } = exchange.request;
      if (!proper || exchange.response === null) return;
      const isUnauthorised = authorization !== 'Bearer {token}' && tenant !== 'otherTenant';
      if (isUnauthorised && !isAccepted(exchange)) add(this.#rejected[operation], exchange);
      if (isFromStranger(exchange, client.validTokens)) {
        this.#sent[operation] += 1;
        if (isAccepted(exchange)) add(this.#accepted[operation], exchange);
      } else if (hasChangedToken(exchange)) this.#recordChanged(exchange);
    });
  }

  /** A server may read a changed token as the valid one, but then it does so every time. */
  #recordChanged(exchange: Exchange): void {
    const { operation, authorization } = exchange.request;
    this.#sent[operation] += 1;
    if (isAccepted(exchange)) {
      add(this.#doubtful[operation], exchange);
      return;
    }
    const doubtful = this.#doubtful[operation];
    for (const accepted of doubtful.filter(({ request }) => request.authorization === authorization)) {
      doubtful.splice(doubtful.indexOf(accepted), 1);
      add(this.#accepted[operation], accepted);
    }
  }

  of(operation: Operation): readonly Exchange[] {
    return this.#rejected[operation];
  }

  /** Requests that carried no valid token in any form, or a changed one that was rejected later, and were accepted. */
  acceptedOf(operation: Operation): readonly Exchange[] {
    return this.#accepted[operation];
  }

  /** How many requests of an operation carried no valid token. */
  countOf(operation: Operation): number {
    return this.#sent[operation];
  }
}

function add(exchanges: Exchange[], exchange: Exchange): void {
  if (exchanges.length < kept) exchanges.push(exchange);
}

/** Whether the request has the one right form, with the valid token cut, extended or changed. */
function hasChangedToken({ request: { tenant, authorization } }: Exchange): boolean {
  return tenant === 'valid' && authorization !== 'Bearer {token}' && /^Bearer \S*\{token\S*$/.test(authorization ?? '');
}

/** Whether the valid token is nowhere in the request: not changed, not under another scheme, not in another place, no session. */
function isFromStranger({ request }: Exchange, tokens: readonly string[]): boolean {
  if (request.tenant !== 'valid' || request.authorization?.includes('{token') === true) return false;
  if (request.headers.some(([name]) => name.toLowerCase() === 'cookie')) return false;
  const written = tokens.flatMap((token) => [token, encodeURIComponent(token)]);
  const holdsToken = (text: string) => written.some((token) => text.includes(token));
  return !holdsToken(request.target) && !request.headers.some(([, value]) => holdsToken(value));
}
