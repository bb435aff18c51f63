/** What a run leaves in its folder, and what an earlier one left there. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Configuration } from '../config/load.ts';
import { UsageError } from '../core/errors.ts';
import type { ConformanceReport } from '../core/report.ts';
import { appendHistory } from '../report/history.ts';
import { whyNotWritten, writeReports } from '../report/index.ts';
import type { Judgement } from '../session/judge.ts';
import type { Io } from './io.ts';
import { partialIn, removePartial } from './partial-file.ts';

/** Writes the reports; if that fails, says why in a sentence. */
export async function areWritten(
  { report, leftBehind }: Pick<Judgement, 'report' | 'leftBehind'>,
  folder: string,
  { reportDir, reporters }: Configuration['output'],
  io: Io,
): Promise<boolean> {
  try {
    await writeReports(report, { dir: folder, reporters, leftBehind });
    removePartial(folder);
    return true;
  } catch (error) {
    const why = error instanceof UsageError ? error.message : whyNotWritten(error);
    io.err(`cawl: the reports were not written to ${reportDir}: ${why}\n`);
    return false;
  }
}

export function isHistoryWritten(path: string, report: ConformanceReport, io: Io): boolean {
  try {
    appendHistory(path, report);
    return true;
  } catch (error) {
    io.err(`cawl: the run was not added to ${path}: ${whyNotWritten(error)}\n`);
    return false;
  }
}

/** Says that an earlier run in this folder was killed or stopped, and what can be done with what it left. */
export function mentionUnfinished(folder: string, shown: string, io: Io): void {
  const killed = partialIn(folder);
  if (killed !== undefined) {
    const { run, rows } = killed;
    io.err(
      `cawl: the run of ${run.run.startedAt} was killed after ${rows.length} of ${run.selected.length} requirements; this run replaces what it left (cawl report ${shown} makes a report of it)\n`,
    );
    return;
  }
  if (isInterrupted(join(folder, 'conformance.json')))
    io.err(`cawl: the last run here was stopped before its end (cawl run --again ${shown} decides the rest)\n`);
}

/** Whether a file is the report of a run that was stopped. What else may be wrong with it does not matter to the next run. */
function isInterrupted(file: string): boolean {
  try {
    const { run } = JSON.parse(readFileSync(file, 'utf8')) as Partial<ConformanceReport>;
    return run?.interrupted === true;
  } catch {
    return false;
  }
}
