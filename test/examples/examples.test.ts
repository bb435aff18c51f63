/**
 * The examples as their readers run them: from the packed package, in a folder outside of this repository, beside vitest 4,
 * vitest 3, Jest and the test runner of Node. The service in them conforms, and has three mistakes to switch on.
 */
import { spawn } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { areaTitles } from '../../src/report/words.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { command, install, mustRun, root, shellEnv, vitest, vitestOf } from './installed.ts';

/** What each mistake of the service violates: these requirements fail, whatever the seed, and no others. */
const violatedBy = {
  'register-body': ['register/empty-object'],
  'open-pages': ['auth/logs/every-page', 'auth/logs/no-header'],
  'prev-skips': ['logs/prev-returns', 'logs/walks-agree'],
};

let folder: string;

interface Listed {
  readonly name: string;
  readonly location?: { readonly line: number };
}

/** Vitest in watch mode; `result` is what it prints until it waits again. */
function watch(home: string, folder: string) {
  const args = [vitestOf(home), '--watch', '--root', folder, '--reporter=default'];
  const child = spawn(process.execPath, args, { cwd: home, env: shellEnv(), stdio: ['pipe', 'pipe', 'ignore'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  return {
    async result(): Promise<string> {
      await vi.waitFor(() => expect(printed).toMatch(/(?:Waiting|Watching) for file changes/), {
        timeout: 120_000,
        interval: 200,
      });
      const text = printed;
      printed = '';
      return text;
    },
    async close(): Promise<void> {
      child.kill();
      await new Promise((resolve) => child.once('close', resolve));
    },
  };
}

async function allureResults(dir: string) {
  const names = (await readdir(dir)).filter((name) => name.endsWith('-result.json'));
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(dir, name), 'utf8'))));
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const tooOldForVitest5 = major < 22 || (major === 22 && minor < 12);

let packed: string;
let current: string;
let older: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cawl-examples-'));
  await mustRun(root, 'npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]);
  packed = join(folder, (await readdir(folder)).find((name) => name.endsWith('.tgz'))!);
  const allure = { 'allure-vitest': '^3.12.2' };
  [current, older] = await Promise.all([
    install(join(folder, 'current'), packed, {
      ...allure,
      vitest: '^4.1.0',
      '@vitest/coverage-v8': '^4.1.0',
      jest: '^30.0.0',
    }),
    install(join(folder, 'older'), packed, { ...allure, vitest: '^3.2.0' }),
  ]);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.concurrent('from the packed package', { timeout: 200_000 }, () => {
  test('in vitest, every requirement is a test, and a conforming service fails none', async () => {
    const { failed, counts, results } = await vitest(current, '');
    expect(failed).toEqual([]);
    expect(counts['passed']).toBeGreaterThan(100);
    // A test of the example's own, and the run as a whole.
    expect((counts['passed'] ?? 0) + (counts['skipped'] ?? 0)).toBe(catalogue.length + 2);
    const all = await allureResults(results);
    const statuses = (status: string) => all.filter((result) => result.status === status).length;
    expect([statuses('passed'), statuses('skipped')]).toEqual([counts['passed'], counts['skipped']]);
  });

  test('in vitest, a mistake fails exactly what it violates', async () => {
    const name = 'open-pages';
    const { failed, text, messages, results } = await vitest(current, name);
    expect(failed).toEqual(violatedBy[name]);
    for (const [, message] of messages) expect(message).not.toMatch(/node_modules|cawl-conformance\/dist/);
    for (const label of ['expected', 'actual', 'request', 'response']) expect(text).toContain(`  ${label} `);
    expect(text).toMatch(/^ +(?:reproduce|curl) +curl -/m);
    expect(text).toMatch(/::error file=.*api\.test\.js/);
    const reported = (await allureResults(results)).filter((result) => result.status === 'failed');
    expect(reported.map((result) => result.name).sort()).toEqual(failed);
    for (const { labels, steps, attachments, description } of reported) {
      const labelled = (label: string) => labels.find((one: { name: string }) => one.name === label)?.value;
      expect(Object.values(areaTitles)).toContain(labelled('epic'));
      expect(labelled('severity')).toMatch(/blocker|critical/);
      expect(description).toContain('§');
      expect(steps.length).toBeGreaterThan(0);
      expect(attachments).toHaveLength(1);
    }
  });

  test('in vitest 3, too, every requirement is a test, and a mistake fails exactly what it violates', async () => {
    const name = 'prev-skips';
    const { failed, counts, results } = await vitest(older, name);
    expect(failed).toEqual(violatedBy[name]);
    const { passed = 0, skipped = 0 } = counts;
    expect(passed).toBeGreaterThan(80);
    expect(passed + skipped + failed.length).toBe(catalogue.length + 2);
    expect((await allureResults(results)).filter(({ status }) => status === 'failed')).toHaveLength(failed.length);
  });

  test.skipIf(tooOldForVitest5)('in vitest 5, too (skipped below Node 22.12)', async () => {
    const newest = await install(join(folder, 'newest'), packed, { 'allure-vitest': '^3.12.2', vitest: '^5.0.0' });
    const name = 'register-body';
    const { failed, results } = await vitest(newest, name);
    expect(failed).toEqual(violatedBy[name]);
    expect((await allureResults(results)).filter(({ status }) => status === 'failed')).toHaveLength(failed.length);
  });

  test('outside of vitest, conformance() says where it works', async () => {
    const script = "import('cawl-conformance/vitest').then(({ conformance }) => conformance({}))";
    const { status, text } = await command(current, process.execPath, ['-e', script]);
    expect([status, text]).toEqual([1, expect.stringContaining('outside of a test file of vitest')]);
  });

  test('in vitest, -t sends only what its requirement needs, and finds its failure', async () => {
    const { failed, counts } = await vitest(current, 'register-body', ['-t', 'register/empty-object']);
    expect(failed).toEqual(['register/empty-object']);
    expect(counts['passed'] ?? 0).toBe(0);
  });

  test('an editor finds each test at the call of conformance(), in vitest 3 and 4', async () => {
    const source = await readFile(join(root, 'examples/vitest/api.test.js'), 'utf8');
    const line = source.split('\n').findIndex((one) => one.startsWith('conformance(')) + 1;
    for (const home of [current, older]) {
      const args = ['list', '--root', 'vitest', '--includeTaskLocation', '--json=list.json'];
      await mustRun(home, process.execPath, [vitestOf(home), ...args]);
      const listed: Listed[] = JSON.parse(await readFile(join(home, 'vitest/list.json'), 'utf8'));
      const found = listed.filter(({ name }) => name.startsWith('conformance > '));
      expect(found).toHaveLength(catalogue.length + 1);
      expect(new Set(found.map(({ location }) => location?.line))).toEqual(new Set([line]));
    }
  });

  test('coverage counts what the requests reach in a server of the same process', async () => {
    const args = ['run', '--root', '.', '--dir', 'covered', '--coverage.enabled', '--coverage.include=app/**'];
    await cp(join(root, 'examples/vitest'), join(current, 'covered'), { recursive: true });
    const out = ['--coverage.reporter=json-summary', '--coverage.reportsDirectory=coverage', '--reporter=dot'];
    await mustRun(current, process.execPath, [vitestOf(current), ...args, ...out]);
    const { total } = JSON.parse(await readFile(join(current, 'coverage/coverage-summary.json'), 'utf8'));
    expect(total.lines.pct).toBeGreaterThan(90);
  });

  test('--shard divides the test files', async () => {
    for (const file of ['first', 'second'])
      await cp(join(root, 'examples/vitest/api.test.js'), join(current, `shards/${file}.test.js`));
    for (const shard of ['1/2', '2/2']) {
      const args = ['run', '--root', 'shards', '--shard', shard, '--reporter=json', `--outputFile=${shard[0]}.json`];
      await mustRun(current, process.execPath, [vitestOf(current), ...args, '-t', 'register/empty-object']);
    }
    const [first, second] = await Promise.all(
      [1, 2].map(async (shard) => JSON.parse(await readFile(join(current, `shards/${shard}.json`), 'utf8'))),
    );
    const names = [first, second].flatMap(({ testResults }) => testResults.map(({ name }: { name: string }) => name));
    expect(names.map((name) => name.split('/').at(-1)).sort()).toEqual(['first.test.js', 'second.test.js']);
    expect(first.numTotalTests).toBe(catalogue.length + 2);
  });

  test('in watch mode, a mistake fails as the server is saved, and passes again as it is corrected', async () => {
    const home = join(current, 'watched');
    for (const part of ['app', 'vitest']) await cp(join(root, 'examples', part), join(home, part), { recursive: true });
    const watcher = watch(current, join(home, 'vitest'));
    try {
      expect(await watcher.result()).toContain('Waiting for file changes');
      const file = join(home, 'app/server.js');
      const right = await readFile(file, 'utf8');
      await writeFile(file, right.replace("broken === 'register-body' ?", 'true ?'));
      expect(await watcher.result()).toMatch(/Tests +1 failed/);
      await writeFile(file, right);
      expect(await watcher.result()).not.toMatch(/Tests .*failed/);
    } finally {
      await watcher.close();
    }
  });

  test("in Node's test runner", async () => {
    const run = (broken: string) =>
      command(current, process.execPath, ['--test', 'node-test/api.test.js'], { BROKEN: broken });
    expect(await run('')).toMatchObject({ status: 0 });
    const { status, text } = await run('register-body');
    expect([status, text]).toEqual([1, expect.stringContaining('register/empty-object')]);
  });

  test('in Jest', async () => {
    const jest = ['--experimental-vm-modules', 'node_modules/jest/bin/jest.js', '--rootDir', 'jest'];
    const { status, text } = await command(current, process.execPath, jest);
    expect(status, text).toBe(0);
    expect(await command(current, process.execPath, jest, { BROKEN: 'register-body' })).toMatchObject({ status: 1 });
  });
});
