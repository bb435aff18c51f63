/**
 * Servers in several languages and frameworks, each with one defect that the owner must catch. A sample takes every
 * eighth requirement; `-t NAME` selects by name.
 */
import { expect, test } from 'vitest';
import { requirementsForOwner } from '../../src/selftest/scope.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { isFull, sampled } from '../extent.ts';
import { brokenTargets } from '../targets/broken/index.ts';
import type { BrokenTarget } from '../targets/support/target.ts';
import { judgeTarget } from './judged-target.ts';

// Random defects need a whole run, whose checks read much; the owner alone may not meet them.
const isRandom = ({ name }: BrokenTarget) => name.includes('unstable');
const steady = brokenTargets.filter((target) => !isRandom(target));
const firstPerOwner = steady.filter(
  (target, index) => steady.findIndex(({ owner }) => owner === target.owner) === index,
);

/** What is decided: the owner and what it needs, or everything. */
function requirementsFor(target: BrokenTarget): { readonly rows?: ReadonlySet<string> } {
  if (isRandom(target)) return {};
  const rows = new Set(requirementsForOwner(catalogue, target.owner));
  // Whether the canonical values are still accepted shows only after they were sent many times.
  if (target.owner === 'register/accepts-valid') rows.add('register/same-every-time');
  return { rows };
}

for (const target of isFull ? brokenTargets : sampled(firstPerOwner, 8))
  test.skipIf(target.skip !== undefined)(
    `${target.owner} fails on ${target.name}${target.skip === undefined ? '' : ` (${target.skip})`}`,
    // A random defect gets a second try.
    { timeout: 120_000, retry: 1 },
    async () => {
      // Nothing is declared: what must be caught may not depend on it.
      const { verdicts } = await judgeTarget(target, {
        seed: 1,
        choices: undefined,
        ...requirementsFor(target),
        run: { timeoutMs: 3000, settleMs: 0 },
      });
      const owner = verdicts.get(target.owner);
      expect(owner?.verdict, `${target.breaks} ${target.owner}: ${owner?.message ?? ''}`).toBe('fail');
    },
  );
