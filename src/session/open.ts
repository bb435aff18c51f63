/** Opens the server to be judged: the user's own after a preflight, or a reference server that lives as long as the run. */
import type { Configuration } from '../config/load.ts';
import type { Settings } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { type LeftBehind, nothingLeft } from '../core/left-behind.ts';
import { faultNamed } from './faults.ts';
import { withOpenCodeSource } from './open-codes.ts';
import { preflight } from './preflight.ts';
import { requireAllowedWrites } from './writes.ts';

export interface OpenTarget {
  readonly settings: Settings;
  /** What the report says of the target beside its address; empty for the user's own server. */
  readonly mark: { readonly embedded?: true; readonly fault?: string };
  /** What was created to see whether the target can be judged. */
  readonly leftBehind: LeftBehind;
  close(): Promise<void>;
}

/**
 * @param onWait called with a sentence if the target throttles, so that it is waited for
 * @throws UsageError for an unknown fault, TargetError if the target cannot be judged
 */
export async function openTarget(
  configuration: Configuration,
  signal: AbortSignal,
  onWait?: (sentence: string) => void,
): Promise<OpenTarget> {
  const { target, run, fault } = configuration;
  if (target !== undefined) {
    requireAllowedWrites(configuration);
    // Before anything is sent: a port in use must not cost a request.
    const opened = await withOpenCodeSource({ ...target, run });
    try {
      const leftBehind = await preflight(opened.settings, signal, onWait);
      const { users, events } = leftBehind;
      const { maxCreations: most } = run;
      const left = most && { users: most.users - users.length, events: most.events - events.length };
      const existing = events.length > 0 ? ({ eventExists: true } as const) : {};
      const settings = { ...opened.settings, run: { ...run, ...defined({ maxCreations: left }), ...existing } };
      return { settings, mark: {}, leftBehind, close: opened.close };
    } catch (error) {
      await opened.close();
      throw error;
    }
  }
  const faults = fault === undefined ? [] : [await faultNamed(fault)];
  const { startReference } = await import('../reference/index.ts');
  // Server and run start and end together, so the same seed repeats everything.
  const freshKey = `seed ${run.seed}`;
  const server = await startReference({ faults, seed: freshKey });
  return {
    settings: { ...server.settings, waivers: [], run: { ...run, freshKey, settleMs: 0, fixturesExist: true } },
    mark: { embedded: true, ...defined({ fault }) },
    leftBehind: nothingLeft,
    close: () => server.close(),
  };
}
