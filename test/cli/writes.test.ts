/** What a run may change: --yes, --read-only, --methods, on targets that are this machine and on others. */
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { main } from '../../src/cli/program.ts';
import type { ConformanceReport } from '../../src/core/report.ts';
import { judge } from '../../src/index.ts';
import { startReference } from '../../src/reference/index.ts';
import { cawl as shipped } from './program.ts';
import { fakeIo, scratch, whole } from './scratch.ts';

async function cawl(words: readonly string[], env: Record<string, string> = {}, text = whole) {
  const { io, said } = fakeIo(scratch({ 'cawl.config.yaml': text }), { CAWL_TOKEN: 'a-good-token', ...env });
  return { status: await main(words, io), ...said };
}

const elsewhere = whole.replace('http://127.0.0.1:9/api/', 'http://192.0.2.1:9/api/');
const refusal = '192.0.2.1:9 is not this machine, and users and events would be created there';
const flat = (text: string) => text.replace(/\n +/g, ' ');

test.for(['run', 'learn', 'doctor'])('cawl %s writes to another machine only if its owner agrees', async (command) => {
  const refused = await cawl([command], {}, elsewhere);
  expect([refused.status, flat(refused.err)]).toEqual([2, expect.stringContaining(refusal)]);
  expect(flat(refused.err)).toMatch(/--yes.*allowWrites: true.*--read-only/s);
});

test('a flag, a variable or the configuration agrees, and what only reads needs no agreement', async () => {
  // The address is for documentation (RFC 5737): nothing answers.
  const quick = ['run', '--timeout', '50', '--max-wait', '0s'];
  for (const [words, env, text] of [
    [['--yes'], {}, elsewhere],
    [[], { CAWL_YES: 'true' }, elsewhere],
    [[], {}, `${elsewhere}allowWrites: true\n`],
    [['--read-only'], {}, elsewhere],
    [[], { CAWL_READ_ONLY: '1' }, elsewhere],
  ] as const) {
    const { status, err } = await cawl([...quick, ...words], env, text);
    expect([words, env, status, flat(err)]).toEqual([words, env, 3, expect.not.stringContaining(refusal)]);
  }
});

test('a program needs the same agreement', async () => {
  const input = { baseUrl: 'http://192.0.2.1:9', tokens: { valid: 'a-good-token' }, timeoutMs: 50 };
  await expect(judge(input)).rejects.toMatchObject({ name: 'UsageError', code: 'WRITES_NOT_ALLOWED' });
  await expect(judge({ ...input, allowWrites: true })).rejects.toMatchObject({ name: 'TargetError' });
});

/** A passage to the reference server that notes the method and path of each request. */
async function noting() {
  const server = await startReference({ seed: 'noted' });
  onTestFinished(() => server.close());
  const asked = new Set<string>();
  const sockets = new Set<Socket>();
  const front = createServer((socket) => {
    const onward = connect(Number(new URL(server.settings.baseUrl).port), '127.0.0.1');
    sockets.add(socket).add(onward);
    socket.on('data', (octets) => {
      for (const [, line] of octets.toString('latin1').matchAll(/^([A-Z]+ [^ ?\r\n]+)[^\r\n]* HTTP\/1\.[01]\r$/gm))
        asked.add(line!.replace(/http:..127.0.0.1:\d+/, ''));
    });
    for (const [one, other] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      one.pipe(other);
      one.on('error', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    front.close();
  });
  const { tokens, fixtures } = server.settings;
  const webhooks = fixtures.webhooks.map(({ id }) => ({ id }));
  const baseUrl = `http://127.0.0.1:${(front.address() as AddressInfo).port}`;
  return { asked, input: { baseUrl, tokens, fixtures: { ...fixtures, webhooks }, seed: 1 } };
}

const idsOf = ({ requirements }: ConformanceReport, verdict: string) =>
  requirements.filter((row) => row.verdict === verdict);

test('--read-only sends nothing but searches, decides what they show, and says why the rest is not tested', async () => {
  const { asked, input } = await noting();
  const { report, status } = await judge({ ...input, readOnly: true, depth: 'quick' });
  // In other spellings of the path, too.
  expect([...asked].filter((kind) => !/^GET \S*\/webhooks\//.test(decodeURI(kind)))).toEqual([]);
  expect([status, report.verdict, report.run.readOnly]).toEqual([0, 'incomplete', true]);
  const open = idsOf(report, 'inconclusive').filter(({ operation }) => operation !== null && operation !== 'logs');
  expect(new Set(open.map(({ message }) => message))).toEqual(
    new Set(['not tested: --read-only sends nothing but searches of logs']),
  );
  expect(new Set(open.map(({ setting }) => setting))).toEqual(new Set(['--read-only']));
  const searches = report.requirements.filter(({ operation, level }) => operation === 'logs' && level !== 'advisory');
  const decided = searches.filter(({ verdict }) => verdict === 'pass');
  expect(decided.length).toBeGreaterThan(30);
  expect(idsOf(report, 'fail')).toEqual([]);
});

test('PUT, PATCH and DELETE are sent only with --methods', async () => {
  const methods = (asked: ReadonlySet<string>) =>
    new Set([...asked].map((kind) => kind.split(' ')[0]!).filter((method) => /^(PUT|PATCH|DELETE)$/.test(method)));
  const without = await noting();
  const { report } = await judge({ ...without.input, only: ['*/wrong-method'] });
  expect(methods(without.asked)).toEqual(new Set());
  expect(new Set(report.requirements.map(({ verdict, setting }) => `${verdict} ${setting}`))).toEqual(
    new Set(['inconclusive --methods']),
  );
  const withThem = await noting();
  const asked = await judge({ ...withThem.input, only: ['*/wrong-method'], methods: true });
  expect(methods(withThem.asked)).toEqual(new Set(['PUT', 'PATCH', 'DELETE']));
  expect(new Set(asked.report.requirements.map(({ verdict }) => verdict))).toEqual(new Set(['pass']));
});

test('left-behind.json lists every user and event of the run', async () => {
  const server = await startReference({ seed: 'left' });
  onTestFinished(() => server.close());
  const { tokens, fixtures } = server.settings;
  const cwd = scratch({
    'cawl.config.json': JSON.stringify({
      baseUrl: server.settings.baseUrl,
      tokens,
      fixtures: { ...fixtures, webhooks: fixtures.webhooks.map(({ id }) => ({ id })) },
      run: { depth: 'quick', seed: 1, only: ['create/*', 'register/*'] },
    }),
  });
  const said = await shipped(['run'], cwd);
  expect(said.status).toBe(0);
  const read = (name: string) => JSON.parse(readFileSync(join(cwd, 'reports', name), 'utf8'));
  const left = read('left-behind.json') as {
    users: { email: string }[];
    events: { items: string[]; profileIds: string[]; calendarIds: string[] }[];
  };
  const { created } = (read('conformance.json') as ConformanceReport).run;
  expect([left.users.length, left.events.length]).toEqual([created!.users, created!.events]);
  expect(new Set(left.users.map(({ email }) => email)).size).toBe(left.users.length);
  expect(left.users.every(({ email }) => email.includes('cawl'))).toBe(true);
  // Empty lists create a page without items.
  const named = left.events.filter(({ profileIds, calendarIds }) => [profileIds, calendarIds].flat().length > 0);
  expect(named.every(({ items }) => items.length > 0)).toBe(true);
  expect(said.out).toMatch(/Created +\d+ users, \d+ events; left-behind\.json lists them/);
  // It stays if a report is written again.
  await main(['report', 'reports'], fakeIo(cwd).io);
  expect(read('left-behind.json')).toEqual(left);
});

test('left-behind.json lists what may have been created before a target turned out not to be judged', async () => {
  const server = createServer((socket) => void socket.on('data', () => socket.destroy()).on('error', () => undefined));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const cwd = scratch({ 'cawl.config.yaml': whole.replace('127.0.0.1:9', `127.0.0.1:${port}`) });
  const { io } = fakeIo(cwd, { CAWL_TOKEN: 'a-good-token' });
  expect(await main(['run'], io)).toBe(3);
  const left = JSON.parse(readFileSync(join(cwd, 'reports/left-behind.json'), 'utf8'));
  expect(left.events.length).toBeGreaterThan(0);
  expect(left.events.every(({ uncertain }: { uncertain: boolean }) => uncertain)).toBe(true);
});

test('--plan prints what would be sent and created, and sends nothing', async () => {
  const { status, out, err } = await cawl(
    ['run', '--plan', '--depth', 'quick', '--only', '*/accepts-valid'],
    {},
    elsewhere,
  );
  expect([status, err]).toEqual([0, '']);
  expect(out).toMatch(/4 requirements of http:\/\/192\.0\.2\.1:9\/api/);
  expect(out).toMatch(/^ {2}register +registers a user +\d+ +\d+ +\d+ B$/m);
  expect(out).toMatch(/leaves about \d+ users? and \d+ events? behind/);
  expect(out).toContain('Nothing was sent to the target.');
  const nothing = await cawl(['run', '--plan', '--read-only', '--depth', 'quick', '--only', 'logs/*'], {}, elsewhere);
  expect(nothing.out).toContain('It creates nothing.');
});

test('--max-users and --max-events bound what a run creates, and leave the rest undecided by that setting', async () => {
  const { input } = await noting();
  const limits = { maxUsers: 10, maxEvents: 6 };
  const { report, leftBehind, status } = await judge({ ...input, ...limits, depth: 'quick' });
  expect([leftBehind.users.length <= 10, leftBehind.events.length <= 6]).toEqual([true, true]);
  const settings = new Set(report.requirements.map(({ setting }) => setting));
  expect([settings.has('--max-users'), settings.has('--max-events')]).toEqual([true, true]);
  expect([status, report.verdict]).toEqual([0, 'incomplete']);
});

test('--max-users 0 and --max-events 0: nothing is created, before the run either, and searches are decided', async () => {
  const { input } = await noting();
  const limits = { maxUsers: 0, maxEvents: 0 };
  const { report, leftBehind } = await judge({ ...input, ...limits, depth: 'quick', only: ['*/accepts-valid'] });
  expect(leftBehind).toEqual({ users: [], events: [] });
  expect(report.requirements.map(({ id, verdict }) => `${id} ${verdict}`)).toContain('logs/accepts-valid pass');
});
