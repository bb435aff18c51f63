/** Implementations side by side, from the fleet file to the matrix. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Matrix } from '../../src/core/matrix.ts';
import { cawl } from './program.ts';
import { scratch } from './scratch.ts';

const few = ['--only', '*/accepts-valid', '--only', 'auth/logs/no-header', '--seed', '1'];
const fleet = `
parallel: 2
implementations:
  - {name: reference, version: 1.2.0}
  - {name: open, fault: logs-open}
  - {name: gone, baseUrl: "http://127.0.0.1:9", configuration: {tokens: {valid: "\${TOKEN_OF_GONE}"}}}
bugs:
  - {implementation: open, requirement: auth/logs/*, url: "https://bugs.example/7"}
`;
const matrixIn = (cwd: string, file = 'reports/matrix/matrix.json') =>
  JSON.parse(readFileSync(join(cwd, file), 'utf8')) as Matrix;

test('a fleet is judged, compared with the last time, and can be queried; an implementation that is gone is named', async () => {
  const cwd = scratch({ 'fleet.yaml': fleet });
  const env = { TOKEN_OF_GONE: 'token-of-gone' };
  const first = await cawl(['matrix', 'fleet.yaml', ...few], cwd, { env });
  expect(first.status, first.err).toBe(3);
  const { implementations, requirements } = matrixIn(cwd);
  expect(implementations.map(({ name, freshness }) => `${name} ${freshness}`)).toEqual([
    'reference judged',
    'open judged',
    'gone missing',
  ]);
  const row = requirements.find(({ id }) => id === 'auth/logs/no-header')!;
  expect(row.cells.map(({ verdict }) => verdict)).toEqual(['pass', 'fail', 'missing']);
  expect(row.cells[1]!.bug).toBe('https://bugs.example/7');

  const again = ['matrix', 'reports/matrix/reference', 'reports/matrix/open', '--report-dir', 'second'];
  const second = await cawl([...again, '--compare-to', 'reports/matrix/matrix.json', '--query', 'open:fail'], cwd);
  expect(second.status, second.err).toBe(1);
  expect(second.out).toContain('1 requirement that fit:\n  ✓✗  auth/logs/no-header\n');
  expect(matrixIn(cwd, 'second/matrix.json').trend).toMatchObject({ better: 0, worse: 0 });
});

test('a report that is cut off is a column that says so', async () => {
  const cwd = scratch({ 'cut/conformance.json': '{"schemaVersion": 1,' });
  const { status, err } = await cawl(['matrix', 'cut'], cwd);
  expect(status, err).toBe(3);
  expect(matrixIn(cwd).implementations).toEqual([
    expect.objectContaining({ name: 'cut', freshness: 'missing', problem: expect.stringContaining('cannot be read') }),
  ]);
});

test('shards of an implementation are joined before it is compared', async () => {
  const cwd = scratch({ 'fleet.yaml': 'implementations: [{name: reference}]\n' });
  const { status, err } = await cawl(['matrix', 'fleet.yaml', '--shards', '2', ...few], cwd);
  expect(status, err).toBe(0);
  expect(matrixIn(cwd).implementations[0]).toMatchObject({ freshness: 'judged', report: 'reference/index.html' });
});

test.each([
  ['implementations: [{name: a}, {name: a}]', 'there are two implementations a'],
  ['implementations: [{name: a, bas: x}]', 'bas'],
  ['implementations: [{name: a}]\nbugs: [{implementation: b, requirement: x, url: "http://x"}]', 'no implementation b'],
  ['implementations: [{name: "../a"}]', 'fleet.yaml:1:26'],
])('%s is rejected', async (text, message) => {
  const { status, err } = await cawl(['matrix', 'fleet.yaml'], scratch({ 'fleet.yaml': text }));
  expect(err).toContain(message);
  expect(status).toBe(2);
});
