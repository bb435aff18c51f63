/** The examples as their readers have them: a copy with the packed kit in a folder outside of this repository. */
import { execFile } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

export const root: string = fileURLToPath(new URL('../../', import.meta.url));

/** The environment of a shell: vitest marks that of this test's process. */
export function shellEnv(more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv {
  const { VITEST: _, VITEST_POOL_ID: __, VITEST_WORKER_ID: ___, NODE_ENV: ____, ...rest } = process.env;
  return { ...rest, DEPTH: 'quick', NO_COLOR: '1', ...more };
}

/** Runs a program to its end; its status and everything that it printed. */
export function command(
  cwd: string,
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string }> {
  return new Promise((resolve) => {
    execFile(file, args, { cwd, env: shellEnv(env), maxBuffer: 1e8 }, (error, out, err) =>
      resolve({ status: error === null ? 0 : Number(error.code ?? 1), text: `${out}\n${err}` }),
    );
  });
}

export async function mustRun(cwd: string, file: string, args: readonly string[]): Promise<string> {
  const { status, text } = await command(cwd, file, args);
  expect(status, text).toBe(0);
  return text;
}

/** A copy of the examples with the packed kit and some versions of their other packages. */
export async function install(
  home: string,
  packed: string,
  dependencies: Readonly<Record<string, string>>,
): Promise<string> {
  await cp(join(root, 'examples'), home, { recursive: true });
  const devDependencies = { 'cawl-conformance': `file:${packed}`, express: '^5.3.0', ...dependencies };
  await writeFile(join(home, 'package.json'), JSON.stringify({ type: 'module', private: true, devDependencies }));
  await mustRun(home, 'npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']);
  return home;
}

/** The vitest of an installed copy. */
export const vitestOf = (home: string): string => join(home, 'node_modules/vitest/vitest.mjs');

export interface VitestResult {
  readonly failed: string[];
  readonly counts: Readonly<Record<string, number>>;
  readonly text: string;
  readonly messages: ReadonlyMap<string, string>;
  readonly results: string;
}

/** Runs the vitest example; each run has its own copy of the test, so that runs can go on at once. */
export async function vitest(home: string, broken: string, args: readonly string[] = []): Promise<VitestResult> {
  const own = ['vitest', broken, args.length].join('-');
  await cp(join(root, 'examples/vitest'), join(home, own), { recursive: true });
  const config = await readFile(join(home, own, 'vitest.config.js'), 'utf8');
  const reporters = `'default', 'github-actions', ['json', { outputFile: 'out.json' }], ['allure-vitest/reporter', { resultsDir: '${own}/allure-results' }]`;
  await writeFile(
    join(home, own, 'vitest.config.js'),
    config.replace(/reporters: \[.*\],/, `reporters: [${reporters}],`),
  );
  const { text } = await command(home, process.execPath, [vitestOf(home), 'run', '--root', own, ...args], {
    BROKEN: broken,
  });
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
