import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { isBeyondLimit, parseJsonBody } from './body.ts';
import type { HttpResponse } from './exchange.ts';

function answer(bytes: Uint8Array | string, coding?: string, truncated = false): HttpResponse {
  return {
    status: 200,
    headers: coding === undefined ? [] : [['content-encoding', coding]],
    bytes: typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes,
    truncated,
  };
}
const problem = (given: HttpResponse): string | undefined => {
  const body = parseJsonBody(given);
  return body.ok ? undefined : body.problem;
};

test('JSON may have white space around it, and is parsed once', () => {
  const given = answer(' \r\n\t{"é":1} ');
  expect(parseJsonBody(given)).toEqual({ ok: true, value: { é: 1 }, text: ' \r\n\t{"é":1} ' });
  expect(parseJsonBody(given)).toBe(parseJsonBody(given));
});

test('declared content codings are undone, the last one first', () => {
  const json = Buffer.from('{"a":1}');
  for (const [coding, bytes] of [
    ['gzip', gzipSync(json)],
    ['x-gzip', gzipSync(json)],
    ['br', brotliCompressSync(json)],
    ['deflate', deflateSync(json)],
    ['deflate', deflateRawSync(json)],
    ['identity', json],
    ['', json],
    [' GZIP , identity', gzipSync(json)],
    ['gzip, br', brotliCompressSync(gzipSync(json))],
  ] as const)
    expect(parseJsonBody(answer(bytes, coding)), coding).toMatchObject({ ok: true, value: { a: 1 } });
});

test('a body that does not decode, or has an unknown coding, is a problem', () => {
  const prefix = 'the body does not decode as its Content-Encoding says: ';
  expect(parseJsonBody(answer('plain', 'zstd'))).toEqual({
    ok: false,
    problem: `${prefix}unknown Content-Encoding "zstd"`,
    text: 'plain',
  });
  for (const coding of ['gzip', 'br', 'deflate']) expect(problem(answer('{"a":1}', coding))).toContain(prefix);
});

test.each([
  ['decodes to more than the cap', answer(gzipSync(Buffer.alloc(17 * 1024 * 1024, ' ')), 'gzip')],
  ['is longer than what was read', answer('{}', undefined, true)],
  ['was cut after it was judged', { ...answer('{}'), received: 3 }],
  ['has a list of too many elements', answer(`{"data":[${'0,'.repeat(20_000)}0]}`)],
  ['is nested more deeply than is read', answer('['.repeat(1000) + ']'.repeat(1000))],
])('a body that %s exceeds a limit of the kit', (_, response) => {
  expect(isBeyondLimit(response)).toBe(true);
});

test('a body that is malformed, or decodes to less than the cap, is within the limits', () => {
  expect(isBeyondLimit(answer('{"a":'))).toBe(false);
  const large = gzipSync(Buffer.from(`"${'x'.repeat(1024 * 1024)}"`));
  expect(problem(answer(large, 'gzip'))).toBeUndefined();
});

test('each way in which a body is not one JSON text has its own message', () => {
  expect(problem(answer('\uFEFF{}'))).toBe('the body begins with a byte order mark');
  expect(problem(answer(Uint8Array.of(0x22, 0xc3, 0x22)))).toBe('the body is not valid UTF-8');
  // One or two octets of a byte order mark are not the mark.
  expect(problem(answer(Uint8Array.of(0xef, 0x22, 0x22)))).toBe('the body is not valid UTF-8');
  expect(problem(answer(Uint8Array.of(0xef, 0xbb, 0x22)))).toBe('the body is not valid UTF-8');
  expect(problem(answer(Uint8Array.of(0xc2, 0xbb, 0xbf)))).toBe('the body is not valid UTF-8');
  // Letters that share octets with the mark.
  expect(problem(answer('"¿"'))).toBeUndefined();
  for (const letter of ['\uFEC0', '\uFF40', '\uFF7F'])
    expect(problem(answer(letter))).toMatch(/^the body is not one JSON text: ./);
  expect(problem(answer(''))).toBe('the body is empty');
  expect(problem(answer(' \n'))).toBe('the body is empty');
  expect(problem(answer('{"a":1}{"b":2}'))).toMatch(/^the body is not one JSON text: ./);
  expect(parseJsonBody(answer('<p>'))).toMatchObject({ ok: false, text: '<p>' });
});
