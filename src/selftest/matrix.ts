/** The matrix, faults × verdicts, in numbers. */
import type { SelfProofRow } from '../core/report.ts';
import { type Level, levels } from '../core/requirement.ts';
import type { Proven } from './prove.ts';

export interface LevelTotals {
  readonly level: Level;
  readonly faults: number;
  readonly caught: number;
}

export interface Totals {
  /** Levels that have a fault, in order. */
  readonly levels: readonly LevelTotals[];
  /** Faults that a client can see. */
  readonly faults: number;
  readonly caught: number;
  readonly missed: readonly Proven[];
  /** Faults that no client can see. */
  readonly unseen: readonly Proven[];
}

export function totalsOf(proven: readonly Proven[]): Totals {
  const counted = seen(proven);
  const caught = counted.filter(({ row }) => row.caught);
  return {
    levels: levels.flatMap((level) => {
      const of = (all: readonly Proven[]) => all.filter(({ row }) => row.level === level).length;
      return of(counted) === 0 ? [] : [{ level, faults: of(counted), caught: of(caught) }];
    }),
    faults: counted.length,
    caught: caught.length,
    missed: counted.filter(({ row }) => !row.caught),
    unseen: proven.filter(({ unseen }) => unseen !== undefined),
  };
}

/** The rows of the report's table: faults that a client can see. */
export function proofRows(proven: readonly Proven[]): SelfProofRow[] {
  return seen(proven).map(({ row }) => row);
}

/** What the specification says, or what follows from it: missing one of these is a failure of the kit. */
export function mustBeCaught(level: Level): boolean {
  return level === 'stated' || level === 'derived';
}

function seen(proven: readonly Proven[]): Proven[] {
  return proven.filter(({ unseen }) => unseen === undefined);
}
