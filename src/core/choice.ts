/** Choices of a target where the specification is silent, on their way from observations into the configuration. */
import type { Observation } from './report.ts';

export interface Choice {
  /** Below `declares`: `['successStatus', 'create']`. */
  readonly path: readonly string[];
  readonly value: unknown;
  /** What it rests on, such as `seen 3 times`: the comment beside it. */
  readonly because: string;
}

/** What `cawl learn` found out. */
export interface Learned {
  /** Observed with the same value each time. */
  readonly choices: readonly Choice[];
  /** Observed with several values: left for the owner of the target to decide. */
  readonly varying: readonly Observation[];
  /** Not observed. */
  readonly unknown: readonly { readonly key: string; readonly why: string }[];
}

/** What became of choices when they were written into a configuration. */
export interface Declared {
  /** The text of the configuration with the added choices. */
  readonly text: string;
  readonly added: readonly Choice[];
  /** Choices that the file declares differently; left as they are. */
  readonly contradicted: readonly (Choice & { readonly declared: unknown })[];
}
