/** Values at each bound of a schema and one step beyond; if it sets none, at the bounds of the type. */
import type { Operation } from '../core/operation.ts';
import { judgeOf } from './compile.ts';
import {
  type Canonical,
  type Field,
  fieldsOf,
  type RequestSchemas,
  requestSchemas,
  type Variant,
  withField,
} from './request.ts';

/** A request at a bound (`within`) or one step beyond. */
export interface Edge extends Variant {
  readonly label: string;
  /** Whether the schema accepts it and a double holds it exactly. */
  readonly within: boolean;
}

/** All edges of the operation's request. Each varies one field. */
export function edges(
  operation: Operation,
  canonical: Canonical,
  schemas: RequestSchemas = requestSchemas(operation),
): Edge[] {
  return fieldsOf(canonical, schemas).flatMap((field) => {
    const judge = judgeOf(field.located.schema, field.located.base);
    return candidates(field).map(([what, value]) => {
      const within = judge(value) && (typeof value !== 'number' || Number.isSafeInteger(value));
      return { ...withField(operation, canonical, field, 'edge', value), label: `${field.name}: ${what}`, within };
    });
  });
}

function candidates({ located: { schema }, canonical }: Field): [string, unknown][] {
  const types = schema.enum === undefined ? [schema.type ?? []].flat() : [];
  const found: [string, unknown][] = [];
  if (types.includes('integer')) {
    const min = schema.minimum ?? Number.MIN_SAFE_INTEGER;
    const max = schema.maximum ?? Number.MAX_SAFE_INTEGER;
    for (const n of [min, min - 1, max, max + 1]) found.push([String(n), n]);
    for (const n of [0, 1, -1]) if (n >= min && n <= max) found.push([String(n), n]);
  }
  if (types.includes('string'))
    for (const n of sizes(schema.minLength ?? 0, schema.maxLength)) found.push([`${n} characters`, 'a'.repeat(n)]);
  if (types.includes('array')) {
    const item = Array.isArray(canonical) && canonical.length > 0 ? canonical[0] : 'x';
    for (const n of sizes(schema.minItems ?? 0, schema.maxItems)) found.push([`${n} items`, Array(n).fill(item)]);
  }
  return found;
}

const sizes = (min: number, max: number | undefined): number[] =>
  [...new Set([min - 1, min, min + 1, ...(max === undefined ? [] : [max, max + 1])])].filter((n) => n >= 0);
