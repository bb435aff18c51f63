/**
 * Reads a response's body: undoes a declared Content-Encoding, then parses one JSON text (RFC 8259). Never throws. What
 * exceeds a limit of this kit is marked: it says nothing about the target.
 */
import { Buffer, isUtf8 } from 'node:buffer';
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';
import { bodySize, type HttpResponse, headerValue } from './exchange.ts';
import { LongJson } from './json/long-json.ts';
import { isNestedDeeper } from './json/nesting.ts';

export type JsonBody =
  | { readonly ok: true; readonly value: unknown; readonly text: string }
  | {
      readonly ok: false;
      readonly problem: string;
      readonly text: string;
      /** The body was not read or not kept as a whole: the problem is none of the target's. */
      readonly beyondLimit?: true;
    };

/** Octets from which on a body is long: its long strings are not read as a whole. */
export const longBody = 512 * 1024;
/** Most bytes that a compressed body may decode to. */
export const decodedCap = 16 * 1024 * 1024;
/** Codings of one body that are undone. */
const mostCodings = 4;
/** Arrays and objects inside each other that are read: validators and writers of JSON call themselves for each. */
const deepestNesting = 500;
/** Elements of a list that are read: each is compared with others, walk by walk. */
const mostElements = 20_000;
/** Members of a long body that are read in any case: no requirement names another one than these. */
const mostMembers = 100;
const pageMembers = ['data', 'cursor'];
/** A shorter text is kept once it was parsed, bytes: most bodies are asked for several times. */
export const shortBody = 16 * 1024;
/** Bytes at the beginning of a long body that are kept for evidence, which shows half of them: secrets are masked as a whole. */
export const keptBeginning = 8 * 1024;
/** Bytes at the beginning of a body that is beyond a limit in which leaked data is still looked for. */
const searchedBytes = 64 * 1024;
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });
/** Caches the parsed body on the response: the garbage collector would walk a WeakMap of all responses each time. */
const read = Symbol('body');
const decodedOctets = Symbol('decoded octets');

type Cached = HttpResponse & { [read]?: JsonBody; [decodedOctets]?: number };

/** The octets of a body without its Content-Encoding. @throws Error if they do not decode, or to more than {@link decodedCap} */
export function decodeBody(response: HttpResponse): Uint8Array {
  const declared = headerValue(response, 'content-encoding');
  if (declared === undefined) return response.bytes;
  const codings = declared
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (codings.length > mostCodings) throw new Error(`${codings.length} codings`);
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
  } catch (error) {
    if (isTooLong(error)) throw error;
    return inflateRawSync(bytes, limit);
  }
}

const isTooLong = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';

function readBody(response: HttpResponse): JsonBody {
  // What is left of a body decodes no more.
  if (response.truncated || bodySize(response) > response.bytes.length) return beyondLimit(response);
  let bytes: Uint8Array;
  try {
    bytes = decodeBody(response);
  } catch (error) {
    (response as Cached)[decodedOctets] = decodedCap;
    if (isTooLong(error)) return beyondLimit(response, `the body decodes to more than ${decodedCap} bytes`);
    const text = lenient.decode(response.bytes);
    return {
      ok: false,
      problem: `the body does not decode as its Content-Encoding says: ${(error as Error).message}`,
      text,
    };
  }
  if (bytes !== response.bytes) (response as Cached)[decodedOctets] = bytes.length;
  if (bytes.length > longBody) {
    const json = startLongJson();
    json.write(bytes);
    return readLongJson(response, json, bytes);
  }
  const isText = isUtf8(bytes);
  const text = isText ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString() : lenient.decode(bytes);
  return readText(response, { text, isText, hasMark: hasByteOrderMark(bytes) });
}

interface DecodedText {
  readonly text: string;
  readonly isText: boolean;
  readonly hasMark: boolean;
  readonly broken?: string | undefined;
  /** The elements of its lists were counted while it was read. */
  readonly isCounted?: true;
}

const hasByteOrderMark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

function readText(response: HttpResponse, { text, isText, hasMark, broken, isCounted }: DecodedText): JsonBody {
  if (hasMark) return { ok: false, problem: 'the body begins with a byte order mark', text };
  if (!isText) return { ok: false, problem: 'the body is not valid UTF-8', text };
  if (text.trim() === '') return { ok: false, problem: 'the body is empty', text };
  if (broken !== undefined) return { ok: false, problem: `the body is not one JSON text: ${broken}`, text };
  if (isNestedDeeper(text, deepestNesting))
    return beyondLimit(response, `the body has more than ${deepestNesting} arrays or objects inside each other`);
  try {
    const value: unknown = JSON.parse(text);
    const elements = isCounted === true ? 0 : longestList(value);
    if (elements <= mostElements) return { ok: true, value, text };
    return beyondLimit(response, `the body has a list of ${elements} elements; at most ${mostElements} are read`);
  } catch (error) {
    return { ok: false, problem: `the body is not one JSON text: ${(error as Error).message}`, text };
  }
}

/** Begins to read a long body piece by piece, for {@link setLongJson}. */
export function startLongJson(): LongJson {
  return new LongJson({
    nesting: deepestNesting,
    elements: mostElements,
    members: mostMembers,
    keptMembers: pageMembers,
  });
}

/** Sets what was read piece by piece of a response that has only the beginning of its body. */
export function setLongJson(response: HttpResponse, json: LongJson): void {
  (response as Cached)[read] = readLongJson(response, json, response.bytes);
}

function readLongJson(response: HttpResponse, json: LongJson, beginning: Uint8Array): JsonBody {
  if (json.exceeded !== undefined) return beyondLimit(response, `the body has ${json.exceeded}`);
  if (response.truncated) return beyondLimit(response);
  const { text, isUtf8: isText, broken } = json.end();
  return readText(response, { text, isText, hasMark: hasByteOrderMark(beginning), broken, isCounted: true });
}

/** The length of the longest array among a value and its members. */
function longestList(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const lists = [value, ...Object.values(Array.isArray(value) ? {} : value)].filter(Array.isArray);
  return lists.reduce((longest, { length }) => Math.max(longest, length), 0);
}

function beyondLimit(
  response: HttpResponse,
  problem = `the body is longer than the ${response.bytes.length} bytes that were kept`,
): JsonBody {
  return { ok: false, problem, text: lenient.decode(response.bytes.subarray(0, searchedBytes)), beyondLimit: true };
}

/** The body as JSON, or what is wrong with it. Computed once per response, and again for a long one that was forgotten. */
export function parseJsonBody(response: HttpResponse): JsonBody {
  const known = response as Cached;
  known[read] ??= readBody(response);
  return known[read];
}

/** Octets that a compressed body was decoded to, those of the cap if it would decode to more; 0 for any other. */
export function decodedSize(response: HttpResponse): number {
  return (response as Cached)[decodedOctets] ?? 0;
}

/** Whether the body exceeds a limit of this kit, so that nothing about it can be judged. */
export function isBeyondLimit(response: HttpResponse): boolean {
  const body = parseJsonBody(response);
  return !body.ok && body.beyondLimit === true;
}

/** Drops the parsed form of a long body: it takes several times the memory of its bytes. */
export function forgetParsed(response: HttpResponse): void {
  const known = response as Cached;
  const body = known[read];
  if (body !== undefined && body.text.length > shortBody) delete known[read];
}
