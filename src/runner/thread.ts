/** Runs a part of the checks in a further worker thread. */
import { Worker } from 'node:worker_threads';
import type { RunTotals } from '../checks/worker-messages.ts';
import type { Verdict } from '../core/verdict.ts';
import type { FromThreadEntry } from './thread-entry.ts';
import { type SuitesOptions, type SuitesResult, stopGraceMs, unhandledProblem } from './vitest.ts';

/** As `runSuites`, in a thread without vitest. */
export function runInThread({
  assignment,
  onVerdict,
  onProgress,
  onCreated,
  signal,
}: SuitesOptions): Promise<SuitesResult> {
  return new Promise((resolve) => {
    const verdicts = new Map<string, Verdict>();
    const problems: string[] = [];
    let totals: RunTotals | undefined;
    const isStopped = () => signal?.aborted === true;
    if (isStopped()) return resolve({ verdicts, totals, problems, interrupted: true });
    const worker = new Worker(new URL('./thread-entry.js', import.meta.url), { workerData: assignment });
    let late: NodeJS.Timeout | undefined;
    const end = () => {
      signal?.removeEventListener('abort', stop);
      clearTimeout(late);
      worker.removeAllListeners();
      // A worker that was stopped may die of it: that concerns nobody.
      worker.on('error', () => {});
      void worker.terminate();
      resolve({ verdicts, totals, problems, interrupted: isStopped() });
    };
    const stop = () => {
      worker.postMessage('stop');
      late = setTimeout(end, stopGraceMs);
    };
    signal?.addEventListener('abort', stop, { once: true });
    worker.on('message', (message: FromThreadEntry) => {
      if (message.type === 'progress') onProgress?.(message.requests);
      else if (message.type === 'created') onCreated?.(message.left);
      else if (message.type === 'verdict') {
        verdicts.set(message.id, message.verdict);
        onVerdict?.(message.id, message.verdict);
      } else {
        totals = message.totals;
        end();
      }
    });
    worker.on('error', (error: Error) => {
      problems.push(unhandledProblem(error));
      end();
    });
    worker.on('exit', () => {
      problems.push('the checks of a thread ended early');
      end();
    });
  });
}
