/** Writes the reports of a run into one folder. */
import { type LeftBehind, nothingLeft } from '../core/left-behind.ts';
import type { ConformanceReport } from '../core/report.ts';
import { claimFolder } from './folder.ts';
import { isAnythingLeft, leftBehindFile, renderLeftBehind } from './left-behind.ts';
import { filesOf, type ReporterName, reporter } from './reporters.ts';

export interface WriteOptions {
  /** The report folder; created if it does not exist. */
  readonly dir: string;
  readonly reporters: readonly ReporterName[];
  /** What the run created on its target, listed in a file of its own. If it created nothing, the list of an earlier run stays. */
  readonly leftBehind?: LeftBehind;
}

/** Loads what writes the reports, while nothing else is to do; what fails is reported when they are written. */
export function loadWriters(reporters: readonly ReporterName[]): void {
  for (const name of reporters) for (const load of Object.values(reporter(name).files)) load().catch(() => {});
}

/**
 * Writes the reports and returns the files written, relative to the folder. Files of an earlier run are replaced or removed;
 * everything else in the folder stays.
 * @throws UsageError if a file in the way was not written by a run (see `checkFolder`)
 */
export async function writeReports(
  report: ConformanceReport,
  { dir, reporters, leftBehind = nothingLeft }: WriteOptions,
): Promise<string[]> {
  const folder = await claimFolder(dir, [...filesOf(reporters), leftBehindFile]);
  const written = new Set<string>();
  for (const name of reporters) {
    for (const [file, load] of Object.entries(reporter(name).files)) {
      if (written.has(file)) continue;
      written.add(file);
      await folder.write(file, (await load())(report));
    }
  }
  for (const name of reporters) {
    const write = await reporter(name).folder?.write();
    await write?.(report, folder);
  }
  if (isAnythingLeft(leftBehind)) await folder.write(leftBehindFile, renderLeftBehind(report, leftBehind));
  else folder.keep(leftBehindFile);
  return folder.done();
}
