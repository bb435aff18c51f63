/** What reporters print or append beside their files, such as the annotations of GitHub Actions. */
import { appendFileSync } from 'node:fs';
import type { ConformanceReport } from '../core/report.ts';
import { type ReporterName, reporter, whyNotWritten } from '../report/index.ts';
import type { Io } from './io.ts';

/**
 * Prints and appends for these reporters; a variable that is not set or empty means there is nothing to append to. What cannot
 * be appended costs no report: it gets a sentence.
 */
export async function emit(report: ConformanceReport, reporters: readonly ReporterName[], io: Io): Promise<void> {
  for (const { stdout, appended = {} } of reporters.map(reporter)) {
    if (stdout !== undefined) io.out((await stdout())(report));
    for (const [variable, renderer] of Object.entries(appended)) {
      const path = io.env[variable];
      if (path === undefined || path === '') continue;
      const text = `${(await renderer())(report)}\n`;
      try {
        appendFileSync(path, text);
      } catch (error) {
        io.err(`cawl: ${variable} names ${path}, which cannot be written: ${whyNotWritten(error)}\n`);
      }
    }
  }
}
