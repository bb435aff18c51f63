/** The program as shipped, from dist/. Each test starts processes, so there are few. */
import { spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ConformanceReport } from '../../src/core/report.ts';
import { startReference } from '../../src/reference/index.ts';
import { program, cawl as runProgram, type Surroundings } from './program.ts';
import { scratch, whole } from './scratch.ts';

/** Runs one command line, in a new folder unless one is given. */
async function cawl(line: string, { cwd = scratch(), ...surroundings }: Surroundings & { readonly cwd?: string } = {}) {
  return { ...(await runProgram(line.split(' '), cwd, surroundings)), cwd };
}

const reportIn = (cwd: string): ConformanceReport =>
  JSON.parse(readFileSync(join(cwd, 'reports', 'conformance.json'), 'utf8')) as ConformanceReport;

test('exit 0: the embedded server conforms, and the reports and the seed are named', async () => {
  const { status, out, err, cwd } = await cawl('run --only */accepts-valid --seed 7');
  expect([status, out, err]).toEqual([0, expect.stringContaining('CONFORMANT'), expect.stringContaining('seed 7')]);
  expect(out).toContain('reports/index.html');
  expect(reportIn(cwd)).toMatchObject({ verdict: 'conformant', target: { embedded: true }, run: { seed: 7 } });
  for (const file of ['index.html', 'junit.xml', 'summary.md'])
    expect(existsSync(join(cwd, 'reports', file))).toBe(true);
}, 180_000);

test('exit 1: a fault fails the run; with --compare-to the known failure does not', async () => {
  const line = 'run --fault create-needs-title --only create/accepts-valid';
  const first = await cawl(`${line} --quiet --write-waivers`);
  expect(first.status).toBe(1);
  expect(first.out).toMatch(
    /^failed create\/accepts-valid \(stated\): .*\nnot conformant: 0 passed, 1 failed, 0 not decided/,
  );
  expect(first.out).toContain('  - requirement: create/accepts-valid\n');
  expect(first.err).toBe('');
  const second = await cawl(`${line} --compare-to reports/conformance.json`, { cwd: first.cwd });
  expect(second.status).toBe(0);
  expect(second.out).toContain('No new failures since the earlier report; 1 known failure remains.');
}, 180_000);

test('exit 2: all configuration errors are listed with their place, and nothing is sent or written', async () => {
  const yaml = `baseUrl: https://me:hidden@staging.example.com/api
tokens:
  valid: "Bearer hidden"
fixtures:
  webhooks: [{id: wh_1}, {id: wh_1}]
  profileIds: [p1]
  register:
    email: ada@example.com
declares:
  endOfLog: nul
run:
  depth: deeep
  reporters: [console, serif]
wavers: []
`;
  const cwd = scratch({ 'cawl.config.yaml': yaml });
  const { status, out, err } = await cawl('run', { cwd, env: { NO_COLOR: '1' } });
  expect([status, out]).toEqual([2, '']);
  await expect(err).toMatchFileSnapshot('golden/misconfigured.txt');
  expect(Math.max(...err.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(readdirSync(cwd)).toEqual(['cawl.config.yaml']);
}, 180_000);

test('exit 2: a single configuration error is one line', async () => {
  const cwd = scratch({ 'cawl.config.yaml': `${whole}run: {dept: quick}\n` });
  const { status, out, err } = await cawl('run', { cwd, env: { CAWL_TOKEN: 'a-good-token' } });
  expect([status, out]).toEqual([2, '']);
  expect(err).toBe('cawl: cawl.config.yaml:8:7  unknown key `dept` in run; did you mean `depth`?\n');
}, 180_000);

test('exit 3: the target is unreachable, or rejects the valid token', async () => {
  const cwd = scratch({ 'cawl.config.yaml': whole });
  const gone = await cawl('run', { cwd, env: { CAWL_TOKEN: 'a-good-token' } });
  expect([gone.status, gone.out]).toEqual([3, '']);
  expect(gone.err).toContain('cawl: cannot reach 127.0.0.1:9: ');
  const { verdict, run, requirements } = reportIn(cwd);
  expect([verdict, run.unjudged?.reason]).toEqual(['undecided', expect.stringContaining('cannot reach 127.0.0.1:9: ')]);
  expect(requirements.filter((row) => !['inconclusive', 'notApplicable'].includes(row.verdict))).toEqual([]);
  expect(readFileSync(join(cwd, 'reports', 'index.html'), 'utf8')).toContain('annot reach 127.0.0.1:9');
  const server = await startReference();
  const refused = await cawl(`run --base-url ${server.baseUrl}`, { cwd, env: { CAWL_TOKEN: 'a-good-token' } });
  await server.close();
  expect([refused.status, refused.out]).toEqual([3, '']);
  expect(refused.err.replace(/\n +/g, ' ')).toContain('cawl: the valid token is rejected: create 401, logs 401');
}, 180_000);

test('exit 130: an interrupted run reports the verdicts so far', async () => {
  const server = await startReference({ latencyMs: 15 });
  const cwd = scratch({ 'cawl.config.yaml': whole });
  const { status, out } = await cawl(`run --base-url ${server.baseUrl}`, {
    cwd,
    env: { CAWL_TOKEN: server.settings.tokens.valid },
    when: [/ decided/, (kill) => kill('SIGINT')],
  });
  await server.close();
  expect(status).toBe(130);
  expect(out).toContain('INTERRUPTED');
  expect(reportIn(cwd).run.interrupted).toBe(true);
}, 180_000);

test('a run that is killed leaves what it decided and what it created, of which cawl report makes files', async () => {
  const server = await startReference({ latencyMs: 15 });
  const cwd = scratch({ 'cawl.config.yaml': whole });
  const env = { CAWL_TOKEN: server.settings.tokens.valid };
  const when = [/ decided[\s\S]* decided/, (kill: (signal: NodeJS.Signals) => void) => kill('SIGKILL')] as const;
  const killed = await cawl(`run --base-url ${server.baseUrl}`, { cwd, env, when });
  expect(killed.status).toBeNull();
  const { status } = await cawl('report reports', { cwd });
  await server.close();
  expect(status).toBe(0);
  const { users, events } = JSON.parse(readFileSync(join(cwd, 'reports/left-behind.json'), 'utf8'));
  expect(reportIn(cwd).run.created).toEqual({ users: users.length, events: events.length });
  expect(events.length).toBeGreaterThan(1);
}, 180_000);

test.each([
  ['as soon as it takes in signals', 0, '--fault create-open'],
  ['while the worker starts', 300, '--fault create-open'],
  ['while it waits for the target', 300, '--base-url http://127.0.0.1:9 --wait-for-target 60s'],
])(
  'exit 130: a run that is stopped %s has a report',
  async (_when, delayMs, target) => {
    // Sends the signal from inside, since only there it is known when the program listens.
    const stop = `const timer = setInterval(() => {
    if (process.listenerCount('SIGINT') === 0) return;
    clearInterval(timer);
    setTimeout(() => process.kill(process.pid, 'SIGINT'), ${delayMs});
  }, 1);`;
    const cwd = scratch({ 'stop.mjs': stop });
    const { status, out } = await cawl(`run --quiet ${target}`, {
      cwd,
      env: { NODE_OPTIONS: '--import=./stop.mjs', CAWL_TOKEN: 'a-good-token' },
    });
    expect([status, out]).toEqual([130, expect.stringContaining('(interrupted)')]);
    expect(reportIn(cwd)).toMatchObject({ verdict: 'incomplete', run: { interrupted: true } });
  },
  180_000,
);

test.each([
  'SIGINT',
  'SIGTERM',
])('exit 130: a %s that comes while vitest starts, and would end it, has a report', async (signal) => {
  const stop = `process.on('newListener', (name, handler) => {
    if (name === '${signal}' && /[\\\\/]vite(st)?[\\\\/]/.test(new Error().stack))
      setTimeout(() => process.kill(process.pid, '${signal}'));
  });`;
  const cwd = scratch({ 'stop.mjs': stop });
  const { status, out } = await cawl('run --quiet --fault create-open', {
    cwd,
    env: { NODE_OPTIONS: '--import=./stop.mjs' },
  });
  expect([status, out]).toEqual([130, expect.stringContaining('(interrupted)')]);
  expect(reportIn(cwd)).toMatchObject({ verdict: 'incomplete', run: { interrupted: true } });
}, 180_000);

test('exit 2: an old version of Node gets one sentence', async () => {
  const old = "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.4' } });";
  const { status, out, err } = await cawl('run', {
    cwd: scratch({ 'old.mjs': old }),
    env: { NODE_OPTIONS: '--import=./old.mjs' },
  });
  expect([status, out, err]).toEqual([2, '', 'cawl: it needs Node 20.19 or later; this is 18.20.4\n']);
}, 180_000);

test('a reader that closes the pipe early is not an error', async () => {
  const { status, err } = await cawl('--help', { env: { NODE_OPTIONS: '--trace-uncaught' } });
  expect([status, err]).toEqual([0, '']);
  const child = spawn(process.execPath, [program, 'list', '--json'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
  expect(said).toBe('');
}, 180_000);

test.runIf(existsSync('/dev/full'))(
  'output that finds a full disk is a sentence, and the reports are written',
  async () => {
    const cwd = scratch();
    const full = openSync('/dev/full', 'w');
    const words = [
      'run',
      '--only',
      'create/accepts-valid',
      '--depth',
      'quick',
      '--reporter',
      'json',
      '--reporter',
      'github',
    ];
    const child = spawn(process.execPath, [program, ...words], {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', GITHUB_STEP_SUMMARY: '/dev/full' },
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    let said = '';
    child.stderr?.on('data', (text) => {
      said += text;
    });
    expect(await new Promise((resolve) => child.on('close', resolve))).toBe(2);
    expect(said).toContain('cawl: the output cannot be written: no space is left on the device');
    expect(said).toContain('cawl: GITHUB_STEP_SUMMARY names /dev/full, which cannot be written');
    expect(said).not.toContain('    at ');
    expect(reportIn(cwd).verdict).toBe('incomplete');
  },
  180_000,
);
