import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import type { Level } from '../core/requirement.ts';
import { faults } from '../reference/faults/index.ts';
import { painter } from '../report/index.ts';
import { proofRows, totalsOf } from './matrix.ts';
import { type Proven, prove, requirementsForOwner } from './prove.ts';
import { renderTable } from './table.ts';

function proven(fault: string, level: Level, caught: boolean, more: Partial<Proven> = {}): Proven {
  const owner = 'logs/walk-complete';
  const caughtBy = caught ? [owner, 'logs/total-constant'] : [];
  const row = { fault, breaks: `What ${fault} breaks.`, level, owner, caught, caughtBy, requests: 12, ms: 340 };
  return { row, errors: [], ...(caught ? {} : { said: 'pass: ' }), ...more };
}

const some = [
  proven('caught', 'derived', true),
  proven('missed', 'derived', false),
  proven('advice', 'advisory', true),
  proven('hidden', 'derived', false, { unseen: 'nothing shows it' }),
];

test('totals: what no client can see is named and left out of the count', () => {
  const totals = totalsOf(some);
  expect([totals.faults, totals.caught]).toEqual([3, 2]);
  expect(totals.levels).toEqual([
    { level: 'derived', faults: 2, caught: 1 },
    { level: 'advisory', faults: 1, caught: 1 },
  ]);
  expect(totals.missed.map(({ row }) => row.fault)).toEqual(['missed']);
  expect(proofRows(some).map(({ fault }) => fault)).toEqual(['caught', 'missed', 'advice']);
});

test('the table', () => {
  const alarms = [
    { id: 'logs/parallel', message: 'bags differ' },
    { server: 'odd', id: 'logs/limit', message: 'too many' },
  ];
  const spared = [
    { server: 'odd', passed: 99, blamed: [{ id: 'logs/limit', message: 'too many' }], requests: 1, ms: 1 },
    { server: 'even', passed: 99, blamed: [], requests: 1, ms: 1 },
  ];
  const text = renderTable(
    { proven: some, alarms, spared, passed: 141, undecided: [], ms: 61_000 },
    painter(false),
    80,
  );
  expect(`\n${text}`).toBe(`
        fault   owner               requests      time
caught  caught  logs/walk-complete        12    340 ms
        What caught breaks.
        also logs/total-constant
MISSED  missed  logs/walk-complete        12    340 ms
        What missed breaks.
caught  advice  logs/walk-complete        12    340 ms
        What advice breaks.
        also logs/total-constant
unseen  hidden  logs/walk-complete        12    340 ms
        What hidden breaks.

MISSED missed: What missed breaks.
        logs/walk-complete said pass: 
unseen hidden: nothing shows it
FALSE ALARM without any fault: logs/parallel: bags differ
FALSE ALARM on odd: logs/limit: too many

derived   1 of 2 caught by their owners
advisory  1 of 1 caught by their owners
server without a fault: 141 requirements pass
1 of 2 correct servers of other makes are not blamed
2 of 3 faults caught, 1 missed, 1 unseen by design, 2 false alarms; 1 min 1 s
`);
});

test('an owner that watches the traffic of others is proven with the whole operation', () => {
  expect([...requirementsForOwner(catalogue, 'auth/create/no-header')]).toEqual([
    'auth/create/no-header',
    'create/accepts-valid',
  ]);
  const watching = requirementsForOwner(catalogue, 'verify/content-type');
  expect(watching.size).toBeGreaterThan(15);
  for (const id of watching) expect(catalogue.find((row) => row.id === id)?.operation).toBe('verify');
});

test('one proof: the owner catches its fault, and the rows beside it stay silent', async () => {
  const fault = faults.find(({ name }) => name === 'create-open')!;
  const { row, errors } = await prove(fault, catalogue, { depth: 'quick', seed: 1, rows: 'owner' });
  expect(errors).toEqual([]);
  expect(row).toMatchObject({ fault: 'create-open', caught: true, caughtBy: ['auth/create/no-header'] });
  expect(row.requests).toBeGreaterThan(0);
}, 30_000);
