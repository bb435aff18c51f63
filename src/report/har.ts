/** `conformance.har`: HAR 1.2, from the evidence in the report. */

import type { Entry, Har, Header } from 'har-format';
import { defined } from '../core/defined.ts';
import type { Evidence } from '../core/evidence.ts';
import type { ConformanceReport } from '../core/report.ts';
import { traceHeader, traceparent } from '../core/trace.ts';
import { activeAsJson } from './visible-text.ts';

/** One exchange with the time at which it started. */
export interface HarEntryInput extends Evidence {
  /** RFC 3339. */
  readonly startedAt: string;
  /** Id of the requirement that it proves. */
  readonly requirement?: string;
}

/** The archive: the evidence of every requirement, dated to the start of the run, unless recorded entries are given. */
export function renderHar(report: ConformanceReport, entries: readonly HarEntryInput[] = fromEvidence(report)): string {
  const har: Har = {
    log: {
      version: '1.2',
      creator: { name: report.kit.name, version: report.kit.version },
      entries: entries.map(entry),
    },
  };
  return `${activeAsJson(JSON.stringify(har, null, 1))}\n`;
}

function fromEvidence(report: ConformanceReport): HarEntryInput[] {
  return report.requirements.flatMap((row) =>
    (row.evidence ?? []).map((evidence) => ({ ...evidence, startedAt: report.run.startedAt, requirement: row.id })),
  );
}

function entry(input: HarEntryInput): Entry {
  const { request, response, ms, trace } = input;
  const sent = trace === undefined ? {} : { [traceHeader]: traceparent(trace.id, input.number ?? 0) };
  const number = input.number === undefined ? undefined : `#${input.number}`;
  const comment = [number, input.requirement, input.note, input.failure]
    .filter((part) => part !== undefined)
    .join(': ');
  const type = headerOf(request.headers, 'content-type') ?? '';
  const url = uri(request.url);
  return {
    startedDateTime: input.startedAt,
    time: ms,
    request: {
      method: request.method,
      url,
      ...(url === request.url ? {} : { _sent: request.url }),
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headers({ ...request.headers, ...sent }),
      queryString: query(request.url),
      ...(request.body === null ? {} : { postData: { mimeType: type, text: request.body } }),
      headersSize: -1,
      bodySize: request.body === null ? 0 : Buffer.byteLength(request.body),
    },
    response: {
      // HAR viewers show status 0 as a missing response.
      status: response?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headers(response?.headers ?? {}),
      content: {
        size: response?.bytes ?? 0,
        mimeType: headerOf(response?.headers ?? {}, 'content-type') ?? '',
        text: response?.body ?? '',
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: response?.bytes ?? -1,
      ...defined({ _error: input.failure }),
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    ...(comment === '' ? {} : { comment }),
  };
}

/**
 * HAR readers accept only URIs. A target that is deliberately not one, or contains a masked part in braces, is
 * percent-encoded here and kept unchanged in `_sent`.
 */
function uri(url: string): string {
  const authority = /^[a-z]+:\/\/[^/?#]*/i.exec(url)?.[0] ?? '';
  const rest = url
    .slice(authority.length)
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(/%(?![0-9A-Fa-f]{2})|[^A-Za-z0-9_\-.~:/?@!$&'()*+,;=%]/gu, encodeURIComponent);
  return `${authority}${rest}`;
}

function headers(values: Readonly<Record<string, string>>): Header[] {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}

function headerOf(values: Readonly<Record<string, string>>, wanted: string): string | undefined {
  return Object.entries(values).find(([name]) => name.toLowerCase() === wanted)?.[1];
}

function query(url: string): { name: string; value: string }[] {
  const at = url.indexOf('?');
  return at < 0 ? [] : [...new URLSearchParams(url.slice(at + 1))].map(([name, value]) => ({ name, value }));
}
