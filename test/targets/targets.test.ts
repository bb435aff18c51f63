/** Each target is a whole server: it registers, verifies, creates, and its logs can be walked to the end and back. */
import { expect, test } from 'vitest';
import { brokenTargets } from './broken/index.ts';
import { conformingTargets } from './index.ts';
import { correctUse } from './support/correct-use.ts';

test('names are unique and there are many makes', () => {
  expect(new Set(conformingTargets.map((target) => target.name)).size).toBe(conformingTargets.length);
});

for (const target of conformingTargets) {
  test.skipIf(target.skip !== undefined).concurrent(
    `${target.name}: register, verify, create, walk`,
    async () => {
      const running = await target.start();
      try {
        await correctUse(running, target.choices);
        expect(running.requests().length).toBeGreaterThan(5);
        expect(running.requests().every((request) => request.status > 0)).toBe(true);
      } finally {
        await running.close();
      }
    },
    30_000,
  );
}

test('broken targets: names are unique, and each breaks a target that is there', () => {
  expect(new Set(brokenTargets.map((target) => target.name)).size).toBe(brokenTargets.length);
  const known = new Set(conformingTargets.map((target) => target.name));
  expect(brokenTargets.filter((target) => !known.has(target.target))).toEqual([]);
});

for (const target of brokenTargets) {
  test.skipIf(target.skip !== undefined).concurrent(
    `${target.name} starts, answers and stops`,
    async () => {
      const running = await target.start();
      try {
        const { baseUrl, settings } = running;
        const response = await fetch(`${baseUrl}/v2/webhooks/x/logs/search`, {
          headers: { authorization: `Bearer ${settings.tokens.valid}` },
          redirect: 'manual',
        });
        await response.arrayBuffer();
        expect(response.status).toBeLessThan(600);
      } finally {
        await running.close();
      }
    },
    30_000,
  );
}
