/** The matrix document, `matrix.json`: many implementations side by side. See schemas/kit/matrix.schema.json. */
import type { ReportedVerdict, RunVerdict } from './report.ts';
import type { Area, Level } from './requirement.ts';

/** `advice` is a failure that the gate does not count; `missing`, a requirement of which nothing is known. */
export const cellVerdicts = [
  'fail',
  'error',
  'advice',
  'inconclusive',
  'waived',
  'pass',
  'notApplicable',
  'missing',
] as const;
export type CellVerdict = (typeof cellVerdicts)[number];

/** What is known of an implementation: all of it, a part, what an earlier matrix knew, or nothing. */
export type Freshness = 'judged' | 'partial' | 'stale' | 'missing';

export interface MatrixImplementation {
  readonly name: string;
  readonly version?: string;
  readonly baseUrl?: string;
  readonly freshness: Freshness;
  /** Why it is partial, stale or missing. */
  readonly problem?: string;
  readonly verdict?: RunVerdict;
  /** As its badge says. */
  readonly badge?: string;
  /** RFC 3339; when it was judged. */
  readonly at?: string;
  readonly kit?: string;
  readonly depth?: 'quick' | 'standard' | 'deep';
  readonly requests?: number;
  /** Its own report, relative to the matrix. */
  readonly report?: string;
}

/** One implementation × requirement. */
export interface MatrixCell {
  readonly verdict: CellVerdict;
  readonly message?: string;
  /** Version of the implementation and day on which this was decided; absent if nothing is known. */
  readonly version?: string;
  readonly at?: string;
  readonly freshness: Freshness;
  /** The verdict in the last matrix, if it was another one. */
  readonly before?: CellVerdict;
  /** Where the failure is tracked. */
  readonly bug?: string;
}

export interface MatrixRow {
  readonly id: string;
  readonly level: Level;
  readonly area: Area;
  readonly section: string;
  readonly statement: string;
  /** Whether implementations that are known differ. */
  readonly different: boolean;
  /** In the order of the implementations. */
  readonly cells: readonly MatrixCell[];
}

/** What the implementations chose where the specification is silent. */
export interface MatrixGap {
  readonly gap: string;
  readonly section: string;
  readonly about?: string;
  readonly different: boolean;
  /** What a portable client may rely on, in words. */
  readonly portable: string;
  /** In the order of the implementations: values as JSON, the most frequent first; empty if it was not observed. */
  readonly values: readonly (readonly string[])[];
}

export interface MatrixTrend {
  /** When the last matrix was made, RFC 3339. */
  readonly since: string;
  readonly better: number;
  readonly worse: number;
  readonly changed: number;
}

export interface Matrix {
  readonly schemaVersion: 1;
  readonly kit: { readonly name: string; readonly version: string };
  /** RFC 3339. */
  readonly at: string;
  readonly implementations: readonly MatrixImplementation[];
  readonly requirements: readonly MatrixRow[];
  readonly gaps: readonly MatrixGap[];
  readonly trend?: MatrixTrend;
  /** Bug links that match no failure any more. */
  readonly settledBugs?: readonly BugLink[];
}

/** Where a failure is tracked: kept in the fleet file, so that it outlives runs. */
export interface BugLink {
  readonly implementation: string;
  /** An id, in which `*` stands for any characters. */
  readonly requirement: string;
  readonly url: string;
}

export type { ReportedVerdict };
