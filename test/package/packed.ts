/** The package as npm would publish it: one tarball for all tests of this process. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

export const root: string = join(import.meta.dirname, '../..');

interface Packed {
  readonly tarball: string;
  /** Paths in the package. */
  readonly files: readonly string[];
}

/** Packs what `npm run build` has built. No script runs: `prepare` would build again while other tests use `dist/`. */
export function pack(): Packed {
  const folder = mkdtempSync(join(tmpdir(), 'cawl-packed-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const printed = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const parsed = JSON.parse(printed) as PackResult[] | Record<string, PackResult>;
  // npm 12 prints an object by name, earlier versions an array.
  const [result] = Object.values(parsed);
  return { tarball: join(folder, result!.filename), files: result!.files.map(({ path }) => path) };
}

interface PackResult {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}
