/** Judges a server in one run and in shards, each with a server that has just been started, and compares the verdicts. */
import { expect, test } from 'vitest';
import type { Settings } from '../../src/core/config.ts';
import type { ConformanceReport } from '../../src/core/report.ts';
import { withJob } from '../../src/fleet/job.ts';
import { mergeReports } from '../../src/fleet/merge.ts';
import { planJobs } from '../../src/fleet/plan.ts';
import { faults } from '../../src/reference/faults/index.ts';
import { startReference } from '../../src/reference/index.ts';
import { runSuitesInProcess } from '../../src/runner/in-process.ts';
import { runConformance } from '../../src/runner/run.ts';
import { referenceSettings } from '../../src/selftest/reference-settings.ts';
import { runSettings } from '../../src/selftest/run-settings.ts';
import { catalogue } from '../../suites/catalogue.ts';
import type { TargetDefinition } from '../targets/index.ts';

export interface ShardedServer {
  readonly name: string;
  start(): Promise<{ readonly settings: Settings; close(): Promise<void> }>;
}

export function conformingServer({ name, start }: TargetDefinition): ShardedServer {
  return {
    name,
    start: async () => {
      const running = await start();
      const { baseUrl, settings } = running;
      const run = runSettings({ ...settings.run, seed: 1 });
      const { tokens, fixtures } = settings;
      return {
        settings: { baseUrl, tokens, fixtures, declares: {}, waivers: [], run },
        close: () => running.close(),
      };
    },
  };
}

export const faultyServer = (name: string): ShardedServer =>
  reference(
    name,
    faults.filter((one) => one.name === name),
  );
export const conformingReference = (): ShardedServer => reference('reference', []);

function reference(name: string, defects: typeof faults): ShardedServer {
  return {
    name,
    start: async () => {
      const server = await startReference({ faults: [...defects], seed: 'seed 1' });
      return {
        settings: referenceSettings(server, { seed: 1, freshKey: 'seed 1', timeoutMs: 1500 }),
        close: () => server.close(),
      };
    },
  };
}

/** One report of all shards. */
export async function judgedInShards(
  server: ShardedServer,
  shards: number,
  run: Partial<Settings['run']> = {},
): Promise<ConformanceReport> {
  const first = await server.start();
  const base = { ...first.settings.run, ...run };
  await first.close();
  const portable = { value: {}, run: base, fault: undefined, variables: [], files: [] };
  const { jobs } = planJobs([{ portable, implementation: server.name }], { shards, catalogue, version: '1' });
  const reports: { from: string; report: ConformanceReport }[] = [];
  for (const job of jobs) {
    const { settings, close } = await server.start();
    const { concurrency, maxRequests } = job.configuration['run'] as Settings['run'];
    const part = job.samples === undefined ? {} : { samplePart: job.samples };
    const { report } = await runConformance({
      settings: { ...settings, run: { ...base, concurrency, maxRequests, ...part, only: job.rows } },
      catalogue,
      failOn: 'gate',
      version: '1',
      reportFile: 'conformance.json',
      target: { embedded: true },
      runsSuites: runSuitesInProcess,
    }).finally(close);
    reports.push({ from: String(job.index), report: withJob(report, job) });
  }
  return mergeReports(reports, catalogue);
}

/**
 * On a server that refuses repeated creations, which ids are left for its few creations depends on the order of the checks, in
 * one run as well as in shards.
 */
const dependsOnOrder = ['create/limit'];

const verdictsOf = ({ requirements }: Pick<ConformanceReport, 'requirements'>): string[] =>
  requirements
    .filter(({ id }) => !dependsOnOrder.includes(id))
    .map(({ id, level, verdict }) => `${id} ${level} ${verdict}`);

/** Tests that one job, two and four say the same of every requirement, of the run and of the choices in the gaps. */
export function expectSameVerdicts(servers: readonly ShardedServer[]): void {
  test.each(servers)('$name: 1, 2 and 4 shards reach the same verdicts', { timeout: 240_000 }, async (server) => {
    const whole = await judgedInShards(server, 1);
    for (const shards of [2, 4]) {
      const merged = await judgedInShards(server, shards);
      expect(merged.run.merged).toEqual({ shards, of: shards, problems: [] });
      expect(verdictsOf(merged)).toEqual(verdictsOf(whole));
      expect(merged.verdict).toBe(whole.verdict);
    }
  });
}
