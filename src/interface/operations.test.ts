import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { settingsOf } from '../../test/settings.ts';
import { logStatuses, operations, operationsWithBody } from '../core/operation.ts';
import { type JsonSchema, resolveRef, type SchemaName, schema, schemaBase } from '../schema/library.ts';
import { validator } from '../schema/validator.ts';
import { idSegments, type OperationDescription, operationsWith, operationTable, pathOf } from './operations.ts';

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<Record<string, { readonly $ref: string }>>;
}
const openapi = parse(readFileSync(new URL('../../schemas/openapi.yaml', import.meta.url), 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: {
    readonly responses: Readonly<Record<string, { readonly content: Described['requestBody'] & object }>>;
  };
};
const entries = Object.entries(operationTable) as [keyof typeof operationTable, OperationDescription][];

test('openapi.yaml and the table describe the same operations', () => {
  const described = Object.entries(openapi.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, summary, tags }]) => [
      operationId,
      { path, method: method.toUpperCase(), label: summary.toLowerCase(), tags },
    ]),
  );
  const own = entries.map(([op, { path, method, label, tag }]) => [op, { path, method, label, tags: [tag] }]);
  expect(Object.fromEntries(described)).toEqual(Object.fromEntries(own));
  expect(entries.map(([op]) => op)).toEqual([...operations]);
});

test.for(entries)('%s has the request and response schemas that openapi.yaml names', ([, entry]) => {
  const { parameters = [], requestBody, responses } = openapi.paths[entry.path]![entry.method.toLowerCase()]!;
  const body = entry.request.body === undefined ? undefined : `${entry.request.body}.schema.json`;
  expect(requestBody?.content['application/json']?.schema.$ref).toBe(body);
  const named = (['path', 'query'] as const).flatMap((part) => {
    const name = entry.request[part];
    if (name === undefined) return [];
    return Object.keys(schema(name as SchemaName).properties!).map((field) => ({
      name: field,
      in: part,
      schema: { $ref: `${name}.schema.json#/properties/${field}` },
    }));
  });
  expect(parameters.map(({ name, in: part, schema }) => ({ name, in: part, schema }))).toEqual(named);
  const [, component] = /^#\/components\/responses\/(\w+)$/.exec(responses['2XX']!.$ref)!;
  const { content } = openapi.components.responses[component!] as unknown as NonNullable<Described['requestBody']>;
  expect(content['application/json']!.schema.$ref).toBe(`responses/${entry.response}.schema.json`);
});

test.for(entries)('%s: the canonical values are valid', ([, entry]) => {
  const { path = {}, body, optional = {} } = entry.canonical(settingsOf('http://localhost').fixtures);
  for (const [part, values] of Object.entries({ path, body, query: optional })) {
    const name = entry.request[part as keyof typeof entry.request];
    if (name !== undefined) expect(validator(name as SchemaName)(values)).toEqual([]);
    else expect(Object.keys(values ?? {})).toEqual([]);
  }
});

test.for(entries)('%s: the text fields are all the fields that may hold any text', ([, { request, textFields }]) => {
  const free = Object.values(request).flatMap((name) =>
    Object.entries(schema(name as SchemaName).properties!)
      .map(([field, below]) => {
        const base = `${schemaBase}${name}.schema.json`;
        return [
          field,
          below.$ref === undefined ? below : resolveRef(below.$ref, { schema: below, base }).schema,
        ] as const;
      })
      .filter(([, { type, enum: allowed }]) => (type === 'string' || type === 'array') && allowed === undefined)
      .map(([field]) => field),
  );
  // Only an issued cursor is a valid one.
  expect([...textFields].sort()).toEqual(free.filter((field) => field !== 'next' && field !== 'prev').sort());
});

test('operations are selected by a value of their entries', () => {
  expect(operationsWith('method', 'POST')).toEqual([...operationsWithBody]);
  expect(operationsWith('response', 'page')).toEqual(['create', 'logs']);
  expect(operationsWith('consumes', 'email', 'code')).toEqual(['register', 'verify']);
  expect(operationsWith('consumes', null)).toEqual(['logs']);
});

test('a path has its ids percent-encoded', () => {
  expect(pathOf('register')).toBe('/v2/auth/register');
  expect(pathOf('logs', { webhookId: 'a/b c' })).toBe('/v2/webhooks/a%2Fb%20c/logs/search');
  expect(operations.map((op) => idSegments(op))).toEqual([[], [], [], [2]]);
});

test('a log entry has one of two statuses', () => {
  expect(logStatuses).toEqual(['succeeded', 'failed']);
});
