/** Child processes of the benchmark: the server, and the `cawl` command as it is shipped. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { stringify } from 'yaml';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

export async function startServer(options = {}) {
  const child = spawn(process.execPath, [here('server.mjs'), JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const settings = JSON.parse((await lines.next()).value);
  return {
    settings,
    /** When requests arrived since the last call, ms since the epoch. */
    async times() {
      child.stdin.write('\n');
      return JSON.parse((await lines.next()).value);
    },
    close() {
      child.kill();
    },
  };
}

/** Runs `cawl run` to its end. Returns its wall time, peak memory and report. */
export async function cawlRun(settings, words, limitMs = 60_000) {
  const folder = mkdtempSync(join(tmpdir(), 'cawl-bench-'));
  writeFileSync(join(folder, 'cawl.config.yaml'), stringify(settings));
  const began = Date.now();
  const child = spawn(process.execPath, [here('../dist/src/cli/main.js'), 'run', '--quiet', '--seed', '1', ...words], {
    cwd: folder,
    stdio: 'ignore',
  });
  let peak = 0;
  const watch = setInterval(() => {
    try {
      peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1] ?? 0));
    } catch {
      // The process has ended, or this is not Linux: memory is not measured.
    }
  }, 20);
  const limit = setTimeout(() => child.kill(), limitMs);
  await new Promise((resolve) => child.on('close', resolve));
  clearInterval(watch);
  clearTimeout(limit);
  const ended = Date.now();
  let report;
  try {
    report = JSON.parse(readFileSync(join(folder, 'reports', 'conformance.json'), 'utf8'));
  } catch {
    report = undefined;
  }
  rmSync(folder, { recursive: true, force: true });
  return { began, ended, ms: ended - began, peakMb: peak === 0 ? null : Math.round(peak / 1024), report };
}
