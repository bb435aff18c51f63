/** What the register says about a gap. */
interface GapBase {
  /** Section of the specification. */
  readonly section: string;
  /** What is open, as a noun phrase. */
  readonly about: string;
}

/** A gap that a run can observe. */
export interface ObservedGap extends GapBase {
  /** Id of the requirement whose check observes it. */
  readonly probe: string;
  /** What a portable client should do, in one sentence: another server may choose differently. */
  readonly advice: string;
  /** The choice can be declared in the configuration, under `declares.<gap id>`. */
  readonly declarable?: true;
  /** Id of a requirement whose traffic the probe reads; `cawl learn` runs it as well. */
  readonly needs?: string;
  /** Its value is the largest that was seen. */
  readonly grows?: true;
  /** Responses of a limit, such as 429, count too: for other gaps they say nothing about the target's choice. */
  readonly shownByLimits?: true;
  /** Why `cawl learn` does not run the probe. */
  readonly skippedByLearn?: string;
}

/** A gap that no request can show. */
export interface ExcludedGap extends GapBase {
  readonly excluded: string;
}

/** The entries of one subject. */
export type GapTable = Readonly<Record<string, ObservedGap | ExcludedGap>>;
