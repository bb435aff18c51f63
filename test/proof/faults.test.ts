/**
 * Faults of the reference server, each caught by the row that owns it; one fault of each stated and derived row here,
 * all of them, against all rows, by `cawl selftest`, or with CAWL_PROOF=full by their owners alone.
 */
import { expect, test } from 'vitest';
import { faults } from '../../src/reference/faults/index.ts';
import { mustBeCaught } from '../../src/selftest/matrix.ts';
import { prove } from '../../src/selftest/prove.ts';
import { catalogue } from '../../suites/catalogue.ts';

const full = process.env['CAWL_PROOF'] === 'full';
const levels = new Map(catalogue.map(({ id, level }) => [id, level]));
const visible = faults.filter(({ unseen, owner }) => unseen === undefined && mustBeCaught(levels.get(owner)!));
/** The first of each row: those are the plainest. */
const firsts = visible.filter((fault, place) => visible.findIndex(({ owner }) => owner === fault.owner) === place);

test.for((full ? visible : firsts).map((fault) => [fault.owner, fault] as const))('%s', { timeout: 60_000 }, async ([
  ,
  fault,
]) => {
  const { row, ownerVerdict, errors } = await prove(fault, catalogue, { depth: 'standard', seed: 1, scope: 'owner' });
  expect(errors).toEqual([]);
  expect(row.caught, `${fault.name}: ${fault.owner} ${ownerVerdict}`).toBe(true);
});
