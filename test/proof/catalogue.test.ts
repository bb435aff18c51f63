/** Rows and faults belong together: a row that no fault trips proves nothing, a fault without a row is caught by chance. */
import { expect, test } from 'vitest';
import { faults } from '../../src/reference/faults/index.ts';
import { mustBeCaught } from '../../src/selftest/matrix.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { brokenTargets } from '../targets/broken/index.ts';

const byId = new Map(catalogue.map((row) => [row.id, row]));

test('each stated or derived row owns a fault that a client can see', () => {
  const owners = new Set(faults.filter(({ unseen }) => unseen === undefined).map(({ owner }) => owner));
  const bare = catalogue.filter((row) => mustBeCaught(row.level) && row.excluded === undefined && !owners.has(row.id));
  expect(bare.map(({ id }) => id)).toEqual([]);
});

test('each fault, and each broken target, is owned by a row that a check decides', () => {
  const owned = [...faults, ...brokenTargets].filter(({ owner }) => byId.get(owner)?.excluded !== undefined);
  expect(owned.map(({ name, owner }) => `${name}: ${owner}`)).toEqual([]);
  const lost = [...faults, ...brokenTargets].filter(({ owner }) => !byId.has(owner));
  expect(lost.map(({ name, owner }) => `${name}: ${owner}`)).toEqual([]);
});

test('the name of every fault is unique and consists of hyphenated words', () => {
  const names = faults.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const name of names) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)+$/);
});

test('every defect is a verb phrase in lower case, without a full stop', () => {
  const odd = faults.filter(({ defect }) => !/^([a-z]+ly )?(is|[a-z]+s|does not|never) .*[^.]$/.test(defect));
  expect(odd.map(({ name, defect }) => `${name}: ${defect}`)).toEqual([]);
});

test('there are faults for every operation, and few that no client can see', () => {
  expect(faults.length).toBeGreaterThan(400);
  for (const operation of ['create', 'register', 'verify', 'logs'])
    expect(faults.filter(({ owner }) => byId.get(owner)?.operation === operation).length).toBeGreaterThan(40);
  expect(faults.filter(({ unseen }) => unseen !== undefined).length).toBeLessThan(10);
});
