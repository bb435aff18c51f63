/**
 * The lanes of the tests, one vitest project each. `npm test` runs `unit`, `system` and `sample`;
 * `proof`, `servers` and `simulation` run in full the files of which `sample` takes a part, and have scripts of their own.
 */
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { SlowFirst } from './test/slow-first.ts';

const proofs = ['test/proof/**/*.test.ts'];
/**
 * Every server of test/targets and the script of every finding. They take half an hour, so that `npm test` runs only a sample of
 * them. `npm run selftest` proves the faults, too.
 */
const longProofs = [
  'conforming-*',
  'broken',
  'faults',
  'learn',
  'learn-run',
  'liberties-*',
  'positive-controls',
  'scripts',
  'shards-all',
].map((name) => `test/proof/${name}.test.ts`);
/** Runs of the program one after another, and pages in a browser: too long for `npm test`, so that they run with the proofs. */
const longSystem = [
  'report/goldens',
  'cli/reporters',
  'cli/queue',
  'cli/replay',
  'cli/secrets',
  'cli/selftest',
  'cli/waivers',
  'report/browser',
  'report/matrix-browser',
  'report/allure',
  'ci/*',
  'guides/*',
  'examples/*',
].map((name) => `test/${name}.test.ts`);
/** `npm test` runs none of these: each case needs runs of its own, or there is nothing to sample. */
const unsampled = [
  'proof/altered-choices',
  'proof/causes',
  'proof/missing-fixtures',
  'proof/mock',
  'proof/shards',
  'proof/shards-all',
  'simulation/any-weather',
  'simulation/bans',
  'simulation/growing',
  'simulation/hard-limits',
  'simulation/once-reported',
].map((name) => `test/${name}.test.ts`);
/** `npm test` runs these in full. */
const short = [
  'proof/catalogue',
  'proof/quick',
  'proof/truth',
  'proof/undeclared-sorts',
  'simulation/latency',
  'simulation/simulated-clock',
  'simulation/time-limit',
].map((name) => `test/${name}.test.ts`);
const simulations = ['test/simulation/**/*.test.ts'];

function lane(
  name: string,
  include: readonly string[],
  { extent = 'full', exclude = [] }: { extent?: 'sample' | 'full'; exclude?: readonly string[] } = {},
): TestProjectConfiguration {
  return { extends: true, test: { name, include: [...include], exclude: [...exclude], provide: { extent } } };
}

export default defineConfig({
  // Warnings of vite are about packages that name source maps and do not ship them.
  logLevel: 'error',
  test: {
    projects: [
      lane('unit', ['{src,suites,scripts}/**/*.test.ts']),
      lane('system', ['test/{cli,report,targets,package}/**/*.test.ts'], { exclude: longSystem }),
      lane('sample', [...proofs, ...simulations], { extent: 'sample', exclude: unsampled }),
      lane('proof', [...proofs, ...longSystem], { exclude: [...longProofs, ...short] }),
      lane('servers', longProofs),
      lane('simulation', simulations, { exclude: short }),
      lane('weather', ['test/weather/**/*.test.ts']),
    ],
    // The suites are run by the kit against a target, not by this project's tests.
    exclude: ['**/node_modules/**', 'dist/**'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Loading the code anew for each file takes as long as many of the tests. The modules that they share hold no state.
    isolate: false,
    // Tests often wait for a server: one process more than the usual two cores keeps them busy.
    maxWorkers: 3,
    maxConcurrency: 8,
    sequence: { sequencer: SlowFirst },
    // It imports JSON without an import attribute, which Node rejects and vite transforms.
    server: { deps: { inline: ['@actions/workflow-parser'] } },
    coverage: {
      provider: 'v8',
      include: ['src/**'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'json-summary'],
      reportOnFailure: true,
    },
  },
});
