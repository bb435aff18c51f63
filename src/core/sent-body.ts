/**
 * The body of a request that was sent, read again: several listeners look at each exchange, one after the other. Only the last
 * body is remembered, since each body on its request would stay in memory for the whole run.
 */

/** Octets of a longer body are not parsed: a server must not have kept much of it. */
export const longestParsedBody = 4096;

const utf8 = new TextDecoder();
const notParsed = Symbol('not parsed');
let last: { readonly body: Uint8Array; readonly text: string; json: unknown } | undefined;

/** The body as text, without a byte order mark. */
export function textOfSent(body: Uint8Array): string {
  return read(body).text;
}

/** The body as a JSON value, which must not be changed; undefined if it is none, or is long. */
export function jsonOfSent(body: Uint8Array | null): unknown {
  return body === null || body.length > longestParsedBody ? undefined : jsonOfAny(body);
}

/** Like {@link jsonOfSent}, of a long body, too. */
export function jsonOfAny(body: Uint8Array): unknown {
  const known = read(body);
  if (known.json === notParsed) known.json = parsed(known.text);
  return known.json;
}

function read(body: Uint8Array) {
  if (last?.body !== body) last = { body, text: utf8.decode(body), json: notParsed };
  return last;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
