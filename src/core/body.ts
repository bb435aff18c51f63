/** Reads a response's body: undoes a declared Content-Encoding, then parses one JSON text (RFC 8259). Never throws. */
import { Buffer, isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { type HttpResponse, headerValue } from './exchange.ts';

export type JsonBody =
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  | { readonly ok: false; readonly problem: string; readonly text: string };

/** Most bytes that a compressed body may decode to. */
const decodedCap = 16 * 1024 * 1024;
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
/** Caches the parsed body on the response: the garbage collector would walk a WeakMap of all responses each time. */
const read = Symbol('body');

function decode(response: HttpResponse): Uint8Array {
  const declared = headerValue(response, 'content-encoding');
  if (declared === undefined) return response.bytes;
  const codings = declared
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  let bytes = response.bytes;
  const limit = { maxOutputLength: decodedCap };
  for (const coding of codings.reverse()) {
    if (coding === 'gzip' || coding === 'x-gzip') bytes = gunzipSync(bytes, limit);
    else if (coding === 'br') bytes = brotliDecompressSync(bytes, limit);
    else if (coding === 'deflate') bytes = inflate(bytes, limit);
    else throw new Error(`unknown Content-Encoding "${coding}"`);
  }
  return bytes;
}

/** `deflate` is zlib-wrapped by RFC 9110 §8.4.1.2; some servers send it raw. */
function inflate(bytes: Uint8Array, limit: { maxOutputLength: number }): Uint8Array {
  try {
    return inflateSync(bytes, limit);
  } catch {
    return inflateRawSync(bytes, limit);
  }
}

function readBody(response: HttpResponse): JsonBody {
  let bytes: Uint8Array;
  try {
    bytes = decode(response);
  } catch (error) {
    const text = lenient.decode(response.bytes);
    return {
      ok: false,
      problem: `the body does not decode as its Content-Encoding says: ${(error as Error).message}`,
      text,
    };
  }
  const isText = isUtf8(bytes);
  const text = isText ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString() : lenient.decode(bytes);
  if (response.truncated) return { ok: false, problem: `the body is longer than ${response.bytes.length} bytes`, text };
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return { ok: false, problem: 'the body begins with a byte order mark', text };
  if (!isText) return { ok: false, problem: 'the body is not valid UTF-8', text };
  if (text.trim() === '') return { ok: false, problem: 'the body is empty', text };
  try {
    return { ok: true, value: JSON.parse(text), text };
  } catch (error) {
    return { ok: false, problem: `the body is not one JSON text: ${(error as Error).message}`, text };
  }
}

/** The body as JSON, or what is wrong with it. Computed once per response. */
export function parseJsonBody(response: HttpResponse): JsonBody {
  const known = response as HttpResponse & { [read]?: JsonBody };
  known[read] ??= readBody(response);
  return known[read];
}
