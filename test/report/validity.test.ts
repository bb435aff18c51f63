/** Every machine format is valid against its public schema, also with hostile text. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderHar } from '../../src/report/har.ts';
import { renderJson } from '../../src/report/json.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { renderSarif } from '../../src/report/sarif.ts';
import { hostile } from './hostile-report.ts';
import { harProblems, junitProblems, readJunit, reportProblems, sarifProblems } from './judges.ts';
import { conformant, failing, incomplete, interrupted, undecided } from './samples.ts';

const samples = Object.entries({ conformant, failing, incomplete, undecided, interrupted, hostile });

test.for(samples)('conformance.json, junit.xml, HAR and SARIF of a %s run are valid', async ([, report]) => {
  expect(reportProblems(renderJson(report))).toEqual([]);
  expect(await junitProblems(renderJunit(report))).toEqual([]);
  expect(harProblems(renderHar(report))).toEqual([]);
  expect(sarifProblems(renderSarif(report))).toEqual([]);
});

test('the validators reject broken documents', async () => {
  const { verdict: _, ...headless } = failing;
  expect(reportProblems(JSON.stringify(headless))).not.toEqual([]);
  expect(await junitProblems(renderJunit(failing).replace('<testsuites ', '<testsuites skipped="1" '))).not.toEqual([]);
  expect(await junitProblems(renderJunit(failing).replace(/tests="\d+"/, ''))).not.toEqual([]);
  expect(harProblems(renderHar(failing).replaceAll('"timings"', '"tims"'))).not.toEqual([]);
  expect(sarifProblems(renderSarif(failing).replace('"ruleId"', '"rule"'))).not.toEqual([]);
  expect(sarifProblems(renderSarif(failing).replace(/"level": "error"/, '"level": "bad"'))).not.toEqual([]);
});

test('a public parser reads the counts and failures of junit.xml', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'cawl-junit-'));
  const file = join(dir, 'junit.xml');
  try {
    await writeFile(file, renderJunit(failing));
    const read = readJunit(file);
    const cases = read.suites.flatMap((suite) => suite.cases);
    const [failed, errors, skipped] = [6, 1, cases.filter(({ status }) => status === 'SKIP').length];
    const total = cases.length - skipped;
    expect(read).toMatchObject({ name: 'cawl', failed, errors, skipped, total, passed: total - failed - errors });
    // One case per requirement, and one for the unneeded waiver.
    expect(cases).toHaveLength(failing.requirements.length + 1);
    expect(cases.find(({ name }) => name.startsWith('logs/walk-complete '))).toMatchObject({
      status: 'FAIL',
      failure: expect.stringContaining('has 48 items'),
    });
    await writeFile(file, renderJunit(conformant));
    expect(readJunit(file)).toMatchObject({ failed: 0, errors: 0 });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
