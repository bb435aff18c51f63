/** Runs the program as shipped, from dist/: one process per command line. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export const program: string = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Surroundings {
  /** Variables beside PATH. */
  readonly env?: Readonly<Record<string, string>>;
  /** Called once, when stderr contains this. */
  readonly when?: readonly [text: RegExp, act: (kill: (signal: NodeJS.Signals) => void) => void];
}

/** Runs `cawl` in a folder and waits for its end. */
export function cawl(words: readonly string[], cwd: string, { env = {}, when }: Surroundings = {}): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { out: '', err: '' };
  let waiting = when;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    printed.err += text;
    if (waiting === undefined || !waiting[0].test(printed.err)) return;
    waiting[1]((signal) => child.kill(signal));
    waiting = undefined;
  });
  return new Promise((resolve) => {
    child.on('close', (status) => resolve({ status, ...printed }));
  });
}
