/**
 * What `cawl learn` declares of a correct server holds in the run that follows. A few servers at depth quick; all of them
 * at standard with CAWL_PROOF=full, and CAWL_TARGET for those whose name contains it.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { failsGate } from '../../src/core/gate.ts';
import type { ConformanceReport } from '../../src/core/report.ts';
import { conformingTargets } from '../targets/index.ts';
import type { RunningTarget } from '../targets/support/target.ts';
import { cawl } from './program.ts';
import { scratch } from './scratch.ts';

const full = process.env['CAWL_PROOF'] === 'full';
const wanted = process.env['CAWL_TARGET'] ?? '';
/** Of several makes, and unlike each other in their cursors, times and orders. */
const sample = [
  'plain-keyset',
  'plain-offset',
  'express-sessions',
  'fastify-by-status',
  'hono-one-thousand',
  'python-tables',
];
const chosen = conformingTargets.filter(({ name }) => name.includes(wanted) && (full || sample.includes(name)));

const name = 'cawl.config.yaml';
const configured = ({ baseUrl, settings: { tokens, fixtures, run } }: RunningTarget) =>
  stringify({ baseUrl, tokens, fixtures, run: { ...run, seed: 1 } });

for (const target of chosen)
  test.skipIf(target.skip !== undefined)(
    `choices that learn declares for ${target.name} hold in the next run`,
    async () => {
      const running = await target.start();
      try {
        const before = configured(running);
        const cwd = scratch({ [name]: before });
        const learnt = await cawl(['learn'], cwd);
        expect([learnt.status, learnt.err]).toEqual([0, expect.stringContaining('at most 1500 requests')]);
        const after = readFileSync(join(cwd, name), 'utf8');
        expect(after.startsWith(before)).toBe(true);
        expect((parse(after) as { declares: object }).declares).toMatchObject({
          successStatus: target.choices.successStatus,
          refusalStatus: target.choices.refusalStatus,
        });
        const run = await cawl(['run', '--reporter', 'json', '--depth', full ? 'standard' : 'quick'], cwd);
        const { requirements } = JSON.parse(
          readFileSync(join(cwd, 'reports', 'conformance.json'), 'utf8'),
        ) as ConformanceReport;
        const wrong = requirements.filter(
          ({ verdict, level }) => verdict === 'error' || (verdict === 'fail' && failsGate(level)),
        );
        expect(wrong.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
        expect(run.status, run.err).toBe(0);
        // Learned once more: nothing is new, and nothing is otherwise.
        if (!full) return;
        const again = await cawl(['learn', '--dry-run'], cwd);
        expect(again.out).not.toContain('Declared differently from what was observed');
      } finally {
        await running.close();
      }
    },
    240_000,
  );

test('learn --read-only sends only searches, and lists what it could not learn', async () => {
  const running = await conformingTargets.find((target) => target.name === 'plain-keyset')!.start();
  try {
    const cwd = scratch({ [name]: configured(running) });
    const { status, out, err } = await cawl(['learn', '--read-only'], cwd);
    expect([status, err]).toEqual([0, expect.stringContaining('searches only (--read-only)')]);
    const sent = new Set(running.requests().map(({ method, url }) => `${method} ${url.split('?')[0]}`));
    expect([...sent].filter((line) => !/^GET \/v2\/webhooks\/[^/]+\/logs\/search$/.test(line))).toEqual([]);
    expect(sent.size).toBeGreaterThan(0);
    expect(out).toContain('\nNot learned:\n  successStatus.create, successStatus.register, successStatus.verify');
    const { declares } = parse(readFileSync(join(cwd, name), 'utf8')) as { declares: object };
    expect(declares).toMatchObject({ successStatus: { logs: 200 }, rangeBounds: '[]', endOfLog: 'null' });
    expect(declares).not.toHaveProperty('requiredFields');
  } finally {
    await running.close();
  }
}, 120_000);
