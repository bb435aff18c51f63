import { createServer, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterEach, expect, test } from 'vitest';
import { certificates } from '../../../test/certificates.ts';
import { awaitCode, awaitCodes, CodeSourceError, codesIn } from './verification-code.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A source that gives these responses in turn, and repeats the last one. */
async function source(...answers: readonly (readonly [number, string])[]): Promise<string> {
  let asked = 0;
  const server = createServer((_, response) => {
    const [status, body] = answers[Math.min(asked, answers.length - 1)]!;
    asked += 1;
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/codes?email={email}`;
}

test('the source is asked until it has a code, and digits of the address are not taken for one', async () => {
  const url = await source([404, ''], [200, 'for ada+4711@example.com'], [200, 'ada+4711@example.com has 004213']);
  await expect(awaitCode({ url, waitMs: 5000 }, 'ada+4711@example.com')).resolves.toBe('004213');
});

test('digits of the address are not taken for a code either where the message has it in other letters', async () => {
  const url = await source([200, 'Dear 42.ada@example.com, your code is 004213']);
  await expect(awaitCodes({ url, waitMs: 40 }, '42.Ada@Example.com')).resolves.toEqual(['004213']);
});

test('a code that does not arrive in time is undefined, and a source that does not work is an error', async () => {
  await expect(awaitCode({ url: await source([404, '']), waitMs: 40 }, 'a@b.c')).resolves.toBeUndefined();
  const broken = [
    { url: await source([500, 'no']), waitMs: 40 },
    { url: 'http://127.0.0.1:9/', waitMs: 40 },
    { command: ['false'], waitMs: 40 },
    { mailpit: (await source([503, ''])).split('/codes')[0]!, waitMs: 40 },
  ];
  for (const one of broken) await expect(awaitCode(one, 'a@b.c')).rejects.toThrow(CodeSourceError);
});

test('a source that closes a kept connection as it is used is asked again', async () => {
  const served = new WeakSet<object>();
  const server = createServer((request, response) => {
    if (served.has(request.socket)) return request.socket.destroy();
    served.add(request.socket);
    return response.end('your code is 004213');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/codes`;
  for (let asked = 0; asked < 3; asked += 1)
    await expect(awaitCodes({ url, waitMs: 40 }, 'a@b.c')).resolves.toEqual(['004213']);
});

test('a source may send interim responses before its answer', async () => {
  const server = createServer((_request, response) => {
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    response.writeProcessing();
    response.end('your code is 004213');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/codes`;
  await expect(awaitCodes({ url, waitMs: 40 }, 'a@b.c')).resolves.toEqual(['004213']);
});

test('a source that asks for patience is asked again, for a time that does not count as waiting for the code', async () => {
  const url = await source([429, ''], [503, ''], [200, 'your code is 004213']);
  await expect(awaitCodes({ url, waitMs: 40 }, 'a@b.c', undefined, undefined, 2000)).resolves.toEqual(['004213']);
  const busy = { url: await source([429, '']), waitMs: 40 };
  await expect(awaitCodes(busy, 'a@b.c', undefined, undefined, 300)).rejects.toThrow('answered 429, again and again');
});

test('digits in groups may be a code, after the numbers that stand by themselves', () => {
  expect(codesIn('code 482 913, (c) 2026')).toEqual(['2026', '482913', '482', '913']);
  expect(codesIn('482-913')).toEqual(['482913', '482', '913']);
  expect(codesIn('48 29 13')).toEqual(['482913', '48', '29', '13']);
  expect(codesIn('on 2026-11-23, 12 of 345 6789')).toEqual(['2026', '6789', '11', '23', '12', '345']);
});

test('the member of a JSON text that is named for the code is the code, and the status of an envelope is not', () => {
  const mail = '{"id":"7c9e6679-7425-40de-944b-e07fc1f90ae7","sentat":1795780416,"code":"012345"}';
  expect(codesIn(mail)).toEqual(['012345']);
  expect(codesIn('{"code":200,"text":"your code is 482913"}')).toEqual(['482913', '200']);
});

test('a short or long code beside a year may be negative, too', () => {
  expect(codesIn('© 2026 Example Ltd. Your code: -42')).toEqual(['2026', '-42', '42']);
  expect(codesIn('© 2026 Example Ltd. Your code: -482913004410')).toEqual(['2026', '-482913004410', '482913004410']);
});

test.each([
  ['7', ['7']],
  [' "042"\n', ['042']],
  ['{"code": 42}', ['42']],
  ['{"verification_code":"482913004410"}', ['482913004410']],
  ['{"otp":-3}', ['-3', '3']],
  ['Your code is 042.', ['042']],
  ['Your code: 5\nIt is valid for 15 minutes.', ['5']],
  ['Dear Ada, this is your verification code: 4829130044. Call +49 30 555.', ['4829130044']],
  ['<p>Your PIN is 42</p>', ['42']],
])('a number of any length is the code where the message says so: %s', (text, codes) => {
  expect(codesIn(text)).toEqual(codes);
});

test.each([
  '0 messages',
  '{"code":404,"message":"no mail"}',
  '{"count":0}',
  'error code: 404',
  'Your code is on its way, 15 minutes at most',
  'Your code is 3 digits long',
  'Your code: 12 34 5',
  'Your verification code is valid until 23.11. at 05:10',
  'Your code expires in 10 minutes',
  '[]',
])('no number is the code where the message does not say so: %s', (text) => {
  expect(codesIn(text)).toEqual([]);
});

test('a pattern finds the code between other numbers, with spaces or hyphens in it', async () => {
  const url = await source(
    [200, 'ticket 5512, order 123456'],
    [200, 'ticket 5512: your code is 482 913, order 123456'],
  );
  await expect(awaitCode({ url, pattern: 'code is ([\\d ]+)', waitMs: 5000 }, 'a@b.c')).resolves.toBe('482913');
});

test('a pattern that matches something else than a number is an error of the source', async () => {
  const url = await source([200, 'your code is on its way']);
  await expect(awaitCode({ url, pattern: 'code is (.+)', waitMs: 40 }, 'a@b.c')).rejects.toThrow('is not a number');
});

/** The URL of a source that answers each request by `listener`. */
async function listening(listener: RequestListener, keys?: { readonly cert: Buffer; readonly key: Buffer }) {
  const server = keys === undefined ? createServer(listener) : createTlsServer(keys, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return `${keys === undefined ? 'http' : 'https'}://127.0.0.1:${port}/?to={email}`;
}

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('a source may compress its answer with %s', async (coding, compress) => {
  const url = await listening((_, response) =>
    response.writeHead(200, { 'content-encoding': coding }).end(compress('code 482913')),
  );
  await expect(awaitCode({ url, waitMs: 5000 }, 'a@b.c')).resolves.toBe('482913');
});

test('a source may send 40 kB of headers, as the target may', async () => {
  const headers = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`x-trace-${at}`, 'x'.repeat(1000)]));
  const url = await listening((_, response) => response.writeHead(200, headers).end('482913'));
  await expect(awaitCode({ url, waitMs: 5000 }, 'a@b.c')).resolves.toBe('482913');
});

test('a source over TLS is trusted by the authority of the run, or unchecked if the run checks nothing', async () => {
  const { ca, server: keys } = certificates();
  const url = await listening((_, response) => response.end('482913'), keys.read());
  const source = { url, waitMs: 5000 };
  await expect(awaitCode(source, 'a@b.c')).rejects.toThrow(CodeSourceError);
  await expect(awaitCode({ ...source, tls: { ca: ca.cert } }, 'a@b.c')).resolves.toBe('482913');
  await expect(awaitCode({ ...source, tls: { insecure: true } }, 'a@b.c')).resolves.toBe('482913');
});

/** Answers each path as given, in order of the table; other paths get 404. */
async function server(answers: Readonly<Record<string, readonly [number, string]>>): Promise<string> {
  const listening = createServer((incoming, response) => {
    const [status, body] = answers[incoming.url!.split('?')[0]!] ?? [404, ''];
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  closing.push(() => listening.close());
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

const shell = (script: string) => ['sh', '-c', script];

test.each([
  ['ends with a status', shell('echo "no mailbox" >&2; exit 3'), 'ended with status 3: no mailbox'],
  ['does not exist', ['./no-such-program', '--key=hidden'], 'was not found: its program'],
  ['is no program', ['/'], 'may not be run: its program'],
  ['prints without end', ['yes'], 'printed more than 1048576 characters'],
  ['ends itself', shell('kill -9 $$'), 'was ended by SIGKILL'],
])('a command that %s is reported by what it did, without its text', async (_, command, problem) => {
  const failure = awaitCode({ command, waitMs: 40 }, 'a@b.c');
  await expect(failure).rejects.toThrow(`codes could not be read: the command for codes ${problem}`);
  await expect(failure).rejects.not.toThrow('hidden');
});

test('a command that hangs is ended, even if it does not want to', async () => {
  const command = shell('trap "" TERM; sleep 60 & wait; sleep 60');
  const failure = awaitCodes({ command, waitMs: 10 }, 'a@b.c', 10);
  await expect(failure).rejects.toThrow('no answer within 5000 ms');
}, 15_000);

test('no shell reads the command, and an address is a part of one word', async () => {
  const hostile = '$(echo 9999)`echo 8888`;echo 7777';
  const command = ['printf', '%s has 4711', '{email}'];
  await expect(awaitCode({ command, waitMs: 40 }, hostile)).resolves.toBe('4711');
  const within = ['echo', 'to={email};', '$(echo 5555)', '4711'];
  await expect(awaitCodes({ command: within, waitMs: 40 }, 'a@b.c')).resolves.toEqual(['5555', '4711']);
});

test('the message of a URL that fails does not show its keys', async () => {
  const url = `${await server({ '/codes': [403, ''] })}/codes?key=hidden&email={email}`;
  await expect(awaitCode({ url, waitMs: 40 }, 'a@b.c')).rejects.toThrow(/:\d+\/codes answered 403$/);
});

test('a source that cannot be reached, answers without end or hangs is named without its keys', async () => {
  const gone = awaitCode({ url: 'http://127.0.0.1:9/codes?key=hidden', waitMs: 40 }, 'a@b.c');
  await expect(gone).rejects.toThrow(/http:\/\/127\.0\.0\.1:9\/codes cannot be reached: .*ECONNREFUSED/);
  await expect(gone).rejects.not.toThrow('hidden');
  const endless = createServer((_, response) => {
    const write = (): void => void (response.writable && response.write('x'.repeat(65_536), () => setImmediate(write)));
    write();
  });
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  closing.push(() => endless.close());
  const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`;
  await expect(awaitCode({ url, waitMs: 40 }, 'a@b.c')).rejects.toThrow('the answer is longer than 1048576 bytes');
});

test('Mailpit is asked for the latest message to the address, and for its text', async () => {
  const mailpit = await server({
    '/api/v1/search': [200, '{"messages": [{"ID": "m1"}]}'],
    '/api/v1/message/m1': [200, '{"Subject": "Welcome", "Text": "Your code is 482913"}'],
  });
  await expect(awaitCode({ mailpit: `${mailpit}/`, waitMs: 5000 }, 'a@b.c')).resolves.toBe('482913');
});

test.each([
  [
    'a message that is gone',
    { '/api/v1/search': [200, '{"messages": [{"ID": "m1"}]}'] },
    '/api/v1/message/m1 answered 404',
  ],
  ['another program at its address', { '/api/v1/search': [200, '<html>'] }, 'did not answer JSON: is it Mailpit?'],
] as const)('Mailpit with %s is an error of the source', async (_, answers, problem) => {
  await expect(awaitCode({ mailpit: await server(answers), waitMs: 40 }, 'a@b.c')).rejects.toThrow(problem);
});
