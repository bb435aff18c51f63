/** What `cawl learn` declares about a conforming server holds in the run that follows. A sample takes one server. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { gatingRequirements } from '../../src/core/gate.ts';
import type { ConformanceReport } from '../../src/core/report.ts';
import { cawl } from '../cli/program.ts';
import { scratch } from '../cli/scratch.ts';
import { isFull } from '../extent.ts';
import { conformingTargets } from '../targets/index.ts';
import type { RunningTarget } from '../targets/support/target.ts';

const targets = conformingTargets.filter(
  ({ name, skip }) => skip === undefined && (isFull || name === 'python-tables'),
);

const file = 'cawl.config.yaml';
const configurationOf = ({ baseUrl, settings: { tokens, fixtures, run } }: RunningTarget) =>
  stringify({ baseUrl, tokens, fixtures, run: { ...run, seed: 1 } });
const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8');

for (const target of targets)
  test(`choices that learn declares for ${target.name} hold in the next run`, { timeout: 240_000 }, async () => {
    const running = await target.start();
    try {
      const before = configurationOf(running);
      const cwd = scratch({ [file]: before });
      const learn = await cawl(['learn'], cwd);
      expect([learn.status, learn.err]).toEqual([0, expect.stringContaining('at most 1500 requests')]);
      const after = read(cwd, file);
      expect(after.startsWith(before)).toBe(true);
      const { successStatus, refusalStatus } = target.choices;
      expect(parse(after)).toMatchObject({ declares: { successStatus, refusalStatus } });
      const run = await cawl(['run', '--reporter', 'json', '--depth', 'quick'], cwd);
      const report = JSON.parse(read(cwd, 'reports/conformance.json')) as ConformanceReport;
      const failed = [...gatingRequirements(report, 'fail'), ...gatingRequirements(report, 'error')];
      expect(failed.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
      // A log of one page, or without times, leaves too much open to judge the target.
      expect(run.status, run.err).toBe(report.verdict === 'undecided' ? 3 : 0);
    } finally {
      await running.close();
    }
  });

test('learn --read-only sends only searches, and lists what it could not learn', async () => {
  const running = await conformingTargets.find((target) => target.name === 'plain-keyset')!.start();
  try {
    const cwd = scratch({ [file]: configurationOf(running) });
    const { status, out, err } = await cawl(['learn', '--read-only'], cwd);
    expect([status, err]).toEqual([0, expect.stringContaining('(--read-only)')]);
    const sent = running.requests().map(({ method, url }) => `${method} ${url.split('?')[0]}`);
    expect(sent).not.toEqual([]);
    expect(sent.filter((line) => !/^GET \/v2\/webhooks\/[^/]+\/logs\/search$/.test(line))).toEqual([]);
    expect(out).toContain('\nNot learned:\n  successStatus.create, successStatus.register, successStatus.verify');
    const { declares } = parse(read(cwd, file)) as { declares: object };
    expect(declares).toMatchObject({ successStatus: { logs: 200 }, rangeBounds: '[]', endOfLog: 'null' });
    expect(declares).not.toHaveProperty('requiredFields');
  } finally {
    await running.close();
  }
});
