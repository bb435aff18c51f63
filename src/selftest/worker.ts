/** A child process of the pool: takes jobs over IPC, several at a time, and answers each with its result. */
import { loadSuites } from '../checks/load-suites.ts';
import { checks } from '../checks/registry.ts';
import type { ConformingServerResult } from '../core/report.ts';
import { faults } from '../reference/faults/index.ts';
import { type ConformingRun, loadConforming, proveConforming } from './conforming.ts';
import { type FaultProof, type ProofOptions, prove } from './prove.ts';

/** Proves one fault, or judges one conforming server of a module. */
export type Job =
  | { readonly fault: string; readonly options: ProofOptions }
  | { readonly module: string; readonly server: string; readonly run: ConformingRun };

export type Success = { readonly proof: FaultProof } | { readonly conforming: ConformingServerResult };
/** `failed` says why there is no result. */
export type JobResult = Success | { readonly failed: string };

export interface Assigned {
  readonly id: number;
  readonly job: Job;
}

export interface Answer {
  /** Of the job. */
  readonly id: number;
  readonly result: JobResult;
  /** Memory of the process. */
  readonly rssBytes: number;
}

async function perform(job: Job): Promise<Success> {
  await loadSuites();
  const requirements = checks().map(({ requirement }) => requirement);
  if ('fault' in job) {
    const fault = faults.find(({ name }) => name === job.fault);
    if (fault === undefined) throw new Error(`unknown fault ${job.fault}`);
    return { proof: await prove(fault, requirements, job.options) };
  }
  const server = (await loadConforming(job.module, job.module)).find(({ name }) => name === job.server);
  if (server === undefined) throw new Error(`unknown server ${job.server}`);
  return { conforming: await proveConforming(server, requirements, job.run) };
}

async function resultOf(job: Job): Promise<JobResult> {
  try {
    return await perform(job);
  } catch (error) {
    return { failed: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

process.on('message', async ({ id, job }: Assigned) => {
  const result = await resultOf(job);
  process.send?.({ id, result, rssBytes: process.memoryUsage.rss() } satisfies Answer);
});
