/** `cawl plan`: the jobs of a sharded run or of a fleet, as JSON. Sends nothing. */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Flags } from '../config/options.ts';
import { portableConfiguration } from '../config/portable.ts';
import { defined } from '../core/defined.ts';
import { UsageError } from '../core/errors.ts';
import { readFleet } from '../fleet/fleet-file.ts';
import { type Plan, type PlannedTarget, planJobs } from '../fleet/plan.ts';
import { kitVersion } from '../version.ts';
import { catalogue } from './catalogue.ts';
import type { ExitCode, Io } from './io.ts';
import { wholeNumber } from './whole-number.ts';

const mostShards = 1000;

export function plan(flags: Flags, io: Io): ExitCode {
  const shards = wholeNumber(flags, 'shards', 1, mostShards) ?? 1;
  const found = planJobs(targetsOf(flags, io), { shards, catalogue, version: kitVersion() });
  const text = `${JSON.stringify(found, null, 2)}\n`;
  const out = flags['out'] as string | undefined;
  if (out === undefined) io.out(text);
  else write(resolve(io.cwd, out), out, text);
  io.err(described(found, shards));
  return 0;
}

function targetsOf(flags: Flags, io: Io): readonly PlannedTarget[] {
  const fleet = flags['fleet'] as string | undefined;
  if (fleet !== undefined) return readFleet(fleet, { cwd: io.cwd, env: io.env, flags }).targets;
  const portable = portableConfiguration({ cwd: io.cwd, env: io.env, flags });
  return [{ portable, ...defined({ fault: portable.fault }) }];
}

function described({ jobs }: Plan, shards: number): string {
  const lines = jobs.map(
    ({ implementation, rows, requests, samples }, index) =>
      `job ${index}: ${implementation === undefined ? '' : `${implementation}, `}${rows.length} requirements, about ${requests.estimate} requests, at most ${requests.limit}${samples === undefined ? '' : `; part ${samples.index + 1} of ${samples.of} of the samples`}\n`,
  );
  const [{ of }] = jobs as readonly [Plan['jobs'][number], ...Plan['jobs']];
  const fewer =
    of < shards
      ? `${of} instead of ${shards} jobs: requirements of one operation stay together; only --depth deep divides their samples\n`
      : '';
  const variables = [...new Set(jobs.flatMap((job) => job.variables))];
  const needed = variables.length === 0 ? '' : `each job reads ${variables.join(', ')}\n`;
  return `${lines.join('')}${fewer}${needed}`;
}

function write(path: string, shown: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    throw new UsageError(`--out ${shown} cannot be written: ${(error as Error).message}`, undefined, 'FILE_ERROR');
  }
}
