/**
 * A conforming server that takes one liberty at a time is never reported, whatever the specification leaves to it. In full:
 * each at depth standard with one seed and at quick with another. A sample: one of each kind that once was reported.
 */
import { expect, test } from 'vitest';
import { isFull } from '../extent.ts';
import { targets } from '../targets/liberties.ts';
import { falseAlarms, judgeTarget } from './judged-target.ts';

/** What `npm test` judges. */
const telling = ['two-profiles', 'by-age', 'member-order'];

/**
 * They once took more requests than a run may send: two logs that grow while caches hide it, if what they seemed to contradict was
 * read again and again, and bounds that are read by the day, if one search after another sought an edge within it.
 */
const onceCostly = ['private-cache', 'cached-counts', 'long-cache', 'timestamps-as-local-days'];
const mostRequests = 2000;

/** It must have been judged: an operation that was not reached proves nothing. */
const leastPassed = 40;

/** @param part the servers are judged in so many test files, each of which has a process; from 0 */
export function expectNoneReported(part: number, parts: number): void {
  const chosen = targets.filter(({ name }) => isFull || telling.includes(name.replace(/^liberal-/, '')));
  for (const target of chosen.filter((_, index) => index % parts === part))
    test.concurrent(`${target.name}: no false alarm`, { timeout: 1_200_000 }, async () => {
      for (const depth of isFull ? (['standard', 'quick'] as const) : (['standard'] as const)) {
        const seed = depth === 'standard' ? 1 : 2;
        const result = await judgeTarget(target, { seed, choices: undefined, run: { depth } });
        expect(falseAlarms(result), `seed ${seed}, ${depth}`).toEqual([]);
        const passed = [...result.verdicts.values()].filter(({ verdict }) => verdict === 'pass').length;
        expect(passed, `seed ${seed}, ${depth}: passed`).toBeGreaterThan(leastPassed);
        if (onceCostly.includes(target.name.replace(/^liberal-/, '')))
          expect(result.requests, `seed ${seed}, ${depth}: requests`).toBeLessThanOrEqual(mostRequests);
      }
    });
}
