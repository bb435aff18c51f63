/**
 * `npm run bench:fleet`: a fleet of reference servers in this process, each with another fault and 50 ms per response, judged by 1,
 * 2, 4 and 8 workers, and the matrix of them. Prints a table.
 */
import { buildMatrix } from '../dist/src/fleet/matrix.js';
import { planJobs } from '../dist/src/fleet/plan.js';
import { runJobs } from '../dist/src/fleet/pool.js';
import { faults } from '../dist/src/reference/faults/index.js';
import { startReference } from '../dist/src/reference/index.js';
import { renderMatrixHtml } from '../dist/src/report/html/matrix-page.js';
import { runSuitesInProcess } from '../dist/src/runner/in-process.js';
import { runConformance } from '../dist/src/runner/run.js';
import { referenceSettings } from '../dist/src/selftest/reference-settings.js';
import { runSettings } from '../dist/src/selftest/run-settings.js';
import { catalogue } from '../dist/suites/catalogue.js';
import { readOptions } from '../scripts/options.mjs';

const options = readOptions('npm run bench:fleet --', {
  servers: { type: 'number', default: 200, describe: 'Servers of the fleet; 200 take some minutes' },
  latency: { type: 'number', default: 50, describe: 'Time that each response takes, ms' },
  workers: { type: 'string', default: '1,2,4,8', describe: 'Numbers of workers' },
});
const { latency: latencyMs } = options;
/** Requirements of every operation that take few requests, so that hundreds of servers take minutes. */
const only = ['*/accepts-valid', 'auth/logs/no-header'];
const run = runSettings({ seed: 1, depth: 'quick', concurrency: 16, settleMs: 0, only });

const observable = faults.filter(({ unseen }) => unseen === undefined);
const targets = Array.from({ length: options.servers }, (_, index) => ({
  implementation: `server-${index}`,
  fault: observable[index % observable.length].name,
  portable: { value: {}, run, fault: undefined, variables: [], files: [] },
}));
const { jobs } = planJobs(targets, { shards: 1, catalogue, version: 'bench' });

async function judge({ implementation, fault, rows }) {
  const server = await startReference({ latencyMs, logs: 20, faults: observable.filter(({ name }) => name === fault) });
  try {
    const { report } = await runConformance({
      settings: referenceSettings(server, { ...run, timeoutMs: 2000, only: rows }),
      catalogue,
      failOn: 'gate',
      version: 'bench',
      reportFile: `${implementation}/conformance.json`,
      runsSuites: runSuitesInProcess,
    });
    return report;
  } finally {
    await server.close();
  }
}

// Loads and optimises the modules, which a worker does once.
await judge(jobs[0]);
const lines = [];
let first;
for (const workers of options.workers.split(',').map(Number)) {
  const judged = [];
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
  }, 50);
  const [began, cpu] = [performance.now(), process.cpuUsage()];
  await runJobs(jobs, {
    workers,
    signal: new AbortController().signal,
    onEnd: () => {},
    runJob: async (job) => {
      judged.push({ name: job.implementation, report: await judge(job) });
      return { status: 0 };
    },
  });
  clearInterval(sampling);
  const seconds = (performance.now() - began) / 1000;
  const used = process.cpuUsage(cpu);
  first ??= seconds;
  const matrix = buildMatrix(judged, {
    catalogue,
    kit: 'bench',
    now: new Date(),
    staleAfterMs: Number.POSITIVE_INFINITY,
  });
  const requests = judged.reduce((sum, { report }) => sum + report.run.requests, 0);
  lines.push([
    workers,
    seconds.toFixed(1),
    (first / seconds).toFixed(1),
    Math.round(requests / seconds),
    requests,
    Math.round((100 * (used.user + used.system)) / 1e6 / seconds),
    Math.round(peak / 2 ** 20),
    Math.round(Buffer.byteLength(renderMatrixHtml(matrix)) / 1024),
  ]);
  process.stderr.write(`${workers} workers: ${seconds.toFixed(1)} s\n`);
}
const head = [
  'workers',
  'time, s',
  'times as fast',
  'requests/s',
  'requests',
  'CPU, % of a core',
  'memory, MB',
  'page, KB',
];
console.log(`${jobs.length} servers, ${latencyMs} ms per response\n`);
for (const line of [head, head.map(() => '---:'), ...lines]) console.log(`| ${line.join(' | ')} |`);
