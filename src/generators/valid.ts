/**
 * Requests whose fields have the stated types: whatever they hold, a server must respond without a 5xx. One field varies,
 * the others are canonical; subsets of the optional fields vary several. Kinds that the keywords of a schema rule out are
 * left out, and values that match it are drawn instead.
 */
import fc from 'fast-check';
import type { Operation } from '../core/operation.ts';
import type { JsonSchema } from '../schema/library.ts';
import { arbitraryOf, judgeOf } from './compile.ts';
import {
  type Canonical,
  type Family,
  type Field,
  type Fields,
  fieldsOf,
  type RequestSchemas,
  requestSchemas,
  type Variant,
  withField,
  withinSize,
} from './request.ts';
import { anyText, earlyKinds, inTurns, textKinds } from './text.ts';

interface Kind {
  readonly kind: string;
  readonly constants: readonly unknown[];
  readonly arbitrary?: fc.Arbitrary<unknown>;
}

/**
 * The family of valid requests, within sizes that every server must accept. `first` begins with astral, combining and
 * right-to-left text. E-mail values may hold `{unique}`.
 */
export function variants(
  operation: Operation,
  canonical: Canonical,
  schemas: RequestSchemas = requestSchemas(operation),
): Family<Variant> {
  const groups = new Map<string, Variant[][]>();
  const random: fc.Arbitrary<Variant>[] = [];
  for (const field of fieldsOf(canonical, schemas)) {
    const judge = judgeOf(field.located.schema, field.located.base);
    const sendable = (value: unknown): boolean => judge(value) && (field.part !== 'path' || isSegment(value));
    const own: fc.Arbitrary<Variant>[] = [];
    for (const { kind, constants, arbitrary } of kindsOf(field)) {
      const put = (value: unknown): Variant => withField(operation, canonical, field, kind, value);
      const list = constants.filter(sendable).map(put).filter(withinSize);
      groups.set(kind, [...(groups.get(kind) ?? []), list]);
      if (arbitrary !== undefined) own.push(arbitrary.filter(sendable).map(put).filter(withinSize));
      else if (list.length > 0) own.push(fc.constantFrom(...list));
    }
    if (own.length > 0) random.push(fc.oneof(...own));
  }
  const optional = subsets(operation, canonical, schemas);
  // Some kinds come first, for every field. Then the kinds take turns, and within a kind the fields, each kind beginning
  // with another field.
  const rotated = <T>(lists: readonly T[], by: number) => [
    ...lists.slice(by % Math.max(lists.length, 1)),
    ...lists.slice(0, by % Math.max(lists.length, 1)),
  ];
  const ofKind = (kind: string) => groups.get(kind)?.flatMap((list) => list.slice(0, 1)) ?? [];
  const early = inTurns(earlyKinds.map((kind, i) => rotated(ofKind(kind), i)));
  const turns = [...groups].map(([kind, lists], i) =>
    inTurns(rotated(earlyKinds.includes(kind) ? lists.map((list) => list.slice(1)) : lists, i)),
  );
  return {
    first: [...early, ...inTurns([...turns, optional.first])],
    arbitrary: fc.oneof(...random, optional.arbitrary),
  };
}

/** A dot segment or an empty one cannot be an id: clients resolve it (RFC 3986 §6.2.2.3). */
const isSegment = (value: unknown): boolean => value !== '.' && value !== '..' && value !== '';

function kindsOf(field: Field): Kind[] {
  const { schema, base } = field.located;
  const free = Object.keys(schema).every((key) => freeKeywords.has(key)) && (schema.minLength ?? 0) <= 1;
  if (schema.enum !== undefined) return [{ kind: 'allowed-value', constants: schema.enum }];
  if (free && schema.type === 'string') return /mail/i.test(field.name) ? [...textKinds, emails] : [...textKinds];
  if (free && schema.type === 'integer') return integerKinds;
  if (free && schema.type === 'array' && isText(schema.items)) return arrayKinds(field.canonical);
  const arbitrary = arbitraryOf(schema, base);
  return [{ kind: 'schema', constants: fc.sample(arbitrary, { seed: 1, numRuns: 8 }), arbitrary }];
}

const freeKeywords = new Set(['$id', '$schema', 'title', 'description', 'type', 'items', 'minLength']);
const isText = (items: JsonSchema | undefined): boolean =>
  items?.type === 'string' && Object.keys(items).every((key) => freeKeywords.has(key)) && items.minLength === undefined;

const emails: Kind = {
  kind: 'email',
  constants: [
    "o'brien.{unique}+tag@example.com",
    '{unique}.first.last@sub.example.com',
    '"quoted {unique}"@example.com',
    'josé.{unique}@example.com',
    '{unique}@bücher.example',
    '{unique}@[127.0.0.1]',
    `${'a'.repeat(64)}{unique}@example.com`,
    'UPPER.{unique}@EXAMPLE.COM',
    '@',
    'a@',
    '@a',
    'a@@b',
  ],
  arbitrary: fc
    .tuple(anyText, fc.constantFrom('example.com', 'bücher.example', 'localhost'))
    .map(([text, domain]) => `${text}{unique}@${domain}`),
};

const around = (n: number): number[] => [n - 1, n, n + 1, -n - 1, -n, -n + 1];
const integerKinds: readonly Kind[] & Kind[] = [
  { kind: 'small', constants: [0, 1, -1, 2, 10, 100, 1000], arbitrary: fc.integer({ min: -1000, max: 1000 }) },
  { kind: 'binary-border', constants: [31, 32, 15, 16, 8, 63 - 12].flatMap((bits) => around(2 ** bits)) },
  { kind: 'safe-border', constants: [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 1e15, -1e15] },
  { kind: 'safe-range', constants: [], arbitrary: fc.maxSafeInteger() },
];

function arrayKinds(canonical: unknown): Kind[] {
  const known = Array.isArray(canonical) && canonical.length > 0 ? String(canonical[0]) : 'x';
  const madeUp = Array.from({ length: 1000 }, (_, i) => `x${i}`);
  const short = textKinds.flatMap(({ constants }) => constants).filter((text) => text.length <= 40);
  const texts = textKinds.map(({ kind, constants, arbitrary }) => ({
    kind,
    constants: constants.map((text) => [text]),
    arbitrary: fc.array(arbitrary, { minLength: 1, maxLength: 3 }),
  }));
  return [
    ...texts,
    { kind: 'empty-array', constants: [[]] },
    {
      kind: 'long-array',
      constants: [madeUp, short],
      arbitrary: fc.array(fc.stringMatching(/^[a-z0-9]{1,8}$/), { minLength: 200, maxLength: 1000 }),
    },
    {
      kind: 'repeated',
      constants: [[known, known], Array(1000).fill(known), ['x', 'x', 'x']],
      arbitrary: fc.integer({ min: 2, max: 1000 }).map((n) => Array<string>(n).fill(known)),
    },
    { kind: 'several', constants: [[known], [known, 'x']], arbitrary: fc.array(anyText, { maxLength: 20 }) },
  ];
}

/** Subsets of the optional fields: first all, none, each alone and all pairs. Part of {@link variants}. */
export function subsets(
  operation: Operation,
  canonical: Canonical,
  schemas: RequestSchemas = requestSchemas(operation),
): Family<Variant> {
  const part = schemas.query === undefined ? 'body' : 'query';
  const whole = schemas[part];
  const required = new Set(whole?.required ?? []);
  const values = valuesOf(canonical, part, whole);
  const names = Object.keys(values).filter((name) => !required.has(name));
  const fixed: Fields = Object.fromEntries(
    Object.entries(canonical[part] ?? {}).filter(([name]) => required.has(name)),
  );
  const keep = (chosen: Fields): Variant => ({
    operation,
    kind: 'subset',
    field: '*',
    ...(part === 'body'
      ? { body: { ...fixed, ...chosen } }
      : { path: canonical.path ?? {}, query: { ...fixed, ...chosen } }),
  });
  const firstOf = (chosen: readonly string[]): Variant =>
    keep(Object.fromEntries(chosen.map((name) => [name, values[name]![0]])));
  const pairs = names.flatMap((a, i) => names.slice(i + 1).map((b) => [a, b]));
  const all = fc.record(Object.fromEntries(names.map((name) => [name, fc.constantFrom(...values[name]!)])), {
    requiredKeys: [],
    noNullPrototype: true,
  });
  return {
    first: [names, [], ...names.map((name) => [name]), ...pairs].map(firstOf).filter(withinSize),
    arbitrary: all.map(keep).filter(withinSize),
  };
}

/** The values of each field in a subset: its canonical one, or each that is allowed. Fields without either are left out. */
function valuesOf(
  canonical: Canonical,
  part: 'body' | 'query',
  whole: JsonSchema | undefined,
): Record<string, readonly unknown[]> {
  const found: Record<string, readonly unknown[]> = {};
  for (const { name, located, canonical: value } of fieldsOf(canonical, whole === undefined ? {} : { [part]: whole })) {
    if (located.schema.enum !== undefined) found[name] = located.schema.enum;
    else if (value !== undefined) found[name] = [value];
  }
  return found;
}
