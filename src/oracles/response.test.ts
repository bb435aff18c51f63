import { expect, test } from 'vitest';
import type { HttpResponse } from '../core/exchange.ts';
import { contentTypeProblem, jsonProblem, shapeProblem } from './response.ts';

const response = (body: unknown, ...types: string[]): HttpResponse => ({
  status: 200,
  headers: [['Date', 'today'], ...types.map((type) => ['Content-TYPE', type] as const)],
  bytes: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
  truncated: false,
});
const page = (cursor: object) => response({ data: ['a', 'b'], cursor });

test('the media type must be application/json, in any case and with any parameters; of two header fields, the first counts', () => {
  for (const types of [
    ['application/json'],
    ['application/JSON; charset=utf-8'],
    [' application/json ;x=1'],
    ['application/json', 'application/json'],
  ])
    expect(contentTypeProblem(response({}, ...types)), types.join()).toBeUndefined();
  expect(contentTypeProblem(response({}))).toBe('2xx response has no Content-Type; expected application/json');
  for (const type of ['text/html', 'application/problem+json', 'application/jsonp', ''])
    expect(contentTypeProblem(response({}, type))).toBe(
      `2xx response has Content-Type "${type}"; expected application/json`,
    );
});

test('a body that is not one JSON text is a problem', () => {
  expect(jsonProblem(response({}))).toBeUndefined();
  expect(jsonProblem(response('{} {}'))).toMatch(/^the body is not one JSON text: /);
});

test('a wrong shape is reported by its first problem and the number of others', () => {
  expect(shapeProblem(page({ totalItems: 2, next: 'n', prev: null, extra: 1 }), 'page')).toBeUndefined();
  expect(shapeProblem(page({}), 'page')).toMatch(/totalItems/);
  expect(shapeProblem(page({ totalItems: '2' }), 'page')).not.toMatch(/more\)$/);
  expect(shapeProblem(page({ totalItems: '2', next: 1 }), 'page')).toMatch(/ \(and 1 more\)$/);
  expect(shapeProblem(response({}), 'empty-object')).toBeUndefined();
  expect(shapeProblem(response({}), 'page')).toBeDefined();
  expect(shapeProblem(page({ totalItems: 2 }), 'empty-object')).toBeDefined();
  // A body that is not JSON is reported by jsonProblem.
  expect(shapeProblem(response('no JSON'), 'page')).toBeUndefined();
});
