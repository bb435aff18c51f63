/** Reads a plan that `cawl plan` wrote. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../core/errors.ts';
import { readPlan } from '../fleet/job.ts';
import type { Plan } from '../fleet/plan.ts';

/** @throws UsageError if the file cannot be read or is not a plan */
export function readPlanFile(path: string, cwd: string): Plan {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(resolve(cwd, path), 'utf8'));
  } catch (error) {
    const why = (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'does not exist' : (error as Error).message;
    throw new UsageError(`the plan ${path} cannot be read: ${why}`, 'cawl plan writes one', 'FILE_ERROR');
  }
  return readPlan(value, path);
}
