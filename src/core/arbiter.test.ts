import { expect, test } from 'vitest';
import { Arbiter } from './arbiter.ts';
import type { FromArbiter } from './threads.ts';

function arbiterOf(threads: number) {
  const said: FromArbiter[] = [];
  const arbiter = new Arbiter(threads, (message) => said.push(message));
  return { arbiter, take: () => said.splice(0) };
}

test('a phase begins when all threads have ended the one before', () => {
  const { arbiter, take } = arbiterOf(2);
  arbiter.hear({ type: 'reached', from: 0, phase: 0 });
  expect(take()).toEqual([]);
  arbiter.hear({ type: 'reached', from: 1, phase: 0 });
  expect(take()).toEqual([{ type: 'begin', phase: 0 }]);
  // A thread without work in a phase goes on to the next one.
  arbiter.hear({ type: 'reached', from: 1, phase: 2 });
  arbiter.hear({ type: 'reached', from: 0, phase: 1 });
  expect(take().at(-1)).toEqual({ type: 'begin', phase: 1 });
});

test('a thread gets its turn once all others have paused, and one after another', () => {
  const { arbiter, take } = arbiterOf(3);
  arbiter.hear({ type: 'ask', from: 1, reach: 'logs' });
  arbiter.hear({ type: 'ask', from: 2, reach: 'all' });
  expect(take()).toEqual([
    { type: 'pause', to: 0, turn: 1, reach: 'logs' },
    { type: 'pause', to: 2, turn: 1, reach: 'logs' },
  ]);
  arbiter.hear({ type: 'paused', from: 0, turn: 1 });
  expect(take()).toEqual([]);
  arbiter.hear({ type: 'paused', from: 2, turn: 1 });
  expect(take()).toEqual([{ type: 'granted', to: 1 }]);
  arbiter.hear({ type: 'done', from: 1 });
  expect(take()).toEqual([
    { type: 'go-on' },
    { type: 'pause', to: 0, turn: 2, reach: 'all' },
    { type: 'pause', to: 1, turn: 2, reach: 'all' },
  ]);
});

test('nobody waits for a thread that has ended', () => {
  const { arbiter, take } = arbiterOf(3);
  for (const from of [0, 1]) arbiter.hear({ type: 'reached', from, phase: 0 });
  arbiter.hear({ type: 'ask', from: 0, reach: 'all' });
  arbiter.hear({ type: 'paused', from: 1, turn: 1 });
  take();
  arbiter.leave(2);
  expect(take()).toEqual([
    { type: 'left', index: 2 },
    { type: 'granted', to: 0 },
    { type: 'begin', phase: 0 },
  ]);
  // It breaks during its turn.
  arbiter.hear({ type: 'ask', from: 1, reach: 'all' });
  arbiter.leave(0);
  expect(take()).toEqual([
    { type: 'left', index: 0 },
    { type: 'go-on' },
    { type: 'granted', to: 1 },
    { type: 'begin', phase: 0 },
  ]);
});

test('a pause for a turn that is over grants no other turn', () => {
  const { arbiter, take } = arbiterOf(3);
  arbiter.hear({ type: 'ask', from: 0, reach: 'all' });
  arbiter.hear({ type: 'ask', from: 2, reach: 'all' });
  arbiter.leave(0);
  take();
  arbiter.hear({ type: 'paused', from: 1, turn: 1 });
  expect(take()).toEqual([]);
  arbiter.hear({ type: 'paused', from: 1, turn: 2 });
  expect(take()).toEqual([{ type: 'granted', to: 2 }]);
});
