/**
 * Trace context, https://www.w3.org/TR/trace-context/: by its `traceparent` header the owner of a target finds a request of a
 * run in the traces of the server. All requests of one requirement share a trace; the number of an exchange is its span.
 */
import { createHash } from 'node:crypto';
import { type HttpResponse, headerValue } from './exchange.ts';

/** Of one exchange, as reports show it. */
export interface Trace {
  /** As the request named it: 32 hex digits. */
  readonly id: string;
  /** Where the trace can be seen, if the configuration says so. */
  readonly link?: string;
  /** What the server returned about its side, such as `Server-Timing`. */
  readonly server?: Readonly<Record<string, string>>;
}

export const traceHeader = 'traceparent';

/** The trace of a requirement in the run that `key` names: 32 hex digits. */
export function traceIdOf(key: string, requirement: string): string {
  return createHash('sha256').update(`${key}\0${requirement}`).digest('hex').slice(0, 32);
}

/** The value of the header: version 00, trace, span, sampled. */
export function traceparent(id: string, number: number): string {
  return `00-${id}-${number.toString(16).padStart(16, '0')}-01`;
}

/** Headers by which servers and gateways name a request in their traces and logs. */
const serverHeaders: readonly string[] = [
  ...['server-timing', 'traceresponse', 'x-trace-id', 'x-request-id', 'x-correlation-id', 'request-id'],
  ...['x-amzn-trace-id', 'x-cloud-trace-context', 'x-b3-traceid', 'x-datadog-trace-id', 'cf-ray'],
];

/**
 * @param id the trace that the request named
 * @param template of the link, with `{traceId}`
 */
export function traceOf(
  id: string,
  response: HttpResponse | null,
  template: string | undefined,
  mask: (text: string) => string,
): Trace {
  const found = response?.headers.filter(([name]) => serverHeaders.includes(name.toLowerCase())) ?? [];
  const answered = response === null ? undefined : headerValue(response, 'traceresponse');
  // A server may begin a trace of its own instead, and names it.
  const traceId = /^[0-9a-f]{2}-([0-9a-f]{32})-/.exec(answered ?? '')?.[1] ?? id;
  return {
    id,
    ...(template === undefined ? {} : { link: template.replaceAll('{traceId}', traceId) }),
    ...(found.length === 0
      ? {}
      : { server: Object.fromEntries(found.map(([name, value]) => [name, mask(value).slice(0, 400)])) }),
  };
}
