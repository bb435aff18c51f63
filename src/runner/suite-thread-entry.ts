/**
 * What the thread of the checks runs (suite-thread.ts): the part of vitest that runs tests, and at once the suites. vitest imports
 * the suites later, and gets those that are loaded. Only suite-thread.ts names this file.
 */
import { parentPort } from 'node:worker_threads';
import { init, runBaseTests, setupEnvironment } from 'vitest/worker';
import { importChecks } from './import-checks.ts';

const port = parentPort!;

init({
  post: (response) => port.postMessage(response),
  on: (callback) => port.on('message', callback),
  off: (callback) => port.off('message', callback),
  teardown: () => port.removeAllListeners('message'),
  runTests: (state, traces) => runBaseTests('run', state, traces),
  collectTests: (state, traces) => runBaseTests('collect', state, traces),
  setup: setupEnvironment,
});

/** The test functions that the checks are given to, and the checks. */
const loading = [import('vitest'), importChecks().then(({ loadSuites }) => loadSuites())];
// A suite that does not load fails once more when vitest imports it, and is reported then.
await Promise.allSettled(loading);
