import { expect, test } from 'vitest';
import { SimulatedClock } from '../simulated-clock.ts';
import { neutral, type Server } from './axes.ts';
import { OpenSearches } from './open-searches.ts';
import { Refusal } from './refusal.ts';

const limit = (most: 1 | 5, over: 'ends-oldest' | 'refused') =>
  new OpenSearches({ ...neutral, openSearches: { most, over } as Server['openSearches'] }, new SimulatedClock(0));

test('a new search ends the oldest one where too many are open, and its own cursors work', () => {
  const searches = limit(1, 'ends-oldest');
  searches.serve('w', undefined, () => ({ cursor: { next: 'first' } }));
  searches.serve('w', undefined, () => ({ cursor: { next: 'second' } }));
  expect(() => searches.serve('w', 'first', () => ({ cursor: {} }))).toThrow(expect.any(Refusal));
  expect(searches.serve('w', 'second', () => ({ cursor: {} }))).toEqual({ cursor: {} });
});

test('a search beyond the limit is refused, and one without cursors counts for nothing', () => {
  const searches = limit(5, 'refused');
  for (let search = 0; search < 9; search += 1) searches.serve('w', undefined, () => ({ cursor: {} }));
  for (let search = 0; search < 5; search += 1)
    searches.serve('w', undefined, () => ({ cursor: { next: `next of ${search}` } }));
  expect(() => searches.serve('w', undefined, () => ({ cursor: {} }))).toThrow(expect.any(Refusal));
});
