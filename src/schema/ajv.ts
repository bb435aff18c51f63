/**
 * The only place that uses ajv. Whole schemas and the fields of requests were compiled when the package was built, so that a run
 * needs it only for other parts. It is loaded at its first use.
 */
import { createRequire } from 'node:module';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { schema, schemaNames } from './library.ts';

export type { ErrorObject, ValidateFunction } from 'ajv';
export type { Ajv2020 };

const require = createRequire(import.meta.url);

/**
 * An ajv that knows every schema file.
 * @param strictTypes whether a keyword is an error if the type that it is for is not stated
 * @param source whether it keeps the code of what it compiles, as the build needs it
 */
export function ajvOfSchemas({ strictTypes = true, source = false } = {}): Ajv2020 {
  const { Ajv2020: Ajv } = require('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js');
  const addFormats = require('ajv-formats') as typeof import('ajv-formats').default;
  const ajv = new Ajv({
    allErrors: true,
    verbose: true,
    strict: true,
    strictTypes,
    allowUnionTypes: true,
    strictRequired: false,
    // A test does: the files are the same in each run.
    validateSchema: false,
    code: { source },
  });
  addFormats(ajv);
  for (const name of schemaNames) ajv.addSchema(schema(name));
  return ajv;
}
