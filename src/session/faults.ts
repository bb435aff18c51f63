/** Looks up a fault of the reference server by name, for `run --fault` and `serve --fault`. */
import { UsageError } from '../core/errors.ts';
import type { Fault } from '../reference/index.ts';
import { nearest } from '../schema/nearest.ts';

/** @throws UsageError that suggests the closest name */
export async function faultNamed(name: string, source = '--fault'): Promise<Fault> {
  const { faults } = await import('../reference/faults/index.ts');
  const found = faults.find((fault) => fault.name === name);
  if (found !== undefined) return found;
  const names = faults.map((fault) => fault.name);
  const closest = nearest(name, names);
  const suggestion = closest === undefined ? '' : `; did you mean "${closest}"?`;
  throw new UsageError(
    `${source} "${name}" is not a fault of the reference server${suggestion}`,
    'list them with: cawl serve --list-faults',
    'UNKNOWN_FAULT',
  );
}
