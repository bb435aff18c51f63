import { expect, test } from 'vitest';
import { chooseCuts, cutsOf, distinctCutsOf, pointsOf, spread, stepsOf } from './points.ts';

const points = pointsOf(
  new Map([
    [30, 9],
    [10, 0],
    [40, undefined],
    [20, 4],
    [50, 10],
  ]),
);

test('points are the accepted moments in order', () => {
  expect(points).toEqual([
    [10, 0],
    [20, 4],
    [30, 9],
    [50, 10],
  ]);
});

test('steps hold the items between neighbouring points, those with most items first', () => {
  expect(stepsOf(points)).toEqual([
    { from: 20, to: 30, items: 5 },
    { from: 10, to: 20, items: 4 },
    { from: 30, to: 50, items: 1 },
  ]);
  expect(
    stepsOf([
      [1, 5],
      [2, 5],
    ]),
  ).toEqual([]);
});

test('cuts have neither the least nor the greatest count', () => {
  expect(cutsOf(points)).toEqual([20, 30]);
  expect(
    cutsOf([
      [1, 0],
      [2, 7],
    ]),
  ).toEqual([]);
});

test('moments are spread evenly and kept apart', () => {
  expect(spread([0, 5, 10, 11, 20], 10, 9)).toEqual([0, 10, 20]);
  expect(spread([0, 10, 20, 30, 40], 10, 3)).toEqual([0, 20, 40]);
  expect(spread([0, 10, 20], 10, 1)).toEqual([0]);
});

test('moments between which no item lies cut the log at one place', () => {
  const old: [number, number][] = [
    [0, 0],
    [10, 3],
    [20, 6],
    [30, 6],
    [40, 6],
    [50, 7],
  ];
  expect(distinctCutsOf(old)).toEqual([10, 30]);
  expect(chooseCuts(old, 5, 2)).toEqual([10, 30]);
  // Two cuts at one place are better than one: they leave out the same items.
  expect(chooseCuts(old, 5, 3)).toEqual([10, 20, 30]);
  expect(chooseCuts(old, 15, 4)).toEqual([10, 30]);
});
