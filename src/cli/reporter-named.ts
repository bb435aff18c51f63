/** `--reporter` of the commands that write reports again. */
import { UsageError } from '../core/errors.ts';
import { type ReporterName, reporterNames } from '../report/index.ts';
import { nearest } from '../schema/nearest.ts';

/** @throws UsageError for an unknown name, with the one that was probably meant */
export function reporterNamed(name: string): ReporterName {
  const found = reporterNames.find((candidate) => candidate === name);
  if (found !== undefined) return found;
  const closest = nearest(name, reporterNames);
  const suggestion = closest === undefined ? '' : `; did you mean "${closest}"?`;
  throw new UsageError(`--reporter is "${name}"; it takes ${reporterNames.join(', ')}${suggestion}`);
}
