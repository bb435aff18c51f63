/** `cawl diff`, and the gate that fails only on new problems. */
import { expect, test } from 'vitest';
import { main } from '../../src/cli/program.ts';
import { compareRuns } from '../../src/core/gate.ts';
import type { ConformanceReport, ReportedVerdict } from '../../src/core/report.ts';
import { renderComparison } from '../../src/report/comparison.ts';
import { conformant, failing } from '../report/samples.ts';
import { fakeIo, scratch } from './scratch.ts';

const later: ConformanceReport = {
  ...failing,
  observations: conformant.observations.map((seen) => ({ ...seen, value: 'otherwise' })),
  run: { ...failing.run, requests: 17, durationMs: 1900 },
};
const before = JSON.stringify(conformant);
const after = JSON.stringify(later);

async function diff(line: string) {
  const { io, said } = fakeIo(scratch({ 'a/conformance.json': before, 'b.json': after }));
  const status = await main(['diff', ...line.split(' ')], io);
  return { status, ...said };
}

test('the exit status is 1 if a requirement got worse, else 0; a folder may name its report', async () => {
  expect(await diff('a b.json')).toMatchObject({ status: 1, err: '' });
  expect(await diff('b.json a')).toMatchObject({ status: 0, err: '' });
  expect(await diff('a a/conformance.json')).toMatchObject({ status: 0 });
  expect((await diff('a nowhere')).err).toContain('the report nowhere does not exist');
});

test('each format lists regressions, newly undecided requirements, changed observations, time and requests', async () => {
  const { out } = await diff('a b.json');
  expect(out).toContain('✗ logs/prev-returns');
  expect(out).toMatch(/^No longer decided \(3\)$/m);
  expect(out).toMatch(/^Different choices in the gaps \(\d+\)$/m);
  expect(out).toMatch(/^requests {2}[\d,]+ → 17\ntime {6}.* → 1\.9 s$/m);
  const markdown = (await diff('a b.json --format markdown')).out;
  expect(markdown).toMatch(/^\| `logs\/prev-returns` \| \w+ \| passed \| failed \| /m);
  expect(markdown).toContain('### Different choices in the gaps');
  const json = JSON.parse((await diff('a b.json --format json')).out) as {
    worse: { id: string }[];
    regressed: boolean;
  };
  expect(json).toMatchObject({ schemaVersion: 1, regressed: true, requests: { after: 17 } });
  expect(json.worse.map(({ id }) => id)).toContain('logs/prev-returns');
});

const withVerdict = (id: string, verdict: ReportedVerdict): ConformanceReport => ({
  ...conformant,
  requirements: conformant.requirements.map((row) => (row.id === id ? { ...row, verdict } : row)),
});

const compared = (now: ConformanceReport, earlier: ConformanceReport) =>
  renderComparison(compareRuns(now, earlier, { failOn: 'gate', requireComplete: true }));

test('--compare-to lists new failures and counts known ones', () => {
  const one = withVerdict('create/accepts-valid', 'fail');
  expect(compared(one, conformant)).toBe('New since the earlier report (1 of 1 failure): create/accepts-valid\n');
  expect(compared(one, one)).toBe('No new failures since the earlier report; 1 known failure remains.\n');
  expect(compared({ ...one, waiverProblems: [{ requirement: 'x', problem: 'expired' }] }, one)).toContain(
    '\nWaivers that no longer hold fail the run.\n',
  );
});

test('--compare-to lists requirements that are no longer decided', () => {
  const open = withVerdict('create/accepts-valid', 'inconclusive');
  expect(compared(open, conformant)).toBe(
    'No new failures since the earlier report; 0 known failures remain.\nNo longer decided: create/accepts-valid\n',
  );
});
