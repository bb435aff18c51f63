/** Requests that failed in the only outage of a run, sent again at its end. */
import { expect, test } from 'vitest';
import { row } from '../../../test/requirement.ts';
import { contextOf, json, page } from '../../../test/run-context.ts';
import { CheckContext } from '../check-context.ts';
import { failOnErrorsOfOutage } from './traffic-verdicts.ts';

const outageMs = 250;

/** Judges a target that fails from the start, when it has failed for `outageMs`, and ends its outage after more of it. */
async function judge(moreMs: number): Promise<void> {
  const startedAt = Date.now();
  const isUp = () => Date.now() - startedAt > outageMs + moreMs;
  const run = await contextOf(
    (request, response) => (isUp() ? json(page([])) : json('{}', 500))(request, response),
    // Pauses are five times as long.
    { settleMs: 100 },
  );
  const requirement = { ...row, id: 'logs/no-server-error', operation: 'logs' } as const;
  const t = new CheckContext(run, requirement, new AbortController().signal);
  await t.sendCanonical('logs');
  await t.clock.sleep(outageMs);
  await t.sendCanonical('logs');
  await failOnErrorsOfOutage(t, { kind: 'server-error' });
}

test('an outage may still be on when a request is sent again', async () => {
  await expect(judge(200)).resolves.toBeUndefined();
});

test('a request that fails after a pause, too, is the cause', async () => {
  await expect(judge(60_000)).rejects.toMatchObject({ conclusion: { message: 'answered 500, and again, alone, 500' } });
});
