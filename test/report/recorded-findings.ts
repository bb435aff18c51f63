/** What failed on each fault of the reference server, as `node scripts/findings.mjs` recorded it, grouped as a report does. */
import { readFileSync } from 'node:fs';
import { explains, groupByCause } from '../../src/core/causes/groups.ts';
import type { Trait } from '../../src/core/causes/traits.ts';
import { catalogue } from '../../suites/catalogue.ts';

export interface FaultRecord {
  readonly owner: string;
  /** By id, the traits of its finding. */
  readonly failed: Readonly<Record<string, readonly Trait[]>>;
}

const path = new URL('data/findings.json', import.meta.url);

/** By the name of the fault. */
export const recordedFindings = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, FaultRecord>>;

export function groupsOf({ failed }: FaultRecord) {
  const rows = catalogue
    .filter(({ id }) => id in failed)
    .map(({ id, level, operation }) => ({ id, level, operation, message: id, traits: new Set(failed[id]) }));
  return groupByCause(rows, undefined, ({ traits }) => traits);
}

/** Whether the finding that leads is the owner of the fault or more specific. */
export const leads = (head: string, owner: string): boolean => head === owner || explains(head, owner);
