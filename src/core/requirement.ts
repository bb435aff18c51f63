import type { Operation } from './operation.ts';

/**
 * Who says so: `stated`, a sentence of the specification; `derived`, it follows from stated sentences;
 * `declared`, the implementer's own choice in a gap; `advisory`, an Internet standard or settled good practice.
 */
export const levels = ['stated', 'derived', 'declared', 'advisory'] as const;
export type Level = (typeof levels)[number];

/** The areas of the catalogue, in the order in which reports show them. */
export const areas = ['operations', 'auth', 'registration', 'create', 'logs', 'gaps'] as const;
export type Area = (typeof areas)[number];

/** One row of the catalogue: one sentence (or one fault of it) that a target keeps or breaks. Ids never change meaning. */
export interface Requirement {
  readonly id: string;
  readonly area: Area;
  /** The level when nothing is declared; a decision may carry another (see {@link Outcome}). */
  readonly level: Level;
  /** Section of the specification, such as `4.4`, or of the standard, such as `RFC 9110 §15.5.6`. */
  readonly section: string;
  readonly operation: Operation | null;
  /** What the target owes, in one sentence. */
  readonly statement: string;
  /** The reasoning in one line, for what is derived. */
  readonly because?: string;
  /** How the kit decides it, for `cawl explain`. */
  readonly decidedBy: string;
  /** What usually breaks it, for `cawl explain`. */
  readonly commonCauses: string;
  /** Why no check decides it. A row has either a check or this. */
  readonly excluded?: string;
}
