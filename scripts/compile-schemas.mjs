// @ts-check
/** After tsc: writes the validators that every run needs beside the compiled sources, so that no run has to compile them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

const require = createRequire(import.meta.url);

export async function compileSchemas() {
  /** @type {(path: string) => Promise<any>} */
  const built = (path) => import(new URL(`../dist/src/schema/${path}`, import.meta.url).href);
  const { ajvOfSchemas } = await built('ajv.js');
  const { schemaBase, schemaNames } = await built('library.js');
  /** @type {string[]} */
  const names = schemaNames.filter((/** @type {string} */ name) => /^(requests|responses)\/|^kit\/config$/.test(name));
  const { compiledFile } = await built('validator.js');
  const { default: standaloneCode } = require('ajv/dist/standalone');
  const ajv = ajvOfSchemas({ source: true });
  rmSync(dirname(compiledFile(names[0])), { recursive: true, force: true });
  for (const name of names) {
    const file = compiledFile(name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, standaloneCode(ajv, ajv.getSchema(`${schemaBase}${name}.schema.json`)));
  }
}
