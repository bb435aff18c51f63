import { expect, test } from 'vitest';
import { freePort } from '../../test/free-port.ts';
import { startImplementation } from './start.ts';

const within = { cwd: process.cwd(), env: process.env, signal: new AbortController().signal };
const node = (code: string) => ({ command: [process.execPath, '-e', code] });

test('a command is waited for until it serves, and has ended after close()', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const code = `require('node:http').createServer((_, res) => res.end(String(process.pid))).listen(${port}, '127.0.0.1')`;
  const started = await startImplementation(node(code), url, within);
  const pid = Number(await (await fetch(url)).text());
  await started.close();
  expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});

test('a command that ends is reported with what it printed', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const command = node("console.error('no database'); process.exit(4)");
  await expect(startImplementation(command, url, within)).rejects.toThrow(/ended with status 4: no database/);
});

test('a command that never serves is stopped', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  const command = { ...node('setInterval(() => {}, 1000)'), wait: '300ms' };
  await expect(startImplementation(command, url, within)).rejects.toThrow('accepted no connection');
});

test('a program that does not exist is reported', async () => {
  const url = `http://127.0.0.1:${await freePort()}`;
  await expect(startImplementation({ command: ['no-such-program'] }, url, within)).rejects.toThrow('ENOENT');
});
