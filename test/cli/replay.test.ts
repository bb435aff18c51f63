/** Replays a shrunk counterexample with the shipped program: against the fault, against a fixed server, and as a curl line. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { ConformanceReport } from '../../src/core/report.ts';
import { type ReferenceServer, startReference } from '../../src/reference/index.ts';
import { cawl as runProgram } from './program.ts';
import { scratch } from './scratch.ts';

const folder = mkdtempSync(join(tmpdir(), 'cawl-replay-'));
let broken: ReferenceServer;
let fixed: ReferenceServer;

beforeAll(async () => {
  broken = await startReference({ faults: ['register-500-quote'] });
  fixed = await startReference();
  for (const [name, { settings }] of [
    ['broken', broken],
    ['fixed', fixed],
  ] as const)
    writeFileSync(join(folder, `${name}.yaml`), stringify(settings));
});

afterAll(async () => {
  await Promise.all([broken.close(), fixed.close()]);
  rmSync(folder, { recursive: true, force: true });
});

const cawl = (...words: string[]) => runProgram(words, folder);

test('a shrunk counterexample still fails on the fault, no longer on the fixed server, and its curl line shows the fault', async () => {
  const id = 'register/no-server-error';
  expect((await cawl('run', '--config', 'broken.yaml', '--only', id, '--seed', '5', '--quiet')).status).toBe(1);
  const report = JSON.parse(readFileSync(join(folder, 'reports/conformance.json'), 'utf8')) as ConformanceReport;
  const reported = report.requirements.find((one) => one.id === id)!;
  expect(Object.values(reported.counterexample!.input as object)).toEqual(["'"]);

  const again = await cawl('replay', 'reports', id, '--config', 'broken.yaml');
  expect([again.status, again.err]).toEqual([1, '']);
  expect(again.out).toContain('still fails: answered 500');
  const after = await cawl('replay', 'reports', '--config', 'fixed.yaml');
  expect(after.status).toBe(0);
  expect(after.out).toContain('no longer fails: answered 201');
  const unreachable = await cawl('replay', 'reports', '--config', 'broken.yaml', '--base-url', 'http://127.0.0.1:9');
  expect(unreachable.status).toBe(3);

  const script = await cawl('replay', '--script', id);
  expect(script).toMatchObject({
    status: 0,
    err: '',
    out: expect.stringMatching(/^#!\/usr\/bin\/env bash\n# register/),
  });
  expect(script.out).not.toContain(broken.settings.tokens.valid);

  const env = {
    PATH: process.env['PATH'],
    CAWL_TOKEN: broken.settings.tokens.valid,
    CAWL_PASSWORD: 'Correct-Horse-9-Battery',
  };
  const shown = await new Promise<string>((resolve) =>
    execFile('bash', ['-c', reported.evidence!.at(-1)!.curl], { env }, (_error, stdout) => resolve(stdout)),
  );
  expect(shown).toMatch(/^HTTP\/1\.1 500 /);
}, 180_000);

test('a failure of the embedded server is reproduced as long as the fault is there', async () => {
  const cwd = scratch();
  const inFolder = (line: string) => runProgram(line.split(' '), cwd);
  await inFolder('run --fault create-open --only auth/create/no-header --quiet');
  const before = await inFolder('replay reports auth/create/no-header');
  expect([before.status, before.err]).toEqual([1, '']);
  expect(before.out).toMatch(/ 2 {2}POST \/v2\/calendars\/common-events .* answered 201\n {2}still fails: /);
  const file = join(cwd, 'reports', 'conformance.json');
  const report = JSON.parse(readFileSync(file, 'utf8')) as ConformanceReport;
  const { fault: _, ...mended } = report.target;
  writeFileSync(file, JSON.stringify({ ...report, target: mended }));
  const after = await inFolder('replay reports');
  expect([after.status, after.err]).toEqual([0, '']);
  expect(after.out).toContain('of 1: 0 still fail, 1 no longer, 0 undecided');
}, 180_000);
