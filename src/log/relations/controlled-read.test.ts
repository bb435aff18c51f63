import { expect, test } from 'vitest';
import { bagOf } from '../../oracles/bag.ts';
import { compareReadings } from '../change/growth.ts';
import type { Reading } from '../reading.ts';
import { type ControlState, startControl, step } from './controlled-read.ts';

/** "abc" is a reading of three items with total 3, "abc/5" has total 5, "abc/3-4" has total 4 on its last page. */
function reading(text: string): Reading {
  const [items = '', totals = String(items.length)] = text.split('/');
  const [total = '', lastTotal = total] = totals.split('-');
  return {
    query: 'no filter',
    bag: bagOf(items),
    total: Number(total),
    lastTotal: Number(lastTotal),
    end: 'end',
    lastStatus: undefined,
    began: 0,
    ended: 0,
  };
}

/** Runs rounds until the machine decides. Items are new to each comparison, as if no other reading had seen them. */
function decide(rounds: readonly string[], windowed = false): ControlState {
  const read = rounds.map((round) => round.split(' ').map(reading));
  let state = startControl(windowed);
  for (let at = 1; at < read.length; at += 1)
    state = step(state, read[at - 1]!, read[at]!, (earlier, later) => compareReadings(earlier, later, () => 0));
  return state;
}

/** Rounds, each with one reading per query, and how they must be judged: in the whole log, and within a window if it differs. */
const cases: readonly {
  readonly name: string;
  readonly rounds: readonly string[];
  readonly state: string;
  readonly inWindow?: string;
}[] = [
  { name: 'a single round decides nothing', rounds: ['abc'], state: 'reading' },
  { name: 'two rounds that agree', rounds: ['abc', 'abc'], state: 'agreed' },
  { name: 'the order of items does not matter', rounds: ['abc', 'cab'], state: 'agreed' },
  { name: 'one differing round is not enough to decide', rounds: ['abc', 'abd'], state: 'reading' },
  { name: 'two differing rounds are not enough', rounds: ['abc', 'ab/3', 'ac/3'], state: 'reading' },
  { name: 'rounds that agree after one that differs', rounds: ['abc', 'ab', 'ab'], state: 'agreed' },
  { name: 'rounds that agree at the last attempt', rounds: ['a', 'ab', 'abc', 'abc'], state: 'agreed' },
  { name: 'both queries must agree', rounds: ['abc ab', 'abc a/2'], state: 'reading' },
  { name: 'a decision stands, whatever is read later', rounds: ['abc', 'abc', 'xyz'], state: 'agreed' },
  { name: 'growth in every round', rounds: ['a', 'ab', 'abc', 'abcd'], state: 'live' },
  { name: 'growth of a ring at one total', rounds: ['abc', 'bcd', 'cde', 'def'], state: 'live' },
  {
    name: 'items of one total that vanish and return incompletely',
    rounds: ['abc/4', 'ab/4', 'abc/4', 'ab/4'],
    state: 'live',
    inWindow: 'live',
  },
  { name: 'totals that fall each time', rounds: ['abcd', 'abc', 'ab', 'a'], state: 'unstable 0', inWindow: 'live' },
  {
    name: 'items that vanish each time at one total',
    rounds: ['abcd', 'abc/4', 'ab/4', 'a/4'],
    state: 'unstable 0',
    inWindow: 'live',
  },
  {
    name: 'totals that jump without items',
    rounds: ['abc/3', 'abc/9', 'abc/5', 'abc/7'],
    state: 'unstable 0',
    inWindow: 'live',
  },
  {
    name: 'totals that fall without items',
    rounds: ['abc/9', 'abc/7', 'abc/5', 'abc/3'],
    state: 'unstable 0',
    inWindow: 'live',
  },
  {
    name: 'other items at totals that do not follow',
    rounds: ['ab/2', 'cd/3', 'ef/4', 'gh/5'],
    state: 'unstable 0',
    inWindow: 'unstable 0',
  },
  {
    name: 'one unexplained round among growth',
    rounds: ['ab/3', 'abc/4', 'bc/3', 'bcd/4'],
    state: 'live',
  },
  {
    name: 'two unexplained rounds after incomplete growth',
    rounds: ['ab/3', 'abc/4', 'bc/3', 'b/2'],
    state: 'unstable 0',
    inWindow: 'live',
  },
  {
    name: 'two unexplained rounds after complete growth: new items may have displaced the others',
    rounds: ['ab', 'abc', 'bc', 'b'],
    state: 'live',
  },
  {
    name: 'a ring whose oldest item left before its new one was read',
    rounds: ['abc/4', 'ab/4', 'bd/4', 'b/4'],
    state: 'live',
  },
  {
    name: 'the query that differs is named',
    rounds: ['abc ab/2', 'abc cd/3', 'abc ef/4', 'abc gh/5'],
    state: 'unstable 1',
    inWindow: 'unstable 1',
  },
  {
    name: 'growth of one query explains what left another one',
    rounds: ['abc/4 ab/3', 'bc/4 abx/4', 'c/4 abxy/5', 'a/4 abxyz/6'],
    state: 'live',
  },
];

const shown = (state: ControlState) => (state.kind === 'unstable' ? `unstable ${state.query}` : state.kind);

test.for(cases)('$name', ({ rounds, state, inWindow = state }) => {
  expect(shown(decide(rounds))).toBe(state);
  expect(shown(decide(rounds, true))).toBe(inWindow);
});
