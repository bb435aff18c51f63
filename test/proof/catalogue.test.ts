/** Requirements and faults belong together: a requirement without a fault is unproven, a fault needs an owner. */
import { expect, test } from 'vitest';
import { operations } from '../../src/interface/operations.ts';
import { faults } from '../../src/reference/faults/index.ts';
import { mustBeCaught } from '../../src/selftest/scope.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { brokenTargets } from '../targets/broken/index.ts';

const byId = new Map(catalogue.map((requirement) => [requirement.id, requirement]));
const broken = [...faults, ...brokenTargets];

test('each stated or derived requirement owns a fault that a client can observe, or a broken server', () => {
  const visible = faults.filter(({ unseen, level }) => unseen === undefined && level === undefined);
  const owners = new Set([...visible, ...brokenTargets].map(({ owner }) => owner));
  const unproven = catalogue.filter(
    ({ id, level, excluded }) => mustBeCaught(level) && excluded === undefined && !owners.has(id),
  );
  expect(unproven.map(({ id }) => id)).toEqual([]);
});

test('the owner of each fault and of each broken target is a requirement with a check', () => {
  const ownerless = broken.filter(({ owner }) => byId.get(owner) === undefined);
  expect(ownerless.map(({ name, owner }) => `${name}: ${owner}`)).toEqual([]);
  const unchecked = broken.filter(({ owner }) => byId.get(owner)?.excluded !== undefined);
  expect(unchecked.map(({ name, owner }) => `${name}: ${owner}`)).toEqual([]);
});

test('each operation has faults, and at most a handful cannot be observed', () => {
  const owned = (operation: string) => faults.filter(({ owner }) => byId.get(owner)?.operation === operation);
  for (const operation of operations) expect([operation, owned(operation).length > 0]).toEqual([operation, true]);
  expect(faults.filter(({ unseen }) => unseen !== undefined).length).toBeLessThan(10);
});
