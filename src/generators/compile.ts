/**
 * Compiles a JSON Schema to an arbitrary of its values: type unions, enum and const, formats, patterns, lengths, bounds,
 * arrays, objects, oneOf, anyOf, allOf and $ref. These are the keywords that the files under schemas/ use; a final filter
 * by ajv guarantees what construction does not.
 */
import fc from 'fast-check';
import { type JsonSchema, type JsonType, jsonTypes, type Located, resolveRef, schemaBase } from '../schema/library.ts';
import { accepts } from '../schema/validator.ts';
import { anyText, codePoint } from './text.ts';

/** Values that the schema accepts. `base` is where its relative references start: its `$id` unless given. */
export function arbitraryOf(schema: JsonSchema, base: string = schema.$id ?? schemaBase): fc.Arbitrary<unknown> {
  const judge = judgeOf(schema, base);
  return build({ schema, base }, 0).filter(judge);
}

/** Whether a value matches a schema, or a part of one, by ajv. */
export function judgeOf(schema: JsonSchema, base: string = schema.$id ?? schemaBase): (value: unknown) => boolean {
  return accepts(identified({ schema, base }));
}

/** The schema with an `$id`, so that its references start from its base. */
export function identified({ schema, base }: Located): JsonSchema {
  return schema.$id === undefined ? { ...schema, $id: new URL('part', base).href } : schema;
}

/** The schema without `$ref`: the one that it refers to, overridden by its own keywords. */
export function dereferenced({ schema, base }: Located): Located {
  if (schema.$ref === undefined) return { schema, base };
  const target = dereferenced(resolveRef(schema.$ref, { schema, base }));
  const { $ref: _, ...own } = schema;
  return { schema: merged(target.schema, own), base: target.base };
}

function build(located: Located, depth: number): fc.Arbitrary<unknown> {
  const { schema: whole, base } = dereferenced(located);
  const { allOf, anyOf, oneOf, ...own } = whole;
  if (allOf !== undefined) {
    const parts = allOf.map((part) => dereferenced({ schema: part, base }).schema);
    return build({ schema: parts.reduce(merged, merged(own, { ...pick({ anyOf, oneOf }) })), base }, depth);
  }
  const branches = oneOf ?? anyOf;
  if (branches !== undefined) {
    const rest = oneOf !== undefined && anyOf !== undefined ? { anyOf } : {};
    const each = branches.map((part) => merged({ ...own, ...rest }, dereferenced({ schema: part, base }).schema));
    return fc.oneof(...each.map((schema) => build({ schema, base }, depth)));
  }
  if ('const' in own) return fc.constant(own.const);
  if (own.enum !== undefined) return fc.constantFrom(...own.enum);
  const types = own.type === undefined ? jsonTypes.filter((t) => t !== 'integer') : [own.type].flat();
  return fc.oneof(...types.map((type) => ofType(type, { schema: own, base }, depth)));
}

function ofType(type: JsonType, { schema, base }: Located, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return integers(schema);
    case 'number':
      return fc.oneof(...wholes(schema), fc.double({ noNaN: true, noDefaultInfinity: true, ...bounds(schema) }));
    case 'string':
      return strings(schema);
    case 'array': {
      const items = schema.items === undefined ? leaf(depth) : build({ schema: schema.items, base }, depth + 1);
      const size = { minLength: schema.minItems ?? 0, maxLength: schema.maxItems ?? (schema.minItems ?? 0) + 5 };
      return schema.uniqueItems === true
        ? fc.uniqueArray(items, { ...size, selector: (item) => JSON.stringify(item) })
        : fc.array(items, size);
    }
    case 'object':
      return objects({ schema, base }, depth);
  }
}

const bounds = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: JsonSchema) => ({
  ...pick({ min: minimum ?? exclusiveMinimum, max: maximum ?? exclusiveMaximum }),
  ...pick({
    minExcluded: exclusiveMinimum !== undefined || undefined,
    maxExcluded: exclusiveMaximum !== undefined || undefined,
  }),
});

/** Integers within the bounds and the safe range. */
export function integers(schema: JsonSchema): fc.Arbitrary<number> {
  const above = schema.exclusiveMinimum === undefined ? undefined : Math.floor(schema.exclusiveMinimum) + 1;
  const below = schema.exclusiveMaximum === undefined ? undefined : Math.ceil(schema.exclusiveMaximum) - 1;
  const min = Math.max(Math.ceil(schema.minimum ?? above ?? Number.MIN_SAFE_INTEGER), Number.MIN_SAFE_INTEGER);
  const max = Math.min(Math.floor(schema.maximum ?? below ?? Number.MAX_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
  return fc.integer({ min, max });
}

/** {@link integers} in a list, which is empty if no integer lies within the bounds. */
const wholes = (schema: JsonSchema): fc.Arbitrary<number>[] => {
  const [min, max] = [
    schema.minimum ?? schema.exclusiveMinimum ?? 0,
    schema.maximum ?? schema.exclusiveMaximum ?? min0(schema),
  ];
  return max - min < 2 ? [] : [integers(schema)];
};
const min0 = (schema: JsonSchema): number => (schema.minimum ?? schema.exclusiveMinimum ?? 0) + 2;

function strings(schema: JsonSchema): fc.Arbitrary<string> {
  if (schema.format !== undefined) return formats[schema.format]?.() ?? anyText;
  if (schema.pattern !== undefined) return fc.stringMatching(new RegExp(schema.pattern, 'u'));
  const { minLength = 0, maxLength } = schema;
  if (minLength <= 1 && maxLength === undefined)
    return minLength === 0 ? anyText : anyText.filter((text) => text !== '');
  return fc.string({ unit: codePoint, minLength, maxLength: maxLength ?? minLength + 20 });
}

/** Built on demand: one of them makes a map of all code points, which takes half a second. */
const formats: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
  email: () => fc.emailAddress(),
  uri: () => fc.webUrl(),
  uuid: () => fc.uuid(),
  'date-time': () =>
    fc.date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') }).map((d) => d.toISOString()),
  date: () =>
    fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('9999-12-31') })
      .map((d) => d.toISOString().slice(0, 10)),
  'json-pointer': () =>
    fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { maxLength: 3 }).map((steps) => steps.map((s) => `/${s}`).join('')),
};

function objects({ schema, base }: Located, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties, maxProperties } = schema;
  const known = Object.fromEntries(
    Object.entries(properties).map(([key, below]) => [key, build({ schema: below, base }, depth + 1)]),
  );
  for (const key of required) known[key] ??= leaf(depth);
  const record = fc.record(known, { requiredKeys: [...required], noNullPrototype: true });
  if (typeof additionalProperties !== 'object' || maxProperties !== undefined) return record;
  const more = fc.dictionary(plainKey, build({ schema: additionalProperties, base }, depth + 1), {
    maxKeys: 3,
    noNullPrototype: true,
  });
  return fc.tuple(more, record).map(([extra, own]) => ({ ...extra, ...own }));
}

const plainKey = fc.stringMatching(/^[a-z]{1,8}$/);
const leaf = (depth: number): fc.Arbitrary<unknown> =>
  depth > 3 ? fc.constant(null) : fc.oneof(fc.constant(null), fc.boolean(), fc.integer(), anyText);

/** One schema for two that both hold. Where both name a pattern or a format, the final filter decides. */
function merged(a: JsonSchema, b: JsonSchema): JsonSchema {
  const types =
    a.type !== undefined && b.type !== undefined ? common([a.type].flat(), [b.type].flat()) : (a.type ?? b.type);
  const values =
    a.enum !== undefined && b.enum !== undefined ? a.enum.filter((v) => b.enum!.includes(v)) : (a.enum ?? b.enum);
  const properties: Record<string, JsonSchema> = { ...a.properties, ...b.properties };
  for (const key of Object.keys(a.properties ?? {}))
    if (b.properties?.[key] !== undefined) properties[key] = { allOf: [a.properties![key]!, b.properties[key]] };
  return {
    ...a,
    ...b,
    ...pick({
      type: types,
      enum: values,
      properties: a.properties === undefined && b.properties === undefined ? undefined : properties,
      required: a.required === undefined ? b.required : [...new Set([...a.required, ...(b.required ?? [])])],
      allOf: a.allOf === undefined ? b.allOf : [...a.allOf, ...(b.allOf ?? [])],
      minimum: extreme(Math.max, a.minimum, b.minimum),
      maximum: extreme(Math.min, a.maximum, b.maximum),
      minLength: extreme(Math.max, a.minLength, b.minLength),
      maxLength: extreme(Math.min, a.maxLength, b.maxLength),
      minItems: extreme(Math.max, a.minItems, b.minItems),
      maxItems: extreme(Math.min, a.maxItems, b.maxItems),
    }),
  };
}

function common(a: readonly JsonType[], b: readonly JsonType[]): JsonType[] {
  const both = a.filter((type) => b.includes(type));
  const integer = (a.includes('integer') && b.includes('number')) || (a.includes('number') && b.includes('integer'));
  return integer && !both.includes('integer') ? [...both, 'integer'] : both;
}

const extreme = (of: (...n: number[]) => number, a?: number, b?: number): number | undefined =>
  a === undefined ? b : b === undefined ? a : of(a, b);

/** The entries that are not undefined. */
function pick<T extends object>(entries: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(entries).filter(([, v]) => v !== undefined)) as never;
}
