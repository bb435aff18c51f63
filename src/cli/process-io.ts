/**
 * The {@link Io} of a real process. A reader that closes its end of a pipe (`cawl list | head`) is not an error. Where the
 * output goes to a full disk or a terminal that was closed, the command goes on, since its reports may still be written.
 */
import { whyNotWritten } from '../report/folder.ts';
import type { Io } from './io.ts';

/** Ctrl-C, a request to end, and a terminal that was closed. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A signal that comes before a command listens is kept for it, for as long as the command may take to load, ms. */
const loadingMs = 10_000;

export function processIo(exit: (code: number) => void): Io {
  let isLost = false;
  process.stderr.on('error', () => {});
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (isLost || error.code === 'EPIPE') return;
    isLost = true;
    process.stderr.write(`cawl: the output cannot be written: ${whyNotWritten(error)}\n`);
    process.on('exit', (code) => {
      if (code === 0) process.exitCode = 2;
    });
  });
  let listener: ((signal: string) => void) | undefined;
  let received: string | undefined;
  const stop = (signal: string) => {
    if (received !== undefined) exit(130);
    received = signal;
    if (listener !== undefined) listener(signal);
    else setTimeout(() => listener ?? exit(130), loadingMs).unref();
  };
  for (const signal of stopSignals) process.on(signal, stop);
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    env: process.env,
    cwd: process.cwd(),
    outIsTTY: process.stdout.isTTY === true,
    errIsTTY: process.stderr.isTTY === true,
    width: process.stdout.columns ?? process.stderr.columns ?? 80,
    onStop(call) {
      listener = call;
      // Not before the caller has what the listener ends.
      if (received !== undefined) queueMicrotask(() => call(received!));
      return () => {
        for (const signal of stopSignals) process.off(signal, stop);
      };
    },
  };
}
