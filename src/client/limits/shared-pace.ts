/**
 * The pace that several processes keep together: workers on a queue judge one target at once, and its rate holds for all of
 * them. It is the one thing that all runs of a process share, so that it is set once, where the process starts.
 */

/** Resolves when a request to this origin may be sent; undefined if it need not wait. */
export type SharedPace = (origin: string) => Promise<void> | undefined;

let pace: SharedPace | undefined;

/** Sets the pace of this process; undefined ends it. */
export function sharePace(given: SharedPace | undefined): void {
  pace = given;
}

/** Waits for a turn among all processes; undefined if none share a pace. */
export function sharedTurn(origin: string): Promise<void> | undefined {
  return pace?.(origin);
}
