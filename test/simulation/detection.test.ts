/**
 * Which relation catches which fault, as shares of runs on servers that differ in everything else. The table is checked in:
 * `npx vitest run test/simulation -u` writes it anew, and a relation that lost its eyes shows in the diff.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { choicesArbitrary } from './drawn.ts';
import { type FaultName, faults } from './faults.ts';
import { relations, type Says, sceneOf } from './relations.ts';
import { SimulatedSearch } from './search.ts';

const runs = 25;
const noon = Date.UTC(2026, 2, 3, 12, 0, 0, 250);
const hour = 3_600_000;

/** Faults that no relation between answers can see. */
const unseen: Partial<Record<FaultName, string>> = {
  'statuses swapped': 'only the truth about the items tells',
  'bounds cut to the day': 'both in the same way, as a clock of days would, which a server may choose',
};

/** Servers on which each fault can show: pages of one length, cursors that the server does not keep, a log of many pages. */
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
      // A search of its own for each: what one relation reads must not spoil what the next one sees.
      const scene = sceneOf(new SimulatedSearch(choices, shape, noon, fault), noon, cut, steps);
      const says: Says = await judge(scene);
      if (says === 'broken' || says === 'unstable') caught[name] = caught[name]! + 1;
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

test('the table of faults and the relations that catch them', { timeout: 300_000 }, async () => {
  const rows: string[] = [];
  for (const fault of faults) {
    const caught = await catching(fault);
    const most = Math.max(...Object.values(caught));
    rows.push(row(fault, (name) => share(caught[name]!)));
    if (fault in unseen) expect(most / runs, `${fault} is seen after all`).toBeLessThan(0.1);
    else expect(most / runs, `${fault} is hardly ever caught`).toBeGreaterThan(0.6);
  }
  const table = [
    '# Which relation catches which fault',
    '',
    `Shares, in percent, of ${runs} simulated log searches that differ in all that the specification leaves open, each wrong in`,
    'one way. Written by `detection.test.ts`; on correct searches no relation finds anything (`soundness.test.ts`).',
    '',
    row('fault', (name) => name),
    `| ${'-'.repeat(widest)} | ${columns.map((name) => `${'-'.repeat(name.length - 1)}:`).join(' | ')} |`,
    ...rows,
    '',
    ...Object.entries(unseen).map(([fault, why]) => `Not to be seen by any relation: ${fault} (${why}).`),
    '',
  ].join('\n');
  await expect(table).toMatchFileSnapshot('table.md');
});
