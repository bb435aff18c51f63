/** The server that is judged: the user's own, looked at first, or a reference server that lives as long as the run. */
import type { Configuration } from '../config/load.ts';
import type { Settings } from '../core/config.ts';
import { faultNamed } from './faults.ts';
import { preflight } from './preflight.ts';

export interface OpenTarget {
  readonly settings: Settings;
  /** How the report names it; empty for the user's own. */
  readonly mark: { readonly embedded?: true; readonly fault?: string };
  close(): Promise<void>;
}

/** @throws UsageError for an unknown fault, TargetError where the target cannot be judged */
export async function openTarget(configuration: Configuration, signal: AbortSignal): Promise<OpenTarget> {
  const { target, run, fault } = configuration;
  if (target !== undefined) {
    const settings = { ...target, run };
    await preflight(settings, signal);
    return { settings, mark: {}, close: async () => {} };
  }
  const faults = fault === undefined ? [] : [await faultNamed(fault)];
  const { startReference } = await import('../reference/index.ts');
  // Server and run begin and end together: with the same seed all is the same again.
  const freshKey = `seed ${run.seed}`;
  const server = await startReference({ faults, seed: freshKey });
  return {
    settings: { ...server.settings, waivers: [], run: { ...run, freshKey } },
    mark: { embedded: true, ...(fault === undefined ? {} : { fault }) },
    close: () => server.close(),
  };
}
