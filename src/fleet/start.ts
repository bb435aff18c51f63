/** The command of an implementation: started before it is judged, and stopped after. */
import { type ChildProcess, spawn } from 'node:child_process';
import { resolve } from 'node:path';
import { TargetError } from '../core/errors.ts';
import { parseWait, waitForTarget } from '../session/wait.ts';
import type { StartCommand } from './plan.ts';

export interface Started {
  /** Resolves when the process has ended. */
  close(): Promise<void>;
}

/** How long it may take until it accepts connections, unless configured. */
const defaultWait = '60s';
/** How long a process may take to end before it is killed, ms. */
const graceMs = 5000;
/** The end of its output that an error shows, characters. */
const shownOutput = 400;

/**
 * @param env of the process
 * @throws TargetError if it cannot be started, ends, or accepts no connection in time
 */
export async function startImplementation(
  { command, cwd = '.', wait = defaultWait }: StartCommand,
  baseUrl: string,
  { cwd: from, env, signal }: { cwd: string; env: Readonly<Record<string, string | undefined>>; signal: AbortSignal },
): Promise<Started> {
  const [program = '', ...words] = command;
  // A group of its own, so that what it starts ends with it.
  const child = spawn(program, words, {
    cwd: resolve(from, cwd),
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-shownOutput);
    });
  const ended = new Promise<string>((done) => {
    child.once('error', ({ message }) => done(message));
    child.once('close', (code, by) => done(`it ended with ${by ?? `status ${code}`}${shownEnd(printed)}`));
  });
  const stopWaiting = new AbortController();
  const stop = () => stopWaiting.abort();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const waiting = waitForTarget(baseUrl, parseWait(wait), stopWaiting.signal);
    const died = await Promise.race([waiting.then(() => undefined), ended]);
    if (died !== undefined) throw new TargetError(`${command.join(' ')} does not serve ${baseUrl}: ${died}`);
  } catch (error) {
    await endProcess(child, ended);
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
  return { close: () => endProcess(child, ended) };
}

function shownEnd(printed: string): string {
  return printed.trim() === '' ? '' : `: ${printed.trim()}`;
}

async function endProcess(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  signalGroup(child.pid, 'SIGTERM');
  const timer = setTimeout(() => signalGroup(child.pid!, 'SIGKILL'), graceMs);
  await ended;
  clearTimeout(timer);
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}
