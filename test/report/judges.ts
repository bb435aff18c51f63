/**
 * Validators of the machine formats: the public schema of each, and for JUnit a public parser. Each returns a list of
 * problems, empty if the document is valid.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Ajv, type ErrorObject } from 'ajv';
import formats from 'ajv-formats';
import { validateXML } from 'xmllint-wasm';
import { validator } from '../../src/schema/validator.ts';

const require = createRequire(import.meta.url);
// ajv-formats is CommonJS: its callable default export sits one level deeper under NodeNext.
const addFormats = formats as unknown as typeof formats.default;

/** `conformance.json` against schemas/kit/report.schema.json. */
export function reportProblems(text: string): string[] {
  return validator('kit/report')(JSON.parse(text)).map(({ message }) => message);
}

/** `junit.xml` against data/junit.xsd, by libxml2. */
export async function junitProblems(text: string): Promise<string[]> {
  const schema = await readFile(new URL('data/junit.xsd', import.meta.url), 'utf8');
  const { valid, errors } = await validateXML({
    xml: { fileName: 'junit.xml', contents: text },
    schema,
    initialMemoryPages: 256,
    maxMemoryPages: 4096,
  });
  return valid ? [] : errors.map(({ rawMessage }) => rawMessage);
}

/** `conformance.har` against the HAR 1.2 schema that har-validator uses. */
export function harProblems(text: string): string[] {
  const schemas = require('har-schema') as Readonly<Record<string, { readonly $id: string }>>;
  // The schemas are of draft 6, and ajv does not know their `min` and `optional`.
  const ajv = lenient();
  ajv.addMetaSchema(require('ajv/dist/refs/json-schema-draft-06.json'));
  for (const schema of Object.values(schemas)) ajv.addSchema(schema);
  return judged(ajv, schemas['har'] as object, JSON.parse(text));
}

/** `sarif.json` against the SARIF 2.1.0 schema of SchemaStore, as @microsoft/jest-sarif carries it. */
export function sarifProblems(text: string): string[] {
  const { $schema: _, id: __, ...schema } = require('@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json');
  return judged(lenient(), schema, JSON.parse(text));
}

function lenient(): Ajv {
  // One pattern of the SARIF schema is invalid with the flag u.
  const ajv = new Ajv({ strict: false, allErrors: true, unicodeRegExp: false });
  addFormats(ajv);
  return ajv;
}

function judged(ajv: Ajv, schema: object, value: unknown): string[] {
  const judge = ajv.compile(schema);
  return judge(value) === true
    ? []
    : (judge.errors as ErrorObject[]).slice(0, 10).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

export interface ReadSuite {
  readonly name: string;
  /** Without those skipped. */
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly errors: number;
  readonly skipped: number;
  readonly cases: readonly { readonly name: string; readonly status: string; readonly failure: string }[];
}

/** Reads a `junit.xml` with test-results-parser. */
export function readJunit(file: string): Omit<ReadSuite, 'cases'> & { readonly suites: readonly ReadSuite[] } {
  return require('test-results-parser').parse({ type: 'junit', files: [file] });
}
