/** The detection matrix in numbers: how many faults their owners caught, by level. */
import type { SelfProofRow } from '../core/report.ts';
import { type Level, levels } from '../core/requirement.ts';
import type { FaultProof } from './prove.ts';

export interface LevelTotals {
  readonly level: Level;
  readonly faults: number;
  readonly caught: number;
}

export interface Totals {
  /** Levels that have a fault, in order. */
  readonly levels: readonly LevelTotals[];
  /** Faults that a client can observe. */
  readonly faults: number;
  readonly caught: number;
  readonly missed: readonly FaultProof[];
  /** Faults that no client can observe. */
  readonly unseen: readonly FaultProof[];
}

export function totalsOf(proofs: readonly FaultProof[]): Totals {
  const counted = proofs.filter(isObservable);
  const caught = counted.filter(({ row }) => row.caught);
  return {
    levels: levels.flatMap((level) => {
      const onLevel = (all: readonly FaultProof[]) => all.filter(({ row }) => row.level === level).length;
      return onLevel(counted) === 0 ? [] : [{ level, faults: onLevel(counted), caught: onLevel(caught) }];
    }),
    faults: counted.length,
    caught: caught.length,
    missed: counted.filter(({ row }) => !row.caught),
    unseen: proofs.filter((proof) => !isObservable(proof)),
  };
}

/** The rows of the report's table: faults that a client can observe. */
export function proofRows(proofs: readonly FaultProof[]): SelfProofRow[] {
  return proofs.filter(isObservable).map(({ row }) => row);
}

function isObservable({ unseen }: FaultProof): boolean {
  return unseen === undefined;
}
