/** Every machine format is what its public schema says, whatever the run found and whatever a target sent. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { renderHar } from '../../src/report/har.ts';
import { renderJson } from '../../src/report/json.ts';
import { renderJunit } from '../../src/report/junit.ts';
import { renderSarif } from '../../src/report/sarif.ts';
import { harProblems, junitProblems, readJunit, reportProblems, sarifProblems } from './judges.ts';
import { conformant, failing, hostile, interrupted, undecided } from './samples.ts';

const samples = Object.entries({ conformant, failing, undecided, interrupted, hostile });

test.for(samples)('%s: conformance.json, junit.xml, HAR and SARIF are valid', async ([, report]) => {
  expect(reportProblems(renderJson(report))).toEqual([]);
  expect(await junitProblems(renderJunit(report))).toEqual([]);
  expect(harProblems(renderHar(report))).toEqual([]);
  expect(sarifProblems(renderSarif(report))).toEqual([]);
});

test('the judges see what is wrong', async () => {
  const { verdict: _, ...headless } = failing;
  expect(reportProblems(JSON.stringify(headless))).not.toEqual([]);
  expect(await junitProblems(renderJunit(failing).replace('<testsuites ', '<testsuites skipped="1" '))).not.toEqual([]);
  expect(await junitProblems(renderJunit(failing).replace(/tests="\d+"/, ''))).not.toEqual([]);
  expect(harProblems(renderHar(failing).replaceAll('"timings"', '"tims"'))).not.toEqual([]);
  expect(sarifProblems(renderSarif(failing).replace('"ruleId"', '"rule"'))).not.toEqual([]);
  expect(sarifProblems(renderSarif(failing).replace(/"level": "error"/, '"level": "bad"'))).not.toEqual([]);
});

test('a public parser reads junit.xml as the gate judged', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'cawl-junit-'));
  const file = join(dir, 'junit.xml');
  try {
    await writeFile(file, renderJunit(failing));
    const read = readJunit(file);
    expect(read).toMatchObject({ name: 'cawl', failed: 6, errors: 1, skipped: 12, total: 126 - 12, passed: 126 - 19 });
    const cases = read.suites.flatMap((suite) => suite.cases);
    expect(cases).toHaveLength(126);
    expect(cases.find(({ name }) => name.startsWith('logs/walk-complete '))).toMatchObject({
      status: 'FAIL',
      failure: expect.stringContaining('delivered 48 items'),
    });
    await writeFile(file, renderJunit(conformant));
    expect(readJunit(file)).toMatchObject({ failed: 0, errors: 0 });
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
});
