/**
 * Servers in several languages and makes, each wrong in one named way: the row that owns the fault must fail. A sample
 * here, one of each row; all with CAWL_PROOF=full. CAWL_TARGET for those whose name contains it.
 */
import { expect, test } from 'vitest';
import { requirementsForOwner } from '../../src/selftest/scope.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { brokenTargets } from '../targets/broken/index.ts';
import { judged } from './targets.ts';

const full = process.env['CAWL_PROOF'] === 'full';
const wanted = process.env['CAWL_TARGET'] ?? '';
// What varies at random is shown by a whole run, whose rows read much; an owner alone may not meet it.
const named = brokenTargets.filter(({ name }) => name.includes(wanted) && (full || !name.includes('unstable')));
const firsts = named.filter((target, place) => named.findIndex(({ owner }) => owner === target.owner) === place);

for (const target of full ? named : firsts)
  test.skipIf(target.skip !== undefined)(
    `${target.name} → ${target.owner}${target.skip === undefined ? '' : ` (${target.skip})`}`,
    // A fault that strikes at random gets another try.
    { timeout: 120_000, retry: 1 },
    async () => {
      const rows = new Set(requirementsForOwner(catalogue, target.owner));
      // Whether the canonical values are still accepted shows after others were sent often.
      if (target.owner === 'register/accepts-valid') rows.add('register/same-every-time');
      // Nothing declared: what must be caught may not need it.
      const { verdicts } = await judged(target, { seed: 1, choices: undefined, rows, run: { timeoutMs: 3000 } });
      const owner = verdicts.get(target.owner);
      expect(owner?.verdict, `${target.breaks} ${target.owner} said ${owner?.message ?? ''}`).toBe('fail');
    },
  );
