/** `--compare-to REPORT`: fails only on what an earlier report did not have. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../core/errors.ts';
import type { ConformanceReport } from '../core/report.ts';
import { visible } from '../report/visible-text.ts';
import { type GateOptions, gated } from '../runner/gate.ts';
import { validator } from '../schema/validator.ts';

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

export function onlyNew(
  report: ConformanceReport,
  earlier: ConformanceReport,
  gate: GateOptions,
): { readonly fails: boolean; readonly text: string } {
  const known = new Set(
    earlier.requirements.filter((row) => row.verdict === 'fail' || row.verdict === 'waived').map((row) => row.id),
  );
  const failed = report.requirements.filter((row) => row.verdict === 'fail' && gated(row.level, gate.failOn));
  const fresh = failed.filter((row) => !known.has(row.id)).map((row) => visible(row.id));
  const rotten = report.waiverProblems?.length ?? 0;
  if (fresh.length > 0)
    return {
      fails: true,
      text: `New since the earlier report (${fresh.length} of ${failed.length} failures): ${fresh.join(', ')}\n`,
    };
  const open = gate.requireComplete && failed.length === 0;
  return {
    fails: rotten > 0 || open,
    text: `Nothing new failed since the earlier report; ${failed.length} known ${failed.length === 1 ? 'failure' : 'failures'} still there${rotten > 0 ? ', but spent waivers fail the run' : ''}.\n`,
  };
}
