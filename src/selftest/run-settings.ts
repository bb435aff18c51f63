/** How a run of the self-test is set, unless changed: no rate limit, nothing selected, skipped or read from outside. */
import type { Settings } from '../core/config.ts';

export function runSettings(change: Partial<Settings['run']> & Pick<Settings['run'], 'seed'>): Settings['run'] {
  return {
    depth: 'standard',
    concurrency: 8,
    rate: 0,
    timeoutMs: 10_000,
    maxRequests: 10_000,
    only: [],
    skip: [],
    headers: [],
    insecure: false,
    fixturesExist: true,
    methods: true,
    ...change,
  };
}
