import { expect, test } from 'vitest';
import type { HttpResponse } from '../core/exchange.ts';
import { contentTypeProblem, jsonProblem, parsePage, shapeProblem } from './response.ts';

const answer = (body: unknown, ...types: string[]): HttpResponse => ({
  status: 200,
  headers: [['Date', 'today'], ...types.map((type) => ['Content-TYPE', type] as const)],
  bytes: new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)),
  truncated: false,
});
const page = (cursor: object) => answer({ data: ['a', 'b'], cursor });

test('application/json, parameters and letter case aside; of two fields the first counts', () => {
  for (const types of [
    ['application/json'],
    ['application/JSON; charset=utf-8'],
    [' application/json ;x=1'],
    ['application/json', 'application/json'],
  ])
    expect(contentTypeProblem(answer({}, ...types)), types.join()).toBeUndefined();
  expect(contentTypeProblem(answer({}))).toBe('a success carries no Content-Type; application/json is owed');
  for (const type of ['text/html', 'application/problem+json', 'application/jsonp', ''])
    expect(contentTypeProblem(answer({}, type))).toBe(
      `a success carries Content-Type "${type}", application/json is owed`,
    );
});

test('one JSON text, or what is wrong with it', () => {
  expect(jsonProblem(answer({}))).toBeUndefined();
  expect(jsonProblem(answer('{} {}'))).toMatch(/^the body is not one JSON text: /);
});

test('the shape of a page and of an empty object: the first problem, and how many more', () => {
  expect(shapeProblem(page({ totalItems: 2, next: 'n', prev: null, extra: 1 }), 'page')).toBeUndefined();
  expect(shapeProblem(page({}), 'page')).toMatch(/totalItems/);
  expect(shapeProblem(page({ totalItems: '2' }), 'page')).not.toMatch(/more\)$/);
  expect(shapeProblem(page({ totalItems: '2', next: 1 }), 'page')).toMatch(/ \(and 1 more\)$/);
  expect(shapeProblem(answer({}), 'empty-object')).toBeUndefined();
  expect(shapeProblem(answer({}), 'page')).toBeDefined();
  expect(shapeProblem(page({ totalItems: 2 }), 'empty-object')).toBeDefined();
  // Another row speaks of what is no JSON.
  expect(shapeProblem(answer('no JSON'), 'page')).toBeUndefined();
});

test('the page in an answer; an empty cursor leads nowhere', () => {
  expect(parsePage(page({ totalItems: 2, next: 'n', prev: '' }))).toEqual({
    data: ['a', 'b'],
    next: 'n',
    prev: undefined,
    totalItems: 2,
  });
  expect(parsePage(page({ totalItems: 2, next: null, prev: 'p' }))).toMatchObject({ next: undefined, prev: 'p' });
  expect(parsePage(null)).toBeUndefined();
  expect(parsePage(answer('no JSON'))).toBeUndefined();
  expect(parsePage(answer({}))).toBeUndefined();
});
