/**
 * Which relation catches which fault, as shares of runs on servers that differ in everything else. The table is committed
 * and `npm run test:simulation -- -u` rewrites it: a relation that detects less shows in the diff. A sample takes every
 * sixteenth fault and leaves the table alone.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFull, sampled } from '../extent.ts';
import { choicesArbitrary } from './drawn.ts';
import { type FaultName, faults } from './faults.ts';
import { relations, type Says, sceneOf } from './relations.ts';
import { SimulatedSearch } from './search.ts';

const runs = 25;
const noon = Date.UTC(2026, 2, 3, 12, 0, 0, 250);
const hour = 3_600_000;

/** Faults that no relation between responses can detect. */
const unseen: Partial<Record<FaultName, string>> = {
  'statuses swapped': 'only the items themselves show it',
  'bounds cut to the day': 'both bounds alike, as with a clock of whole days, which a server may choose',
};

/** Servers on which each fault can show: fixed page length, stateless cursors, a log of many pages. */
const servers = fc.sample(
  fc.record({
    choices: choicesArbitrary('quiet').map((choices) => ({
      ...choices,
      pages: 'fixed' as const,
      pageSize: 3 + (choices.pageSize % 4),
      cursor: choices.cursor === 'kept' ? ('keyset' as const) : choices.cursor,
      form: choices.form === 'needs-repeating' ? ('carried' as const) : choices.form,
      lookBackMs: undefined,
      ...(choices.unitMs > hour || choices.time === 'date' ? { time: 'rfc3339' as const, unitMs: 1000 } : {}),
    })),
    shape: fc.record({
      count: fc.integer({ min: 24, max: 40 }),
      ties: fc.constantFrom(1, 2, 3, 5),
      items: fc.constantFrom('unique' as const, 'unique' as const, 'repeating' as const),
      statuses: fc.constantFrom([true, false, false], [true, false, true, false, false], [false, true]),
      stepMs: fc.constantFrom(hour, 3 * hour, 7 * hour),
      newestMs: fc.constantFrom(0, hour, 50 * hour),
    }),
    cut: fc.constantFrom(0.2, 0.35, 0.5),
  }),
  { seed: 20_261, numRuns: runs },
);

type Caught = Readonly<Record<string, number>>;

const interleaved = 'interleaved walks';
const columns = [...Object.keys(relations), interleaved];

async function catching(fault: FaultName): Promise<Caught> {
  const caught = Object.fromEntries(columns.map((name) => [name, 0]));
  for (const { choices, shape, cut } of servers) {
    let disturbed = 0;
    for (const [name, judge] of Object.entries(relations)) {
      const steps = ['next', 'next', 'next', 'prev', 'prev', 'next', 'prev', 'next'] as const;
      // Each relation gets a new search: what one reads must not change what the next one reads.
      const scene = sceneOf(new SimulatedSearch(choices, shape, noon, fault), noon, cut, steps);
      const result: Says = await judge(scene);
      if (result === 'broken' || result === 'unstable') caught[name] = caught[name]! + 1;
      disturbed += scene.log.disturbed.length;
    }
    if (disturbed > 0) caught[interleaved] = caught[interleaved]! + 1;
  }
  return caught;
}

function share(count: number): string {
  return count === 0 ? '' : `${Math.round((100 * count) / runs)}`;
}

const widest = Math.max(...faults.map((fault) => fault.length));

function row(first: string, cell: (column: string) => string): string {
  return `| ${first.padEnd(widest)} | ${columns.map((name) => cell(name).padStart(name.length)).join(' | ')} |`;
}

test('each fault is detected by some relation in most runs', { timeout: 300_000 }, async () => {
  const rows: string[] = [];
  for (const fault of sampled(faults, 16)) {
    const caught = await catching(fault);
    const most = Math.max(...Object.values(caught));
    rows.push(row(fault, (name) => share(caught[name]!)));
    if (fault in unseen) expect(most / runs, `${fault} is detected after all`).toBeLessThan(0.1);
    else expect(most / runs, `${fault} is hardly ever detected`).toBeGreaterThan(0.6);
  }
  if (!isFull) return;
  const table = [
    '# Which relation catches which fault',
    '',
    `Percentage of ${runs} simulated log searches, each with one fault, that differ in everything the specification leaves open.`,
    'Written by `detection.test.ts`; on correct searches no relation fails (`soundness.test.ts`).',
    '',
    row('fault', (name) => name),
    `| ${'-'.repeat(widest)} | ${columns.map((name) => `${'-'.repeat(name.length - 1)}:`).join(' | ')} |`,
    ...rows,
    '',
    ...Object.entries(unseen).map(([fault, why]) => `No relation can detect: ${fault} (${why}).`),
    '',
  ].join('\n');
  await expect(table).toMatchFileSnapshot('table.md');
});
