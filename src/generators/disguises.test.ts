import { expect, test } from 'vitest';
import { disguises } from './disguises.ts';
import type { PathVariant } from './paths.ts';

const post = { path: '/v2/x', method: 'POST', hasEffect: true };
const agentOf = ({ headers = [] }: PathVariant) => headers.find(([name]) => name === 'User-Agent')?.[1];

test('each part of a disguise is wrong in one way: the query, the headers, or the method', () => {
  const { all, together } = disguises(post, 0);
  expect(new Set(all.map(({ kind }) => kind)).size).toBe(all.length);
  for (const { kind, path, headers, method } of [...all, together].flatMap((one) => one.parts ?? [one])) {
    const differs = [path !== '/v2/x', headers !== undefined && method !== 'GET', method !== undefined];
    expect(differs.filter(Boolean).length, kind).toBe(1);
    expect(path.split('?')[0]).toBe('/v2/x');
  }
});

test('callers with following turns name every health checker', () => {
  const agents = [0, 1, 2, 3].flatMap((turn) => disguises(post, turn).all.map(agentOf));
  const every = agentOf(disguises(post, 0).together)!;
  for (const name of ['kube-probe', 'ELB-HealthChecker', 'GoogleHC', 'Prometheus', 'Googlebot']) {
    expect(every).toContain(name);
    expect(agents.some((agent) => agent?.startsWith(name) && !agent.includes(' GoogleHC'))).toBe(true);
  }
});

test('disguises that keep path and method are combined in one request with all their headers and parameters', () => {
  const { together } = disguises(post, 0);
  expect(together.path).toContain('?format=json&access_token=made-up');
  const names = together.headers!.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['X-Original-URL', 'Origin', 'X-HTTP-Method-Override', 'User-Agent']));
  expect(names.filter((name) => name === 'User-Agent')).toHaveLength(1);
});

test('a method whose response may belong to another operation is tried only if its effect can be observed', () => {
  const methods = disguises({ ...post, hasEffect: false }, 0).all.flatMap(({ method }) => method ?? []);
  expect(methods).toEqual(['OPTIONS']);
  expect(disguises(post, 0).plainMethods.map(({ method }) => method)).toEqual(['OPTIONS', 'HEAD']);
});

test('disguises sent at once include the user agents of all health checkers, and one of them alone, which successive callers vary', () => {
  const { together, fromOne, methods } = disguises(post, 1);
  expect(fromOne.parts!.slice(1, -1)).toEqual(together.parts!.slice(1, -1));
  expect([together.path, fromOne.path].map((path) => path.split('x=').at(-1))).toEqual(['.css', '/health']);
  const turns = Array.from({ length: 16 }, (_, turn) => agentOf(disguises(post, turn).fromOne));
  expect(new Set(turns).size).toBe(16);
  expect(methods.map(({ method }) => method)).toEqual(['OPTIONS', 'GET', 'HEAD']);
});
