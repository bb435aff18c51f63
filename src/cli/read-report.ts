/** Reads the report of an earlier run. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../core/errors.ts';
import type { ConformanceReport } from '../core/report.ts';
import { validator } from '../schema/validator.ts';

const hint = 'it takes a conformance.json that cawl run wrote';

/** The path of a report, which may be given as its folder. */
export function reportFile(path: string, cwd: string): string {
  const full = resolve(cwd, path);
  return existsSync(full) && statSync(full).isDirectory() ? join(path, 'conformance.json') : path;
}

/** @throws UsageError if the file cannot be read or is not a report */
export function readReport(path: string, cwd: string): ConformanceReport {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(resolve(cwd, path), 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = { ENOENT: 'does not exist', EISDIR: 'is a folder' }[code ?? ''] ?? `cannot be read: ${message}`;
    throw new UsageError(`the report ${path} ${why}`, hint, 'FILE_ERROR');
  }
  const problem = validator('kit/report')(value)[0];
  if (problem !== undefined)
    throw new UsageError(`${path} is not a report of cawl: ${problem.message}`, hint, 'FILE_ERROR');
  return value as ConformanceReport;
}
