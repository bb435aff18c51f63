/**
 * What the families of requests share: the schemas of an operation's request, its canonical values, and a request that
 * differs from the canonical one in a single field, so that the validation of one field does not hide another.
 */
import { Buffer } from 'node:buffer';
import type fc from 'fast-check';
import type { Operation } from '../core/operation.ts';
import { type JsonSchema, type Located, schema, schemaBase } from '../schema/library.ts';
import { dereferenced } from './compile.ts';

/** Where a field of a request is. */
export type Part = 'body' | 'path' | 'query';
export type Fields = Readonly<Record<string, unknown>>;

/** The schemas of a request's parts. */
export type RequestSchemas = { readonly [part in Part]?: JsonSchema };

/** A request that the target accepts, from the configuration. */
export interface Canonical {
  readonly body?: Fields;
  /** `webhookId`. */
  readonly path?: Fields;
  /** The query of the canonical request; without parameters unless told. */
  readonly query?: Fields;
  /** Accepted values of optional parameters, for subsets: `sortBy`, `from` and `to` in a form that was learned. */
  readonly optional?: Fields;
}

/** A request that is canonical but for one field. */
export interface Variant {
  readonly operation: Operation;
  /** What is tried, for the distribution in the report: `astral`, `sql`, `subset` and so on. */
  readonly kind: string;
  /** The field that varies; `*` where it is several, or the body itself. */
  readonly field: string;
  /** The body of a POST. It need not be an object where the request is wrong in just that. */
  readonly body?: unknown;
  readonly query?: Fields;
  readonly path?: Fields;
}

/** A family of requests: what comes first, in order, and how it goes on. Take as many of `first` as half the runs. */
export interface Family<T> {
  readonly first: readonly T[];
  readonly arbitrary: fc.Arbitrary<T>;
}

/** What the specification says about the operation's request. */
export function requestSchemas(operation: Operation): RequestSchemas {
  if (operation === 'logs') return { path: schema('requests/logs-path'), query: schema('requests/logs-query') };
  return { body: schema(`requests/${operation}`) };
}

/** One field of a request with its schema, references followed. */
export interface Field {
  readonly part: Part;
  readonly name: string;
  readonly located: Located;
  readonly canonical: unknown;
}

/** The fields of the request. Cursors are left out: only an issued one is a valid value (§4.4). */
export function fieldsOf(operation: Operation, canonical: Canonical, schemas = requestSchemas(operation)): Field[] {
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

/** The canonical request with one field changed. */
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
    ...(operation === 'logs' ? { path: path ?? {}, query: query ?? {} } : { body }),
    [part]: { ...canonical[part], [name]: value },
  };
}

/** The body as it is sent. */
export const bodyText = (body: unknown): string => JSON.stringify(body);

/** The path parameters and the query, percent-encoded, in octets. */
export function targetLength({ path = {}, query = {} }: Pick<Variant, 'path' | 'query'>): number {
  const values = [...Object.values(path), ...Object.entries(query).flat()];
  return values.reduce<number>((sum, value) => sum + encodeURIComponent(String(value)).length + 1, 0);
}

/** Whether the request stays within 64 kB of body and a URL of 8,000 octets, with room for what surrounds them. */
export function withinSize(variant: Variant): boolean {
  const octets = variant.body === undefined ? 0 : Buffer.byteLength(bodyText(variant.body));
  return octets <= 60_000 && targetLength(variant) <= 7_000;
}

/** Puts a fresh part where a value holds `{unique}`, as the configured e-mail does. */
/** Whether any text in the value, names of members left out, holds `{unique}`. */
export function wantsUnique(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('{unique}');
  if (typeof value !== 'object' || value === null) return false;
  return (Array.isArray(value) ? value : Object.values(value)).some(wantsUnique);
}

export function withUnique<T>(value: T, unique: string): T {
  if (typeof value === 'string') return value.replaceAll('{unique}', unique) as T;
  if (Array.isArray(value)) return value.map((item) => withUnique(item, unique)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, withUnique(below, unique)])) as T;
}
