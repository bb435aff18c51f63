import { expect, test } from 'vitest';
import { logs } from '../../src/suite.ts';
import { marginOf, probesAfterEach } from './known-times.ts';

const form = logs.timeForms.find(({ format }) => format === 'epoch-milliseconds')!;
const hour = 3_600_000;
const times = [1, 2, 2, 3, 4, 5].map((hours) => Date.UTC(2026, 0, 5) + hours * hour + 1);
const [first] = times;
const ranges = {
  sense: { form },
  widest: { to: form.render(times[4]! + hour / 2) },
  upTo: (at: number) => ({ to: form.render(at) }),
} as unknown as logs.Ranges;

test('probesAfterEach() asks for what lies up to a little after each time within the widest range', () => {
  const probes = probesAfterEach(ranges, times, 100);
  expect(probes.map(({ inside }) => times.filter((time) => inside(time) > 0).length)).toEqual([1, 3, 4, 5]);
  expect(probes.every(({ inside }) => times.every((time) => Math.abs(inside(time)) > marginOf(form, times)))).toBe(
    true,
  );
});

test('probesAfterEach() spreads a limited number of probes over the times', () => {
  const probes = probesAfterEach(ranges, times.slice(0, -1), 2);
  expect(probes.map(({ at }) => Math.round((at - first!) / hour))).toEqual([0, 3]);
});
