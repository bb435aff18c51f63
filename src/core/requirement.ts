import type { Operation } from './operation.ts';
import type { Point } from './points.ts';
import type { Sources } from './source.ts';
import type { ResponseRule, WalkRule } from './verdict.ts';

/**
 * Who demands it: `stated`, a sentence of the specification; `derived`, a consequence of stated sentences;
 * `declared`, the implementer's own choice in a gap; `advisory`, an Internet standard or established good practice, or
 * nobody, if a choice is only observed.
 */
export const levels = ['stated', 'derived', 'declared', 'advisory'] as const;
export type Level = (typeof levels)[number];

/** Whether the specification demands it: states it, or implies it. */
export const isFromSpecification = (level: Level): boolean => level === 'stated' || level === 'derived';

/** The areas of the catalogue, in the order in which reports show them. */
export const areas = ['operations', 'auth', 'registration', 'create', 'logs', 'gaps'] as const;
export type Area = (typeof areas)[number];

/** One demand that a server meets or violates. An id never changes its meaning. */
export interface Requirement {
  readonly id: string;
  readonly area: Area;
  /** The level while nothing is declared; a verdict may carry another (see `Verdict`). */
  readonly level: Level;
  readonly source: Sources;
  readonly operation: Operation | null;
  /** One sentence: subject, "must" or "must not", and what can be observed. With {@link observes}: "Observed: …". */
  readonly statement: string;
  /** For `derived`: one sentence that shows how it follows, with its section. */
  readonly because?: string;
  /** How the check decides it, for `cawl explain`. */
  readonly decidedBy: string;
  /** Noun phrases, for `cawl explain`. Empty if no check decides it, or if it only observes. */
  readonly commonCauses: readonly string[];
  /** Situations without which a pass would mean nothing: a check that did not meet them all is inconclusive. */
  readonly points?: readonly Point[];
  /** Its check judges exchanges that other checks caused, so it needs their traffic. */
  readonly watches?: true;
  /** Its finding is a change of the log, so that a change during the confirmation does not excuse it. */
  readonly aboutChange?: true;
  /** Its check reads the log before and after what it judges, so it notices by itself if somebody else changes the log. */
  readonly noticesChange?: true;
  /** It is about requests in flight at once, so that a finding is confirmed with several in flight too. */
  readonly concurrent?: true;
  /** What requests without its check can show of a violation, if the failure names nothing more specific. */
  readonly shownBy?: ResponseRule | WalkRule;
  /** Its check only records what the server chose in a gap: it never passes and never fails. */
  readonly observes?: true;
  /** Why no check decides it. A requirement has either a check or this reason. */
  readonly excluded?: string;
}
