/** What goes out and what comes back, as live values: nothing is masked here (see recorder.ts for what may be shown). */
import type { Operation } from './operation.ts';

/** Which configured token `{token}` stands for in a header template. */
export type Tenant = 'valid' | 'otherTenant' | 'expired';

export interface OperationRequest {
  readonly operation: Operation;
  /** Header template in which `{token}` is the good token; null sends no header. Default `Bearer {token}`. */
  readonly authorization?: string | null;
  readonly tenant?: Tenant;
  /** `logs` only: the id, not yet percent-encoded. Default: the first configured webhook. */
  readonly webhook?: string;
  readonly query?: readonly (readonly [string, string])[];
  /** A JSON value, sent as application/json. */
  readonly body?: unknown;
  /** Octets sent as they are, instead of `body`. */
  readonly raw?: Uint8Array | string;
  /** Default `application/json` where there is a body; null sends no Content-Type. */
  readonly contentType?: string | null;
  readonly headers?: readonly (readonly [string, string])[];
  /** Another method or request target than the operation's own. `target` starts below the base URL's path and is sent as is. */
  readonly method?: string;
  readonly target?: string;
  /** Whether every field has its stated type: then no 5xx, hang or cut is allowed (rows `{op}/no-server-error`). Default true. */
  readonly typed?: boolean;
  /** The configured canonical request: it must succeed. */
  readonly canonical?: boolean;
  /** A connection of its own, closed after; or one session's single connection. Default: the shared pool. */
  readonly connection?: 'fresh' | Session;
  /** `accept` takes a 429 as the answer instead of waiting and asking again. Default `wait`. */
  readonly throttle?: 'wait' | 'accept';
  readonly signal?: AbortSignal;
}

/** How an exchange ended without an answer. */
export type TransportFailure = 'timeout' | 'cut' | 'refused' | 'invalid-answer';

export interface ExchangeFailure {
  readonly kind: TransportFailure;
  readonly message: string;
  /** The connection was refused because the certificate of the server is not trusted. */
  readonly certificate?: true;
}

/** One connection, kept while it lives: for checks about what a connection remembers. */
export interface Session {
  send(request: WireRequest): Promise<WireResult>;
  close(): Promise<void>;
}

/** What carries requests to the target and answers back, and knows no operation. */
export interface Wire {
  send(request: WireRequest): Promise<WireResult>;
  /** On a connection of its own. */
  sendFresh(request: WireRequest): Promise<WireResult>;
  session(): Session;
  close(): Promise<void>;
}

export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
  readonly signal?: AbortSignal;
}

export type WireResult = { readonly answer: HttpResponse } | { readonly failure: ExchangeFailure };

export interface SentRequest {
  readonly operation: Operation;
  readonly method: string;
  /** Absolute path and query as sent. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
  /** The Authorization header's template, null where none was sent. */
  readonly authorization: string | null;
  readonly tenant: Tenant;
  readonly typed: boolean;
  readonly canonical: boolean;
  /** Whether method and path are the operation's own, so that a 2xx is its success. */
  readonly proper: boolean;
  readonly webhook: string | null;
}

export interface HttpResponse {
  readonly status: number;
  /** In wire order, names as sent. */
  readonly headers: readonly (readonly [string, string])[];
  /** As received, cut at the cap. */
  readonly bytes: Uint8Array;
  /** The body was longer than the cap and not read to its end. */
  readonly truncated: boolean;
}

export interface Exchange {
  /** Place in the run, from 1. */
  readonly number: number;
  readonly request: SentRequest;
  readonly response: HttpResponse | null;
  readonly failure?: ExchangeFailure;
  /** ms since the epoch. */
  readonly startedAt: number;
  readonly ms: number;
  /** Sent for several requirements at once: how often depends on which of them meet, so it counts for none. */
  readonly shared?: true;
}

/** The first value of a header, names compared without case; undefined where absent. */
export function headerValue(answer: HttpResponse, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return answer.headers.find(([key]) => key.length === wanted.length && key.toLowerCase() === wanted)?.[1];
}

/** A 2xx to the operation's own method and path. */
export function isAccepted(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  return exchange.request.proper && status >= 200 && status < 300;
}

/** "answered 403", "cut the connection", for messages. */
export function describeResponse(exchange: Exchange): string {
  if (exchange.response !== null) return `answered ${exchange.response.status}`;
  switch (exchange.failure?.kind) {
    case 'timeout':
      return `gave no answer (${exchange.failure.message})`;
    case 'cut':
      return `cut the connection (${exchange.failure.message})`;
    case 'refused':
      return `could not be reached (${exchange.failure.message})`;
    default:
      return `sent what is no HTTP answer (${exchange.failure?.message ?? 'unknown'})`;
  }
}
