/**
 * `npm run docs:matrix`: judges the servers of test/targets, the conforming ones and the broken ones, and writes
 * docs/matrix.html. Needs `npm run build` and `npm run build:targets`.
 */
import { writeFileSync } from 'node:fs';
import { forEachConcurrently } from '../dist/src/core/concurrency.js';
import { buildMatrix } from '../dist/src/fleet/matrix.js';
import { renderMatrixHtml } from '../dist/src/report/html/matrix-page.js';
import { runSuitesInProcess } from '../dist/src/runner/in-process.js';
import { runConformance } from '../dist/src/runner/run.js';
import { runSettings } from '../dist/src/selftest/run-settings.js';
import { kitVersion } from '../dist/src/version.js';
import { catalogue } from '../dist/suites/catalogue.js';
import { brokenTargets } from '../dist/test/targets/broken/index.js';
import { conformingTargets } from '../dist/test/targets/index.js';
import { jobsOption, readOptions } from './options.mjs';

const options = readOptions('npm run docs:matrix --', {
  depth: { choices: ['quick', 'standard', 'deep'], default: 'standard', describe: 'Depth of the runs' },
  jobs: jobsOption,
  out: { type: 'string', default: 'docs/matrix.html', describe: 'File that is written' },
});
/** Broken servers beside the conforming ones: the first of each requirement that they violate. */
const broken = brokenTargets.filter(
  ({ owner }, index) => brokenTargets.findIndex((target) => target.owner === owner) === index,
);
const servers = [
  ...conformingTargets.map((target) => ({ target, version: 'conforming' })),
  ...broken.map((target) => ({ target, version: 'broken' })),
].filter(({ target }) => target.skip === undefined);

async function judge({ target, version }) {
  const running = await target.start();
  try {
    const { baseUrl, tokens, fixtures, run } = running.settings;
    const { report } = await runConformance({
      settings: {
        baseUrl,
        tokens,
        fixtures,
        declares: {},
        waivers: [],
        run: runSettings({ ...run, depth: options.depth, seed: 1, settleMs: 200 }),
      },
      catalogue,
      failOn: 'gate',
      version: kitVersion(),
      reportFile: 'conformance.json',
      // Its address is another one each time.
      target: { embedded: true },
      runsSuites: runSuitesInProcess,
    });
    return { name: target.name, version, report };
  } catch (error) {
    return { name: target.name, version, problem: error.message };
  } finally {
    await running.close();
  }
}

const judged = new Map();
await forEachConcurrently(servers, options.jobs, async (server, index) => {
  judged.set(index, await judge(server));
  process.stderr.write(`${judged.size} of ${servers.length}: ${server.target.name}\n`);
});
const matrix = buildMatrix(
  servers.map((_, index) => judged.get(index)),
  { catalogue, kit: kitVersion(), now: new Date(), staleAfterMs: Number.POSITIVE_INFINITY },
);
writeFileSync(options.out, renderMatrixHtml(matrix));
