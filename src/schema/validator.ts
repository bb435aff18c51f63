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

let parts: Ajv2020 | undefined;
const judges = new Map<string, ValidateFunction>();

/** Whether values match a schema, which need not be one of the files; relative references start from its `$id`. */
export function accepts(candidate: JsonSchema): (value: unknown) => boolean {
  const key = JSON.stringify(candidate);
  let judge = judges.get(key);
  if (judge === undefined) {
    parts ??= ajvOfSchemas({ strictTypes: false });
    // Its `$id` is needed only while it is compiled, and another candidate may have the same.
    const { $id } = candidate;
    const file = schemaNames.find((name) => schema(name).$id === $id);
    if ($id !== undefined) parts.removeSchema($id);
    judge = parts.compile(candidate);
    if ($id !== undefined) parts.removeSchema($id);
    if (file !== undefined) parts.addSchema(schema(file));
    judges.set(key, judge);
  }
  const known = judge;
  return (value) => known(value) === true;
}
