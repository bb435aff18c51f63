/** Carries out many orders side by side: one process a core, each taking one after another, to save the start-up. */
import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Order, Reply } from './worker.ts';

export interface PoolOptions {
  readonly jobs: number;
  readonly signal: AbortSignal;
  /** Whatever became of an order, as soon as it is known. */
  readonly onReply: (order: Order, reply: Reply) => void;
}

/** A process that holds more is replaced. */
const mostBytes = 1_000_000_000;
/** An order that takes longer than this, ms, is given up, and its process with it. */
const longestMs = 180_000;

const program = fileURLToPath(new URL('./worker.js', import.meta.url));

/** Ends when every order was replied to, or soon after `signal`: what was not reached by then is left out. */
export async function carryOut(orders: readonly Order[], { jobs, signal, onReply }: PoolOptions): Promise<void> {
  const waiting = [...orders];
  const lane = async () => {
    let worker: ChildProcess | undefined;
    const retire = () => {
      worker?.kill('SIGKILL');
      worker = undefined;
    };
    try {
      for (let next = waiting.shift(); next !== undefined && !signal.aborted; next = waiting.shift()) {
        worker ??= fork(program, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
        const reply = await ask(worker, next, signal);
        if (signal.aborted) return;
        if ('failed' in reply || reply.rssBytes > mostBytes) retire();
        onReply(next, reply);
      }
    } finally {
      retire();
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(jobs, orders.length)) }, lane));
}

function ask(worker: ChildProcess, order: Order, signal: AbortSignal): Promise<Reply> {
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
    worker.send(order);
  });
}
