/** The only place that uses ajv. It knows every schema and compiles each once, at its first use. */
import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type JsonSchema, type SchemaName, schema, schemaBase, schemaNames } from './library.ts';
import { type SchemaProblem, sentences } from './sentences.ts';

export type { SchemaProblem } from './sentences.ts';

/** Lists what is wrong with a value; empty if nothing is. */
export type Validator = (value: unknown) => SchemaProblem[];

// ajv-formats is CommonJS: its callable default export sits one level deeper under NodeNext.
const addFormats = formats as unknown as typeof formats.default;
let shared: Ajv2020 | undefined;

function ajv(): Ajv2020 {
  if (shared === undefined) {
    shared = strictAjv();
    for (const name of schemaNames) shared.addSchema(schema(name));
  }
  return shared;
}

function strictAjv(strictTypes = true): Ajv2020 {
  const fresh = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    strictTypes,
    allowUnionTypes: true,
    strictRequired: false,
    // A test does: the files are the same in each run.
    validateSchema: false,
  });
  addFormats(fresh);
  return fresh;
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
    judge ??= ajv().getSchema(`${schemaBase}${name}.schema.json`)!;
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
    if (parts === undefined) {
      parts = strictAjv(false);
      for (const name of schemaNames) parts.addSchema(schema(name));
    }
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
