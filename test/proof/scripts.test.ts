/**
 * The script of a finding shows the failure on the broken server, and not on the one without a fault. A sample runs some of
 * the faults. Skipped, with a message, if bash or curl is missing.
 */
import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../src/reference/fault.ts';
import { faults } from '../../src/reference/faults/index.ts';
import { type ReferenceServer, startReference } from '../../src/reference/index.ts';
import { renderScript } from '../../src/report/script/script.ts';
import { reportRequirement } from '../../src/runner/document.ts';
import { runInProcess } from '../../src/selftest/in-process-run.ts';
import { referenceSettings } from '../../src/selftest/reference-settings.ts';
import { requirementsForOwner } from '../../src/selftest/scope.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { sampled } from '../extent.ts';

const names = [
  'logs-gap-at-borders',
  'create-open',
  'create-connection-remembers',
  'verify-any-code',
  'logs-prev-one-early',
  'logs-status-ignored',
  'register-500-quote',
  'logs-total-one-less',
  'logs-page-two-loops',
  'logs-join-repeats',
  'logs-total-so-far',
  'logs-sort-drops-one',
  'logs-range-from-wins',
  'register-returns-id',
  'verify-text-html',
  'create-total-string',
  'logs-trailing-slash-open',
  'create-any-bearer',
  'verify-code-start',
  'logs-prev-missing-last',
  'logs-range-ignored',
  'logs-webhook-ignored',
  'logs-cursor-brings-webhook',
  'logs-direction-ignored',
  'logs-direction-swapped',
  'logs-direction-lost-with-status',
  'logs-direction-ignored-within-range',
  'logs-status-ignored-ascending',
  'logs-total-of-all-since-descending',
  'logs-filtered-walk-retries',
  'create-total-zero',
  'create-every-tenth',
  'register-refused-yet-done',
  'register-refused-takes-email',
  'verify-refused-yet-done',
];

const folder = mkdtempSync(join(tmpdir(), 'cawl-scripts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function missingProgram(): string | undefined {
  return ['bash', 'curl'].find((program) => {
    try {
      execFileSync(program, ['--version']);
      return false;
    } catch {
      return true;
    }
  });
}

const missing = missingProgram();
if (missing !== undefined) console.warn(`the scripts of findings are not tested: ${missing} is missing`);

/** The finding of a fault's owner, as its report has it. */
async function findingOn(server: ReferenceServer, owner: string) {
  const rows = requirementsForOwner(catalogue, owner);
  const { verdicts } = await runInProcess(referenceSettings(server, { seed: 1 }), rows);
  const requirement = catalogue.find(({ id }) => id === owner)!;
  return reportRequirement(requirement, verdicts.get(owner), undefined, 'reports/conformance.json');
}

/** Runs a script against a server. */
function run(script: string, { baseUrl, settings }: ReferenceServer): Promise<{ status: number; out: string }> {
  const file = join(folder, `${new URL(baseUrl).port}.sh`);
  writeFileSync(file, script);
  const env = {
    ...{ PATH: process.env['PATH'], CAWL_BASE_URL: baseUrl, CAWL_TOKEN: settings.tokens.valid },
    CAWL_EXPIRED_TOKEN: settings.tokens.expired,
    CAWL_CODE_URL: settings.fixtures.verificationCode?.url,
  };
  return new Promise((resolve) =>
    execFile('bash', [file], { env, timeout: 60_000 }, (error, stdout, stderr) =>
      resolve({ status: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out: stdout + stderr }),
    ),
  );
}

describe.skipIf(missing !== undefined)('scripts', () => {
  test('the script of a defect that shows with every fourth user only shows it', async () => {
    let users = 0;
    const everyFourth: Fault = {
      ...faults.find(({ name }) => name === 'verify-any-code')!,
      apply(server) {
        const inner = server.steps.codeMatches;
        server.steps.codeMatches = (user, code) => ++users % 4 === 0 || inner(user, code);
        // No wrong code that is made of it is the right one, for which the script would take another user.
        server.steps.newCode = () => '135792';
      },
    };
    const [broken, sometimes] = await Promise.all([
      startReference({ faults: ['verify-any-code'] }),
      startReference({ faults: [everyFourth] }),
    ]);
    try {
      const script = renderScript(await findingOn(broken, 'verify/wrong-code'), broken.baseUrl)!;
      expect(await run(script, sometimes)).toMatchObject({ status: 1 });
      expect(users).toBe(4);
    } finally {
      await Promise.all([broken.close(), sometimes.close()]);
    }
  });

  test('if a wrong code happens to be the right one, the script takes other users', async () => {
    const codesInOrder = (...codes: string[]): Fault => ({
      ...{ name: 'codes-in-order', owner: 'verify/wrong-code', defect: 'sends known codes' },
      apply(server) {
        server.steps.newCode = () => (codes.length > 1 ? codes.shift()! : codes[0]!);
      },
    });
    const broken = await startReference({ faults: ['verify-any-code'] });
    const found = await findingOn(broken, 'verify/wrong-code');
    const steps = found.capsule!.steps.map((step) => ({
      ...step,
      body: step.body?.replace(/\{code:(\d+)[^}]*\}/g, '{code:$1[0:2][3:4][2:3][4:]}') ?? null,
    }));
    const script = renderScript({ ...found, capsule: { ...found.capsule!, steps } }, broken.baseUrl)!;
    const statuses = [];
    for (const faults of [
      [codesInOrder('120034', '567789', '123456')],
      [codesInOrder('120034', '123456'), 'verify-any-code'],
      [codesInOrder('110011')],
    ]) {
      const server = await startReference({ faults });
      statuses.push((await run(script, server)).status);
      await server.close();
    }
    await broken.close();
    expect(statuses).toEqual([0, 1, 2]);
  });

  test('the script of a defect that shows only beside other requests says so, and judges nothing', async () => {
    const server = await startReference({ faults: ['logs-parallel-query'] });
    try {
      const { status, out } = await run(
        renderScript(await findingOn(server, 'logs/parallel'), server.baseUrl)!,
        server,
      );
      expect([status, out]).toEqual([2, expect.stringContaining('only where requests are under way at once')]);
    } finally {
      await server.close();
    }
  });

  for (const name of sampled(names, 3)) {
    const fault = faults.find((one) => one.name === name)!;
    test(`the script of ${fault.owner} shows ${name}, and nothing on a server without it`, {
      timeout: 120_000,
    }, async () => {
      const [broken, fixed] = await Promise.all([startReference({ faults: [fault] }), startReference()]);
      try {
        const found = await findingOn(broken, fault.owner);
        const script = renderScript(found, broken.baseUrl);
        expect(script).toBeDefined();
        const [there, here] = await Promise.all([run(script!, broken), run(script!, fixed)]);
        expect(there.status, there.out).toBe(1);
        expect(there.out).toContain('the failure shows: ');
        // A failure that shows now and then is not disproved by a few requests.
        const { times, of } = found.reproduced ?? { times: 1, of: 1 };
        expect(here.status, here.out).toBe(times < of ? 2 : 0);
      } finally {
        await Promise.all([broken.close(), fixed.close()]);
      }
    });
  }
});
