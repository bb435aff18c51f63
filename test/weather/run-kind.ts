/** Runs the program against one kind of weather and measures the process: exit status, seconds, resident set. */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Kind, mostMegabytes, mostSeconds } from './kind.ts';

export interface Measured {
  readonly status: number | null;
  readonly seconds: number;
  /** Most memory that was resident, the worker included; 0 if the system does not tell. */
  readonly megabytes: number;
  readonly output: string;
  /** Verdict of the report; undefined if none was written. */
  readonly verdict: string | undefined;
  /** Requirements with each verdict: "150 pass, 3 fail". */
  readonly counts: string;
  /** Ids of the requirements that failed. */
  readonly failed: readonly string[];
}

/** The compiled program, from the folder of this file as source or as built. */
const program = join(
  import.meta.dirname,
  import.meta.filename.endsWith('.ts') ? '../../dist' : '../..',
  'src/cli/main.js',
);

/** Between two looks at the memory of the process, ms. The system keeps the highest value, so that only the last one counts. */
const lookMs = 50;

/** Runs one kind from the start of its server to its end. */
export async function runKind(kind: Kind): Promise<Measured> {
  const folder = mkdtempSync(join(tmpdir(), 'cawl-weather-'));
  const server = await kind.start();
  try {
    writeFileSync(join(folder, 'cawl.config.json'), JSON.stringify(server.configuration));
    const run = await spawned(kind, folder);
    return { ...run, ...reported(join(folder, 'reports', 'conformance.json')) };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function spawned(kind: Kind, cwd: string) {
  const { depth = 'standard', options = [], timeoutMs = 10_000 } = kind;
  const began = performance.now();
  const words = ['run', '--depth', depth, '--seed', '1', '--timeout', String(timeoutMs), ...options];
  const child = spawn(process.execPath, [program, ...words], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  let megabytes = 0;
  const look = setInterval(() => {
    megabytes = Math.max(megabytes, residentOf(child.pid));
  }, lookMs);
  // A run that does not end is killed, and has no exit status.
  const limit = setTimeout(() => child.kill('SIGKILL'), 1500 * mostSeconds(kind));
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  clearTimeout(limit);
  clearInterval(look);
  return { status, output, megabytes, seconds: (performance.now() - began) / 1000 };
}

/** The highest resident set of a process so far, MB. */
function residentOf(pid: number | undefined): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes ?? 0) / 1024);
  } catch {
    return 0;
  }
}

function reported(file: string): Pick<Measured, 'verdict' | 'counts' | 'failed'> {
  if (!existsSync(file)) return { verdict: undefined, counts: '', failed: [] };
  const { verdict, requirements } = JSON.parse(readFileSync(file, 'utf8')) as {
    verdict: string;
    requirements: { id: string; level: string; verdict: string }[];
  };
  const counts = new Map<string, number>();
  for (const row of requirements) counts.set(row.verdict, (counts.get(row.verdict) ?? 0) + 1);
  return {
    verdict,
    counts: [...counts].map(([name, count]) => `${count} ${name}`).join(', '),
    failed: requirements.filter((row) => row.verdict === 'fail').map(({ id }) => id),
  };
}

/** What a stack trace looks like; no run may print one. */
const stackTrace = /^\s+at .+:\d+:\d+\)?$/m;

/** What about the run is not as the kind expects, in sentences; empty if all is well. */
export function problemsOf(kind: Kind, run: Measured): string[] {
  const problems: string[] = [];
  if (!(kind.ends as readonly (number | null)[]).includes(run.status))
    problems.push(`exit ${run.status}; expected ${kind.ends.join(' or ')}`);
  // A target that cannot be judged at all gets a sentence instead of a report.
  if (run.verdict === undefined && run.status !== 3) problems.push('no report');
  if (run.megabytes > mostMegabytes) problems.push(`${run.megabytes} MB; at most ${mostMegabytes}`);
  if (run.seconds > mostSeconds(kind)) problems.push(`${run.seconds.toFixed(0)} s; at most ${mostSeconds(kind)}`);
  if (stackTrace.test(run.output)) problems.push('a stack trace');
  if (kind.says !== undefined && !run.output.includes(kind.says)) problems.push(`did not say "${kind.says}"`);
  if (kind.ends.every((status) => status === 0) && run.failed.length > 0)
    problems.push(`reported ${run.failed.slice(0, 5).join(', ')}`);
  return problems;
}
