/** A conforming server that takes several liberties at once, drawn from those of test/targets/liberties.ts, is never reported. */
import { expect, test } from 'vitest';
import { sampled } from '../extent.ts';
import { combine, liberties } from '../targets/liberties.ts';
import { randomFrom } from '../targets/support/history.ts';
import { falseAlarms, judgeTarget } from './judged-target.ts';

const combinations = 40;
const most = 5;

/** Two to five names. */
function draw(seed: number): readonly string[] {
  const random = randomFrom(seed);
  const names = Object.keys(liberties);
  const count = 2 + Math.floor(random() * (most - 1));
  return [...new Set(Array.from({ length: count }, () => names[Math.floor(random() * names.length)]!))];
}

const seeds = Array.from({ length: combinations }, (_, at) => at + 1);

test.concurrent.for(
  sampled(seeds, combinations / 2).map((seed) => [seed, draw(seed)] as const),
)('combination %i, of %j: no false alarm', { timeout: 1_200_000 }, async ([seed, names]) => {
  const result = await judgeTarget(combine(names), { seed, choices: undefined, run: { depth: 'standard' } });
  expect(falseAlarms(result)).toEqual([]);
});
