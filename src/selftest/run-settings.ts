/** How a run of the self-test is set, unless changed: no rate limit, nothing selected, skipped or read from outside. */
import { creationLimits, type Settings } from '../core/config.ts';
import { defined } from '../core/defined.ts';

export function runSettings(change: Partial<Settings['run']> & Pick<Settings['run'], 'seed'>): Settings['run'] {
  return {
    depth: 'standard',
    concurrency: 8,
    rate: 0,
    timeoutMs: 10_000,
    maxRequests: 10_000,
    ...defined({ maxCreations: creationLimits[change.depth ?? 'standard'] }),
    only: [],
    skip: [],
    headers: [],
    insecure: false,
    fixturesExist: true,
    methods: true,
    ...change,
  };
}
