/** What a run does as one: a check, or what it prepares for its verdict. */
import type { Requirement } from '../../core/requirement.ts';
import type { Verdict } from '../../core/verdict.ts';

/** The verdict of a requirement, which nothing later changes. */
export type Decided = readonly [requirement: Requirement, verdict: Verdict];

export interface Task {
  readonly title: string;
  /** May last until the other tasks of its stage have ended. */
  readonly waitsForOthers?: true;
  /** Never throws. Returns the verdicts that are now final, each once in a run: a task may also settle other requirements. */
  run(): Promise<readonly Decided[]>;
}

/** A task of one check. */
export interface CheckTask extends Task {
  readonly requirement: Requirement;
}
