// @ts-check
/**
 * After tsc: writes the validators that every run needs beside the compiled sources, so that no run has to compile them: those of
 * requests, responses and the configuration, and those of each field of a request.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);
/** @type {(path: string) => Promise<any>} */
const built = (path) => import(new URL(`../dist/src/${path}`, import.meta.url).href);

export async function compileSchemas() {
  const { ajvOfSchemas } = await built('schema/ajv.js');
  const { schemaBase, schemaNames } = await built('schema/library.js');
  /** @type {string[]} */
  const names = schemaNames.filter((/** @type {string} */ name) => /^(requests|responses)\/|^kit\/config$/.test(name));
  const { compiledFields, compiledFile } = await built('schema/validator.js');
  const { default: standaloneCode } = require('ajv/dist/standalone');
  const ajv = ajvOfSchemas({ source: true });
  rmSync(dirname(compiledFile(names[0])), { recursive: true, force: true });
  for (const name of names) {
    const file = compiledFile(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, standaloneCode(ajv, ajv.getSchema(`${schemaBase}${name}.schema.json`)));
  }
  writeFileSync(compiledFields, await codeOfFields());
}

/** A module that exports the validator of each field of each request by the key of its schema. */
async function codeOfFields() {
  const { ajvOfSchemas } = await built('schema/ajv.js');
  const { compilePart, keyOf } = await built('schema/validator.js');
  const { fieldsOf, requestSchemas } = await built('generators/request.js');
  const { identified } = await built('generators/compile.js');
  const { operations } = await built('interface/operations.js');
  const { default: standaloneCode } = require('ajv/dist/standalone');
  const ajv = ajvOfSchemas({ strictTypes: false, source: true });
  const codes = new Map();
  for (const operation of operations)
    for (const { located } of fieldsOf({}, requestSchemas(operation))) {
      const field = identified(located);
      codes.set(keyOf(field), standaloneCode(ajv, compilePart(field, ajv)));
    }
  const members = [...codes].map(
    ([key, code]) => `${JSON.stringify(key)}: ((module) => { ${code}; return module.exports; })({})`,
  );
  return `module.exports = {\n${members.join(',\n')}\n};\n`;
}
