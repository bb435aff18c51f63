/**
 * Starts vitest on the compiled suites: one worker thread, none of the user's own configuration, each verdict passed on as its
 * test ends. What vitest itself reports as broken (a module that did not load, an unhandled error) becomes a failure of the
 * kit, never a verdict about the target.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { BroadcastChannel } from 'node:worker_threads';
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node';
import type { Assignment, Message, RunTotals, Stop } from '../checks/worker-messages.ts';
import type { LeftBehind } from '../core/left-behind.ts';
import type { Verdict } from '../core/verdict.ts';
import { SuiteThread } from './suite-thread.ts';

export interface SuitesResult {
  /** By id of the requirement; one that was not decided is absent. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly totals: RunTotals | undefined;
  /** Failures of the kit that belong to no requirement. */
  readonly problems: readonly string[];
  readonly interrupted: boolean;
}

export interface SuitesOptions {
  readonly assignment: Omit<Assignment, 'channel'>;
  readonly onVerdict?: (id: string, verdict: Verdict) => void;
  readonly onProgress?: (requests: number) => void;
  /** Called with the length of each long wait, ms: the target asks for fewer requests. */
  readonly onWait?: (ms: number) => void;
  /** Called with what was created since it was called last. */
  readonly onCreated?: (left: LeftBehind) => void;
  /** Stops the run; what was decided so far is kept. */
  readonly signal?: AbortSignal;
  /** The thread that runs them, if one was started; it ends with the run. */
  readonly thread?: SuiteThread | undefined;
}

/** Decides the assigned requirements; rejects only if the kit itself broke. */
export type RunsSuites = (options: SuitesOptions) => Promise<SuitesResult>;

/** The root of the compiled package: `dist/`. */
const built = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** How long the totals may arrive after vitest has ended, ms. */
const totalsGraceMs = 500;
/** How long a run that is stopped is waited for, ms: its user waits for the report. */
const stopGraceMs = 400;

/**
 * Runs the suites in a worker and collects their verdicts. Leaves signal handlers and the exit code of the process alone.
 * A run that is stopped, even while the worker starts, resolves within {@link stopGraceMs}; the worker may end later.
 */
export async function runSuites(options: SuitesOptions): Promise<SuitesResult> {
  const { signal } = options;
  const verdicts = new Map<string, Verdict>();
  const problems: string[] = [];
  const worker = openChannel(options);
  let isOver = false;
  let isStarted = false;
  const reporter = verdictReporter(problems, (id, verdict) => {
    if (isOver) return;
    verdicts.set(id, verdict);
    options.onVerdict?.(id, verdict);
  });
  if (signal?.aborted !== true) {
    const work = runInWorker(options, worker, reporter, () => {
      isStarted = true;
    });
    await (signal === undefined ? work : Promise.race([work, stopped(signal, () => isStarted)]));
    // What fails after the stop concerns nobody.
    work.catch(() => {});
  } else void options.thread?.close();
  isOver = true;
  return { verdicts, totals: worker.totals(), problems: [...problems], interrupted: signal?.aborted ?? false };
}

/** Before a check has started, there is nothing to wait for. */
function stopped(signal: AbortSignal, isStarted: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => (isStarted() ? void pause(stopGraceMs).then(resolve) : resolve());
    signal.addEventListener('abort', stop, { once: true });
  });
}

async function runInWorker(
  { assignment, signal, thread = new SuiteThread() }: SuitesOptions,
  worker: ReturnType<typeof openChannel>,
  reporter: Reporter,
  onStart: () => void,
): Promise<void> {
  const entry = entryFile();
  const vitest = await startVitest({ ...assignment, channel: worker.name }, reporter, entry, thread);
  const cancel = () => {
    // Checks under way end at their next request; vitest starts no other.
    worker.stop();
    void vitest.cancelCurrentRun('keyboard-input');
  };
  signal?.addEventListener('abort', cancel, { once: true });
  const exitCode = process.exitCode;
  try {
    if (signal?.aborted !== true) {
      onStart();
      await vitest.start();
    }
    await worker.totalsWithin(totalsGraceMs);
  } finally {
    signal?.removeEventListener('abort', cancel);
    await vitest.close();
    await thread.close();
    entry.remove();
    worker.close();
    process.exitCode = exitCode;
  }
}

/** The channel to the worker: progress and totals come in, the order to stop goes out. */
function openChannel({ onProgress, onWait, onCreated }: Pick<SuitesOptions, 'onProgress' | 'onWait' | 'onCreated'>) {
  const name = `cawl-${process.pid}-${randomUUID()}`;
  const channel = new BroadcastChannel(name);
  let totals: RunTotals | undefined;
  let arrived = () => {};
  channel.onmessage = (event) => {
    const message = (event as { data: Message }).data;
    if (message.type === 'progress') onProgress?.(message.requests);
    else if (message.type === 'waits') onWait?.(message.ms);
    else if (message.type === 'created') onCreated?.(message.left);
    else {
      totals = message.totals;
      arrived();
    }
  };
  return {
    name,
    totals: () => totals,
    async totalsWithin(ms: number): Promise<void> {
      if (totals === undefined) await Promise.race([new Promise<void>((resolve) => (arrived = resolve)), pause(ms)]);
    },
    stop: () => channel.postMessage({ type: 'stop' } satisfies Stop),
    close: () => channel.close(),
  };
}

/** A vitest reporter that passes verdicts on, and adds to `problems` what belongs to no requirement. */
function verdictReporter(problems: string[], onVerdict: (id: string, verdict: Verdict) => void): Reporter {
  return {
    onTestCaseResult(test: TestCase) {
      const { decided } = test.meta() as { decided?: readonly (readonly [id: string, verdict: Verdict])[] };
      for (const [id, verdict] of decided ?? []) onVerdict(id, verdict);
      if (decided === undefined && test.result().state === 'failed')
        problems.push(`${test.fullName}: ${test.result().errors?.[0]?.message ?? 'failed'}`);
    },
    onTestModuleEnd(module: TestModule) {
      for (const error of module.errors()) problems.push(`${module.moduleId}: ${error.message}`);
    },
    onTestRunEnd(_modules, unhandled) {
      for (const error of unhandled) problems.push(unhandledProblem(error));
    },
  };
}

/** Most of what a worker dies of is too little memory, of which vitest tells the code. */
function unhandledProblem(error: {
  readonly message: string;
  readonly code?: unknown;
  readonly cause?: unknown;
}): string {
  const codes = [error, error.cause].map((one) => (one as { code?: unknown } | undefined)?.code);
  if (codes.includes('ERR_WORKER_OUT_OF_MEMORY')) return 'the checks ran out of memory';
  return `the checks ended early: ${error.message.split('\n')[0]}`;
}

/** Below {@link built}. */
const checksFile = 'src/runner/checks-file.js';

/** The folder and the file from which vitest starts. */
interface Entry {
  readonly root: string;
  readonly file: string;
}

/**
 * vitest reads `#`, `?` and `%` of a path as parts of a URL. Where the package is installed below such a folder, it starts
 * from a file elsewhere that imports this one by its URL.
 */
function entryFile(): Entry & { remove(): void } {
  if (!/[#?%]/.test(built)) return { root: built, file: checksFile, remove: () => {} };
  const root = mkdtempSync(join(tmpdir(), 'cawl-entry-'));
  const checks = pathToFileURL(join(built, checksFile)).href;
  writeFileSync(join(root, 'checks.mjs'), `await import(${JSON.stringify(checks)});\n`);
  return { root, file: 'checks.mjs', remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** Takes long; a caller that waits for something else before the run begins with it. */
export const loadVitest = () => import('vitest/node');

async function startVitest(
  assignment: Assignment,
  reporter: Reporter,
  { root, file }: Entry,
  { pool }: SuiteThread,
): Promise<Vitest> {
  const { createVitest } = await loadVitest();
  const discard = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  const release = refuseSignalHandlers();
  return createVitest(
    'test',
    {
      config: false,
      run: true,
      watch: false,
      root,
      include: [file],
      exclude: [],
      pool,
      isolate: false,
      maxWorkers: 1,
      maxConcurrency: 64,
      server: { deps: { external: [/.*/] } },
      provide: { assignment: assignment as never },
      reporters: [reporter],
      silent: true,
      api: false,
      css: false,
      cache: false,
      passWithNoTests: false,
      printConsoleTrace: false,
    } as never,
    { envDir: false, logLevel: 'silent', server: { watch: null, ws: false } } as never,
    { stdout: discard() as never, stderr: discard() as never },
  ).finally(release);
}

/**
 * Takes away each handler of signals as soon as it is added, until it is released: those of vitest and vite exit at once and
 * lose every result, and a signal may come while they start.
 */
function refuseSignalHandlers(): () => void {
  const refuse = (name: string | symbol, handler: (...values: unknown[]) => void) => {
    // It is added right after this call; no signal comes before a microtask.
    if (name === 'SIGINT' || name === 'SIGTERM') queueMicrotask(() => process.off(name, handler));
  };
  process.on('newListener', refuse);
  return () => process.off('newListener', refuse);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
