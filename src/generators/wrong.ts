/**
 * Requests that are wrong in exactly one way and canonical otherwise: a field of another JSON type, a value that is not
 * allowed, a missing required field, a body that is not an object. Where the specification is silent (are fields required,
 * are others allowed?), {@link silent} gives requests that show what the target does.
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

/** What is wrong with a value. */
export type WrongForm =
  | JsonType
  | 'false'
  | 'true'
  | 'zero'
  | 'empty-string'
  | 'digit-string'
  | 'only-item'
  | 'empty-array'
  | 'empty-object'
  | 'null-item'
  | 'boolean-item'
  | 'number-item'
  | 'array-item'
  | 'object-item'
  | 'other-case'
  | 'cut-value'
  | 'extended-value'
  | 'all-values'
  | 'unknown-value'
  | 'added-fraction'
  | 'bare-number'
  | 'wrapped-in-array'
  | 'wrapped-in-string'
  | 'missing'
  | 'unexpected';

/** A request with its one flaw. */
export interface Wrong extends Variant {
  readonly form: WrongForm;
  /** The flaw in words that repeat no value: "code is a string of digits". */
  readonly label: string;
}

/** A wrong value, with what stands after the field's name in the label. */
type WrongValue = readonly [form: WrongForm, words: string, value: unknown];

/** What the schemas reject. `first` has every field with every type; the arbitrary varies the values. */
export function wrong(
  operation: Operation,
  canonical: Canonical,
  schemas: RequestSchemas = requestSchemas(operation),
): Family<Wrong> {
  const first: Wrong[] = [];
  const fields = fieldsOf(canonical, schemas);
  const put = (field: Field, kind: string, [form, words, value]: WrongValue): Wrong => ({
    ...withField(operation, canonical, field, kind, value),
    form,
    label: `${field.name} ${words}`,
  });
  for (const field of fields) {
    const judge = judgeOf(field.located.schema, field.located.base);
    // On the wire every value of a path or a query is a string: its type cannot be wrong, its value can.
    const values = field.part === 'body' ? [...wrongTypes(field), ...wrongItems(field)] : wrongValues(field);
    const kind = field.part === 'body' ? 'wrong-type' : 'wrong-value';
    first.push(...values.filter(([, , value]) => !judge(value)).map((value) => put(field, kind, value)));
  }
  if (schemas.body !== undefined) {
    for (const [form, words, body] of notObjects(canonical))
      first.push({ operation, kind: 'no-object', field: '*', body, form, label: `the body ${words}` });
    for (const name of schemas.body.required ?? []) first.push(without(operation, canonical, name));
  }
  return {
    first,
    // Built on demand: many callers use `first` only.
    get arbitrary() {
      const ofTypes = fields
        .filter((field) => field.part === 'body')
        .flatMap((field) => {
          const judge = judgeOf(field.located.schema, field.located.base);
          return Object.entries(typeNames)
            .filter(([type]) => !allows(field, type as JsonType))
            .map(([type, words]) =>
              arbitraryOf({ type: type as JsonType })
                .filter((value) => !judge(value) && (type !== 'number' || !Number.isInteger(value)))
                .map((value) => put(field, 'wrong-type', [type as JsonType, words, value])),
            );
        });
      return fc.oneof(fc.constantFrom(...first), ...ofTypes);
    },
  };
}

/** Where the specification is silent: each optional field left out, and one field added. They are observed, never judged. */
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
    { ...withField(operation, canonical, extra, 'extra', 'x'), form: 'unexpected', label: 'an unexpected field' },
  ];
}

function without(operation: Operation, canonical: Canonical, name: string): Wrong {
  const { [name]: _, ...body } = canonical.body ?? {};
  return { operation, kind: 'missing', field: name, body, form: 'missing', label: `${name} is missing` };
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

function wrongTypes({ canonical, located: { schema } }: Field): WrongValue[] {
  const isList = [schema.type ?? []].flat().includes('array');
  const values: (WrongValue | undefined)[] = [
    ['null', typeNames.null, null],
    ['false', 'is false', false],
    ['true', 'is true', true],
    ['zero', 'is 0', 0],
    ['integer', typeNames.integer, 42],
    ['number', typeNames.number, 1.5],
    ['string', typeNames.string, 'x'],
    ['empty-string', 'is an empty string', ''],
    typeof canonical === 'number' ? ['digit-string', 'is a string of digits', String(canonical)] : undefined,
    isList && Array.isArray(canonical) ? ['only-item', 'is its only item', canonical[0] ?? 'x'] : undefined,
    ['empty-array', 'is an empty array', []],
    isList ? undefined : ['array', typeNames.array, [canonical ?? 'x']],
    ['empty-object', 'is an empty object', {}],
    ['object', typeNames.object, { x: canonical ?? 'x' }],
  ];
  return values.filter((value) => value !== undefined);
}

function wrongItems({ canonical, located: { schema } }: Field): WrongValue[] {
  if (![schema.type ?? []].flat().includes('array')) return [];
  const good = Array.isArray(canonical) ? canonical : [];
  return [
    ['null-item', 'has an item that is null', [...good, null]],
    ['boolean-item', 'has an item that is of type boolean', [...good, true]],
    ['number-item', 'has an item that is of type number', [...good, 42]],
    ['number-item', 'has an item that is of type number', [...good, 1.5]],
    ['array-item', 'has an item that is an array', [...good, ['x']]],
    ['object-item', 'has an item that is of type object', [...good, {}]],
  ];
}

function wrongValues({ located: { schema } }: Field): WrongValue[] {
  const allowed = (schema.enum ?? []).map(String);
  if (allowed.length === 0) return [];
  return [
    ...allowed.map((value): WrongValue => ['other-case', `is ${value} in capitals`, value.toUpperCase()]),
    ...allowed.map((value): WrongValue => ['cut-value', `is ${value} cut short`, value.slice(0, -1)]),
    ...allowed.map((value): WrongValue => ['extended-value', `is ${value} with one more letter`, `${value}x`]),
    ['all-values', 'is all allowed values', allowed.join(',')],
    ['unknown-value', 'is unknown', 'unexpected'],
    ['empty-string', 'is empty', ''],
    ['digit-string', 'is a number', '1'],
  ];
}

function notObjects({ body }: Canonical): WrongValue[] {
  return [
    ['null', typeNames.null, null],
    ['true', 'is true', true],
    ['bare-number', 'is a number', 42],
    ['string', typeNames.string, 'x'],
    ['empty-array', 'is an empty array', []],
    ['wrapped-in-array', 'is an array that holds it', [body]],
    ['wrapped-in-string', 'is a string that holds it', JSON.stringify(body)],
  ];
}
