import { expect, test } from 'vitest';
import { decodedSize, isBeyondLimit, longBody, parseJsonBody } from '../../core/body.ts';
import { bodySize } from '../../core/exchange.ts';
import { parsePage } from '../../schema/page.ts';
import { IncomingBody } from './incoming-body.ts';
import { LongBodies } from './long-bodies.ts';

const pageOf = (comment: string, items: readonly string[]) =>
  JSON.stringify({ data: items, cursor: { next: 'n', prev: '', totalItems: 3 }, comment });

function arrive(text: string, { headers = [] as [string, string][], most = Number.POSITIVE_INFINITY } = {}) {
  const body = new IncomingBody(headers, new LongBodies());
  const octets = Buffer.from(text);
  for (let at = 0; at < Math.min(octets.length, most) && !body.isBeyondLimit; at += 65_536)
    body.take(octets.subarray(at, at + 65_536));
  return { body, response: body.response(200, headers, body.isBeyondLimit || most < octets.length) };
}

test('a long page is judged like a short one, and only its beginning is kept', () => {
  const items = ['a', JSON.stringify({ text: 'x'.repeat(5000), id: 1 })];
  const short = arrive(pageOf('', items)).response;
  const { response, body } = arrive(pageOf('é'.repeat(4 * longBody), items));
  expect(parsePage(response)).toEqual(parsePage(short));
  expect(bodySize(response)).toBeGreaterThan(8 * longBody);
  expect(response.bytes.length).toBeLessThan(longBody / 8);
  expect(body.held).toBeLessThan(longBody / 8);
});

test('a long body that is not JSON is told', () => {
  for (const text of [pageOf('x'.repeat(longBody), []).slice(0, -1), '<p>'.repeat(longBody)])
    expect(parseJsonBody(arrive(text).response)).toMatchObject({ ok: false });
});

test('nothing is judged of a body that was not read to its end, or has too long a list', () => {
  expect(isBeyondLimit(arrive(pageOf('x'.repeat(3 * longBody), []), { most: 2 * longBody }).response)).toBe(true);
  const { response, body } = arrive(`{"data":[${'"item",'.repeat(longBody)}""]}`);
  expect(isBeyondLimit(response)).toBe(true);
  expect(body.size).toBeLessThan(2 * longBody);
});

test('what is compressed stays whole until it is decoded', () => {
  const { response } = arrive('x'.repeat(2 * longBody), { headers: [['Content-Encoding', 'gzip']] });
  expect(response.bytes.length).toBe(2 * longBody);
  expect(decodedSize(response)).toBe(0);
});
