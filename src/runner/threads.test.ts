import { expect, test } from 'vitest';
import type { RunTotals } from '../checks/worker-messages.ts';
import { nothingLeft } from '../core/left-behind.ts';
import { joinResults } from './threads.ts';

const sent = (logs: number) => ({
  create: { requests: 0, largestBody: 0 },
  register: { requests: 1, largestBody: 9 },
  verify: { requests: 0, largestBody: 0 },
  logs: { requests: logs, largestBody: 0 },
});
const totals = (requests: number): RunTotals => ({
  requests,
  retries: 1,
  inFlight: { average: 3, limit: 8 },
  latency: {},
  observations: [],
  excused: { unconfirmed: requests },
  sent: sent(requests - 1),
  leftBehind: nothingLeft,
});
const passed = { verdict: 'pass', exchanges: 1 } as const;

test('verdicts and totals of all threads are joined', () => {
  const joined = joinResults([
    { verdicts: new Map([['a', passed]]), totals: totals(5), problems: [], interrupted: false },
    { verdicts: new Map([['b', passed]]), totals: totals(7), problems: ['broken'], interrupted: false },
  ]);
  expect([...joined.verdicts.keys()]).toEqual(['a', 'b']);
  expect(joined).toMatchObject({ problems: ['broken'], interrupted: false });
  expect(joined.totals).toMatchObject({
    requests: 12,
    retries: 2,
    inFlight: { average: 6, limit: 16 },
    excused: { unconfirmed: 12 },
    sent: { register: { requests: 2, largestBody: 9 }, logs: { requests: 10 } },
  });
});

test('without the totals of a thread there are none', () => {
  const { totals: joined } = joinResults([
    { verdicts: new Map(), totals: totals(5), problems: [], interrupted: true },
    { verdicts: new Map(), totals: undefined, problems: [], interrupted: true },
  ]);
  expect(joined).toBeUndefined();
});
