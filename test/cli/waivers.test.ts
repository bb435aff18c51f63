/** Waivers: the printed block passes the gate once pasted, and a waiver may not outlive its failure. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { renderWaivers } from '../../src/config/waivers.ts';
import type { Waiver } from '../../src/core/config.ts';
import type { ConformanceReport } from '../../src/core/report.ts';
import { startReference } from '../../src/reference/index.ts';
import { conformant } from '../report/samples.ts';
import { cawl } from './program.ts';
import { scratch } from './scratch.ts';

const name = 'cawl.config.yaml';

test('a pasted waiver passes the gate; an expired, unmatched or unneeded one fails it', async () => {
  const server = await startReference({ faults: ['create-text-plain'] });
  try {
    const { baseUrl, tokens, fixtures } = server.settings;
    const own = stringify({
      baseUrl,
      tokens,
      fixtures,
      run: { only: ['create/accepts-valid', 'create/content-type', 'logs/accepts-valid'] },
    });
    const cwd = scratch({ [name]: own });
    const run = (...words: string[]) => cawl(['run', '--quiet', '--reporter', 'json', ...words], cwd);
    const first = await run('--write-waivers');
    expect(first.status).toBe(1);
    const block = first.out.slice(first.out.indexOf('# paste into cawl.config.yaml, and give'));
    const [waiver] = (parse(block) as { waivers: Waiver[] }).waivers;
    expect(waiver).toMatchObject({ requirement: 'create/content-type' });

    const withWaivers = (...waivers: Waiver[]) => writeFileSync(join(cwd, name), `${own}${stringify({ waivers })}`);
    writeFileSync(join(cwd, name), own + block);
    expect(await run()).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^(?:incomplete|conformant with 1 waiver): /m),
    });
    const report = JSON.parse(readFileSync(join(cwd, 'reports/conformance.json'), 'utf8')) as ConformanceReport;
    expect(report.requirements.find(({ id }) => id === 'create/content-type')?.verdict).toBe('waived');

    withWaivers({ ...waiver!, until: '2026-01-01' });
    expect(await run()).toMatchObject({ status: 1, out: expect.stringContaining(': expired on 2026-01-01') });
    withWaivers(waiver!, { ...waiver!, requirement: 'create/content-tipe' });
    expect(await run()).toMatchObject({
      status: 2,
      err: expect.stringMatching(/matches no\s+requirement; did you mean create\/content-type/),
    });
    withWaivers(waiver!, { ...waiver!, requirement: 'logs/accepts-valid' });
    const spent = await run('--write-waivers', '--compare-to', 'reports');
    expect(spent).toMatchObject({ status: 1, out: expect.stringContaining(': the requirement passes: remove') });
    expect(spent.out).toContain(' in place of its waivers');
    const lines = spent.out.slice(spent.out.indexOf('# paste')).split('\n');
    expect(parse(lines.filter((line) => /^(waivers:| {2})/.test(line)).join('\n'))).toEqual({ waivers: [waiver] });
  } finally {
    await server.close();
  }
}, 180_000);

test('--write-waivers keeps existing waivers, and says if nothing is left to waive', () => {
  const row = (id: string) => conformant.requirements.find((one) => one.id === id)!;
  const held = { reason: 'release 4.2', until: '2031-01-01' };
  const report: ConformanceReport = {
    ...conformant,
    requirements: [
      { ...row('create/accepts-valid'), verdict: 'fail' },
      { ...row('logs/bad-cursor'), verdict: 'fail' },
      { ...row('logs/prev-returns'), verdict: 'waived', waiver: held },
    ],
  };
  const text = renderWaivers(report, 'x.yaml', Date.UTC(2026, 0, 1));
  expect(text).toContain('# paste into x.yaml in place of its waivers, ');
  expect(parse(text)).toEqual({
    waivers: [
      {
        requirement: 'create/accepts-valid',
        reason: expect.any(String),
        ...(row('create/accepts-valid').message === undefined ? {} : { symptom: expect.any(String) }),
        until: '2026-04-01',
      },
      { requirement: 'logs/prev-returns', ...held },
    ],
  });
  expect(renderWaivers(conformant)).toBe('# nothing failed: no waivers are needed\n');
  const spent = { ...conformant, waiverProblems: [{ requirement: 'x', problem: 'passes' }] };
  expect(renderWaivers(spent, 'x.yaml')).toBe('# nothing failed: remove the waivers from x.yaml\n');
});
