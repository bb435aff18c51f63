/** The package as it is published: what it contains, and that types and entry points lead to files. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { expect, test } from 'vitest';
import { pack, root } from './packed.ts';

const { tarball, files } = pack();
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, unknown>;

test('beside the compiled sources and the schemas, these files are published', () => {
  expect(files.filter((path) => !/^(?:dist|schemas)\//.test(path)).sort()).toEqual([
    'CHANGELOG.md',
    'LICENSE',
    'README.md',
    'package.json',
  ]);
});

/** Where the build writes validators of schemas (compiled-schemas.test.ts). */
const schemas = 'dist/src/schema/compiled/';
/** The file into which it writes all checks (bundled-checks.test.ts). */
const bundle = 'dist/src/runner/checks.mjs';

test('dist holds what the sources compile to: code and types of each, no tests, nothing stale', () => {
  const sources = ['src', 'suites']
    .flatMap((folder) => filesBelow(folder))
    .filter((path) => /(?<!\.test)\.ts$/.test(path));
  const compiled = sources.flatMap((path) => [path.replace(/\.ts$/, '.d.ts'), path.replace(/\.ts$/, '.js')]);
  expect(files.filter((path) => path.startsWith('dist/') && !path.startsWith(schemas)).sort()).toEqual(
    [bundle, ...compiled.map((path) => `dist/${path}`)].sort(),
  );
});

test('the compiled schemas are published', () => {
  expect(files).toContain(`${schemas}kit.config.cjs`);
});

test('every schema is published', () => {
  expect(files.filter((path) => path.startsWith('schemas/')).sort()).toEqual(filesBelow('schemas').sort());
});

test('publint finds nothing to improve', async () => {
  const contents = new Uint8Array(readFileSync(tarball));
  const { messages } = await publint({ strict: true, pack: { tarball: contents.buffer } });
  expect(messages.map((message) => formatMessage(message, manifest, { color: false }))).toEqual([]);
});

test('the types of every entry point resolve for ES modules and bundlers', () => {
  // The package has no CommonJS build, so that resolutions without ES modules are left out.
  const attw = join(root, 'node_modules/.bin/attw');
  expect(execFileSync(attw, [tarball, '--profile', 'esm-only'], { encoding: 'utf8' })).toContain('cawl-conformance');
});

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true, encoding: 'utf8' })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));
}
