/** Reads an answer's body: undoes a declared Content-Encoding, then judges it as one JSON text (RFC 8259). Never throws. */
import { Buffer, isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { type HttpResponse, headerValue } from './exchange.ts';

export type JsonBody =
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  | { readonly ok: false; readonly problem: string; readonly text: string };

/** Decoded bodies stay below this many octets, whatever a compressed answer claims. */
const decodedCap = 16 * 1024 * 1024;
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
/** Where an answer's body is kept once it is read: a weak map of all answers would be walked at each collection of garbage. */
const read = Symbol('body');

function decode(answer: HttpResponse): Uint8Array {
  const declared = headerValue(answer, 'content-encoding');
  if (declared === undefined) return answer.bytes;
  const codings = declared
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  let bytes = answer.bytes;
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

function readBody(answer: HttpResponse): JsonBody {
  let bytes: Uint8Array;
  try {
    bytes = decode(answer);
  } catch (error) {
    const text = lenient.decode(answer.bytes);
    return {
      ok: false,
      problem: `the body does not decode as its Content-Encoding says: ${(error as Error).message}`,
      text,
    };
  }
  const whole = isUtf8(bytes);
  const text = whole ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString() : lenient.decode(bytes);
  if (answer.truncated) return { ok: false, problem: `the body is longer than ${answer.bytes.length} octets`, text };
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return { ok: false, problem: 'the body begins with a byte order mark', text };
  if (!whole) return { ok: false, problem: 'the body is not valid UTF-8', text };
  if (text.trim() === '') return { ok: false, problem: 'the body is empty', text };
  try {
    return { ok: true, value: JSON.parse(text), text };
  } catch (error) {
    return { ok: false, problem: `the body is not one JSON text: ${(error as Error).message}`, text };
  }
}

/** The body as JSON, or what is wrong with it. Computed once an answer. */
export function parseJsonBody(answer: HttpResponse): JsonBody {
  const known = answer as HttpResponse & { [read]?: JsonBody };
  known[read] ??= readBody(answer);
  return known[read];
}
