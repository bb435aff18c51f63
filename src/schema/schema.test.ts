import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Validator as OpenApiValidator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { ConformanceReport } from '../core/report.ts';
import { operations, operationTable } from '../interface/operations.ts';
import { resolveRef, schema, schemaBase, schemaFiles, schemaFolder, schemaNames } from './library.ts';
import { nearest } from './nearest.ts';
import { validator } from './validator.ts';

/** References made absolute: the validator compares them as text. */
const absolute = (document: object, base: string): Record<string, unknown> =>
  JSON.parse(
    JSON.stringify(document, (key, value) =>
      key === '$ref' && !value.startsWith('#') ? new URL(value, base).href : value,
    ),
  );

const messages = (name: Parameters<typeof validator>[0], value: unknown) =>
  validator(name)(value).map((problem) => problem.message);

test('every schema file is listed by its name, has an $id of that name, and compiles', () => {
  expect(schemaFiles()).toEqual([...schemaNames].sort());
  for (const name of schemaNames) {
    expect(schema(name).$id).toBe(`${schemaBase}${name}.schema.json`);
    validator(name)({});
  }
});

test('every schema file is a JSON Schema of draft 2020-12', () => {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true });
  (formats as unknown as typeof formats.default)(ajv);
  for (const name of schemaNames)
    expect([name, ajv.validateSchema(schema(name)), ajv.errors]).toEqual([name, true, null]);
  expect(ajv.validateSchema({ type: 'text' })).toBe(false);
});

test('the OpenAPI document is valid, requires a bearer token for each operation, and resolves its references', async () => {
  const document = parse(readFileSync(join(schemaFolder(), 'openapi.yaml'), 'utf8'));
  const judge = new OpenApiValidator();
  for (const name of schemaNames.filter((name) => !name.startsWith('kit/'))) {
    const uri = schema(name).$id!;
    await judge.addSpecRef(absolute(schema(name), uri), uri);
  }
  expect(await judge.validate(absolute(document, schemaBase))).toEqual({ valid: true });
  for (const op of operations) {
    const { method, path } = operationTable[op];
    const entry = document.paths[path][method.toLowerCase()];
    expect(entry.operationId).toBe(op);
    expect(entry.security).toEqual([{ bearer: [] }]);
  }
  const refs = [...JSON.stringify(document).matchAll(/"\$ref":"([^#"][^"]*)"/g)].map((match) => match[1]!);
  expect(refs).toHaveLength(13);
  for (const ref of refs) resolveRef(ref, { base: schemaBase, schema: {} });
  const queries = document.paths[operationTable.logs.path].get.parameters.filter(
    (p: { in: string }) => p.in === 'query',
  );
  expect(queries.map((p: { name: string }) => p.name).sort()).toEqual(
    Object.keys(schema('requests/logs-query').properties!).sort(),
  );
});

test('the page schema requires what the specification states and nothing more', () => {
  const page = (cursor: unknown) => messages('responses/page', { data: ['a'], cursor });
  expect(page({ totalItems: 1 })).toEqual([]);
  expect(page({ totalItems: 1, next: null, prev: '', more: true })).toEqual([]);
  expect(page({ totalItems: '12' })).toEqual(['cursor.totalItems must be an integer, got "12" (string)']);
  expect(page({ totalItems: -1 })).toEqual(['cursor.totalItems must be at least 0, got -1 (integer)']);
  expect(page({ totalItems: 1.5 })).toEqual(['cursor.totalItems must be an integer, got 1.5 (number)']);
  expect(page({})).toEqual(['cursor.totalItems is missing']);
  expect(page({ totalItems: 1, next: 5 })).toEqual(['cursor.next must be a string or null, got 5 (integer)']);
  expect(messages('responses/page', { data: [1], cursor: { totalItems: 1 } })).toEqual([
    'data[0] must be a string, got 1 (integer)',
  ]);
  expect(messages('responses/page', [])).toEqual(['the value must be an object, got an empty array']);
});

test('only an object without fields matches the empty object', () => {
  expect(messages('responses/empty-object', {})).toEqual([]);
  expect(messages('responses/empty-object', { id: 1 })).toEqual(['the value must have no fields, got id']);
  expect(messages('responses/empty-object', [])).not.toEqual([]);
  expect(messages('responses/empty-object', null)).not.toEqual([]);
});

test('request schemas require no field', () => {
  for (const name of ['requests/create', 'requests/register', 'requests/verify', 'requests/logs-query'] as const)
    expect(messages(name, {})).toEqual([]);
  expect(messages('requests/verify', { code: 1.5 })).toEqual(['code must be an integer, got 1.5 (number)']);
  expect(messages('requests/logs-query', { status: 'maybe' })[0]).toMatch(/must be one of "succeeded", "failed"/);
});

test('messages about the configuration suggest keys, say what a key takes, and repeat no secret', () => {
  const only = (value: unknown) => messages('kit/config', value)[0];
  expect(only({ tokns: {} })).toBe('unknown key `tokns`; did you mean `tokens`?');
  expect(only({ fixtures: { webhook: [] } })).toBe('unknown key `webhook` in fixtures; did you mean `webhooks`?');
  expect(only({ depth: 'deep' })).toBe('unknown key `depth`; did you mean `run.depth`?');
  expect(only({ zzzzzz: 1 })).toMatch(/^unknown key `zzzzzz`; known are \$schema, baseUrl/);
  expect(only({ run: { depth: 'fast' } })).toBe(
    'run.depth must be one of "quick", "standard", "deep", got "fast" (string); it takes the effort: quick, standard or deep',
  );
  expect(only({ waivers: [{ requirement: 'a', reason: 'b' }] })).toMatch(/^waivers\[0\]\.until is missing; it takes/);
  expect(only({ fixtures: { verificationCode: { waitMs: 1 } } })).toMatch(
    /must have exactly one of url, command, mailpit, smtp, value, got waitMs; it takes/,
  );
  expect(messages('kit/config', { fixtures: { verificationCode: { url: 'http://x', value: '0123' } } })).toHaveLength(
    1,
  );
  expect(messages('kit/config', { tokens: { valid: 'se cret' } }).join()).not.toContain('se cret');
  expect(messages('kit/config', { tokens: 'secret' }).join()).not.toContain('secret');
  expect(validator('kit/config')({ run: { sed: 1 } })[0]!.path).toBe('/run/sed');
});

test('every key of the configuration says what it takes', () => {
  const walk = (at: unknown, place: string): void => {
    const { properties, items, description } = at as ReturnType<typeof schema>;
    if (place !== '') expect(description, place).toBeTypeOf('string');
    for (const [key, below] of Object.entries(properties ?? {})) walk(below, `${place}/${key}`);
    if (items !== undefined) walk(items, `${place}/items`);
  };
  walk(schema('kit/config'), '');
  walk(schema('kit/truth').items, '');
});

test('a configuration with every key is accepted', () => {
  const text = `
baseUrl: https://staging.example.com/api
tokens: { valid: abcdefgh, otherTenant: {file: token, refreshSeconds: 300}, expired: ghijklmn }
fixtures:
  webhooks: [{ id: wh_1, truth: logs-of-wh_1.json }, { id: wh_2 }]
  profileIds: [p1, p2]
  calendarIds: [c1, c2]
  limit: 10
  register: { firstName: Ada, lastName: Lovelace, email: "cawl+{unique}@example.com", password: Correct-Horse-9-Battery }
  verificationCode: { url: "http://localhost:9000/codes?email={email}", waitMs: 5000 }
declares:
  successStatus: {create: 201, register: 201, verify: 200, logs: 200}
  refusalStatus: 401
  endOfLog: "null"
  cursorCarriesFilters: false
  timeFormat: rfc3339
  rangeBounds: "[)"
  sortBy: [createdAt]
  defaultOrder: desc
  limit: page-size
  itemsUnique: true
  item: {encoding: json, status: /status, time: /createdAt}
  unknownWebhook: 404
  requiredFields: {register: [firstName, lastName, email, password]}
run: {depth: standard, concurrency: 8, rate: 0, timeoutMs: 10000, headers: {X-Env: staging}, failOn: advisory}
waivers: [{ requirement: logs/prev-returns, reason: "release 4.2", until: 2027-01-31 }]`;
  expect(messages('kit/config', parse(text))).toEqual([]);
});

test('a report is accepted as the types describe it, with additional members', () => {
  const counts = { pass: 0, fail: 0, inconclusive: 0, notApplicable: 0, waived: 0, error: 0 };
  const report: ConformanceReport = {
    schemaVersion: 1,
    kit: { name: 'cawl-conformance', version: '0.1.0' },
    target: { baseUrl: 'http://127.0.0.1:1' },
    run: {
      seed: 1,
      depth: 'standard',
      startedAt: '2026-01-31T12:00:00.000Z',
      durationMs: 1,
      requests: 1,
      retries: 0,
      shard: null,
      latency: {
        logs: {
          count: 1,
          min: 1,
          median: 1,
          p95: 1,
          max: 1,
          buckets: [
            [10, 1],
            [null, 0],
          ],
        },
      },
    },
    verdict: 'nonConformant',
    summary: { stated: counts, derived: counts, declared: counts, advisory: counts },
    requirements: [
      {
        id: 'logs/json',
        level: 'stated',
        area: 'operations',
        section: '4',
        operation: 'logs',
        statement: 's',
        verdict: 'fail',
        exchanges: 1,
        counterexample: { input: {}, shrinks: 1, seed: 1, path: '0' },
        illustrations: [{ kind: 'walk', title: 't', pages: [{ place: 1, reachedBy: 'first', items: 1, total: null }] }],
        evidence: [
          {
            request: { method: 'GET', url: 'u', headers: {}, body: null },
            response: null,
            failure: 'cut',
            ms: 1,
            curl: 'c',
          },
        ],
        capsule: {
          steps: [{ method: 'GET', target: '/', headers: [['a', 'b']], body: null }],
          symptom: { kind: 'check' },
        },
      },
    ],
    observations: [{ gap: 'successStatus.register', section: '4', value: 201, seen: 1 }],
  };
  expect(messages('kit/report', { ...report, later: true })).toEqual([]);
  expect(messages('kit/report', { ...report, verdict: 'fine' })).not.toEqual([]);
});

test('a truth file lists items, and times must be date-times', () => {
  expect(messages('kit/truth', [{ item: 'a' }, { item: 'b', status: 'failed', at: '2026-01-31T12:00:00Z' }])).toEqual(
    [],
  );
  expect(messages('kit/truth', [{ item: 'b', at: 'yesterday' }])[0]).toMatch(
    /^\[0\]\.at must be a date-time, got "yesterday"/,
  );
});

test('nearest finds a known word within a few letters', () => {
  expect(nearest('tokns', ['tokens', 'fixtures'])).toBe('tokens');
  expect(nearest('timeoutMS', ['timeoutMs'])).toBe('timeoutMs');
  expect(nearest('fixtrues', ['fixtures'])).toBe('fixtures');
  expect(nearest('zzz', ['abc'])).toBeUndefined();
});
