/** The validators that the build writes say the same as those that ajv compiles while the kit runs. */
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import type { ValidateFunction } from '../../src/schema/ajv.ts';

const require = createRequire(import.meta.url);
const built = (path: string) => import(new URL(`../../dist/src/schema/${path}`, import.meta.url).href);
const { ajvOfSchemas } = (await built('ajv.js')) as typeof import('../../src/schema/ajv.ts');
const { schemaBase, schemaNames } = (await built('library.js')) as typeof import('../../src/schema/library.ts');
const { compiledFields, compiledFile } = (await built(
  'validator.js',
)) as typeof import('../../src/schema/validator.ts');

const ajv = ajvOfSchemas();
const compiled = schemaNames.filter((name) => existsSync(compiledFile(name)));

const page = { data: ['item'], cursor: { next: 'a', prev: 'b', totalItems: 1 } };
const configuration = {
  baseUrl: 'http://127.0.0.1:1',
  tokens: { valid: 'token' },
  fixtures: {},
  run: { depth: 'deep' },
};
const wrong = [
  null,
  [],
  {},
  0,
  'text',
  { unknown: 1 },
  { ...page, data: [1] },
  { ...page, cursor: { totalItems: '12' } },
];
const values: readonly unknown[] = [
  ...wrong,
  page,
  configuration,
  {
    ...configuration,
    baseUrl: 1,
    run: { depth: 'deeper', seed: 'x', rate: -1 },
    fixtures: { webhooks: [{}], limit: 0 },
  },
  { limit: 1, profileIds: ['a'], calendarIds: [] },
  { limit: 0.5, profileIds: [1], calendarIds: 'a' },
  { email: 'no e-mail', password: '', firstName: 'A', lastName: 1 },
  { email: 'a@example.com', code: 123456 },
  { next: '', prev: 1, status: 'unknown', sortDirection: 'up' },
  { webhookId: '' },
];

test('the validators of requests, responses, the configuration and fields are compiled', () => {
  expect(compiled).toHaveLength(8);
  expect(readdirSync(dirname(compiledFields))).toHaveLength(9);
});

test.each(
  Object.entries(require(compiledFields) as Record<string, ValidateFunction>),
)('compiled field %s accepts what ajv accepts', (key, judge) => {
  const { $id: _, ...field } = JSON.parse(key);
  const original = ajvOfSchemas({ strictTypes: false }).compile(field);
  const texts = ['', 'text', 'asc', 'failed'];
  const members = values.flatMap((value) => Object.values(value ?? {}));
  for (const value of [...values, ...members, ...texts, 1, 1.5, [], ['a'], [1]])
    expect(judge(value)).toBe(original(value));
});

test.each(compiled)('compiled %s reports what ajv reports', (name) => {
  const judge = require(compiledFile(name)) as ValidateFunction;
  const original = ajv.getSchema(`${schemaBase}${name}.schema.json`)!;
  for (const value of values) {
    expect(judge(value)).toBe(original(value));
    expect(judge.errors).toEqual(original.errors);
  }
  expect(values.map((value) => original(value))).toContain(false);
});
