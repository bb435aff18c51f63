/**
 * Reports of real runs, for the goldens: the checks against the reference server with a fault, in this process. What
 * varies between two runs (times, durations, ports) is replaced, so that the same seed gives the same report.
 */
import { vi } from 'vitest';
import { loadSuites } from '../../../src/checks/load-suites.ts';
import { checks } from '../../../src/checks/registry.ts';
import { createRunContext, runTotals } from '../../../src/checks/run-context.ts';
import type { Settings } from '../../../src/core/config.ts';
import type { ConformanceReport, Latency } from '../../../src/core/report.ts';
import type { Verdict } from '../../../src/core/verdict.ts';
import { faults } from '../../../src/reference/faults/index.ts';
import { startReference } from '../../../src/reference/index.ts';
import { buildReport } from '../../../src/runner/run.ts';
import { runChecks } from '../../../src/selftest/in-process-run.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runOf } from '../../settings.ts';

export interface RunToRecord {
  readonly faults?: readonly string[];
  readonly depth?: Settings['run']['depth'];
  /** Default: the choices of the reference server. */
  readonly declares?: Settings['declares'];
  readonly waivers?: Settings['waivers'];
  /** Without a source of verification codes. */
  readonly withoutCodes?: boolean;
  /** Stopped after so many verdicts. */
  readonly stopAfter?: number;
}

const startedAt = new Date('2027-01-05T12:00:00Z');
const baseUrl = 'http://127.0.0.1:8080';
const seed = 1;

/** Runs the checks and returns the report, without what varies. */
export async function record(run: RunToRecord): Promise<ConformanceReport> {
  await loadSuites();
  // Entries of the log follow the clock, and so do the requests that depend on them.
  vi.useFakeTimers({ toFake: ['Date'], now: startedAt });
  const server = await startReference({
    faults: (run.faults ?? []).map((name) => faults.find((fault) => fault.name === name)!),
    seed: `seed ${seed}`,
  });
  try {
    const settings = settingsOf(server.settings, run);
    const context = createRunContext(settings);
    const { verdicts } = await runChecks(context, checks());
    const result = {
      verdicts: firstOf(verdicts, run.stopAfter),
      totals: runTotals(context),
      problems: [],
      interrupted: run.stopAfter !== undefined,
    };
    const options = {
      ...{ settings, catalogue, failOn: 'gate' as const, version: '0.1.0', reportFile: 'reports/conformance.json' },
      target: { embedded: true, ...(run.faults === undefined ? {} : { fault: run.faults.join(', ') }) },
    };
    return masked(buildReport(options, catalogue, result, [], startedAt), server.baseUrl);
  } finally {
    await server.close();
    vi.useRealTimers();
  }
}

function settingsOf(server: Omit<Settings, 'run' | 'waivers'>, run: RunToRecord): Settings {
  const { verificationCode, ...fixtures } = server.fixtures;
  const codes = verificationCode && { verificationCode: { ...verificationCode, waitMs: 100 } };
  return {
    ...server,
    fixtures: { ...fixtures, ...(run.withoutCodes === true ? {} : codes) },
    declares: run.declares ?? server.declares,
    waivers: run.waivers ?? [],
    run: runOf({
      ...{ depth: run.depth ?? 'quick', seed, freshKey: `seed ${seed}` },
      ...{ concurrency: 16, timeoutMs: 10_000, maxRequests: 20_000 },
    }),
  };
}

function firstOf(verdicts: ReadonlyMap<string, Verdict>, count = verdicts.size): Map<string, Verdict> {
  return new Map([...verdicts].slice(0, count));
}

/** Signatures of the reference server's cursors: it draws a new key at each start. */
const cursorSignature = /(?<=WyJ[\w-]{8,}\.)[\w-]{43}/g;

/** The same report with fixed times, a fixed address and fixed signatures. */
function masked(report: ConformanceReport, address: string): ConformanceReport {
  const text = JSON.stringify(report, (key, value: unknown) =>
    key === 'ms' ? 1.5 : key === 'Date' ? startedAt.toUTCString() : value,
  );
  const fixed = JSON.parse(text.replaceAll(address, baseUrl).replace(cursorSignature, 'signature')) as ConformanceReport;
  const latency = Object.entries(fixed.run.latency ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([operation, one]) => [operation, inOneBucket(one)]);
  const run = { durationMs: 1500, node: 'v20.19.0', inFlight: { average: 4, limit: 16 } };
  return { ...fixed, run: { ...fixed.run, ...run, latency: Object.fromEntries(latency) } };
}

function inOneBucket({ count, buckets }: Latency): Latency {
  const all = buckets.map(([bound], index) => [bound, index === 0 ? count : 0] as const);
  return { count, min: 1.5, median: 1.5, p95: 1.5, max: 1.5, buckets: all };
}
