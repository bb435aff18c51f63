/**
 * Requests that are wrong in exactly one way, all else canonical: one field of one wrong JSON type, a value that is not
 * among the allowed ones, a required field missing, a body that is no object. Where the specification is silent
 * (optional or closed bodies), {@link silent} asks the target what it does.
 */
import fc from 'fast-check';
import type { Operation } from '../core/operation.ts';
import type { JsonType } from '../schema/library.ts';
import { arbitraryOf, judgeOf } from './compile.ts';
import {
  type Canonical,
  type Family,
  type Field,
  fieldsOf,
  type RequestSchemas,
  requestSchemas,
  type Variant,
  withField,
} from './request.ts';

/** A request with what is wrong in it, in words that hold no value: "code is a string of digits". */
export interface Wrong extends Variant {
  readonly label: string;
}

/** What the schemas refuse. `first` is complete as to fields and types; the arbitrary varies the values. */
export function wrong(
  operation: Operation,
  canonical: Canonical,
  schemas: RequestSchemas = requestSchemas(operation),
): Family<Wrong> {
  const first: Wrong[] = [];
  const fields = fieldsOf(operation, canonical, schemas);
  const put = (field: Field, kind: string, what: string, value: unknown): Wrong => ({
    ...withField(operation, canonical, field, kind, value),
    label: `${field.name} ${what}`,
  });
  for (const field of fields) {
    const judge = judgeOf(field.located.schema, field.located.base);
    // On the wire every value of a path or a query is a string: its type cannot be wrong, its value can.
    const values = field.part === 'body' ? [...wrongTypes(field), ...wrongItems(field)] : wrongValues(field);
    const kind = field.part === 'body' ? 'wrong-type' : 'wrong-value';
    first.push(...values.filter(([, value]) => !judge(value)).map(([what, value]) => put(field, kind, what, value)));
  }
  if (schemas.body !== undefined) {
    const bodies = notObjects(canonical);
    first.push(
      ...bodies.map(([what, body]) => ({ operation, kind: 'no-object', field: '*', body, label: `the body ${what}` })),
    );
    for (const name of schemas.body.required ?? []) first.push(without(operation, canonical, name));
  }
  return {
    first,
    // Made when it is asked for: many callers want `first` alone.
    get arbitrary() {
      const ofTypes = fields
        .filter((field) => field.part === 'body')
        .flatMap((field) => {
          const judge = judgeOf(field.located.schema, field.located.base);
          return Object.entries(typeNames)
            .filter(([type]) => !allows(field, type as JsonType))
            .map(([type, what]) =>
              arbitraryOf({ type: type as JsonType })
                .filter((value) => !judge(value) && (type !== 'number' || !Number.isInteger(value)))
                .map((value) => put(field, 'wrong-type', what, value)),
            );
        });
      return fc.oneof(fc.constantFrom(...first), ...ofTypes);
    },
  };
}

/** Where the specification says nothing: each field left out, and one field too many. For observing, not for judging. */
export function silent(
  operation: Operation,
  canonical: Canonical,
  schemas: RequestSchemas = requestSchemas(operation),
): Wrong[] {
  const part = schemas.body === undefined ? 'query' : 'body';
  const required = new Set(schemas.body?.required ?? []);
  const missing = Object.keys(part === 'body' ? (canonical.body ?? {}) : {}).filter((name) => !required.has(name));
  const extra = {
    operation,
    part,
    name: 'unexpected',
    located: { schema: {}, base: '' },
    canonical: undefined,
  } as const;
  return [
    ...missing.map((name) => without(operation, canonical, name)),
    { ...withField(operation, canonical, extra, 'extra', 'x'), label: 'one field too many' },
  ];
}

function without(operation: Operation, canonical: Canonical, name: string): Wrong {
  const { [name]: _, ...body } = canonical.body ?? {};
  return { operation, kind: 'missing', field: name, body, label: `${name} is missing` };
}

const typeNames: { readonly [type in JsonType]: string } = {
  null: 'is null',
  boolean: 'is a boolean',
  integer: 'is an integer',
  number: 'is a fraction',
  string: 'is a string',
  array: 'is an array',
  object: 'is an object',
};

const allows = ({ located: { schema } }: Field, type: JsonType): boolean =>
  [schema.type ?? []].flat().includes(type) && !(type === 'string' && schema.enum !== undefined);

function wrongTypes({ canonical, located: { schema } }: Field): [string, unknown][] {
  const items = [schema.type ?? []].flat().includes('array');
  return [
    [typeNames.null, null],
    ['is false', false],
    ['is true', true],
    ['is 0', 0],
    ['is an integer', 42],
    ['is a fraction', 1.5],
    ['is a string', 'x'],
    ['is an empty string', ''],
    ...(typeof canonical === 'number' ? [['is a string of digits', String(canonical)] as [string, unknown]] : []),
    ...(items && Array.isArray(canonical) ? [['is its only item', canonical[0] ?? 'x'] as [string, unknown]] : []),
    ['is an empty array', []],
    ...(items ? [] : [['is an array', [canonical ?? 'x']] as [string, unknown]]),
    ['is an empty object', {}],
    ['is an object', { x: canonical ?? 'x' }],
  ];
}

function wrongItems({ canonical, located: { schema } }: Field): [string, unknown][] {
  if (![schema.type ?? []].flat().includes('array')) return [];
  const good = Array.isArray(canonical) ? canonical : [];
  return ([null, true, 42, 1.5, ['x'], {}] as const).map((item) => [
    `has an item that ${Array.isArray(item) ? typeNames.array : item === null ? typeNames.null : `is of type ${typeof item}`}`,
    [...good, item],
  ]);
}

function wrongValues({ located: { schema } }: Field): [string, unknown][] {
  const allowed = (schema.enum ?? []).map(String);
  if (allowed.length === 0) return [];
  return [
    ...allowed.map((value): [string, unknown] => [`is ${value} in capitals`, value.toUpperCase()]),
    ...allowed.map((value): [string, unknown] => [`is ${value} cut short`, value.slice(0, -1)]),
    ...allowed.map((value): [string, unknown] => [`is ${value} with a letter more`, `${value}x`]),
    ['is all allowed values', allowed.join(',')],
    ['is unknown', 'unexpected'],
    ['is empty', ''],
    ['is a number', '1'],
  ];
}

function notObjects({ body }: Canonical): [string, unknown][] {
  return [
    ['is null', null],
    ['is true', true],
    ['is a number', 42],
    ['is a string', 'x'],
    ['is an empty array', []],
    ['is an array that holds it', [body]],
    ['is a string that holds it', JSON.stringify(body)],
  ];
}
