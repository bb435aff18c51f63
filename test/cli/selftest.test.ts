/** The self-test with the shipped program. */
import { expect, test } from 'vitest';
import { cawl } from './program.ts';
import { scratch } from './scratch.ts';

test('selftest catches the fault it is asked about', async () => {
  const { status, out } = await cawl(['selftest', '--fault', 'create-open'], scratch());
  expect([status, out]).toEqual([0, expect.stringContaining('1 of 1 faults caught, 0 missed')]);
}, 180_000);
