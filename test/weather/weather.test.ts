/**
 * A few kinds of weather, each for another limit of the kit; `npm run weather` runs all of them. Whole runs of the program:
 * depth quick if that is enough to meet the weather.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { expectAsTold } from './as-told.ts';
import { mostMegabytes, mostSeconds } from './kind.ts';
import { kinds } from './kinds/index.ts';
import { limitsOf, readTable } from './table.ts';

/** Those that do not end at once run at depth quick, which meets the same weather with a tenth of the requests. */
const sample = [
  'pages-of-400-kb',
  'items-of-131-kb',
  'pages-of-brackets',
  'error-bodies-of-8-mb',
  'gzip-bomb',
  'status-099',
  'headers-of-1-mb',
  'lone-surrogates-in-cursors',
  'plain-http-for-https',
];

test('the names of all kinds differ', () => {
  expect(new Set(kinds.map(({ name }) => name)).size).toBe(kinds.length);
});

test('docs/weather.md lists every kind with its limits, and what was measured is within them', () => {
  const rows = readTable(readFileSync(new URL('../../docs/weather.md', import.meta.url), 'utf8'));
  expect([...rows.values()].map(({ limits }) => limits)).toEqual(kinds.map(limitsOf));
  for (const kind of kinds) {
    const { exit, seconds, megabytes } = rows.get(kind.name)!.measured;
    if (exit === '') continue;
    expect(kind.ends.map(String), kind.name).toContain(exit);
    expect(Number(seconds), kind.name).toBeLessThanOrEqual(mostSeconds(kind));
    expect(Number(megabytes), kind.name).toBeLessThanOrEqual(mostMegabytes);
  }
});

test.each(sample)('%s', { timeout: 150_000 }, expectAsTold);
