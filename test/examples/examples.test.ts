/**
 * The examples as their readers run them: from the packed package, in a folder outside of this repository, beside vitest 4,
 * vitest 3, Jest and the test runner of Node. The service in them conforms, and has three mistakes to switch on.
 */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areaTitles } from '../../src/report/words.ts';
import { catalogue } from '../../suites/catalogue.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The requirement that each mistake of the service must fail, and the only ones that it may fail. */
const mistakes = {
  'register-body': { owner: 'register/empty-object', only: /^register\/empty-object$/ },
  'open-search': { owner: 'auth/logs/no-header', only: /^auth\/logs\// },
  'prev-skips': { owner: 'logs/prev-returns', only: /^logs\/(prev-returns|walks-agree)$/ },
};

const mistakeNames = Object.keys(mistakes) as (keyof typeof mistakes)[];

function expectMistake(name: keyof typeof mistakes, failed: readonly string[]): void {
  const { owner, only } = mistakes[name];
  expect(failed).toContain(owner);
  expect(failed.filter((id) => !only.test(id))).toEqual([]);
}

let folder: string;

/** Runs a program to its end; its status and everything that it printed. */
function command(cwd: string, file: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  // As in a shell: vitest marks the environment of this test's process.
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, NODE_ENV: ____, ...rest } = process.env;
  return new Promise<{ status: number; text: string }>((resolve) => {
    execFile(
      file,
      args,
      { cwd, env: { ...rest, DEPTH: 'quick', NO_COLOR: '1', ...env }, maxBuffer: 1e8 },
      (error, out, err) => resolve({ status: error === null ? 0 : Number(error.code ?? 1), text: `${out}\n${err}` }),
    );
  });
}

async function mustRun(cwd: string, file: string, args: readonly string[]): Promise<string> {
  const { status, text } = await command(cwd, file, args);
  expect(status, text).toBe(0);
  return text;
}

/** A copy of the examples with the packed kit and some versions of their other packages. */
async function install(name: string, packed: string, dependencies: Readonly<Record<string, string>>): Promise<string> {
  const home = join(folder, name);
  await cp(join(root, 'examples'), home, { recursive: true });
  const devDependencies = { 'cawl-conformance': `file:${packed}`, express: '^5.3.0', ...dependencies };
  await writeFile(join(home, 'package.json'), JSON.stringify({ type: 'module', private: true, devDependencies }));
  await mustRun(home, 'npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']);
  return home;
}

interface VitestResult {
  readonly failed: string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly text: string;
  readonly messages: ReadonlyMap<string, string>;
  readonly results: string;
}

/** Runs the vitest example; each run has its own copy of the test, so that runs can go on at once. */
async function vitest(home: string, broken: string, args: readonly string[] = []): Promise<VitestResult> {
  const own = ['vitest', broken, args.length].join('-');
  await cp(join(root, 'examples/vitest'), join(home, own), { recursive: true });
  const config = await readFile(join(home, own, 'vitest.config.js'), 'utf8');
  const reporters = `'default', 'github-actions', ['json', { outputFile: 'out.json' }], ['allure-vitest/reporter', { resultsDir: '${own}/allure-results' }]`;
  await writeFile(
    join(home, own, 'vitest.config.js'),
    config.replace(/reporters: \[.*\],/, `reporters: [${reporters}],`),
  );
  const program = join(home, 'node_modules/vitest/vitest.mjs');
  const { text } = await command(home, process.execPath, [program, 'run', '--root', own, ...args], { BROKEN: broken });
  const { testResults } = JSON.parse(await readFile(join(home, own, 'out.json'), 'utf8'));
  const tests: { title: string; status: string; failureMessages: string[] }[] = testResults.flatMap(
    (file: { assertionResults: unknown[] }) => file.assertionResults,
  );
  const counts: Record<string, number> = {};
  for (const { status } of tests) counts[status] = (counts[status] ?? 0) + 1;
  const failed = tests.filter(({ status }) => status === 'failed');
  return {
    failed: failed.map(({ title }) => title).sort(),
    counts,
    text,
    messages: new Map(failed.map(({ title, failureMessages }) => [title, failureMessages.join('\n')])),
    results: join(home, own, 'allure-results'),
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
    install('current', packed, { ...allure, vitest: '^4.1.0', jest: '^30.0.0' }),
    install('older', packed, { ...allure, vitest: '^3.2.0' }),
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

  test.for(mistakeNames)('in vitest, the mistake %s fails its requirements alone', async (name) => {
    const { failed, text, messages, results } = await vitest(current, name);
    expectMistake(name, failed);
    for (const [, message] of messages) expect(message).not.toMatch(/node_modules|cawl-conformance\/dist/);
    for (const label of ['expected', 'actual', 'request', 'response', 'reproduce  curl']) expect(text).toContain(label);
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

  test('in vitest 3, the same mistake fails the same requirements', async () => {
    const name = 'prev-skips';
    const { failed, results } = await vitest(older, name);
    expectMistake(name, failed);
    expect((await allureResults(results)).filter(({ status }) => status === 'failed')).toHaveLength(failed.length);
  });

  test.skipIf(tooOldForVitest5)('in vitest 5, too (skipped below Node 22.12)', async () => {
    const newest = await install('newest', packed, { 'allure-vitest': '^3.12.2', vitest: '^5.0.0' });
    const name = 'register-body';
    const { failed, results } = await vitest(newest, name);
    expectMistake(name, failed);
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
