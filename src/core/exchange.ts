/** Requests and responses as live values. Nothing is masked here; client/evidence/recorder.ts makes what may be shown. */
import type { Operation } from './operation.ts';

/** Which configured token `{token}` stands for in a header template. */
export type Tenant = 'valid' | 'otherTenant' | 'expired';

/** How a message is written where HTTP leaves a choice to the client, unless it is written as usual. */
export interface MessageShape {
  /** RFC 9112 §2.3: a minor version that a server must be able to read. */
  readonly version?: '1.0';
  /** The request target with scheme and host, as to a proxy (RFC 9112 §3.2.2). */
  readonly target?: 'absolute';
  /** Headers of different names have no order (RFC 9110 §5.3). */
  readonly headers?: 'reversed';
}

export interface OperationRequest {
  readonly operation: Operation;
  /** Template of the Authorization header, in which `{token}` is the token; null sends no header. Default `Bearer {token}`. */
  readonly authorization?: string | null;
  readonly tenant?: Tenant;
  /** `logs` only: the id, not percent-encoded. Default: the first configured webhook. */
  readonly webhook?: string;
  readonly query?: readonly (readonly [string, string])[];
  /** A JSON value, sent as application/json. */
  readonly body?: unknown;
  /** Octets sent as they are instead of `body`. */
  readonly raw?: Uint8Array | string;
  /** Default `application/json` if there is a body; null sends no Content-Type. */
  readonly contentType?: string | null;
  readonly headers?: readonly (readonly [string, string])[];
  /** Another method or request target than the operation's. `target` begins after the base URL's path and is sent as it is. */
  readonly method?: string;
  readonly target?: string;
  readonly shape?: MessageShape;
  /** Whether every field has its stated type, so that the server must respond without 5xx (`{op}/no-server-error`). Default true. */
  readonly typed?: boolean;
  /** Whether this is the configured canonical request, which must succeed. Default false. */
  readonly canonical?: boolean;
  /** `fresh` opens a connection for this request only; a session has a single one. Default: the shared pool. */
  readonly connection?: 'fresh' | Session;
  /** `accept` returns a 429 instead of waiting and sending again. Default `wait`. */
  readonly throttle?: 'wait' | 'accept';
  /** Whether it is sent, and waited for in full, though requests like it hung. Default false. */
  readonly evenIfHung?: boolean;
  /** Whether it is waited for `longWaitFactor` times as long as is configured, to tell a late answer from none. Default false. */
  readonly waitsLong?: boolean;
  /** Whether it is sent though its operation was given up, since too many of its requests hung. Default false. */
  readonly evenIfGivenUp?: boolean;
  readonly signal?: AbortSignal;
}

/** How an exchange ended without a response. `own-limit`: there is one, and it is longer than this kit reads. */
export type TransportFailure = 'timeout' | 'cut' | 'refused' | 'invalid-response' | 'own-limit';

/** What is wrong with a TLS connection; `other`: the message says what. */
export type TlsProblem = 'plain-http' | 'host-name' | 'expired' | 'untrusted' | 'client-certificate' | 'other';

export interface ExchangeFailure {
  readonly kind: TransportFailure;
  readonly message: string;
  /** The connection was refused because TLS could not be opened. */
  readonly tls?: TlsProblem;
  /** Octets that the connection had received when it was closed, if the error says so. */
  readonly received?: number;
}

/** One connection that stays open: for checks about what a connection remembers. */
export interface Session {
  send(request: WireRequest): Promise<WireResult>;
  close(): Promise<void>;
}

/** Carries requests to the target and responses back. Knows no operation. */
export interface Wire {
  send(request: WireRequest): Promise<WireResult>;
  /** Sends on a connection that is opened for this request only. */
  sendFresh(request: WireRequest): Promise<WireResult>;
  session(): Session;
  /** Closes each connection as soon as nothing is in flight on it; what follows opens others. */
  renew?(): void;
  /** Closes each connection after its response from now on; a session is closed if another request follows. */
  closeEach?(): void;
  close(): Promise<void>;
}

export interface WireRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
  readonly shape?: MessageShape;
  readonly signal?: AbortSignal;
  /** How long the response is waited for, ms, if that is not the configured time-out. */
  readonly timeoutMs?: number;
}

export type WireResult = { readonly response: HttpResponse } | { readonly failure: ExchangeFailure };

export interface SentRequest {
  readonly operation: Operation;
  readonly method: string;
  /** Absolute path and query as sent. */
  readonly target: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
  readonly shape?: MessageShape;
  /** Template of the Authorization header; null if none was sent. */
  readonly authorization: string | null;
  readonly tenant: Tenant;
  readonly typed: boolean;
  readonly canonical: boolean;
  /** Whether method and path are the operation's, so that a 2xx is its success. */
  readonly proper: boolean;
  readonly webhook: string | null;
  /**
   * A POST that got a 5xx before, or a GET that lost its connection. The earlier attempt may have taken effect (RFC 9110 §9.2.2): a
   * cursor that serves once may be used up.
   */
  readonly retried?: true;
}

export interface HttpResponse {
  readonly status: number;
  /** In wire order, names as sent. */
  readonly headers: readonly (readonly [string, string])[];
  /** As received; only the beginning of a long body (client/wire/incoming-body.ts) and of one that was judged long ago (kept-bodies.ts). */
  readonly bytes: Uint8Array;
  /** Whether the body was longer than the cap, and not read to its end. */
  readonly truncated: boolean;
  /** Octets of the body that were received, if `bytes` holds fewer. */
  readonly received?: number;
}

/** Octets of the body that were received. */
export function bodySize({ received, bytes }: HttpResponse): number {
  return received ?? bytes.length;
}

export interface Exchange {
  /** Number in the run, from 1. */
  readonly number: number;
  readonly request: SentRequest;
  readonly response: HttpResponse | null;
  readonly failure?: ExchangeFailure;
  /** ms since the epoch. */
  readonly startedAt: number;
  readonly ms: number;
  /** Sent for several requirements: how often depends on timing, so that it counts for none. */
  readonly shared?: true;
  /** Who asked for it: the id of a requirement, or the name of work that several share. */
  readonly sentFor?: string;
  /** The trace that its `traceparent` named, 32 hex digits; absent if the kit added none. */
  readonly trace?: string;
}

/** The first value of a header, whose name is compared without letter case; undefined if it is absent. */
export function headerValue({ headers }: Pick<HttpResponse, 'headers'>, name: string): string | undefined {
  const wanted = name.toLowerCase();
  return headers.find(([key]) => key.length === wanted.length && key.toLowerCase() === wanted)?.[1];
}

/** Whether the response is a 2xx to the operation's method and path. */
export function isAccepted({ request, response }: Exchange): boolean {
  if (!request.proper) return false;
  // Who does not know the absolute form looks for another path, and may have a page for all that it does not find.
  return request.shape?.target === 'absolute' ? isJsonSuccess(response) : isSuccess(response);
}

const isSuccess = (response: HttpResponse | null): response is HttpResponse =>
  response !== null && response.status >= 200 && response.status < 300;

/** Whether the response is a 2xx that names JSON as its type: a target may answer any unknown path with an HTML page. */
export function isJsonSuccess(response: HttpResponse | null): boolean {
  return isSuccess(response) && /json/i.test(headerValue(response, 'content-type') ?? '');
}

/** Whether a status says that the server failed: a 5xx other than 501, which rejects what is not supported (RFC 9110 §15.6.2). */
export const isFailureStatus = (status: number): boolean => status >= 500 && status !== 501;

/** Whether the target rejects the request: with a 4xx, or with 501 since it does not support what was asked for. */
export const isRejection = ({ response }: Pick<Exchange, 'response'>): boolean =>
  response !== null && response.status >= 400 && !isFailureStatus(response.status);

/** Whether the request carries the valid token, in its one right form. */
export function hasValidToken({ authorization, tenant }: Pick<SentRequest, 'authorization' | 'tenant'>): boolean {
  return tenant === 'valid' && authorization === 'Bearer {token}';
}

/** For messages: "answered 403", "did not respond (…)". */
export function describeResponse(exchange: Exchange): string {
  if (exchange.response !== null) return `answered ${exchange.response.status}`;
  switch (exchange.failure?.kind) {
    case 'timeout':
      return `did not respond (${exchange.failure.message})`;
    case 'cut':
      return `closed the connection (${exchange.failure.message})`;
    case 'refused':
      return `could not be reached (${exchange.failure.message})`;
    default:
      return `sent an invalid HTTP response (${exchange.failure?.message ?? 'unknown'})`;
  }
}
