/** A quick run keeps its promise: fewer than 300 requests, and still every sentence looked at. */
import { expect, test } from 'vitest';
import { startReference } from '../../src/reference/index.ts';
import { runInProcess } from '../../src/selftest/in-process-run.ts';
import { catalogue } from '../../suites/catalogue.ts';

/** Sent before a run: the look at the target. */
const before = 5;
const told = new Set(catalogue.filter(({ level }) => level === 'stated' || level === 'derived').map(({ id }) => id));

for (const seed of [1, 20_261])
  for (const declared of [true, false])
    test(`seed ${seed}, ${declared ? 'declared' : 'with base URL, tokens and fixtures alone'}`, async () => {
      const server = await startReference();
      try {
        const { verdicts, requests } = await runInProcess({
          ...server.settings,
          declares: declared ? server.settings.declares : {},
          waivers: [],
          run: {
            depth: 'quick',
            seed,
            concurrency: 16,
            rate: 0,
            timeoutMs: 10_000,
            maxRequests: 5000,
            only: [],
            skip: [],
            headers: [],
            insecure: false,
          },
        });
        expect(requests + before).toBeLessThan(300);
        const said = [...verdicts].map(([id, { verdict, message }]) => ({ id, verdict, message }));
        expect(said.filter(({ verdict }) => verdict === 'fail' || verdict === 'error')).toEqual([]);
        expect(said.filter(({ id, verdict }) => told.has(id) && verdict !== 'pass')).toEqual([]);
      } finally {
        await server.close();
      }
    });
