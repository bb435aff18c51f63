/** Each target is a whole server: it registers, verifies, creates, and its logs can be walked to the end and back. */
import { expect, test } from 'vitest';
import { correctTargets } from './index.ts';
import { correctUse } from './kernel/correct-use.ts';

test('names are unique and there are many makes', () => {
  expect(new Set(correctTargets.map((target) => target.name)).size).toBe(correctTargets.length);
});

for (const target of correctTargets) {
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
