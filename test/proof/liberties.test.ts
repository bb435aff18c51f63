/** A conforming server that takes one liberty at a time is never reported, whatever the specification leaves to it. */
import { expect, test } from 'vitest';
import { isFull } from '../extent.ts';
import { targets } from '../targets/liberties.ts';
import { falseAlarms, judgeTarget } from './judged-target.ts';

/** What `npm test` judges: one of each kind that once was reported. */
const telling = [
  'late-status-index',
  'bad-gateway',
  'ready-later',
  'year-in-mail',
  'two-profiles',
  'by-age',
  'look-back',
];

const chosen = targets.filter(({ name }) => isFull || telling.includes(name.replace(/^liberal-/, '')));

for (const target of chosen)
  test.concurrent(`${target.name}: no false alarm`, { timeout: 240_000 }, async () => {
    const result = await judgeTarget(target, { seed: 1, choices: undefined });
    expect(falseAlarms(result)).toEqual([]);
    // It must have been judged: an operation that was not reached proves nothing.
    const passed = [...result.verdicts.values()].filter(({ verdict }) => verdict === 'pass').length;
    expect(passed).toBeGreaterThan(40);
  });
