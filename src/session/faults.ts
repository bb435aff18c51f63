/** The faults of the reference server by name, for `run --fault` and `serve --fault`. */
import { UsageError } from '../core/errors.ts';
import type { Fault } from '../reference/index.ts';
import { nearest } from '../schema/nearest.ts';

/** @throws UsageError with the name that was probably meant */
export async function faultNamed(name: string, source = '--fault'): Promise<Fault> {
  const { faults } = await import('../reference/faults/index.ts');
  const found = faults.find((fault) => fault.name === name);
  if (found !== undefined) return found;
  const meant = nearest(
    name,
    faults.map((fault) => fault.name),
  );
  throw new UsageError(
    `${source} "${name}" is no fault of the reference server${meant === undefined ? '' : `; did you mean "${meant}"?`}`,
    'all of them: cawl serve --list-faults',
  );
}
