/** The mail server of cawl, asked as the checks ask it; the mails come from nodemailer, or over a bare socket if they are broken. */
import { connect, type Socket } from 'node:net';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import type { VerificationCode } from '../../core/config.ts';
import { openCodeSource } from './open-code-source.ts';
import { awaitCode, awaitCodes, describeMissingCode } from './verification-code.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function listening(change: Partial<VerificationCode> = {}) {
  const port = await freePort();
  const { source, close } = await openCodeSource({ smtp: `127.0.0.1:${port}`, waitMs: 60, ...change });
  closing.push(close);
  const transport = createTransport({ host: '127.0.0.1', port, pool: true });
  closing.push(() => transport.close());
  return {
    port,
    source,
    close,
    send: (mail: SendMailOptions) => transport.sendMail({ from: 'app@example.com', ...mail }),
    codesFor: (email: string) => awaitCodes(source, email),
  };
}

/** A connection that has said for whom its mail is, and may send it now. */
async function conversation(port: number, recipients: readonly string[] = ['ada@example.com']): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  closing.push(() => socket.destroy());
  const answers = linesOf(socket);
  await answers.next();
  for (const line of [
    'HELO app',
    'MAIL FROM:<app@example.com>',
    ...recipients.map((to) => `RCPT TO:<${to}>`),
    'DATA',
  ]) {
    socket.write(`${line}\r\n`);
    await answers.next();
  }
  return socket;
}

async function* linesOf(socket: Socket): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of socket) {
    const lines = (text + String(chunk)).split('\r\n');
    text = lines.pop()!;
    yield* lines;
  }
}

const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

test.each<[string, SendMailOptions]>([
  ['plain text', { text: 'Your code is 004213.' }],
  [
    'HTML alone',
    { html: '<style>p{color:#336699;width:1280px}</style><p>Your code: <b>00</b><i>4213</i></p><!-- 5555 -->' },
  ],
  ['HTML with references', { html: '<img width=2024 src=x.png><td>&#48;&#x30;4213</td>&nbsp;<!-- 99999' }],
  ['base64', { text: 'Your code is 004213.', textEncoding: 'base64' }],
  ['quoted-printable', { text: `Für Sie ${'ä'.repeat(80)}: 004213`, textEncoding: 'quoted-printable' }],
  ['the subject', { subject: 'Ihr Schlüssel 004213', text: 'Guten Tag' }],
  ['HTML beside a text without it', { text: 'Your program shows no HTML.', html: '<p>004213</p>' }],
  ['a text beside an attachment', { text: '004213', attachments: [{ filename: 'a.txt', content: '77777 88888' }] }],
])('a code is read out of %s', async (_, mail) => {
  const { send, codesFor } = await listening();
  await send({ to: 'ada@example.com', ...mail });
  expect(await codesFor('ada@example.com')).toEqual(['004213']);
});

test('a code is read out of a character set other than UTF-8', async () => {
  const { port, source } = await listening({ pattern: 'Code für Sie: (\\d+)' });
  const socket = await conversation(port);
  socket.write('Content-Type: text/plain; charset=utf-16le\r\nContent-Transfer-Encoding: base64\r\n\r\n');
  socket.write(`${Buffer.from('Code für Sie: 004213', 'utf16le').toString('base64')}\r\n.\r\n`);
  expect(await awaitCode(source, 'ada@example.com', 2000)).toBe('004213');
});

test('a mail is for every recipient of its envelope, in any letter case, with a plus, and with either form of a domain', async () => {
  const { send, codesFor } = await listening();
  const to = ['Ada+1@Example.com', 'bob+2@example.com', 'carl@bücher.example'];
  await send({ to, bcc: 'dora@example.com', text: '4711' });
  for (const email of [...to, 'ada+1@example.com', 'dora@example.com', 'carl@xn--bcher-kva.example'])
    expect(await codesFor(email), email).toEqual(['4711']);
  for (const email of ['ada@example.com', 'bob@example.com', 'eve@example.com'])
    expect(await codesFor(email), email).toEqual([]);
});

test('the newest mail with a code counts, and of two addresses that differ in case each has its own', async () => {
  const { send, codesFor } = await listening();
  await send({ to: 'ada@example.com', text: '1111' });
  await send({ to: 'ADA@example.com', text: '2222' });
  await send({ to: 'ada@example.com', text: '3333' });
  await send({ to: 'ada@example.com', text: 'Welcome!' });
  expect(await codesFor('ada@example.com')).toEqual(['3333']);
  expect(await codesFor('ADA@example.com')).toEqual(['2222']);
  expect(await codesFor('Ada@example.com')).toEqual(['3333']);
});

test('a target may log in with any name, and is offered no TLS that it cannot trust', async () => {
  const { port, codesFor } = await listening();
  const transport = createTransport({ host: '127.0.0.1', port, auth: { user: 'app', pass: 'secret' } });
  await transport.sendMail({ from: 'app@example.com', to: 'ada@example.com', text: '4711' });
  expect(await codesFor('ada@example.com')).toEqual(['4711']);
});

test('a missing code is described with the address of the server and the mails that it received', async () => {
  const { port, send, source } = await listening();
  const at = `no code came within 60 ms; cawl listens for mails at 127.0.0.1:${port}, where`;
  expect(await describeMissingCode(source)).toBe(`${at} no mail has come; does the target send its mails there?`);
  await send({ to: 'bob@example.com', text: '4711' });
  expect(await describeMissingCode(source)).toBe(`${at} one mail came, the last for bob@example.com`);
});

test('a pattern that matches no number is reported as such', async () => {
  const { send, source } = await listening({ pattern: 'code is (\\w+)' });
  await send({ to: 'ada@example.com', text: 'your code is unknown' });
  await expect(awaitCode(source, 'ada@example.com')).rejects.toThrow(
    'pattern matched "unknown", which is not a number',
  );
});

test('a port in use, and an address of another machine, are wrong input', async () => {
  const { port, close } = await listening();
  const again = () => openCodeSource({ smtp: `127.0.0.1:${port}`, waitMs: 60 });
  await expect(again()).rejects.toMatchObject({
    code: 'PORT_IN_USE',
    message: `mails cannot be received at 127.0.0.1:${port}: the port is in use`,
  });
  await expect(openCodeSource({ smtp: '192.0.2.1:1025', waitMs: 60 })).rejects.toThrow('does not have that address');
  await close();
  await (await again()).close();
});

test('closing ends at once, whatever a target still has open', async () => {
  const { port, close } = await listening();
  const socket = await conversation(port);
  const end = closed(socket);
  const started = performance.now();
  await close();
  await end;
  expect(performance.now() - started).toBeLessThan(500);
});

test('a mail without end is cut, and one of 20 MB is read where its text stands', { timeout: 30_000 }, async () => {
  const { port, codesFor } = await listening();
  const megabyte = Buffer.from(`${'x'.repeat(1022)}\r\n`.repeat(1024));
  const long = await conversation(port);
  const rest = linesOf(long);
  long.write('Subject: 4711\r\n\r\n');
  for (let sent = 0; sent < 20; sent += 1) await new Promise((written) => long.write(megabyte, written));
  long.write('.\r\n');
  expect((await rest.next()).value).toMatch(/^250 /);
  expect(await codesFor('ada@example.com')).toEqual(['4711']);

  const endless = await conversation(port);
  let sent = 0;
  while (!endless.destroyed && sent < 200) {
    await new Promise((written) => endless.write(megabyte, written));
    sent += 1;
  }
  expect(sent).toBeLessThan(200);
});

test('a command without end is cut', async () => {
  const { port } = await listening();
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  closing.push(() => socket.destroy());
  socket.resume();
  const end = closed(socket);
  let isOpen = true;
  void end.then(() => {
    isOpen = false;
  });
  for (let sent = 0; isOpen && sent < 1000; sent += 1) {
    await new Promise((written) => socket.write('x'.repeat(65_536), written));
    await new Promise(setImmediate);
  }
  expect(isOpen).toBe(false);
});

test('broken mails, and mails without a recipient, do not affect other mails', { timeout: 30_000 }, async () => {
  const { port, send, codesFor } = await listening();
  const parts = (count: number, part: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => part(n)).join('');
  const broken = [
    'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\nContent-Type: text/plain\r\n\r\ncut',
    'Content-Type: text/plain; charset=no-such-one\r\nContent-Transfer-Encoding: base64\r\n\r\n%%%=\u0000\u00ff',
    parts(1000, (n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`),
    `Content-Type: text/html\r\n\r\n${'<!--<style><'.repeat(50_000)}`,
    `Content-Type: text/html\r\n\r\n${'<td &#'.repeat(100_000)}`,
    `Subject: ${'=?utf-8?q?=41?='.repeat(50_000)}\r\nTo: ${'<,'.repeat(100_000)}\r\n\r\n`,
    `${'a:'.repeat(400_000)}`,
    `To: ${parts(20_000, (n) => `"${n}" <${n}@example.com>, `)}\r\n\r\n`,
    '',
  ];
  const started = performance.now();
  for (const text of broken) {
    const socket = await conversation(port);
    socket.write(`${text}\r\n.\r\n`);
    expect((await linesOf(socket).next()).value).toMatch(/^250 /);
  }
  expect(performance.now() - started).toBeLessThan(15_000);
  // Without a recipient, the server does not take DATA.
  const socket = await conversation(port, []);
  socket.end('4711\r\n.\r\nQUIT\r\n');
  socket.resume();
  await send({ to: 'bob@example.com', text: '4711' });
  expect(await codesFor('bob@example.com')).toEqual(['4711']);
  expect(await codesFor('')).toEqual([]);
});

test('connections that keep silent leave room for others', async () => {
  const { port, send, codesFor } = await listening();
  for (let count = 0; count < 30; count += 1) await conversation(port);
  await send({ to: 'bob@example.com', text: '4711' });
  expect(await codesFor('bob@example.com')).toEqual(['4711']);
});
