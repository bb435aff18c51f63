import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wantsColor } from '../../src/cli/io.ts';
import { main } from '../../src/cli/program.ts';
import { loadConfiguration } from '../../src/config/load.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { fakeIo, scratch, whole } from './scratch.ts';

// The first test that uses a fault loads all of them from the sources.

/** Runs one command line, in a new folder unless one is given. */
async function cawl(line: string, { cwd = scratch(), env = {} }: { cwd?: string; env?: Record<string, string> } = {}) {
  const { io, said } = fakeIo(cwd, env);
  const status = await main(line.split(' ').filter(Boolean), io);
  return { status, ...said, cwd };
}

const refused: readonly [line: string, said: string][] = [
  ['', 'cawl: no command given\n  → start with cawl run, or see cawl --help\n'],
  ['rnu', 'cawl: unknown command rnu; did you mean run?\n  → see cawl --help\n'],
  ['sing', 'cawl: unknown command sing; there are run, '],
  ['run --max-reqs 5', 'cawl: unknown option --max-reqs; did you mean --max-requests?\n  → see cawl run --help\n'],
  ['run --base-ulr http://x', 'cawl: unknown option --base-ulr; did you mean --base-url?\n'],
  ['run all', 'cawl: unexpected word "all"\n  → see cawl run --help\n'],
  ['run --seed', 'cawl: --seed takes a value: --seed N\n  → see cawl run --help\n'],
  ['run --seed 1 --seed 2', 'cawl: --seed is given 2 times; it takes one value\n  → keep one of them\n'],
  ['run --quiet=maybe', 'cawl: --quiet is "maybe"; it takes no value, or true or false\n'],
  ['run --only nothing/*', 'cawl: --only "nothing/*" matches no requirement\n'],
  ['run --compare-to old.json', 'cawl: the report old.json does not exist\n'],
  [
    'run --fault logs-opne',
    'cawl: --fault "logs-opne" is not a fault of the reference server; did you mean "logs-open"?\n',
  ],
  ['serve --port http', 'cawl: --port is "http"; it takes a whole number from 0 to 65535\n'],
  ['serve --smtp nowhere:xx', 'cawl: --smtp is "nowhere:xx"; it takes HOST:PORT, such as localhost:1025\n'],
  ['explain', 'cawl: it takes cawl explain <id>\n  → see cawl explain --help\n'],
  [
    'explain logs/acepts-valid',
    'cawl: there is no requirement "logs/acepts-valid"; did you mean logs/accepts-valid?\n',
  ],
  ['diff a', 'cawl: it takes cawl diff <before> <after>\n'],
  ['diff a b --format html', 'cawl: --format is "html"; it takes console, markdown or json\n'],
  ['replay nowhere', 'cawl: the report nowhere does not exist\n'],
  ['selftest --fault logs-opne', 'cawl: --fault "logs-opne" matches no fault\n'],
  ['report nowhere', 'cawl: the report nowhere does not exist\n'],
];

test.for(refused)('`cawl %s` is rejected', async ([line, said]) => {
  const { status, err, out } = await cawl(line);
  expect([status, out]).toEqual([2, '']);
  expect(Math.max(...err.split('\n').map((text) => text.length))).toBeLessThanOrEqual(80);
  expect(err.replace(/\n {6}(?=\S)/g, ' ')).toContain(said);
});

test('help and version are printed to stdout and fit 80 columns', async () => {
  for (const line of ['--help', 'run --help', 'serve --help', 'diff --help', '--version']) {
    const { status, out, err } = await cawl(line);
    expect([status, err]).toEqual([0, '']);
    expect(Math.max(...out.split('\n').map((text) => text.length))).toBeLessThanOrEqual(80);
    expect(out).not.toContain('[string]');
  }
});

test('list prints one requirement per line, id first; explain prints one in full', async () => {
  const { out } = await cawl('list');
  expect(
    out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]),
  ).toEqual(catalogue.map((row) => row.id));
  expect(JSON.parse((await cawl('list --json --only logs/accepts-valid')).out)).toHaveLength(1);
  const row = catalogue[0]!;
  const told = (await cawl(`explain ${row.id}`)).out.replace(/\s+/g, ' ');
  for (const words of [row.id, row.statement, row.level, row.decidedBy, ...row.commonCauses])
    expect(told).toContain(words);
});

test('init does not overwrite a file without --force', async () => {
  const { status, out, cwd } = await cawl('init --base-url http://127.0.0.1:9/api/');
  expect([status, out]).toEqual([0, expect.stringContaining('Wrote cawl.config.yaml.')]);
  const file = join(cwd, 'cawl.config.yaml');
  expect(loadConfiguration({ cwd, env: { CAWL_TOKEN: 'a-good-token' }, flags: {} }).target?.baseUrl).toBe(
    'http://127.0.0.1:9/api',
  );
  writeFileSync(file, whole);
  expect((await cawl('init', { cwd })).status).toBe(2);
  expect(readFileSync(file, 'utf8')).toBe(whole);
  expect((await cawl('init --force', { cwd })).status).toBe(0);
  expect(readFileSync(file, 'utf8')).not.toBe(whole);
});

test('serve prints its settings, writes a matching configuration and stops on a signal', async () => {
  const cwd = scratch();
  const { io, said, stop } = fakeIo(cwd);
  const ended = main(['serve', '--write-config', 'server.yaml', '--fault', 'logs-open'], io);
  await expect.poll(() => said.out).toContain('Ctrl-C stops it.');
  const { target } = loadConfiguration({ cwd, env: {}, flags: { config: 'server.yaml' } });
  for (const words of [target?.baseUrl, target?.tokens.valid, 'wh_1', 'p1', 'c1', 'cawl run --config server.yaml'])
    expect(said.out).toContain(words);
  const port = new URL(target?.baseUrl ?? '').port;
  const second = await cawl(`serve --port ${port}`);
  expect(second.status).toBe(2);
  expect(second.err).toContain(`port ${port} is in use`);
  stop();
  expect(await ended).toBe(0);
  writeFileSync(join(cwd, 'mine.yaml'), 'mine');
  expect((await cawl('serve --write-config mine.yaml', { cwd })).err).toContain('cawl serve did not write it');
});

test('serve without --write-config leaves no file behind', async () => {
  const { io, said, stop } = fakeIo(scratch());
  const ended = main(['serve'], io);
  await expect.poll(() => said.out).toContain('Ctrl-C stops it.');
  const file = /--config (\S+)/.exec(said.out)?.[1] ?? '';
  expect(existsSync(file)).toBe(true);
  stop();
  await ended;
  expect(existsSync(file)).toBe(false);
});

test('serve --list-faults prints one fault per line, name first', async () => {
  const { out } = await cawl('serve --list-faults');
  for (const line of out.trimEnd().split('\n')) expect(line).toMatch(/^[a-z0-9-]+ {2,}\S/);
});

test('colour is decided by the flag, then FORCE_COLOR, NO_COLOR and the terminal', () => {
  const wants = (env: Record<string, string>, isTTY: boolean, flag?: boolean) => wantsColor({ env }, isTTY, flag);
  expect(wants({}, true)).toBe(true);
  expect(wants({}, false)).toBe(false);
  expect(wants({ NO_COLOR: '1' }, true)).toBe(false);
  expect(wants({ NO_COLOR: '' }, true)).toBe(true);
  expect(wants({ FORCE_COLOR: '1', NO_COLOR: '1' }, false)).toBe(true);
  expect(wants({ FORCE_COLOR: '0' }, true)).toBe(false);
  expect(wants({ FORCE_COLOR: '1' }, true, true)).toBe(false);
  expect(wants({ TERM: 'dumb' }, true)).toBe(false);
});
