import { expect, test } from 'vitest';
import type { Job } from './plan.ts';
import { runJobs } from './pool.ts';

const jobs = (...kinds: readonly Partial<Job>[]) =>
  kinds.map((kind) => ({ configuration: {}, ...kind }) as unknown as Job);
const mailsAt = (smtp: string) => ({ configuration: { fixtures: { verificationCode: { smtp } } } });
const starts = (implementation: string) => ({ implementation, start: { command: ['server'] } });

/** Pairs of places that ran at the same time. */
async function together(list: readonly Job[]): Promise<string[]> {
  const running = new Set<number>();
  const pairs = new Set<string>();
  await runJobs(list, {
    workers: 9,
    signal: new AbortController().signal,
    onEnd: () => {},
    runJob: async (_job, place) => {
      for (const other of running) pairs.add([other, place].sort().join('+'));
      running.add(place);
      await new Promise((resolve) => setTimeout(resolve, 5));
      running.delete(place);
      return { status: 0 };
    },
  });
  return [...pairs].sort();
}

test('jobs run side by side, but for those that start the same server or receive mails at the same address', async () => {
  expect(await together(jobs({}, {}))).toEqual(['0+1']);
  expect(await together(jobs(starts('a'), starts('a'), starts('b')))).toEqual(['0+2', '1+2']);
  expect(await together(jobs(mailsAt('127.0.0.1:1'), mailsAt('127.0.0.1:1')))).toEqual([]);
  expect(await together(jobs(mailsAt('127.0.0.1:1'), mailsAt('127.0.0.1:2')))).toEqual(['0+1']);
  const both = { ...starts('a'), ...mailsAt('127.0.0.1:1') };
  expect(await together(jobs(both, starts('a'), mailsAt('127.0.0.1:1')))).toEqual([]);
});
