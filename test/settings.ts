/** Settings of a run in a test. */
import type { Settings } from '../src/core/config.ts';

/** The `run` settings. */
export const runOf = (change: Partial<Settings['run']> = {}): Settings['run'] => ({
  depth: 'standard',
  concurrency: 8,
  rate: 0,
  timeoutMs: 3000,
  maxRequests: 100,
  seed: 1,
  only: [],
  skip: [],
  headers: [],
  insecure: false,
  ...change,
});

/** The good token. */
export const token = 'a-token-that-nobody-may-see';

/** Settings of a small made-up target, with changes. */
export const settingsOf = (
  baseUrl: string,
  { run, ...change }: Partial<Omit<Settings, 'run'>> & { readonly run?: Partial<Settings['run']> } = {},
): Settings => ({
  baseUrl,
  tokens: { valid: token },
  fixtures: {
    webhooks: [{ id: 'wh_1' }],
    profileIds: ['p'],
    calendarIds: ['c'],
    limit: 10,
    register: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'cawl{unique}@example.com',
      password: 'Correct-Horse-9',
    },
  },
  declares: {},
  waivers: [],
  run: runOf(run),
  ...change,
});
