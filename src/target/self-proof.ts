/**
 * The kit on trial: each fault of the reference server must fail the requirement that owns it, and the server without a
 * fault must pass the same requirements. What catches nothing proves nothing.
 */
import type { Configuration } from '../config/load.ts';
import type { ConformanceReport, ReportedVerdict, SelfProofRow } from '../core/report.ts';
import type { Fault } from '../reference/index.ts';
import { judge } from './judge.ts';

export interface Proven {
  readonly row: SelfProofRow;
  /** Why no client can see the fault, where that is so: then nothing is asked of the kit. */
  readonly unseen?: string;
  /** What the owner said when it should have failed. */
  readonly said?: string;
}

/**
 * Runs the owner of one fault against it; where that sees nothing, the whole catalogue.
 * @param configuration of an embedded run; its `only` is replaced
 */
export async function prove(fault: Fault, configuration: Configuration, signal: AbortSignal): Promise<Proven> {
  const began = Date.now();
  const faulty = { ...configuration, fault: fault.name };
  let { report } = await judge(only([fault.owner], faulty), { signal });
  let requests = report.run.requests;
  // Some requirements are judged on what all others send: alone they see next to nothing.
  if (verdictOn(fault.owner, report) !== 'fail' && fault.unseen === undefined && !signal.aborted) {
    ({ report } = await judge(only([], faulty), { signal }));
    requests += report.run.requests;
  }
  const caughtBy = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id);
  const owner = report.requirements.find(({ id }) => id === fault.owner);
  const caught = caughtBy.includes(fault.owner);
  return {
    row: {
      fault: fault.name,
      breaks: fault.breaks,
      level: fault.level,
      owner: fault.owner,
      caught,
      caughtBy,
      requests,
      ms: Date.now() - began,
    },
    ...(fault.unseen === undefined ? {} : { unseen: fault.unseen }),
    ...(caught ? {} : { said: `${owner?.verdict ?? 'absent'}: ${owner?.message ?? ''}`.replace(/: $/, '') }),
  };
}

/** Ids of those requirements that do not pass on the server without a fault, with what they said. */
export async function falseAlarms(
  ids: readonly string[],
  configuration: Configuration,
  signal: AbortSignal,
): Promise<string[]> {
  const { report, problems } = await judge(only(ids, configuration), { signal });
  const alarms = report.requirements.filter(({ verdict }) => verdict !== 'pass');
  return [...alarms.map(({ id, verdict, message }) => `${id} ${verdict}: ${message ?? ''}`), ...problems];
}

function verdictOn(id: string, report: ConformanceReport): ReportedVerdict | undefined {
  return report.requirements.find((row) => row.id === id)?.verdict;
}

function only(ids: readonly string[], configuration: Configuration): Configuration {
  return { ...configuration, run: { ...configuration.run, only: ids, skip: [] } };
}
