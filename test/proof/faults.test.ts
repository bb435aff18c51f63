/**
 * Faults of the reference server, each caught by its owner. In full: the first fault of each stated and derived
 * requirement; `cawl selftest` proves all faults, with all requirements of the operation.
 */
import { expect, test } from 'vitest';
import { faults } from '../../src/reference/faults/index.ts';
import { prove } from '../../src/selftest/prove.ts';
import { mustBeCaught } from '../../src/selftest/scope.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { sampled } from '../extent.ts';

const levels = new Map(catalogue.map(({ id, level }) => [id, level]));
const observable = faults.filter(({ unseen, owner }) => unseen === undefined && mustBeCaught(levels.get(owner)!));
/** The first fault of a requirement is its plainest. */
const firstPerOwner = observable.filter(
  (fault, index) => observable.findIndex(({ owner }) => owner === fault.owner) === index,
);

for (const fault of sampled(firstPerOwner, 12))
  test(`${fault.owner} fails on ${fault.name}`, { timeout: 150_000 }, async () => {
    const { row, ownerVerdict, errors } = await prove(fault, catalogue, { depth: 'standard', seed: 1, scope: 'owner' });
    expect(errors).toEqual([]);
    expect(row.caught, `${fault.name}: ${fault.owner}: ${ownerVerdict}`).toBe(true);
  });

/** Faults that the requests of other checks can hide. */
const hiddenByOthers = ['verify-last-code', 'logs-read-removes', 'logs-filtered-walk-retries', 'verify-spent-codes'];

for (const fault of sampled(
  faults.filter(({ name }) => hiddenByOthers.includes(name)),
  4,
))
  test(`${fault.owner} fails on ${fault.name} beside the checks of the whole operation`, {
    timeout: 150_000,
  }, async () => {
    for (const seed of [1, 2, 3]) {
      const { row, ownerVerdict } = await prove(fault, catalogue, { depth: 'standard', seed, scope: 'operation' });
      expect(row.caughtBy, `seed ${seed}: ${ownerVerdict}`).toContain(fault.owner);
    }
  });
