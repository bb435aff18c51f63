import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Operation, operationTable, type RequestPart } from '../interface/operations.ts';
import { type JsonSchema, type SchemaName, schema } from '../schema/library.ts';
import { accepts, validator } from '../schema/validator.ts';
import { arbitraryOf } from './compile.ts';
import { edges } from './edge.ts';
import { hostile } from './hostile.ts';
import { bodyText, type Canonical, targetLength, type Variant } from './request.ts';
import { variants } from './valid.ts';
import { silent, wrong } from './wrong.ts';

const canonicals: { readonly [op in Operation]: Canonical } = {
  create: { body: { limit: 10, profileIds: ['p1', 'p2'], calendarIds: ['c1'] } },
  register: {
    body: { firstName: 'Ada', lastName: 'Lovelace', email: 'cawl+{unique}@example.com', password: 'Pw-1-long' },
  },
  verify: { body: { email: 'cawl+1@example.com', code: 123456 } },
  logs: {
    path: { webhookId: 'wh_1' },
    query: {},
    optional: { sortBy: 'createdAt', from: '2026-01-01', to: '2026-02-01' },
  },
};
const all = Object.entries(canonicals) as [Operation, Canonical][];

const draw = <T>({ first, arbitrary }: { first: readonly T[]; arbitrary: fc.Arbitrary<T> }, numRuns = 400): T[] => [
  ...first,
  ...fc.sample(arbitrary, { seed: 5, numRuns }),
];
/** How many problems the schemas find in a request. */
const problemsIn = (variant: Variant): number =>
  (Object.entries(operationTable[variant.operation].request) as [RequestPart, SchemaName][]).reduce(
    (count, [part, name]) => count + validator(name)(variant[part]).length,
    0,
  );
/** A lone surrogate does not survive UTF-8. */
const wellFormed = (_: string, value: unknown): unknown => {
  if (typeof value === 'string') expect(Buffer.from(value).toString()).toBe(value);
  return value;
};
/** The fields in which a request differs from the canonical one. */
const differing = (variant: Variant, canonical: Canonical): string[] =>
  (['body', 'path', 'query'] as const).flatMap((part) => {
    const [a, b] = [(variant[part] ?? {}) as object, (canonical[part] ?? {}) as object];
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter(
      (key) => JSON.stringify(a[key as never]) !== JSON.stringify(b[key as never]),
    );
  });

test.each(
  all,
)('valid variants of %s match the schema, stay within the sizes, vary one field, and are well-formed Unicode', (op, canonical) => {
  for (const variant of draw(variants(op, canonical))) {
    expect(problemsIn(variant), JSON.stringify(variant)).toBe(0);
    if (variant.body !== undefined) expect(Buffer.byteLength(bodyText(variant.body))).toBeLessThanOrEqual(60_000);
    expect(targetLength(variant)).toBeLessThanOrEqual(7_000);
    JSON.stringify(variant, wellFormed);
    if (variant.field !== '*') expect([[], [variant.field]]).toContainEqual(differing(variant, canonical));
  }
});

test.each(all)('valid variants of %s cover all kinds, and difficult text comes first', (op, canonical) => {
  const family = variants(op, canonical);
  const kinds = new Set(fc.sample(family.arbitrary, { seed: 3, numRuns: 600 }).map(({ kind }) => kind));
  for (const kind of ['astral', 'combining', 'right-to-left', 'sql', 'regex', 'header', 'html', 'subset'])
    expect(kinds).toContain(kind);
  expect(family.first.slice(0, 40).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['astral', 'combining', 'right-to-left', 'sql', 'like-and-glob', 'shell', 'path', 'header']),
  );
  const fields = Object.values(operationTable[op].request).flatMap((name) => Object.keys(schema(name).properties!));
  expect(family.first.map(({ field }) => field)).toEqual(
    expect.arrayContaining(fields.filter((field) => field !== 'next' && field !== 'prev')),
  );
  expect(JSON.stringify(family.first)).toBe(JSON.stringify(variants(op, canonical).first));
});

test('the first three variants hold difficult text, each in another field', () => {
  const first = variants('register', canonicals.register).first.slice(0, 3);
  expect(first.map(({ kind }) => kind)).toEqual(['astral', 'combining', 'right-to-left']);
  expect(new Set(first.map(({ field }) => field)).size).toBe(3);
});

test('subsets hold all pairs of optional parameters, all together and none', () => {
  const subsets = variants('logs', canonicals.logs).first.filter(({ kind }) => kind === 'subset');
  const sets = subsets.map(({ query }) => Object.keys(query!).sort().join());
  const names = ['from', 'sortBy', 'sortDirection', 'status', 'to'];
  expect(sets).toContain(names.join());
  expect(sets).toContain('');
  for (const [i, a] of names.entries()) for (const b of names.slice(i + 1)) expect(sets).toContain([a, b].join());
});

test('lists are empty, of 1,000 elements, and of one repeated element', () => {
  const lists = variants('create', canonicals.create).first.map(
    ({ body }) => (body as { profileIds?: string[] }).profileIds ?? ['-'],
  );
  expect(lists.some((list) => list.length === 0)).toBe(true);
  expect(lists.some((list) => new Set(list).size === 1000)).toBe(true);
  expect(lists.some((list) => list.length === 1000 && new Set(list).size === 1)).toBe(true);
});

test('a changed schema changes the requests', () => {
  const before = schema('requests/create');
  const after: JsonSchema = {
    ...before,
    properties: {
      ...before.properties,
      limit: { type: 'integer', minimum: 5, maximum: 7 },
      color: { type: 'string', enum: ['red', 'blue'] },
    },
    required: ['limit'],
  };
  const drawn = draw(variants('create', canonicals.create, { body: after }));
  const limits = new Set(drawn.map(({ body }) => (body as { limit?: number }).limit));
  expect([...limits].sort((a, b) => a! - b!)).toEqual([5, 6, 7, 10]);
  expect(new Set(drawn.map(({ body }) => (body as { color?: string }).color))).toEqual(
    new Set([undefined, 'red', 'blue']),
  );
  const edge = edges('create', canonicals.create, { body: after }).filter(({ field }) => field === 'limit');
  expect(edge.map(({ within, body }) => [(body as { limit: number }).limit, within])).toEqual([
    [5, true],
    [4, false],
    [7, true],
    [8, false],
  ]);
  const flaws = wrong('create', canonicals.create, { body: after }).first.map(({ field, form }) => [field, form]);
  expect(flaws).toContainEqual(['limit', 'missing']);
  expect(flaws).toContainEqual(['color', 'string']);
});

test.each(
  all,
)('wrong requests of %s fail the schema, and differ from the canonical request in one place', (op, canonical) => {
  const drawn = draw(wrong(op, canonical));
  expect(drawn.length).toBeGreaterThan(400);
  for (const variant of drawn) {
    expect(problemsIn(variant), variant.label).toBeGreaterThan(0);
    expect(variant.label.length).toBeGreaterThan(5);
    if (variant.kind === 'no-object')
      expect(variant.body === null || typeof variant.body !== 'object' || Array.isArray(variant.body)).toBe(true);
    else expect(differing(variant, canonical)).toEqual([variant.field]);
  }
});

test('wrong types include a fraction and a string of digits for an integer, and null for everything', () => {
  const { first } = wrong('verify', canonicals.verify);
  const flaws = first.map(({ field, form }) => [field, form]);
  for (const flaw of [
    ['code', 'number'],
    ['code', 'digit-string'],
    ['code', 'null'],
    ['email', 'integer'],
    ['*', 'null'],
  ])
    expect(flaws).toContainEqual(flaw);
  expect(first.map(({ label }) => label).join()).not.toContain('123456');
});

test.each(
  all,
)('requests of %s about which the specification is silent match the schema and differ in one place', (op, canonical) => {
  for (const variant of silent(op, canonical)) {
    expect(problemsIn(variant)).toBe(0);
    expect(differing(variant, canonical)).toHaveLength(1);
  }
});

test.each(all)('edges of %s that are within match the schema', (op, canonical) => {
  for (const edge of edges(op, canonical)) if (edge.within) expect(problemsIn(edge), edge.label).toBe(0);
});

test.each(
  all,
)('hostile requests of %s have unique labels and ASCII targets, and notJson holds where it is set', (op, canonical) => {
  const requests = hostile(op, canonical);
  expect(new Set(requests.map(({ label }) => label)).size).toBe(requests.length);
  for (const { body, notJson, rawTarget, large, label } of requests) {
    if (rawTarget !== undefined) expect(rawTarget).toMatch(/^\/[!-~]*$/);
    if (large === undefined) expect(body?.length ?? 0, label).toBeLessThan(65_536);
    if (notJson !== true) continue;
    const text = Buffer.from(body!).toString();
    for (let end = 1; end <= Math.min(text.length, 200); end++)
      expect(() => JSON.parse(text.slice(0, end)), label).toThrow();
  }
});

const compiled: readonly JsonSchema[] = [
  schema('responses/page'),
  schema('responses/empty-object'),
  schema('kit/truth'),
  schema('requests/logs-query'),
  { type: ['string', 'null', 'integer'], minLength: 3, maxLength: 5, minimum: 3 },
  {
    oneOf: [
      { type: 'integer', minimum: 10 },
      { type: 'string', format: 'email' },
    ],
  },
  {
    type: 'object',
    anyOf: [{ required: ['a'] }, { required: ['b'] }],
    properties: { a: { const: 1 }, b: { format: 'date', type: 'string' } },
  },
  {
    allOf: [
      { type: 'integer', minimum: 1 },
      { type: 'number', maximum: 3 },
    ],
  },
  { type: 'array', items: { enum: ['a', 'b', 1, null] }, minItems: 2, uniqueItems: true, maxItems: 4 },
  { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 },
  { type: 'string', pattern: '^[a-f]{2,4}$' },
  { type: 'object', additionalProperties: { type: 'boolean' }, maxProperties: 2 },
  { $id: 'https://cawl-conformance.dev/schemas/own.json', $ref: 'common/cursor.schema.json', required: ['next'] },
];

test.each(
  compiled.map((s, i) => [s.$id ?? `schema ${i}`, s] as const),
)('values drawn from %s match it', (_, candidate) => {
  const judge = accepts(candidate);
  const values = fc.sample(arbitraryOf(candidate), { seed: 1, numRuns: 60 });
  for (const value of values) expect(judge(value), JSON.stringify(value)).toBe(true);
});
