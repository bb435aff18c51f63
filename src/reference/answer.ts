/** The request and the answer that the steps of the reference server pass on. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Operation } from '../core/operation.ts';

/** One request. Early steps fill it in, later steps read it. */
export interface Call {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly method: string;
  /** As sent: percent-encoded, without the query. */
  path: string;
  /** Query string as sent, without the question mark. */
  readonly search: string;
  /** Set by the route step. */
  operation: Operation | undefined;
  webhookId: string;
  /** Complete body; empty until the receive step has run. */
  payload: Buffer;
}

export interface Answer {
  status: number;
  /** In addition to Content-Type and Content-Length, which the headers step adds. */
  headers?: Record<string, string>;
  /** Sent as JSON; undefined sends no body. */
  body?: unknown;
  /** Content type; default `application/json`. */
  type?: string;
}

/** Thrown by any step to refuse the request; sent as a problem document (RFC 9457). */
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

/** Builds a problem document (RFC 9457 §3). `detail` must not quote the request, which may contain secrets. */
export function problem(status: number, detail: string, headers?: Record<string, string>): Answer {
  return {
    status,
    type: 'application/problem+json',
    body: { type: 'about:blank', title: titles[status] ?? 'Refused', status, detail },
    ...(headers && { headers }),
  };
}
