/** Turns live exchanges into evidence: secrets masked, bodies truncated, and a curl line that sends the request again. */

import { parseJsonBody } from '../../core/body.ts';
import type { Evidence, EvidenceRole } from '../../core/evidence.ts';
import { bodySize, type Exchange, type HttpResponse } from '../../core/exchange.ts';
import { cutText } from '../../core/text.ts';
import { traceOf } from '../../core/trace.ts';
import { operationTable } from '../../interface/operations.ts';
import type { Secrets } from '../secrets/secrets.ts';
import { curlLine } from './curl.ts';

/** Characters of a body that evidence keeps; the rest is only counted. */
const shownBody = 4000;
/** Characters in which secrets are looked for: masking megabytes of a body would take seconds, and shows nothing more. */
const maskedBody = 64_000;
/** No secret is longer, characters: one may be cut in two where the masked part ends. */
const longestSecret = 16_000;

export class Recorder {
  readonly #secrets: Secrets;
  readonly #origin: string;
  readonly #traceLink: string | undefined;

  /** @param traceLink where a trace can be seen: a URL with `{traceId}` */
  constructor(secrets: Secrets, origin: string, traceLink?: string) {
    this.#secrets = secrets;
    this.#origin = origin;
    this.#traceLink = traceLink;
  }

  /** The exchange as it may be shown. `note` says what it proves. */
  evidence(exchange: Exchange, note?: string, role?: EvidenceRole): Evidence {
    const { request, response } = exchange;
    const withCodes = operationTable[request.operation].tag === 'auth';
    const mask = (text: string) => this.#secrets.mask(text, withCodes);
    const headers = Object.fromEntries(
      request.headers.map(([name, value]): [string, string] =>
        name.toLowerCase() === 'authorization' && request.authorization !== null
          ? [name, request.authorization]
          : [name, this.#secrets.mask(value)],
      ),
    );
    // A code of one digit may stand in an address or a version, and cawl sends none there.
    const url = `${this.#origin}${mask(request.target)}`;
    const body = request.body === null ? null : bodyText(request.body, mask);
    const shown = response === null ? '' : shownPart(response, mask);
    return {
      number: exchange.number,
      ...(role === undefined ? {} : { role }),
      request: {
        method: request.method,
        url: cut(url, 9000),
        headers: shorten(headers),
        body: body === null ? null : cut(body, 70_000),
      },
      response:
        response === null
          ? null
          : {
              status: response.status,
              headers: shorten(collect(response.headers, mask)),
              body: shown,
              bytes: bodySize(response),
            },
      ...(exchange.failure === undefined
        ? {}
        : { failure: `${exchange.failure.kind}: ${mask(exchange.failure.message)}` }),
      ms: Math.round(exchange.ms),
      curl: curlLine({
        method: request.method,
        url,
        headers,
        body,
        operation: request.operation,
        shape: request.shape,
      }),
      ...(note === undefined ? {} : { note }),
      ...(exchange.trace === undefined ? {} : { trace: traceOf(exchange.trace, response, this.#traceLink, mask) }),
    };
  }
}

/** A request body as text; in base64 if it is not text. */
function bodyText(bytes: Uint8Array, mask: (text: string) => string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // No shell argument can hold a NUL.
    if (!text.includes('\0')) return mask(text);
  } catch {
    // Not UTF-8: encoded below.
  }
  // Masked before it is encoded: base64 hides no secret.
  const masked = mask(Buffer.from(bytes).toString('latin1'));
  return `base64:${Buffer.from(masked, 'latin1').toString('base64')}`;
}

function cut(text: string, at = shownBody): string {
  if (text.length <= at) return text;
  const kept = cutText(text, at);
  return `${kept}… (${text.length - kept.length} more characters)`;
}

/** The beginning of a body. Of one that was not kept as a whole, the number of octets says how long it was. */
function shownPart(response: HttpResponse, mask: (text: string) => string): string {
  const isKept = bodySize(response) === response.bytes.length;
  const text = isKept ? parseJsonBody(response).text : new TextDecoder().decode(response.bytes);
  const isWhole = text.length <= maskedBody;
  const masked = isWhole ? mask(text) : mask(text.slice(0, maskedBody)).slice(0, -longestSecret);
  if (isWhole && isKept) return cut(masked);
  const kept = cutText(masked, shownBody);
  const rest = isWhole ? '' : ` (${text.length - kept.length} more characters)`;
  return `${kept}…${rest}`;
}

function shorten(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, 40)
      .map(([name, value]) => [name, cut(value, 8200)]),
  );
}

function collect(
  headers: readonly (readonly [string, string])[],
  mask: (text: string) => string,
): Record<string, string> {
  const record: Record<string, string> = {};
  for (const [name, value] of headers) {
    const known = record[name];
    record[name] = known === undefined ? mask(value) : `${known}, ${mask(value)}`;
  }
  return record;
}
