import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import type { Settings } from '../core/config.ts';
import { anyNumber } from '../core/left-behind.ts';
import { runSettings } from '../selftest/run-settings.ts';
import { divideRun } from './parts.ts';

const decidable = catalogue.filter(({ excluded }) => excluded === undefined);
const settingsOf = (run: Partial<Settings['run']>, more: Partial<Settings> = {}): Settings => ({
  baseUrl: 'http://127.0.0.1:1',
  tokens: { valid: 'valid' },
  fixtures: {
    webhooks: [{ id: 'w' }],
    profileIds: ['p'],
    calendarIds: ['c'],
    limit: 10,
    register: { firstName: 'Ada', lastName: 'Lovelace', email: 'cawl+{unique}@example.com', password: 'secret' },
  },
  declares: {},
  waivers: [],
  run: runSettings({ seed: 1, depth: 'deep', ...run }),
  ...more,
});
const parts = (run: Partial<Settings['run']>, more?: Partial<Settings>) =>
  divideRun(settingsOf(run, more), decidable, catalogue, 'channel');

test.each([1, 2, 3, 4])('%i threads decide each requirement once', (threads) => {
  const all = parts({ threads });
  expect(all).toHaveLength(threads);
  expect(all.flatMap(({ rows }) => rows).sort()).toEqual(decidable.map(({ id }) => id).sort());
});

test('threads keep the limits of the run together', () => {
  const limits = { concurrency: 9, rate: 50, maxRequests: 1001, maxCreations: { users: 100, events: anyNumber } };
  const shares = parts({ threads: 4, ...limits }).map(({ settings }) => settings.run);
  const sum = (number: (run: Settings['run']) => number) => shares.reduce((all, run) => all + number(run), 0);
  expect(sum(({ concurrency }) => concurrency)).toBe(9);
  expect(sum(({ rate }) => rate)).toBe(50);
  expect(sum(({ maxRequests }) => maxRequests)).toBe(1001);
  expect(sum(({ maxCreations }) => maxCreations!.users)).toBe(100);
  expect(shares.every(({ maxCreations }) => maxCreations!.events === anyNumber)).toBe(true);
});

test('what threads draw under one name differs, and is the same in the next run', () => {
  const keys = parts({ threads: 2, freshKey: 'seed 1' }).map(({ settings }) => settings.run.freshKey);
  expect(keys).toEqual(['seed 1', 'seed 1, thread 2']);
});

test.each<[string, Partial<Settings['run']>, Partial<Settings>?]>([
  ['at depth quick', { depth: 'quick' }],
  ['within a time budget', { budgetMs: 1000 }],
  ['with one request in flight', { concurrency: 1 }],
  ['where a command renews the token', {}, { tokenSources: { valid: { command: ['token'] } } }],
])('%s, a run has one thread', (_name, run, more) => {
  expect(parts({ threads: 2, ...run }, more)).toHaveLength(1);
});

test('one operation is decided by one thread', () => {
  const few = decidable.filter(({ operation }) => operation === 'register');
  expect(divideRun(settingsOf({ threads: 4 }), few, catalogue, 'channel')).toHaveLength(1);
});
