/** A permission: what a conforming server may do, by one phrase, the targets that do it, and the requirements that must allow it. */
import { liberties } from '../liberties.ts';

export interface Permission {
  /** What the server does, in one phrase. */
  readonly does: string;
  /** Names of targets in `conforming/`, or of liberties as `liberal-…`. */
  readonly targets: readonly string[];
  /** Ids or globs of the requirements that could report it. */
  readonly affects: readonly string[];
}

/** A liberty in its own words. */
export const liberty = (name: string, ...affects: readonly string[]): Permission => ({
  does: liberties[name]?.does ?? '',
  targets: [`liberal-${name}`],
  affects,
});

export const choice = (does: string, targets: readonly string[], ...affects: readonly string[]): Permission => ({
  does,
  targets,
  affects,
});

/** Title of an area → what a conforming server may do there. */
export type PermissionsByArea = Readonly<Record<string, readonly Permission[]>>;
