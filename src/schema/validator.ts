/**
 * Validates values by the schema files. The package has their validators as code, which the build writes with ajv
 * (scripts/compile-schemas.mjs): to compile the schema of the configuration takes longer than all else that a run does with it.
 * Where there is none, as in a test of the sources, ajv compiles a schema at its first use.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { type Ajv2020, ajvOfSchemas, type ErrorObject, type ValidateFunction } from './ajv.ts';
import { type JsonSchema, type SchemaName, schema, schemaBase, schemaNames } from './library.ts';
import { type SchemaProblem, sentences } from './sentences.ts';

export type { SchemaProblem } from './sentences.ts';

/** Lists what is wrong with a value; empty if nothing is. */
export type Validator = (value: unknown) => SchemaProblem[];

const require = createRequire(import.meta.url);
let shared: Ajv2020 | undefined;

/** The file with the code of one schema, in a built package. This module may be part of a file in another folder (import-checks.ts). */
export const compiledFile = (name: SchemaName): string =>
  fileURLToPath(new URL(`../schema/compiled/${name.replace('/', '.')}.cjs`, import.meta.url));

function compiled(name: SchemaName): ValidateFunction {
  const file = compiledFile(name);
  if (existsSync(file)) return require(file) as ValidateFunction;
  shared ??= ajvOfSchemas();
  return shared.getSchema(`${schemaBase}${name}.schema.json`)!;
}

/**
 * The validator of one schema. Messages about the configuration and the truth file also say what a key takes.
 * @example validator('responses/page')({ data: [], cursor: { totalItems: '12' } })
 * // [{ path: '/cursor/totalItems', message: 'cursor.totalItems must be an integer, got "12" (string)' }]
 */
export function validator(name: SchemaName): Validator {
  let judge: ValidateFunction | undefined;
  const voice = { root: schema(name), explain: name === 'kit/config' || name === 'kit/truth' };
  return (value) => {
    judge ??= compiled(name);
    return judge(value) === true ? [] : sentences(judge.errors as ErrorObject[], voice);
  };
}

/** The file with the code for the fields of requests, by {@link keyOf}, in a built package. */
export const compiledFields: string = fileURLToPath(new URL('../schema/compiled/fields.cjs', import.meta.url));

export const keyOf = (candidate: JsonSchema): string => JSON.stringify(candidate);

/** Those for candidates met so far; at first those that were built. */
let judges: Map<string, ValidateFunction> | undefined;
let parts: Ajv2020 | undefined;

function builtJudges(): Map<string, ValidateFunction> {
  if (!existsSync(compiledFields)) return new Map();
  return new Map(Object.entries(require(compiledFields) as Record<string, ValidateFunction>));
}

/** Whether values match a schema, which need not be one of the files; relative references start from its `$id`. */
export function accepts(candidate: JsonSchema): (value: unknown) => boolean {
  const key = keyOf(candidate);
  judges ??= builtJudges();
  let judge = judges.get(key);
  if (judge === undefined) {
    parts ??= ajvOfSchemas({ strictTypes: false });
    judge = compilePart(candidate, parts);
    judges.set(key, judge);
  }
  const known = judge;
  return (value) => known(value) === true;
}

/** @param ajv to compile it with; it knows every schema file, also afterwards */
export function compilePart(candidate: JsonSchema, ajv: Ajv2020): ValidateFunction {
  // Its `$id` is needed only while it is compiled, and another candidate may have the same.
  const { $id } = candidate;
  const file = schemaNames.find((name) => schema(name).$id === $id);
  if ($id !== undefined) ajv.removeSchema($id);
  const judge = ajv.compile(candidate);
  if ($id !== undefined) ajv.removeSchema($id);
  if (file !== undefined) ajv.addSchema(schema(file));
  return judge;
}
