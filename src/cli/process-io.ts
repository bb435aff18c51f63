/** The {@link Io} of a real process. A reader that closes its end of a pipe (`cawl list | head`) is not an error. */
import type { Io } from './io.ts';

/** Ctrl-C, a request to end, and a terminal that was closed. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

export function processIo(exit: (code: number) => void): Io {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    env: process.env,
    cwd: process.cwd(),
    outIsTTY: process.stdout.isTTY === true,
    errIsTTY: process.stderr.isTTY === true,
    width: process.stdout.columns ?? process.stderr.columns ?? 80,
    onStop(listener) {
      let stopped = false;
      const stop = (signal: string) => {
        if (stopped) exit(130);
        stopped = true;
        listener(signal);
      };
      for (const signal of stopSignals) process.on(signal, stop);
      return () => {
        for (const signal of stopSignals) process.off(signal, stop);
      };
    },
  };
}
