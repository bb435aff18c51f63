/** Proves many faults side by side: one process a core, each handling one fault after another, to save the start-up. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Fault } from '../reference/index.ts';
import type { ProofOptions, Proven } from './prove.ts';
import type { Order, Reply } from './worker.ts';

export interface PoolOptions extends ProofOptions {
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly onProven?: (proven: Proven) => void;
}

/** A process that holds more is replaced. */
const mostBytes = 1_000_000_000;
/** A proof that takes longer than this, ms, is given up, and its process with it. */
const longestMs = 180_000;

const program = fileURLToPath(new URL('./worker.js', import.meta.url));

/** In the order of the faults. What was not reached before `signal` is left out. */
export async function proveAll(faults: readonly Fault[], options: PoolOptions): Promise<Proven[]> {
  const waiting = faults.map((fault, place) => ({ fault, place }));
  const proven = new Map<number, Proven>();
  const lane = async () => {
    let worker: ChildProcess | undefined;
    const retire = () => {
      worker?.kill('SIGKILL');
      worker = undefined;
    };
    try {
      for (let next = waiting.shift(); next !== undefined && !options.signal.aborted; next = waiting.shift()) {
        worker ??= fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
        const reply = await ask(worker, next.fault, options);
        if (options.signal.aborted) return;
        if ('failed' in reply || reply.rssBytes > mostBytes) retire();
        const result = 'failed' in reply ? lost(next.fault, reply.failed) : reply.proven;
        proven.set(next.place, result);
        options.onProven?.(result);
      }
    } finally {
      retire();
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(options.jobs, faults.length)) }, lane));
  return [...proven].sort(([a], [b]) => a - b).map(([, result]) => result);
}

function ask(worker: ChildProcess, fault: Fault, { depth, seed, ownerOnly, signal }: PoolOptions): Promise<Reply> {
  return new Promise((resolve) => {
    const done = (reply: Reply) => {
      clearTimeout(timer);
      worker.off('message', done).off('exit', gone);
      signal.removeEventListener('abort', stop);
      resolve(reply);
    };
    const gone = (code: number | null) => done({ failed: `the process of the kit ended by ${code}`, rssBytes: 0 });
    const stop = () => done({ failed: 'stopped', rssBytes: 0 });
    const timer = setTimeout(() => done({ failed: `no end within ${longestMs / 1000} s`, rssBytes: 0 }), longestMs);
    worker.on('message', done).on('exit', gone);
    signal.addEventListener('abort', stop, { once: true });
    const order: Order = { fault: fault.name, options: { depth, seed, ownerOnly } };
    worker.send(order);
  });
}

function lost({ name, breaks, level, owner, unseen }: Fault, failed: string): Proven {
  return {
    row: { fault: name, breaks, level, owner, caught: false, caughtBy: [], requests: 0, ms: 0 },
    said: `not decided: ${failed}`,
    ...(unseen === undefined ? {} : { unseen }),
    errors: [`${name}: ${failed}`],
  };
}
