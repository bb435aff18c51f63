/**
 * Which requirements stay in one job, and how many requests they take. All of one operation stay together: they share a
 * baseline, users and creations, and what watches traffic needs that of its whole operation. So a job says exactly what one
 * run of everything would have said.
 */
import type { Depth } from '../core/config.ts';
import type { CreationLimits } from '../core/left-behind.ts';
import { type Operation, operations } from '../core/operation.ts';
import type { Requirement } from '../core/requirement.ts';

/** Requirements of one operation that a check decides, with the requests that they take and what these create. */
export interface Unit {
  readonly name: Operation;
  readonly rows: readonly string[];
  readonly estimate: number;
  readonly creations: CreationLimits;
}

/**
 * Requests that each operation takes, measured on the reference server with all of its requirements; a test repeats the
 * measurement at `standard`. Logs that are longer take more.
 */
const typicalRequests: Readonly<Record<Depth, Readonly<Record<Operation, number>>>> = {
  quick: { create: 50, register: 60, verify: 70, logs: 110 },
  standard: { create: 450, register: 520, verify: 720, logs: 1830 },
  deep: { create: 6000, register: 6800, verify: 7300, logs: 8800 },
};

/** What each operation creates, measured in the same way: limits are shared out in this proportion. */
const typicalCreations: Readonly<Record<Operation, CreationLimits>> = {
  create: { users: 0, events: 113 },
  register: { users: 109, events: 1 },
  verify: { users: 126, events: 1 },
  logs: { users: 0, events: 1 },
};

/** The units of a selection, the most expensive one first. What belongs to no operation goes with the first one. */
export function unitsOf(selected: readonly Requirement[], catalogue: readonly Requirement[], depth: Depth): Unit[] {
  const home = ({ operation }: Requirement): Operation => operation ?? operations[0];
  const inUnit = (rows: readonly Requirement[], name: Operation) =>
    rows.filter((row) => row.excluded === undefined && home(row) === name);
  return operations
    .map((name) => {
      const rows = inUnit(selected, name);
      const share = rows.length / Math.max(inUnit(catalogue, name).length, 1);
      return {
        name,
        rows: rows.map(({ id }) => id),
        estimate: Math.ceil(share * typicalRequests[depth][name]),
        creations: typicalCreations[name],
      };
    })
    .filter(({ rows }) => rows.length > 0)
    .sort((a, b) => b.estimate - a.estimate);
}
