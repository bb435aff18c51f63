/** What passes between the steps of the reference server: one request coming in, one answer going out. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '../core/operation.ts';

/** One request, as far as it has been understood. The first steps fill it in; the later ones read it. */
export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  /** The path as sent, still percent-encoded, without the query. */
  path: string;
  /** The query as sent, without the question mark. */
  readonly search: string;
  /** Set by the route step. */
  operation: Operation | undefined;
  webhookId: string;
  /** The whole body, once it has been received. */
  payload: Buffer;
}

export interface Answer {
  status: number;
  /** Beyond Content-Type and Content-Length, which the headers step adds. */
  headers?: Record<string, string>;
  /** A value that goes out as JSON; undefined for no body at all. */
  body?: unknown;
  /** `application/json` unless said otherwise. */
  type?: string;
}

/** A request that is not carried out: thrown by any step, sent as a problem document (RFC 9457). */
export class Refusal extends Error {
  readonly status: number;
  readonly headers: Record<string, string> | undefined;
  constructor(status: number, detail: string, headers?: Record<string, string>) {
    super(detail);
    this.name = 'Refusal';
    this.status = status;
    this.headers = headers;
  }
}

const titles: Record<number, string> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  500: 'Internal Server Error',
};

/** The problem document of RFC 9457 §3. `detail` never repeats what the client sent: it may be a secret. */
export function problem(status: number, detail: string, headers?: Record<string, string>): Answer {
  return {
    status,
    type: 'application/problem+json',
    body: { type: 'about:blank', title: titles[status] ?? 'Refused', status, detail },
    ...(headers && { headers }),
  };
}
