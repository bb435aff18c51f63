/** `cawl replay REPORT [ID]`: sends the failing cases of an earlier report again and says which still fail. */
import { Client } from '../client/index.ts';
import { type Configuration, loadConfiguration } from '../config/load.ts';
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';
import type { ConformanceReport, ReportedRequirement } from '../core/report.ts';
import { type Paint, painter } from '../report/index.ts';
import { visible } from '../report/visible-text.ts';
import { resend } from '../target/capsule.ts';
import { judge } from '../target/judge.ts';
import { openTarget } from '../target/open.ts';
import { readEarlier } from './compare.ts';
import { reportFile } from './diff.ts';
import { unknownId } from './explain.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';

/** What a replay shows of one requirement. */
type Fate = 'still fails' | 'fails no more' | 'not decided';

export async function replay(flags: Flags, io: Io): Promise<ExitCode> {
  const report = readEarlier(reportFile(String(flags['report']), io.cwd), io.cwd);
  const rows = rowsOf(report, flags['id'] as string | undefined);
  const configuration = configurationFor(report, flags, io);
  const paint = painter(wantsColor(io, io.outIsTTY, flags['no-color']));
  if (rows.length === 0) {
    io.out('Nothing failed in that report: there is nothing to send again.\n');
    return 0;
  }
  const stop = new AbortController();
  const release = io.onStop(() => stop.abort());
  try {
    const fates = new Map<string, Fate>();
    const left = await resendAll(rows, configuration, stop.signal, (row, steps, fails) => {
      io.out(`${paint.strong(row.id)}\n  ${visible(row.message ?? row.statement)}\n`);
      for (const [at, step] of steps.entries())
        io.out(`  ${paint.dim(String(at + 1).padStart(2))}  ${visible(step)}\n`);
      if (fails) fates.set(row.id, 'still fails');
      io.out(fails ? verdict('still fails', paint) : `  ${paint.dim('its whole check decides, below')}\n\n`);
    });
    if (stop.signal.aborted) return 130;
    for (const [id, { fate, message }] of await checkAgain(left, report, configuration, stop.signal)) {
      fates.set(id, fate);
      io.out(`${paint.strong(id)}\n${message === undefined ? '' : `  ${visible(message)}\n`}${verdict(fate, paint)}`);
    }
    if (stop.signal.aborted) return 130;
    const count = (fate: Fate) => [...fates.values()].filter((one) => one === fate).length;
    const [fails, open] = [count('still fails'), count('not decided')];
    io.out(
      `${fails} of ${rows.length} still ${fails === 1 ? 'fails' : 'fail'}, ${count('fails no more')} fail no more, ${open} not decided\n`,
    );
    return fails > 0 ? 1 : open > 0 ? 3 : 0;
  } catch (error) {
    if (stop.signal.aborted) return 130;
    throw error;
  } finally {
    release();
  }
}

function verdict(fate: Fate, paint: Paint): string {
  const colour = { 'still fails': paint.bad, 'fails no more': paint.good, 'not decided': paint.warn }[fate];
  return `  ${colour(fate.toUpperCase())}\n\n`;
}

function rowsOf(report: ConformanceReport, id: string | undefined): ReportedRequirement[] {
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'waived');
  if (id === undefined) return failed;
  const row = report.requirements.find((candidate) => candidate.id === id);
  if (row === undefined) throw unknownId(id);
  if (!failed.includes(row))
    throw new UsageError(
      `${id} did not fail in that report: its verdict is ${row.verdict}`,
      `run it with: cawl run --only ${id}`,
    );
  return [row];
}

/** An embedded server is started as it was; any other target needs its configuration again. */
function configurationFor(report: ConformanceReport, flags: Flags, io: Io): Configuration {
  const { embedded, fault, baseUrl } = report.target;
  if (embedded === true && flags['base-url'] === undefined && flags['config'] === undefined) {
    const of = fault === undefined ? {} : { fault };
    return loadConfiguration({ cwd: io.cwd, env: {}, flags: { ...of, ...flags }, value: {} });
  }
  const configuration = loadConfiguration({ cwd: io.cwd, env: io.env, flags });
  if (configuration.target === undefined)
    throw new UsageError(
      `the report is of ${visible(baseUrl)}, and there is no configuration for it here`,
      'name it with --config',
    );
  if (configuration.target.baseUrl !== baseUrl)
    io.err(`the report is of ${visible(baseUrl)}; now asking ${configuration.target.baseUrl}\n`);
  return configuration;
}

/** Gives the rows that their capsules did not show failing. */
async function resendAll(
  rows: readonly ReportedRequirement[],
  configuration: Configuration,
  signal: AbortSignal,
  tell: (row: ReportedRequirement, steps: readonly string[], fails: boolean) => void,
): Promise<ReportedRequirement[]> {
  const target = await openTarget(configuration, signal);
  const client = new Client(target.settings);
  const left: ReportedRequirement[] = [];
  try {
    for (const row of rows) {
      if (signal.aborted) break;
      const { steps, fails = false } = row.capsule === undefined ? { steps: [] } : await resend(client, row.capsule);
      if (row.capsule !== undefined) tell(row, steps, fails);
      if (!fails) left.push(row);
    }
  } finally {
    await client.close();
    await target.close();
  }
  return left;
}

async function checkAgain(
  rows: readonly ReportedRequirement[],
  report: ConformanceReport,
  configuration: Configuration,
  signal: AbortSignal,
): Promise<Map<string, { fate: Fate; message: string | undefined }>> {
  const fates = new Map<string, { fate: Fate; message: string | undefined }>();
  if (rows.length === 0 || signal.aborted) return fates;
  const { seed, depth } = report.run;
  const run = { ...configuration.run, seed, depth, only: rows.map(({ id }) => id), skip: [] };
  const again = await judge({ ...configuration, run }, { signal });
  for (const { id, verdict: word, message } of again.report.requirements) {
    const fate =
      word === 'pass' ? 'fails no more' : word === 'fail' || word === 'waived' ? 'still fails' : 'not decided';
    fates.set(id, { fate, message });
  }
  return fates;
}
