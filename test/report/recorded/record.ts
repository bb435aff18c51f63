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
import { type ReferenceServer, startReference } from '../../../src/reference/index.ts';
import { buildReport } from '../../../src/runner/run.ts';
import { runChecks } from '../../../src/selftest/in-process-run.ts';
import { referenceSettings } from '../../../src/selftest/reference-settings.ts';
import { catalogue } from '../../../suites/catalogue.ts';

export interface RunToRecord {
  readonly faults?: readonly string[];
  readonly depth?: Settings['run']['depth'];
  /** Default 1: what is in flight together may differ between two runs. */
  readonly concurrency?: number;
  /** Default: the choices of the reference server. */
  readonly declares?: Settings['declares'];
  readonly waivers?: Settings['waivers'];
  /** Without a source of verification codes. */
  readonly withoutCodes?: boolean;
  /** Interrupted after so many verdicts. */
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
    const settings = settingsOf(server, run);
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

function settingsOf(server: ReferenceServer, run: RunToRecord): Settings {
  const settings = referenceSettings(server, {
    depth: run.depth ?? 'quick',
    seed,
    freshKey: `seed ${seed}`,
    concurrency: run.concurrency ?? 1,
  });
  const { verificationCode, ...fixtures } = settings.fixtures;
  return {
    ...settings,
    ...(run.withoutCodes === true ? { fixtures } : {}),
    declares: run.declares ?? settings.declares,
    waivers: run.waivers ?? [],
  };
}

/** The first verdicts in the order of the catalogue. */
function firstOf(verdicts: ReadonlyMap<string, Verdict>, count = verdicts.size): Map<string, Verdict> {
  const inOrder = catalogue.flatMap(({ id }) => (verdicts.has(id) ? [[id, verdicts.get(id)!] as const] : []));
  return new Map(inOrder.slice(0, count));
}

/** Signatures of the reference server's cursors: it draws a new key at each start. */
const cursorSignature = /(?<=WyJ[\w-]{8,}\.)[\w-]{43}/g;
/** Numbers of users in placeholders and curl commands. */
const userNumber = /(?<=\{unique:|\{code:|\$\(date \+%s\)n)\d+/g;
/** The count of creations in the reference server's event ids. */
const creationNumber = /(?<=evt_)\d{6}/g;
/** What is measured or counted over the whole run: on a loaded machine some requests are sent once more. */
const fixedValues: Readonly<Record<string, unknown>> = {
  ...{ ms: 1.5, Date: startedAt.toUTCString(), requests: 1000, exchanges: 10, seen: 10, number: 17 },
  ...{ durationMs: 1500, node: 'v20.19.0', times: {}, inFlight: { average: 4, limit: 16 } },
  latency: { logs: { count: 500, min: 1.5, median: 1.5, p95: 1.5, max: 1.5, buckets: [[2, 500]] } satisfies Latency },
};

/** The same report with a fixed address, fixed times and counts, and users numbered from 1. */
function masked(report: ConformanceReport, address: string): ConformanceReport {
  const numbers = new Map<string, number>();
  const numbered = (number: string) => {
    if (!numbers.has(number)) numbers.set(number, numbers.size + 1);
    return String(numbers.get(number));
  };
  // How many times a finding was reproduced does not vary.
  const isCount = (key: string, value: unknown) => key === 'times' && typeof value === 'number';
  const text = JSON.stringify(report, (key, value: unknown) =>
    key in fixedValues && !isCount(key, value) ? fixedValues[key] : value,
  );
  return JSON.parse(
    text
      .replaceAll(address, baseUrl)
      .replace(cursorSignature, 'signature')
      .replace(userNumber, numbered)
      .replace(creationNumber, '000017')
      .replace(/\(#\d+\)/g, '(#17)'),
  ) as ConformanceReport;
}
