import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import { allPoints } from '../core/points.ts';
import type { Level } from '../core/requirement.ts';
import { faults } from '../reference/faults/index.ts';
import { painter } from '../report/index.ts';
import { proofRows, totalsOf } from './matrix.ts';
import { type FaultProof, prove } from './prove.ts';
import { requirementsForOwner } from './scope.ts';
import { renderTable } from './table.ts';

function proof(fault: string, level: Level, caught: boolean, change: Partial<FaultProof> = {}): FaultProof {
  const owner = 'logs/walk-complete';
  const caughtBy = caught ? [owner, 'logs/total-constant'] : [];
  const row = { fault, breaks: `Defect of ${fault}.`, level, owner, caught, caughtBy, requests: 12, ms: 340 };
  return { row, errors: [], ...(caught ? {} : { ownerVerdict: 'pass: ' }), ...change };
}

const proofs = [
  proof('caught', 'derived', true),
  proof('missed', 'derived', false),
  proof('advice', 'advisory', true),
  proof('hidden', 'derived', false, { unseen: 'no client can observe it' }),
];

test('totals leave out faults that no client can observe, and name them', () => {
  const totals = totalsOf(proofs);
  expect([totals.faults, totals.caught]).toEqual([3, 2]);
  expect(totals.levels).toEqual([
    { level: 'derived', faults: 2, caught: 1 },
    { level: 'advisory', faults: 1, caught: 1 },
  ]);
  expect(totals.missed.map(({ row }) => row.fault)).toEqual(['missed']);
  expect(totals.unseen.map(({ row }) => row.fault)).toEqual(['hidden']);
  expect(proofRows(proofs).map(({ fault }) => fault)).toEqual(['caught', 'missed', 'advice']);
});

test('the table lists each fault, then what was missed, the false alarms and the totals', () => {
  const alarms = [
    { id: 'logs/parallel', message: 'bags differ' },
    { server: 'odd', id: 'logs/limit', message: 'too many' },
  ];
  const conforming = [
    {
      server: 'odd',
      passed: 99,
      reached: allPoints.slice(2),
      blamed: [{ id: 'logs/limit', message: 'too many' }],
      requests: 1,
      ms: 1,
    },
    { server: 'even', passed: 99, reached: allPoints.slice(1, 3), blamed: [], requests: 1, ms: 1 },
  ];
  const text = renderTable(
    { proofs, alarms, conforming, passed: 141, inconclusive: [], ms: 61_000 },
    painter(false),
    80,
  );
  expect(`\n${text}`).toBe(`
        fault   owner               requests      time
caught  caught  logs/walk-complete        12    340 ms
        Defect of caught.
        also logs/total-constant
MISSED  missed  logs/walk-complete        12    340 ms
        Defect of missed.
caught  advice  logs/walk-complete        12    340 ms
        Defect of advice.
        also logs/total-constant
unseen  hidden  logs/walk-complete        12    340 ms
        Defect of hidden.

MISSED missed: Defect of missed.
        logs/walk-complete: pass: 
unseen hidden: no client can observe it
FALSE ALARM on the reference server: logs/parallel: bags differ
FALSE ALARM on odd: logs/limit: too many
NOT MET by any server: a page border

derived   1 of 2 caught by their owners
advisory  1 of 1 caught by their owners
reference server without a fault: 141 requirements pass
1 of 2 conforming servers without a false alarm
2 of 3 faults caught, 1 missed, 1 unseen by design, 2 false alarms; 1 min 1 s
`);
});

test('an owner that watches traffic is proven with all requirements of its operation', () => {
  expect([...requirementsForOwner(catalogue, 'auth/create/no-header')]).toEqual([
    'auth/create/no-header',
    'create/accepts-valid',
  ]);
  const ofVerify = catalogue.filter(({ operation }) => operation === 'verify').map(({ id }) => id);
  expect([...requirementsForOwner(catalogue, 'verify/content-type')].sort()).toEqual(ofVerify.sort());
});

test('prove() reports the owner as the only requirement that fails on its fault', async () => {
  const fault = faults.find(({ name }) => name === 'create-open')!;
  const { row, errors } = await prove(fault, catalogue, { depth: 'quick', seed: 1, scope: 'owner' });
  expect(errors).toEqual([]);
  expect(row).toMatchObject({ fault: 'create-open', caught: true, caughtBy: ['auth/create/no-header'] });
  expect(row.requests).toBeGreaterThan(0);
}, 30_000);

test('a violation that must fail a run is not caught by advice', async () => {
  const fault = faults.find(({ name }) => name === 'logs-head-open')!;
  const options = { depth: 'standard', seed: 1, scope: 'owner' } as const;
  expect((await prove(fault, catalogue, options)).row).toMatchObject({ level: 'advisory', caught: true });
  const { level: _, ...asStated } = fault;
  const proof = await prove(asStated, catalogue, options);
  expect(proof.row).toMatchObject({ level: 'derived', caught: false });
  expect(proof.ownerVerdict).toMatch(/^advice: /);
}, 60_000);
