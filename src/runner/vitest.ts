/**
 * Starts vitest on the compiled suites: one worker thread, none of the user's own configuration, outcomes handed on as
 * each test ends. What vitest itself reports as broken (a module that did not load, an unhandled error) comes back as a
 * failure of the kit, never as a verdict about the target.
 */
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import type { Assignment, Message, RunTotals, Stop } from '../checks/worker-messages.ts';
import type { Verdict } from '../core/verdict.ts';

export interface SuitesResult {
  readonly outcomes: ReadonlyMap<string, Verdict>;
  readonly totals: RunTotals | undefined;
  /** Failures of the kit that belong to no row. */
  readonly problems: readonly string[];
  readonly interrupted: boolean;
}

export interface SuitesOptions {
  readonly assignment: Omit<Assignment, 'channel'>;
  readonly onOutcome?: (id: string, outcome: Verdict) => void;
  readonly onProgress?: (requests: number) => void;
  /** Stops the run; what was decided so far is kept. */
  readonly signal?: AbortSignal;
}

/** The package's root as compiled: `dist/`. */
const built = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export async function runSuites(options: SuitesOptions): Promise<SuitesResult> {
  const { createVitest } = await import('vitest/node');
  const outcomes = new Map<string, Verdict>();
  const problems: string[] = [];
  let totals: RunTotals | undefined;
  let arrived = () => {};
  const channelName = `cawl-${process.pid}-${Math.random().toString(36).slice(2)}`;
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = (event) => {
    const message = (event as { data: Message }).data;
    if (message.type === 'progress') options.onProgress?.(message.requests);
    else {
      totals = message.totals;
      arrived();
    }
  };

  const reporter: Reporter = {
    onTestCaseResult(test: TestCase) {
      const { row, outcome } = test.meta() as { row?: string; outcome?: Verdict };
      if (row !== undefined && outcome !== undefined) {
        outcomes.set(row, outcome);
        options.onOutcome?.(row, outcome);
      } else if (test.result().state === 'failed') {
        problems.push(`${test.fullName}: ${test.result().errors?.[0]?.message ?? 'failed'}`);
      }
    },
    onTestModuleEnd(module: TestModule) {
      for (const error of module.errors()) problems.push(`${module.moduleId}: ${error.message}`);
    },
    onTestRunEnd(_modules, unhandled) {
      for (const error of unhandled) problems.push(`unhandled: ${error.message}\n${error.stack ?? ''}`);
    },
  };

  // vitest installs listeners that exit at once and lose everything: ours stay the only ones.
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const before = new Map(signals.map((name) => [name, process.listeners(name)]));
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() });
  const vitest = await createVitest(
    'test',
    {
      config: false,
      run: true,
      watch: false,
      root: built,
      include: ['suites/all.suite.js'],
      exclude: [],
      pool: 'threads',
      isolate: false,
      maxWorkers: 1,
      maxConcurrency: 64,
      server: { deps: { external: [/.*/] } },
      provide: { assignment: { ...options.assignment, channel: channelName } as never },
      reporters: [reporter],
      silent: true,
      api: false,
      css: false,
      cache: false,
      passWithNoTests: false,
      printConsoleTrace: false,
    } as never,
    { envDir: false, logLevel: 'silent', server: { watch: null, ws: false } } as never,
    { stdout: silence as never, stderr: silence as never },
  );
  for (const name of signals)
    for (const listener of process.listeners(name))
      if (!before.get(name)!.includes(listener)) process.off(name, listener as never);

  const cancel = () => {
    // Checks under way end at their next request; vitest starts no other.
    channel.postMessage({ type: 'stop' } satisfies Stop);
    void vitest.cancelCurrentRun('keyboard-input');
  };
  options.signal?.addEventListener('abort', cancel, { once: true });
  const exitCode = process.exitCode;
  try {
    if (options.signal?.aborted !== true) await vitest.start();
    if (totals === undefined) await Promise.race([new Promise<void>((resolve) => (arrived = resolve)), pause(500)]);
  } finally {
    options.signal?.removeEventListener('abort', cancel);
    await vitest.close();
    channel.close();
    process.exitCode = exitCode;
  }
  return { outcomes, totals, problems, interrupted: options.signal?.aborted ?? false };
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
