import { expect, test } from 'vitest';
import { SimulatedClock } from './simulated-clock.ts';

const noon = Date.UTC(2026, 2, 3, 12);

test('sleepers wake in the order of their moments, and hours pass at once', async () => {
  const clock = new SimulatedClock(noon);
  const woken: string[] = [];
  const sleep = async (name: string, ms: number) => {
    await clock.sleep(ms);
    woken.push(`${name} ${clock.now() - noon}`);
  };
  const began = Date.now();
  await clock.runUntil(Promise.all([sleep('c', 7_200_000), sleep('a', 10), sleep('b', 10), sleep('first', 0)]));
  expect(woken).toEqual(['first 0', 'a 10', 'b 10', 'c 7200000']);
  expect(Date.now() - began).toBeLessThan(1000);
});

test('a cancelled timer does not ring, and a restarted one rings later', async () => {
  const clock = new SimulatedClock(noon);
  const rung: string[] = [];
  const ring = (name: string) => () => rung.push(`${name} ${clock.elapsed()}`);
  clock.startTimer(5, ring('cancelled')).cancel();
  const restarted = clock.startTimer(10, ring('restarted'));
  const work = async () => {
    await clock.sleep(8);
    restarted.restart();
    await clock.sleep(12);
    restarted.restart();
    await clock.sleep(12);
  };
  await clock.runUntil(work());
  expect(rung).toEqual(['restarted 18', 'restarted 30']);
});

test('work that waits for nothing that can happen is an error', async () => {
  await expect(new SimulatedClock(noon).runUntil(new Promise(() => {}))).rejects.toThrow('stands still');
});
