/** `--code-smtp`: a target that sends its codes by mail sends them to the run that judges it. */
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { startReference } from '../../src/reference/index.ts';
import { freePort } from '../free-port.ts';
import { cawl } from './program.ts';
import { scratch } from './scratch.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** The words that judge a reference server, which sends its codes to a free address. */
async function sendingMails() {
  const address = `127.0.0.1:${await freePort()}`;
  const { baseUrl, settings, close } = await startReference({ smtp: address });
  closing.push(close);
  const { webhooks, profileIds, calendarIds } = settings.fixtures;
  const target = [
    ...['--base-url', baseUrl, '--code-smtp', address],
    ...webhooks.flatMap(({ id }) => ['--webhook', id]),
    ...profileIds.flatMap((id) => ['--profile', id]),
    ...calendarIds.flatMap((id) => ['--calendar', id]),
  ];
  return { address, target, env: { CAWL_TOKEN: settings.tokens.valid } };
}

/** Whether somebody listens there. */
const isOpen = (address: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(Number(address.split(':')[1]), '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.unref().setTimeout(1000, () => socket.destroy());
  });

test('a run receives the codes itself, says where, and ends with nothing left open', async () => {
  const { address, target, env } = await sendingMails();
  const words = [
    'run',
    ...target,
    '--depth',
    'quick',
    '--only',
    'verify/accepts-valid',
    '--only',
    'register/then-verify',
  ];
  const { status, out, err } = await cawl(words, scratch({}), { env });
  expect(err).toContain(`listening for the mails of the target at ${address}\n`);
  expect(out).toMatch(/2 passed/);
  expect(status).toBe(0);
  expect(await isOpen(address)).toBe(false);
});

test('an interrupted run ends soon, and so does its mail server', async () => {
  const { address, target, env } = await sendingMails();
  let stopped = 0;
  const stop = (kill: (signal: NodeJS.Signals) => void) => {
    stopped = performance.now();
    kill('SIGINT');
  };
  const { status } = await cawl(['run', ...target], scratch({}), { env, when: [/25\//, stop] });
  expect(status).toBe(130);
  expect(performance.now() - stopped).toBeLessThan(5000);
  expect(await isOpen(address)).toBe(false);
});

test('a port in use costs no request', async () => {
  const { address, target, env } = await sendingMails();
  const taken = new URL(target[1]!).host;
  const words = ['run', ...target.map((word) => (word === address ? taken : word))];
  const { status, err } = await cawl(words, scratch({}), { env });
  expect(status).toBe(2);
  expect(err).toMatch(/^cawl: mails cannot be received at 127\.0\.0\.1:\d+: the port is in use\n/);
});

test('cawl does not listen for mails in a run that registers nothing', async () => {
  const { address, target, env } = await sendingMails();
  const seen: boolean[] = [];
  const look = async () => seen.push(await isOpen(address));
  const words = ['run', ...target, '--read-only', '--only', 'logs/json', '--depth', 'quick'];
  const { err } = await cawl(words, scratch({}), { env, when: [/deciding/, () => void look()] });
  expect(err).not.toContain('listening for');
  expect(seen).not.toContain(true);
});
