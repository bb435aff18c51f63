/** What npm installs for a user: how many packages and how much, without the optional peers. Counted from the lock file and here. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './packed.ts';

interface Locked {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
  readonly hasInstallScript?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

/** Optional packages for other machines are in the lock file and are not installed. */
const installed = Object.entries(packages).filter(
  ([path, { dev, devOptional, peer }]) =>
    path !== '' && dev !== true && devOptional !== true && peer !== true && existsSync(join(root, path)),
);

test('a production install has fewer than 100 packages', () => {
  expect(installed.length).toBeGreaterThan(20);
  expect(installed.length).toBeLessThan(100);
});

test('a production install, and the kit in it, take less than 60 MB', () => {
  const sizes = installed.map(([path]) => sizeOf(join(root, path)));
  const own = ['dist/src', 'dist/suites', 'schemas'].map((folder) => sizeOf(join(root, folder)));
  expect([...sizes, ...own].reduce((sum, size) => sum + size, 0) / 1e6).toBeLessThan(60);
});

test('no package of a production install runs a script when it is installed', () => {
  // fsevents, which is for macOS, brings its binary in the package.
  const scripted = installed.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path);
  expect(scripted).toEqual([]);
});

/** Octets of the files below a folder, without those of packages inside it, which are counted by themselves. */
function sizeOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' ? sum : sum + sizeOf(path);
    return sum + statSync(path).size;
  }, 0);
}
