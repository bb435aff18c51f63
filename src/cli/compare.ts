/** `--compare-to REPORT`: fails only on what an earlier report did not have. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UsageError } from '../core/errors.ts';
import type { ConformanceReport } from '../core/report.ts';
import { visible } from '../report/visible-text.ts';
import { type GateOptions, gated } from '../runner/gate.ts';
import { validator } from '../schema/validator.ts';

/** A report may be named by its folder. */
export function reportFile(path: string, cwd: string): string {
  const full = resolve(cwd, path);
  return existsSync(full) && statSync(full).isDirectory() ? join(path, 'conformance.json') : path;
}

/** A conformance.json. @throws UsageError where it is none */
export function readEarlier(path: string, cwd: string): ConformanceReport {
  const hint = 'it takes a conformance.json that cawl run wrote';
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(resolve(cwd, path), 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = { ENOENT: 'does not exist', EISDIR: 'is a folder' }[code ?? ''] ?? `cannot be read: ${message}`;
    throw new UsageError(`the report ${path} ${why}`, hint);
  }
  const wrong = validator('kit/report')(value)[0];
  if (wrong !== undefined) throw new UsageError(`${path} is no report of cawl: ${wrong.message}`, hint);
  return value as ConformanceReport;
}

/**
 * Whether a run that failed has anything that an earlier report did not have: a failure, a waiver that no longer holds, or,
 * where the run must be complete, a row that is undecided now.
 */
export function onlyNew(
  report: ConformanceReport,
  earlier: ConformanceReport,
  gate: GateOptions,
): { readonly fails: boolean; readonly text: string } {
  const before = new Map(earlier.requirements.map((row) => [row.id, row.verdict]));
  const counted = report.requirements.filter((row) => gated(row.level, gate.failOn));
  const failed = counted.filter((row) => row.verdict === 'fail');
  const fresh = failed.filter(({ id }) => before.get(id) !== 'fail' && before.get(id) !== 'waived');
  const open = counted.filter((row) => row.verdict === 'inconclusive' && before.get(row.id) !== 'inconclusive');
  const said: string[] = [];
  const names = (rows: typeof counted) => rows.map(({ id }) => visible(id)).join(', ');
  if (fresh.length > 0)
    said.push(
      `New since the earlier report (${fresh.length} of ${failed.length} ${failed.length === 1 ? 'failure' : 'failures'}): ${names(fresh)}`,
    );
  else
    said.push(
      `Nothing new failed since the earlier report; ${failed.length} known ${failed.length === 1 ? 'failure' : 'failures'} still there.`,
    );
  const incomplete = gate.requireComplete && open.length > 0;
  if (incomplete) said.push(`No longer decided: ${names(open)}`);
  const rotten = report.waiverProblems?.length ?? 0;
  if (rotten > 0) said.push('Spent waivers fail the run.');
  return { fails: fresh.length > 0 || rotten > 0 || incomplete, text: `${said.join('\n')}\n` };
}
