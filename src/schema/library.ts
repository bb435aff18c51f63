/**
 * Reads the schema files under `schemas/`, by name (`requests/create`, `responses/page`, `kit/config`) and by `$id`, and
 * resolves references between them. They are found from the package's root, so that sources and compiled files read the
 * same ones. Validation is in validator.ts.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The part of JSON Schema 2020-12 that the files use. */
export interface JsonSchema {
  readonly $id?: string;
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly title?: string;
  readonly description?: string;
  /** Marks a secret, whose value no message repeats. */
  readonly writeOnly?: boolean;
  readonly type?: JsonType | readonly JsonType[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly oneOf?: readonly JsonSchema[];
  readonly anyOf?: readonly JsonSchema[];
  readonly allOf?: readonly JsonSchema[];
}

export const jsonTypes = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const;
export type JsonType = (typeof jsonTypes)[number];

/** Where every `$id` begins. */
export const schemaBase = 'https://cawl-conformance.dev/schemas/';

export const schemaNames = [
  'common/cursor',
  'common/log-status',
  'common/non-empty',
  'common/sort-direction',
  'common/strings',
  'kit/config',
  'kit/fleet',
  'kit/matrix',
  'kit/plan',
  'kit/report',
  'kit/truth',
  'requests/create',
  'requests/logs-path',
  'requests/logs-query',
  'requests/register',
  'requests/verify',
  'responses/empty-object',
  'responses/page',
] as const;
export type SchemaName = (typeof schemaNames)[number];

let root: string | undefined;

/** The folder `schemas/` beside the nearest package.json above this file. Throws if it is missing. */
export function schemaFolder(): string {
  if (root !== undefined) return root;
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const candidate = join(folder, 'schemas');
    if (existsSync(join(folder, 'package.json')) && existsSync(candidate)) {
      root = candidate;
      return candidate;
    }
    if (dirname(folder) === folder) throw new Error('the package is incomplete: its folder schemas/ is missing');
  }
}

/** Names of all schema files that exist, for the test that keeps {@link schemaNames} complete. */
export function schemaFiles(): string[] {
  return readdirSync(schemaFolder(), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.schema.json'))
    .map((file) => file.replaceAll('\\', '/').slice(0, -'.schema.json'.length))
    .sort();
}

const loaded = new Map<string, JsonSchema>();

/** The schema with this name, read once. */
export function schema(name: SchemaName): JsonSchema {
  let found = loaded.get(name);
  if (found === undefined) {
    found = JSON.parse(readFileSync(join(schemaFolder(), `${name}.schema.json`), 'utf8')) as JsonSchema;
    loaded.set(name, found);
  }
  return found;
}

/** A schema with the URL to which its references are relative. */
export interface Located {
  readonly schema: JsonSchema;
  readonly base: string;
}

/** What references within a schema led to: drawing a value asks for the same ones again and again. */
const resolved = new WeakMap<JsonSchema, Map<string, Located>>();

/** Resolves a `$ref` to one of the files or a part of one. Throws if there is nothing. */
export function resolveRef(ref: string, from: Located): Located {
  const known = resolved.get(from.schema) ?? new Map<string, Located>();
  resolved.set(from.schema, known);
  const key = `${from.base} ${ref}`;
  const found = known.get(key) ?? resolveAnew(ref, from);
  known.set(key, found);
  return found;
}

function resolveAnew(ref: string, { base, schema: within }: Located): Located {
  const url = new URL(ref, base);
  const pointer = decodeURIComponent(url.hash.slice(1));
  url.hash = '';
  const name = schemaNames.find((candidate) => `${schemaBase}${candidate}.schema.json` === url.href);
  const document = url.href === base && within.$id === base ? within : name === undefined ? undefined : schema(name);
  let found: unknown = document;
  for (const step of pointer.split('/').slice(1))
    found = (found as Record<string, unknown> | undefined)?.[step.replaceAll('~1', '/').replaceAll('~0', '~')];
  if (found === undefined) throw new Error(`the reference ${ref} does not resolve from ${base}`);
  return { schema: found as JsonSchema, base: url.href };
}
