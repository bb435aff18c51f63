/** Runs the program as shipped, from dist/: one process per command line. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs `cawl` in a folder and waits for its end. */
export function cawl(words: readonly string[], cwd: string): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...words], {
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text;
  });
  return new Promise((resolve) => {
    child.on('close', (status) => resolve({ status, ...said }));
  });
}
