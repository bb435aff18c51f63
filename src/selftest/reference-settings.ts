/** The settings of a run of the self-test against a reference server. */
import type { Settings } from '../core/config.ts';
import type { ReferenceServer } from '../reference/index.ts';
import { runSettings } from './run-settings.ts';

/** Longest wait for a verification code, ms: the reference server has it before it answers the registration. */
const waitMs = 100;

/** @param run settings that differ from those of every such run: many requests at once, and no pause before a finding */
export function referenceSettings(
  { settings }: ReferenceServer,
  run: Partial<Settings['run']> & Pick<Settings['run'], 'seed'>,
): Settings {
  const { verificationCode, ...fixtures } = settings.fixtures;
  return {
    ...settings,
    fixtures: { ...fixtures, ...(verificationCode && { verificationCode: { ...verificationCode, waitMs } }) },
    waivers: [],
    run: runSettings({ concurrency: 16, maxRequests: 20_000, settleMs: 0, ...run }),
  };
}
