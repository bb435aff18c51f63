/** What a further thread of a run executes: its part of the checks, without vitest. Its messages go to `thread.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { RunTotals } from '../checks/worker-messages.ts';
import type { LeftBehind } from '../core/left-behind.ts';
import type { Verdict } from '../core/verdict.ts';
import { runSuitesInProcess } from './in-process.ts';
import type { Part } from './parts.ts';

export type FromThreadEntry =
  | { readonly type: 'verdict'; readonly id: string; readonly verdict: Verdict }
  | { readonly type: 'progress'; readonly requests: number }
  | { readonly type: 'created'; readonly left: LeftBehind }
  | { readonly type: 'end'; readonly totals: RunTotals | undefined };

const port = parentPort!;
const say = (message: FromThreadEntry) => port.postMessage(message);
const stop = new AbortController();
// Its only message is the order to stop.
port.on('message', () => stop.abort());
let told = 0;
const { totals } = await runSuitesInProcess({
  assignment: workerData as Part,
  signal: stop.signal,
  onVerdict: (id, verdict) => say({ type: 'verdict', id, verdict }),
  onProgress: (requests) => {
    if (requests - told < 25) return;
    told = requests;
    say({ type: 'progress', requests });
  },
  onCreated: (left) => say({ type: 'created', left }),
});
say({ type: 'end', totals });
port.close();
