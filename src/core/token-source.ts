/** Reads a token from its source: a command without a shell, or a file. */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { TokenSource } from './config.ts';

/** Longest a command may take, ms. */
const timeout = 30_000;
/** Shorter ones would be masked wherever those characters happen to stand. */
export const leastToken = 8;

/** What is wrong with a text as a token; undefined if nothing is. */
export function tokenProblem(token: string): string | undefined {
  if (token.length < leastToken) return `has fewer than ${leastToken} characters`;
  return /^[!-~]+$/.test(token) ? undefined : 'is not one word of visible ASCII characters';
}

/** Reads the token and waits for it. Throws an error whose message shows nothing of what was printed. */
export function readTokenNow({ command, file }: TokenSource): string {
  if (command === undefined) return readFileSync(file!, 'utf8').trim();
  try {
    const [program, ...words] = command;
    return execFileSync(program, words, { timeout, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch (error) {
    throw new Error(whyOf(error as ExecError, command[0]));
  }
}

/** The same without blocking. */
export async function readToken({ command, file }: TokenSource): Promise<string> {
  if (command === undefined) return (await readFile(file!, 'utf8')).trim();
  const [program, ...words] = command;
  return new Promise((resolve, reject) => {
    execFile(program, words, { timeout, encoding: 'utf8' }, (error, stdout) =>
      error === null ? resolve(stdout.trim()) : reject(new Error(whyOf(error as ExecError, program))),
    );
  });
}

interface ExecError {
  readonly code?: string | number | null;
  readonly status?: number | null;
  readonly signal?: string | null;
}

/** The errors of Node repeat the command line, which may hold a secret. */
function whyOf({ code, status, signal }: ExecError, program: string): string {
  if (code === 'ENOENT') return `the program ${program} was not found`;
  if (code === 'ETIMEDOUT' || signal === 'SIGTERM') return `no answer within ${timeout / 1000} s`;
  return `${program} ended with ${status ?? code ?? signal ?? 'an error'}`;
}
