import { expect, test } from 'vitest';
import { systemClock } from '../../core/clock.ts';
import { LearnedPace } from './learned-pace.ts';

/** A clock on which a pause takes no time. */
function clockOfPauses() {
  const at = { ms: 0 };
  const clock = {
    ...systemClock,
    elapsed: () => at.ms,
    sleep: async (ms: number) => {
      at.ms += ms;
    },
  };
  return { at, clock };
}

/** Sends one request after another, each of 1 ms, to a target that answers so many in each second; pauses 1 s when throttled. */
async function sendTo(allowed: number, requests: number) {
  const { at, clock } = clockOfPauses();
  let lostMs = 0;
  const pace = new LearnedPace(clock, (ms) => {
    lostMs += ms;
  });
  const inSecond = new Map<number, number>();
  let rejected = 0;
  let isThrottled = false;
  for (let answered = 0; answered < requests; ) {
    await pace.turn();
    at.ms += 1;
    const second = Math.floor(at.ms / 1000);
    const count = (inSecond.get(second) ?? 0) + 1;
    inSecond.set(second, count);
    if (count <= allowed) {
      answered += 1;
      pace.noteAnswer();
      if (isThrottled) pace.noteRecovery();
      isThrottled = false;
    } else {
      rejected += 1;
      isThrottled = true;
      pace.noteThrottling(true);
      await clock.sleep(1000);
    }
  }
  return { seconds: at.ms / 1000, rejected, lostMs, pace };
}

test('a target that limits the rate is soon asked at that rate, and rejects few requests', async () => {
  const { seconds, rejected, lostMs } = await sendTo(20, 1000);
  expect(rejected).toBeLessThan(20);
  // At best 50 s; a pause of a second after each rejection alone would take 100 s.
  expect(seconds).toBeLessThan(85);
  // What was lost is at most what the pauses after rejections leave.
  expect(lostMs).toBeGreaterThan(20_000);
  expect(lostMs).toBeLessThanOrEqual(seconds * 1000);
});

test('no pace is learned where others are in flight, or where what is throttled is never answered', () => {
  const { at, clock } = clockOfPauses();
  const pace = new LearnedPace(clock, () => {});
  for (let request = 0; request < 100; request += 1) {
    at.ms += 50;
    pace.noteAnswer();
    pace.noteThrottling(request > 50);
    if (request < 50) pace.noteRecovery();
  }
  expect([pace.perSecond, pace.turn()]).toEqual([0, undefined]);
});

test('a pace that was too slow grows until none is kept', async () => {
  const { at, clock } = clockOfPauses();
  const pace = new LearnedPace(clock, () => {});
  pace.noteThrottling(true);
  pace.noteAnswer();
  at.ms += 2000;
  pace.noteThrottling(true);
  pace.noteRecovery();
  expect(pace.perSecond).toBeCloseTo(0.475);
  for (let turn = 0; turn < 40; turn += 1) {
    at.ms += 2001;
    await pace.turn();
  }
  expect(pace.perSecond).toBe(0);
});

test('a target that throttles at any pace is not asked ever more slowly', async () => {
  const { at, clock } = clockOfPauses();
  const pace = new LearnedPace(clock, () => {});
  for (let request = 0; request < 400; request += 1) {
    await pace.turn();
    at.ms += 10;
    // Every second request, whatever the rate.
    if (request % 2 === 0) pace.noteThrottling(true);
    else {
      pace.noteAnswer();
      pace.noteRecovery();
    }
  }
  expect(pace.perSecond).toBe(0);
  expect(at.ms).toBeLessThan(60_000);
});
