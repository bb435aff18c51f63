/** A list that takes too long: the target's fault, or our time-out. */
import { expect, test } from 'vitest';
import { row } from '../../../test/requirement.ts';
import { contextOf } from '../../../test/run-context.ts';
import type { Exchange, OperationRequest } from '../../core/exchange.ts';
import { CheckContext } from '../check-context.ts';
import { Memo } from '../memo.ts';
import { findServerError, timesOutAlone } from './server-errors.ts';

const timeoutMs = 1000;

/** Serves creations, each after what `delayOf` says of the number of its profiles. */
async function serveCreations(delayOf: (profiles: number) => number): Promise<CheckContext> {
  const run = await contextOf(
    async (request, response) => {
      let body = '';
      for await (const part of request) body += String(part);
      const { profileIds } = JSON.parse(body) as { profileIds: string[] };
      setTimeout(() => response.end('{}'), delayOf(profileIds.length)).unref();
    },
    { timeoutMs, concurrency: 8 },
  );
  return new CheckContext(run, { ...row, operation: 'create' }, new AbortController().signal);
}

const creationOf = (profiles: number): OperationRequest => ({
  operation: 'create',
  body: { limit: 1, profileIds: Array(Math.ceil(profiles)).fill('p'), calendarIds: ['c'] },
});

async function judge(delayOf: (profiles: number) => number) {
  const slow: Exchange[] = [];
  const found = await findServerError(await serveCreations(delayOf), 'profileIds', () => creationOf(1000), {
    makeSmaller: (share) => creationOf(share * 1000),
    onSlow: (_whole, smaller) => slow.push(smaller),
  });
  return { found: found !== undefined, slow: slow.length };
}

test('time that grows with a list is our limit', async () => {
  expect(await judge((profiles) => 4000 * (profiles / 1000) ** 2)).toEqual({ found: false, slow: 1 });
});

test('a response that comes after the time-out is not a finding', async () => {
  expect(await judge((profiles) => (profiles >= 400 ? 1500 : 1))).toEqual({ found: false, slow: 0 });
});

test('a list from some length on that is never answered is a finding', async () => {
  expect(await judge((profiles) => (profiles >= 400 ? 60_000 : 1))).toEqual({ found: true, slow: 0 });
});

test('what hung before is sent again where that confirms a finding, and not otherwise', async () => {
  const hangs = await serveCreations((profiles) => (profiles >= 400 ? 60_000 : 1));
  const judgeOn = (t: CheckContext) => findServerError(t, 'profileIds', () => creationOf(1000));
  expect(await judgeOn(hangs)).toBeDefined();
  await expect(judgeOn(hangs)).rejects.toMatchObject({ reason: 'hung' });
  const { runContext, requirement, signal } = hangs;
  const onlyCase = { name: 'sample' };
  const again = new CheckContext({ ...runContext, memo: new Memo(), onlyCase }, requirement, signal);
  expect(await judgeOn(again)).toBeDefined();
});

/** Serves one request after another, each in so many ms. */
function oneAtATime(ms: number) {
  let freeAt = 0;
  return () => {
    freeAt = Math.max(freeAt, Date.now()) + ms;
    return freeAt - Date.now();
  };
}

async function timesOutAfterBurst(delayOf: () => number): Promise<boolean> {
  const t = await serveCreations(delayOf);
  const burst = await Promise.all(Array.from({ length: 8 }, () => t.send(creationOf(1))));
  const late = burst.find(({ failure }) => failure?.kind === 'timeout');
  return (await timesOutAlone(t, late!)) !== undefined;
}

test('requests that waited for each other in the target time out, and not alone', async () => {
  const late = await Promise.all([timesOutAfterBurst(oneAtATime(250)), timesOutAfterBurst(() => 60_000)]);
  expect(late).toEqual([false, true]);
});

test('a time-out shows nothing while valid requests take half of it', async () => {
  const delayOf = (prompt: number) => (profiles: number) => (profiles > 1 ? 60_000 : prompt);
  const judged = async (prompt: number) =>
    findServerError(await serveCreations(delayOf(prompt)), 'profileIds', () => creationOf(1000));
  const [prompt] = await Promise.all([judged(10), expect(judged(700)).rejects.toThrow('may only be slow')]);
  expect(prompt).toBeDefined();
});
