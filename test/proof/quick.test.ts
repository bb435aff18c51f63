/** A quick run sends fewer than 300 requests and still decides every stated and derived requirement. */
import { expect, test } from 'vitest';
import { startReference } from '../../src/reference/index.ts';
import { runInProcess } from '../../src/selftest/in-process-run.ts';
import { mustBeCaught } from '../../src/selftest/scope.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { runOf } from '../settings.ts';

/** Sent by the preflight, before the checks. */
const preflightRequests = 5;
const gating = new Set(catalogue.filter(({ level }) => mustBeCaught(level)).map(({ id }) => id));

for (const seed of [1, 20_261])
  for (const declared of [true, false])
    test(`seed ${seed}, ${declared ? 'with all choices declared' : 'with nothing declared'}`, async () => {
      const server = await startReference();
      try {
        const { verdicts, requests } = await runInProcess({
          ...server.settings,
          declares: declared ? server.settings.declares : {},
          waivers: [],
          run: runOf({ depth: 'quick', seed, concurrency: 16, timeoutMs: 10_000, maxRequests: 5000 }),
        });
        expect(requests + preflightRequests).toBeLessThan(300);
        const results = [...verdicts].map(([id, { verdict, message }]) => ({ id, verdict, message }));
        expect(results.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([]);
        // The reference server takes a creation twice, so that nobody can see whether a rejected one had an effect.
        const open = results.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'notApplicable');
        expect(open.filter(({ id }) => gating.has(id))).toEqual([]);
      } finally {
        await server.close();
      }
    });
