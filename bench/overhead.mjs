/** b) to d): use of the concurrency limit at 50 ms, time outside requests, and growth with the size of the log. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cawlRun, startServer } from './children.mjs';

const main = fileURLToPath(new URL('../dist/src/cli/main.js', import.meta.url));

/** b) Average requests in flight relative to the limit, at 50 ms per response. */
export async function inFlight() {
  const server = await startServer({ latencyMs: 50 });
  const { report, ms } = await cawlRun(server.settings, ['--concurrency', '8'], 120_000);
  server.close();
  if (report?.run.inFlight === undefined) return { ratio: null, ms };
  const { average, limit } = report.run.inFlight;
  return {
    average: Number(average.toFixed(1)),
    limit,
    ratio: Number((average / limit).toFixed(2)),
    requests: report.run.requests,
    ms,
  };
}

/** c) Wall time of a standard run without the time from its first request to its last; the start of vitest counts. */
export async function outside() {
  const server = await startServer();
  await server.times();
  const { began, ended, ms, peakMb, report } = await cawlRun(server.settings, ['--concurrency', '16'], 90_000);
  const times = (await server.times()).filter((time) => time >= began);
  server.close();
  const starting = times[0] - began;
  // After the preflight, nothing is sent until vitest has started: the first long silence.
  const early = times.filter((time) => time < times[0] + 5000);
  const silence = Math.max(0, ...early.slice(1, 12).map((time, at) => time - early[at]));
  return {
    ms,
    requests: report?.run.requests ?? null,
    startMs: starting + silence,
    endMs: ended - times.at(-1),
    outsideMs: starting + silence + ended - times.at(-1),
    peakMb,
  };
}

/** c) CPU time of `cawl --help`, ms: median of five. */
export function helpCpu() {
  const took = Array.from({ length: 5 }, () => {
    const said = execFileSync(
      'bash',
      ['-c', `TIMEFORMAT='%U %S'; { time ${process.execPath} ${main} --help >/dev/null; } 2>&1`],
      { encoding: 'utf8' },
    );
    const [user, system] = said.trim().split(/\s+/).slice(-2).map(Number);
    return Math.round((user + system) * 1000);
  }).sort((a, b) => a - b);
  return took[2];
}

/** d) Time and memory of requirements that walk, over logs of 10² to 10⁶ entries. */
export async function growth(sizes = [100, 1000, 10_000, 100_000, 1_000_000]) {
  const found = [];
  for (const logs of sizes) {
    const server = await startServer({ logs, pageSize: 50 });
    const only = ['logs/walk-complete', 'logs/status-partition', 'logs/range-gap'].flatMap((id) => ['--only', id]);
    const { ms, peakMb, report } = await cawlRun(server.settings, only, 40_000);
    server.close();
    const verdicts = report?.requirements.map(({ verdict }) => verdict).join(', ') ?? 'stopped';
    found.push({ logs, ms, peakMb, requests: report?.run.requests ?? null, verdicts });
  }
  return found;
}
