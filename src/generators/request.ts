/**
 * Common to all families of requests: the schemas of an operation's request, its canonical values, and a request that
 * differs from the canonical one in a single field, so that the validation of one field does not hide another.
 */

import { Buffer } from 'node:buffer';
import type fc from 'fast-check';
import { percentEncode } from '../core/text.ts';
import { type CanonicalValues, type Operation, operationTable, type RequestPart } from '../interface/operations.ts';
import { type JsonSchema, type Located, schema, schemaBase } from '../schema/library.ts';
import { dereferenced } from './compile.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** The schemas of a request's parts. */
export type RequestSchemas = { readonly [part in RequestPart]?: JsonSchema };

/** A request that the target accepts, from the configuration. */
export interface Canonical extends CanonicalValues {
  /** The query of the canonical request; without parameters unless given. */
  readonly query?: Fields;
}

/** A request that is canonical but for one field. */
export interface Variant {
  readonly operation: Operation;
  /** What is tried, for the distribution in the report: `astral`, `sql`, `subset` and so on. */
  readonly kind: string;
  /** The field that varies; `*` if it is several, or the body itself. */
  readonly field: string;
  /** The body of a POST. It need not be an object if the request is wrong in just that. */
  readonly body?: unknown;
  readonly query?: Fields;
  readonly path?: Fields;
}

/** The value of the field that varies. */
export function variedValue({ field, body, query, path }: Variant): unknown {
  return (body as Fields | null | undefined)?.[field] ?? query?.[field] ?? path?.[field];
}

/** A family of requests. `first` come first, in order, for up to half of the samples; `arbitrary` draws the others. */
export interface Family<T> {
  readonly first: readonly T[];
  readonly arbitrary: fc.Arbitrary<T>;
}

/** The schemas of the operation's request: what the specification says about it. */
export function requestSchemas(operation: Operation): RequestSchemas {
  const named = Object.entries(operationTable[operation].request);
  return Object.fromEntries(named.map(([part, name]) => [part, schema(name)]));
}

/** One field of a request with its schema, references followed. */
export interface Field {
  readonly part: RequestPart;
  readonly name: string;
  readonly located: Located;
  readonly canonical: unknown;
}

/** The fields of the request, without cursors: only an issued cursor is a valid value (§4.4). */
export function fieldsOf(canonical: Canonical, schemas: RequestSchemas): Field[] {
  return (['body', 'path', 'query'] as const).flatMap((part) => {
    const whole = schemas[part];
    if (whole === undefined) return [];
    const base = whole.$id ?? schemaBase;
    return Object.entries(whole.properties ?? {})
      .filter(([name]) => part !== 'query' || (name !== 'next' && name !== 'prev'))
      .map(([name, below]) => ({
        part,
        name,
        located: dereferenced({ schema: below, base }),
        canonical: canonical[part]?.[name] ?? canonical.optional?.[name],
      }));
  });
}

/** The canonical request with one field changed. `kind` names the sort of value. */
export function withField(
  operation: Operation,
  canonical: Canonical,
  { part, name }: Field,
  kind: string,
  value: unknown,
): Variant {
  const { body, path, query } = canonical;
  return {
    operation,
    kind,
    field: name,
    ...('body' in operationTable[operation].request ? { body } : { path: path ?? {}, query: query ?? {} }),
    [part]: { ...canonical[part], [name]: value },
  };
}

/** The canonical request with a text in one field: as its only item if the field is a list, fresh if it must be. */
export function withText(
  operation: Operation,
  canonical: Canonical,
  name: string,
  kind: string,
  text: string,
): Variant {
  const field = fieldsOf(canonical, requestSchemas(operation)).find((candidate) => candidate.name === name);
  if (field === undefined) throw new RangeError(`${operation} has no field ${name}`);
  const isList = field.located.schema.type === 'array';
  const fresh = operationTable[operation].consumes === name ? `${text}{unique}@example.com` : text;
  return withField(operation, canonical, field, kind, isList ? [text] : fresh);
}

/** Shorter lists take about as long as any other request. */
const leastLongList = 32;

/** The request with a share of each long list in its body; undefined if it has none. */
export function withShorterLists(variant: Variant, share: number): Variant | undefined {
  const fields = Object.entries((variant.body ?? {}) as Fields);
  const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length >= leastLongList;
  if (!fields.some(([, value]) => isLong(value))) return undefined;
  const shorter = fields.map(([name, value]) => [
    name,
    isLong(value) ? value.slice(0, Math.ceil(share * value.length)) : value,
  ]);
  return { ...variant, body: Object.fromEntries(shorter) };
}

/** The body as it is sent. */
export const bodyText = (body: unknown): string => JSON.stringify(body);

/** Length of the path parameters and the query, percent-encoded, in octets. */
export function targetLength({ path = {}, query = {} }: Pick<Variant, 'path' | 'query'>): number {
  const values = [...Object.values(path), ...Object.entries(query).flat()];
  return values.reduce<number>((sum, value) => sum + percentEncode(String(value)).length + 1, 0);
}

/** Whether the body stays below 64 kB and the URL below 8,000 octets, with room for what surrounds them. */
export function withinSize(variant: Variant): boolean {
  const octets = variant.body === undefined ? 0 : Buffer.byteLength(bodyText(variant.body));
  return octets <= 60_000 && targetLength(variant) <= 7_000;
}
