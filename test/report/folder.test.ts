import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { UsageError } from '../../src/core/errors.ts';
import { checkFolder, filesOf, reporterNames, writeReports } from '../../src/report/index.ts';
import { conformant, failing } from './samples.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'cawl-reports-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('the chosen reporters write their files, and the names are returned', async () => {
  const written = await writeReports(failing, {
    dir: join(dir, 'a/b'),
    reporters: ['console', 'html', 'json', 'junit', 'github', 'har', 'sarif'],
  });
  expect(written).toEqual([
    'index.html',
    'conformance.json',
    'summary.md',
    'badge.svg',
    'badge.json',
    'junit.xml',
    'conformance.har',
    'sarif.json',
  ]);
  expect((await readdir(join(dir, 'a/b'))).sort()).toEqual(['.cawl-files.json', ...written].sort());
  expect(filesOf(['console'])).toEqual([]);
});

test('a run replaces the files of an earlier run and no others', async () => {
  await writeFile(join(dir, 'README.md'), 'mine');
  await mkdir(join(dir, 'allure-results'));
  await writeFile(join(dir, 'allure-results/other-result.json'), '{}');
  await writeReports(failing, { dir, reporters: reporterNames });
  await writeReports(conformant, { dir, reporters: ['json'] });
  expect((await readdir(dir)).sort()).toEqual([
    '.cawl-files.json',
    'README.md',
    'allure-results',
    'badge.json',
    'badge.svg',
    'conformance.json',
    'summary.md',
  ]);
  expect(await readdir(join(dir, 'allure-results'))).toEqual(['other-result.json']);
  expect(JSON.parse(await readFile(join(dir, 'conformance.json'), 'utf8')).verdict).toBe('conformant');
}, 60_000);

test('a file that no run wrote is reported and kept', async () => {
  await writeFile(join(dir, 'index.html'), '<h1>My site</h1>');
  await expect(checkFolder(dir, filesOf(['html']))).rejects.toThrow(UsageError);
  await expect(writeReports(conformant, { dir, reporters: ['html'] })).rejects.toThrow(/index\.html is in the way/);
  expect(await readFile(join(dir, 'index.html'), 'utf8')).toBe('<h1>My site</h1>');
  await expect(writeReports(conformant, { dir, reporters: ['json'] })).resolves.toContain('conformance.json');
});

test('a file in place of the folder is an error; a missing folder is created', async () => {
  await writeFile(join(dir, 'reports'), 'a file');
  await expect(checkFolder(join(dir, 'reports'), ['index.html'])).rejects.toThrow(
    /is a file, but reports need a folder/,
  );
  await expect(checkFolder(join(dir, 'not/yet'), ['index.html'])).resolves.toBeUndefined();
});

test('files of a run are recognised without the manifest, and an edited manifest deletes nothing outside the folder', async () => {
  const reporters = ['html', 'json', 'junit', 'har', 'sarif'] as const;
  const folder = join(dir, 'reports');
  await writeReports(failing, { dir: folder, reporters });
  await rm(join(folder, '.cawl-files.json'));
  await writeReports(failing, { dir: folder, reporters });
  await writeFile(join(dir, 'precious.txt'), 'keep');
  await writeFile(
    join(folder, '.cawl-files.json'),
    JSON.stringify({ files: ['../precious.txt', join(dir, 'precious.txt'), '.', '', 7] }),
  );
  await writeReports(failing, { dir: folder, reporters });
  expect(await readFile(join(dir, 'precious.txt'), 'utf8')).toBe('keep');
});

test.runIf(existsSync('/proc/self'))('a folder that cannot be made is reported at once', async () => {
  await expect(checkFolder('/proc/x/y', [])).rejects.toThrow('no report can be written to /proc/x/y');
});

test('a run that cannot write leaves the reports of the run before', async () => {
  await writeReports(failing, { dir, reporters: ['json'] });
  const before = await readFile(join(dir, 'conformance.json'), 'utf8');
  // A folder stands where the new file is written beside the old one.
  await mkdir(join(dir, 'conformance.json.cawl.tmp/full'), { recursive: true });
  await expect(writeReports(conformant, { dir, reporters: ['json'] })).rejects.toThrow();
  expect(await readFile(join(dir, 'conformance.json'), 'utf8')).toBe(before);
});
