// @ts-check
/** Removes compiled files whose source is gone: tsc leaves them, and suites are found by their names in dist/. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export function removeStaleFiles() {
  for (const folder of ['src', 'suites', 'test'].filter((name) => existsSync(join(root, 'dist', name))))
    for (const file of readdirSync(join(root, 'dist', folder), { recursive: true, encoding: 'utf8' })) {
      const source = /^(.*?)(?:\.d\.ts|\.js)$/.exec(file)?.[1];
      if (source !== undefined && !existsSync(join(root, folder, `${source}.ts`)))
        rmSync(join(root, 'dist', folder, file));
    }
}
