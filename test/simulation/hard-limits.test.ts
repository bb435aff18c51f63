/** Targets with a limit on requests at once, per second or per minute are decided. If time is short, the run says how much it needs. */
import { beforeAll, expect, test } from 'vitest';
import { loadSuites } from '../../src/checks/load-suites.ts';
import { durationMs } from '../../src/core/duration.ts';
import { falseAlarmsOf, judge } from './judge.ts';
import { neutral, type Server } from './server/axes.ts';

beforeAll(() => loadSuites());

const run = { seed: 1, depth: 'standard' } as const;
const serverWith = (axes: Partial<Server>): Server => ({ ...neutral, count: 37, ...axes });

/** The requirements that a run of so much time left open. */
async function openAfter(axes: Partial<Server>, maxTimeMs: number) {
  const result = await judge({ ...run, maxTimeMs, server: serverWith(axes) });
  expect(falseAlarmsOf(result)).toEqual([]);
  return [...result.verdicts].flatMap(([id, verdict]) => (verdict.verdict === 'inconclusive' ? [{ id, verdict }] : []));
}

test.each([
  { atOnce: 4, shed: { status: 503 } },
  { atOnce: 4, shed: { status: 429 } },
  { atOnce: 1, shed: { status: 503 } },
  { atOnce: 1, shed: { status: 429 } },
] as const)('load shedding %o leaves next to nothing open', async (axes) => {
  expect((await openAfter(axes, 80_000)).length).toBeLessThanOrEqual(2);
});

test.each([
  { perMinute: 600, minuteEnds: 'in-seconds' },
  { perMinute: 600, minuteEnds: 'at-date' },
  { perMinute: 600, minuteEnds: 'unsaid' },
] as const)('a run that has enough time decides everything on a target with the quota %o', async (axes) => {
  expect(await openAfter(axes, 600_000)).toEqual([]);
});

test.each([
  { perSecond: 20, overRate: { status: 503 } },
  { perSecond: 20, overRate: { status: 429 } },
] as const)('a run on a target with the limit %o names a time in which it is decided', async (axes) => {
  const open = await openAfter(axes, 80_000);
  const advised = open.map(({ verdict }) => /--max-time, such as (\d+m) \(/.exec(verdict.wouldDecide)?.[1] ?? '');
  const [time = ''] = advised.filter((text) => text !== '');
  expect(advised.filter((text) => text === time).length).toBeGreaterThan(0.9 * open.length);
  const stillOpen = await openAfter(axes, durationMs(time)!);
  expect(stillOpen.length).toBeLessThan(open.length / 10);
});

test('a registration that was accepted at first counts even if the quota of registrations is used up later', async () => {
  const server = serverWith({ registerQuota: 60, quotaStatus: 429 });
  const result = await judge({ ...run, server });
  expect(falseAlarmsOf(result)).toEqual([]);
  expect(result.verdicts.get('register/no-server-error')).toMatchObject({ verdict: 'inconclusive' });
  expect(result.verdicts.get('register/accepts-valid')).toMatchObject({ verdict: 'pass' });
});
