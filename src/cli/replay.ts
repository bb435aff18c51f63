/** `cawl replay REPORT [ID]`: sends the failing cases of an earlier report again, step by step, and reports which still fail. */

import { secretsOf } from '../client/index.ts';
import { type Configuration, loadConfiguration } from '../config/load.ts';
import type { Flags } from '../config/options.ts';
import { defined } from '../core/defined.ts';
import { UsageError } from '../core/errors.ts';
import { failsGate } from '../core/gate.ts';
import type { ConformanceReport } from '../core/report.ts';
import { cutText } from '../core/text.ts';
import {
  failedRequirements,
  type Replayed,
  type ReplayVerdict,
  replayRequirements,
  type SentStep,
} from '../replay/replay-report.ts';
import { type Paint, painter } from '../report/index.ts';
import { renderScript } from '../report/script/script.ts';
import { visible } from '../report/visible-text.ts';
import { openTarget } from '../session/open.ts';
import { catalogue } from './catalogue.ts';
import { type ExitCode, type Io, wantsColor } from './io.ts';
import { readReport, reportFile } from './read-report.ts';

export async function replay(flags: Flags, io: Io): Promise<ExitCode> {
  const report = readReport(reportFile(String(flags['report'] ?? 'reports'), io.cwd), io.cwd);
  const wanted = flags['script'] as string | undefined;
  if (wanted !== undefined) return printScript(report, wanted, io);
  const rows = failedRequirements(report, flags['id'] as string | undefined);
  const configuration = configurationFor(report, flags, io);
  const paint = painter(wantsColor(io, io.outIsTTY, flags['no-color']));
  if (rows.length === 0) {
    io.out('Nothing failed in that report, so there is nothing to replay.\n');
    return 0;
  }
  const stop = new AbortController();
  const release = io.onStop(() => stop.abort());
  try {
    const target = await openTarget(configuration, stop.signal);
    const { seed, depth } = report.run;
    const settings = { ...target.settings, run: { ...target.settings.run, seed, depth } };
    const secrets = secretsOf(settings);
    const print = (one: Replayed) => io.out(secrets.mask(shown(one, paint), true));
    const replayed = await replayRequirements(rows, {
      settings,
      catalogue,
      signal: stop.signal,
      onReplayed: print,
    }).finally(() => target.close());
    if (stop.signal.aborted) return 130;
    const count = (verdict: ReplayVerdict) => replayed.filter((one) => one.verdict === verdict).length;
    const [fails, open] = [count('still fails'), count('cannot tell')];
    io.out(
      `of ${rows.length}: ${fails} still ${fails === 1 ? 'fails' : 'fail'}, ${count('no longer fails')} no longer, ${open} undecided\n`,
    );
    const gating = replayed.filter(({ requirement }) => failsGate(requirement.level, report.run.failOn));
    if (gating.some(({ verdict }) => verdict === 'still fails')) return 1;
    return gating.some(({ verdict }) => verdict === 'cannot tell') ? 3 : 0;
  } catch (error) {
    if (stop.signal.aborted) return 130;
    throw error;
  } finally {
    release();
  }
}

function printScript(report: ConformanceReport, id: string, io: Io): ExitCode {
  const [row] = failedRequirements(report, id);
  const script = row && renderScript(row, report.target.baseUrl);
  if (script === undefined)
    throw new UsageError(
      `the report does not hold what a script of ${id} would send`,
      `send it again with: cawl replay reports ${id}`,
    );
  io.out(script);
  return 0;
}

function shown({ requirement: row, verdict, why, steps, by }: Replayed, paint: Paint): string {
  const lines = [paint.strong(row.id), `  before  ${visible(row.message ?? row.statement)}`];
  for (const step of steps)
    lines.push(`  ${paint.dim(place(step))}  ${cut(visible(request(step)))}  ${visible(step.response)}`);
  if (by === 'check') lines.push(`  ${paint.dim('decided by its check, with the seed of the report')}`);
  const colour = { 'still fails': paint.bad, 'no longer fails': paint.good, 'cannot tell': paint.warn }[verdict];
  return `${lines.join('\n')}\n  ${colour(verdict)}: ${visible(why)}\n\n`;
}

/** Steps that register a user for the case have no number in the report. */
function place({ place }: SentStep): string {
  return (place === 0 ? 'user' : String(place)).padStart(4);
}

function request({ method, target, body }: SentStep): string {
  return `${method} ${target}${body === null ? '' : ` ${body}`}`;
}

function cut(text: string): string {
  return text.length > 300 ? `${cutText(text, 300)}…` : text;
}

/** An embedded server is started as in the report; any other target needs its configuration again. */
function configurationFor(report: ConformanceReport, flags: Flags, io: Io): Configuration {
  const { embedded, fault, baseUrl } = report.target;
  if (embedded === true && flags['base-url'] === undefined && flags['config'] === undefined) {
    return loadConfiguration({ cwd: io.cwd, env: {}, flags: { ...defined({ fault }), ...flags }, value: {} });
  }
  const configuration = loadConfiguration({ cwd: io.cwd, env: io.env, flags });
  if (configuration.target === undefined)
    throw new UsageError(
      `the report is about ${visible(baseUrl)}, and there is no configuration for it here`,
      'name it with --config',
    );
  if (configuration.target.baseUrl !== baseUrl)
    io.err(`the report is about ${visible(baseUrl)}; replaying against ${configuration.target.baseUrl}\n`);
  return configuration;
}
