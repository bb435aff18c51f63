/** Each target is a complete server: it registers, verifies and creates, and its logs can be walked to the end and back. */
import { expect, test } from 'vitest';
import { brokenTargets } from './broken/index.ts';
import { conformingTargets } from './index.ts';
import { correctUse } from './support/correct-use.ts';

test('names of conforming targets are unique', () => {
  expect(new Set(conformingTargets.map((target) => target.name)).size).toBe(conformingTargets.length);
});

for (const target of conformingTargets) {
  test.skipIf(target.skip !== undefined).concurrent(
    `${target.name} registers, verifies, creates and can be walked`,
    async () => {
      const running = await target.start();
      try {
        await correctUse(running, target.choices);
        const used = running.requests().map(({ method, url }) => `${method} ${url.split('?')[0]}`);
        for (const endpoint of [
          /^POST .*register$/,
          /^POST .*verify-user$/,
          /^POST .*common-events$/,
          /^GET .*search$/,
        ])
          expect(used).toContainEqual(expect.stringMatching(endpoint));
        expect(running.requests().every((request) => request.status > 0)).toBe(true);
      } finally {
        await running.close();
      }
    },
    30_000,
  );
}

test('names of broken targets are unique, and each is derived from a conforming target', () => {
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
