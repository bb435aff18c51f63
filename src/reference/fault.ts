/**
 * A fault breaks the reference server in exactly one way, so that a self-test can show which requirement detects it.
 * Level and section are those of the owner requirement; they live in the catalogue, which this folder does not know.
 */
import type { Operation } from '../core/operation.ts';
import type { Server } from './state.ts';

export interface Fault {
  /** Lower-case words joined by hyphens, unique among all faults. */
  readonly name: string;
  /** Id of the requirement that must fail. */
  readonly owner: string;
  /** What the server does wrong: a verb phrase whose subject is the server. */
  readonly defect: string;
  /** Where its owner reports it as advice only, though another violation of that requirement fails the run. */
  readonly level?: 'advisory';
  /** Why no client can observe the fault; absent if one can. */
  readonly unseen?: string;
  /** Replaces or wraps steps of a server that has not yet received a request. */
  apply(server: Server): void;
}

/** Faults by name. */
export type FaultTable = Readonly<Record<string, Omit<Fault, 'name'>>>;

/** Lists the faults of a table, in its order. */
export function defineFaults(table: FaultTable): readonly Fault[] {
  return Object.entries(table).map(([name, fault]) => ({ name, ...fault }));
}

/** Merges the tables that `faultsOf` returns for each operation. */
export function perOperation<Op extends Operation>(
  operations: readonly Op[],
  faultsOf: (operation: Op) => FaultTable,
): FaultTable {
  return Object.assign({}, ...operations.map(faultsOf));
}
