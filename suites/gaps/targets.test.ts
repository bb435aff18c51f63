/**
 * Servers that keep the specification, each with choices of its own that its header states: what is observed is what
 * was chosen, and where that is declared it is not blamed. CAWL_TARGET for those whose name contains it.
 */
import { expect, test } from 'vitest';
import { gaps } from '../../src/kit/gaps.ts';
import type { CourseResult } from '../../src/selftest/course-run.ts';
import { judged } from '../../test/proof/targets.ts';
import { correctTargets } from '../../test/targets/index.ts';
import { probes } from './probes.ts';

const wanted = process.env['CAWL_TARGET'] ?? '';
/** Rows that say what a target is like, however little they need. */
const rows = new Set(probes);

for (const target of correctTargets.filter(({ name }) => name.includes(wanted)))
  test.skipIf(target.skip !== undefined)(
    target.name,
    async () => {
      const untold = await judged(target, { seed: 1, choices: undefined, rows });
      expect(failed(untold)).toEqual([]);
      const differing = observed(untold, target.choices);
      expect(differing, JSON.stringify(untold.observations.map(({ gap, value }) => [gap, value]))).toEqual([]);
      const told = await judged(target, { seed: 2, choices: target.choices, rows });
      expect(failed(told)).toEqual([]);
    },
    120_000,
  );

const declared = new Set(rows);
function failed({ outcomes }: CourseResult): string[] {
  return [...outcomes].flatMap(([id, one]) =>
    one.verdict === 'error' || (one.verdict === 'fail' && declared.has(id) && !id.startsWith('auth/'))
      ? [`${id} ${one.verdict}: ${one.message}`]
      : [],
  );
}

/** What was seen otherwise than the target's header says; a choice that is not seen is no contradiction. */
function observed({ observations }: CourseResult, choices: Readonly<Record<string, unknown>>): string[] {
  return observations.flatMap(({ gap, value }) => {
    const key = gaps.find(({ id, declare }) => id === gap && declare !== undefined)?.id;
    if (key === undefined) return [];
    const chosen = key
      .split('.')
      .reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], choices);
    if (chosen === undefined || agrees(key, value, chosen)) return [];
    return [`${gap}: observed ${JSON.stringify(value)}, chosen ${JSON.stringify(chosen)}`];
  });
}

function agrees(key: string, value: unknown, chosen: unknown): boolean {
  // Only names of times are declared; the target names all that it takes.
  if (key === 'sortBy') return (value as string[]).every((name) => (chosen as string[]).includes(name));
  if (key.startsWith('requiredFields'))
    return JSON.stringify([...(value as string[])].sort()) === JSON.stringify([...(chosen as string[])].sort());
  return JSON.stringify(value) === JSON.stringify(chosen);
}
