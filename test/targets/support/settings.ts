/** Builds the settings of a target from those that differ between targets. */
import type { TargetSettings } from './target.ts';

export interface SettingsSeed {
  readonly baseUrl: string;
  readonly tokens: TargetSettings['tokens'];
  readonly webhooks: readonly string[];
  readonly verificationCode: TargetSettings['fixtures']['verificationCode'];
  readonly limit?: number;
  readonly profileIds?: readonly string[];
  readonly calendarIds?: readonly string[];
  readonly register?: Partial<TargetSettings['fixtures']['register']>;
  readonly run?: TargetSettings['run'];
}

export function settingsFor(seed: SettingsSeed): TargetSettings {
  return {
    baseUrl: seed.baseUrl,
    tokens: seed.tokens,
    fixtures: {
      webhooks: seed.webhooks.map((id) => ({ id })),
      profileIds: seed.profileIds ?? ['p1', 'p2'],
      calendarIds: seed.calendarIds ?? ['c1', 'c2'],
      limit: seed.limit ?? 10,
      register: {
        firstName: 'Ada',
        lastName: 'Lovelace',
        email: 'cawl{unique}@example.com',
        password: 'Correct-Horse-9-Battery',
        ...seed.register,
      },
      verificationCode: seed.verificationCode,
    },
    ...(seed.run ? { run: seed.run } : {}),
  };
}
