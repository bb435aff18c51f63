import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { endpoints, logStatuses, operations } from './operation.ts';

test('the four operations are those of the OpenAPI document', () => {
  const { paths } = parse(readFileSync(new URL('../../schemas/openapi.yaml', import.meta.url), 'utf8')) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const described = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => [operationId, { method: method.toUpperCase(), path }]),
  );
  expect(Object.fromEntries(described)).toEqual(endpoints);
  expect(Object.keys(endpoints)).toEqual([...operations]);
});

test('a log has one of two statuses', () => {
  expect(logStatuses).toEqual(['succeeded', 'failed']);
});
