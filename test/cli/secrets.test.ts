/**
 * No secret of the configuration reaches a file or a stream, in whatever way the target, or the source of codes, repeats it. The
 * secrets are drawn; what a target answers them with is all ways to write all of them.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { writings } from '../secret-writings.ts';
import { cawl } from './program.ts';
import { scratch } from './scratch.ts';

const letters = (extra: string) =>
  fc.constantFrom(...`abcdefghijkmnopqrstuvwxyzABCDEFGHIJKLMNPQRSTUVWXYZ0123456789${extra}`);
const drawn = (extra: string) => fc.string({ minLength: 16, maxLength: 40, unit: letters(extra) });

const secretsOfOwner = fc.record({
  token: drawn('-._~+/'),
  header: drawn('/&"\'<>%=;'),
  password: drawn('/&"\'<>%=;é李'),
  key: drawn('-_'),
  user: drawn(''),
});
type Owned = typeof secretsOfOwner extends fc.Arbitrary<infer T> ? T : never;

/** Without control characters, so that it may be a header too. */
const echoOf = (secrets: Owned): string =>
  Object.values(secrets)
    .flatMap((secret) => Object.values(writings).map((write) => write(secret)))
    .join(' | ');

async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Requirements whose failures show bodies, headers, items, codes and what the target chose. */
const only = [
  ...['*/json', '*/page-shape', 'create/accepts-valid', 'verify/accepts-valid', 'auth/*/no-header', 'gaps/refusals'],
  ...['logs/no-server-error', 'logs/walk-complete'],
];

function configurationOf(host: string, { header, password, key, user }: Owned): string {
  return JSON.stringify({
    baseUrl: `http://${host}/api`,
    tokens: { valid: `${'$'}{CAWL_TOKEN}` },
    fixtures: {
      webhooks: [{ id: 'wh_1' }, { id: 'wh_2' }],
      profileIds: ['p1'],
      calendarIds: ['c1'],
      register: { password },
      verificationCode: { url: `http://${user}:x@${host}/codes?key=${key}&email={email}`, waitMs: 200 },
    },
    run: { depth: 'quick', seed: 1, maxTime: '4s', only, headers: { 'X-Gateway': header }, timeoutMs: 2000 },
  });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** Where any way to write a secret is found, in what a command printed and what it wrote. */
function leaks(cwd: string, printed: { readonly out: string; readonly err: string }, secrets: Owned): string[] {
  const texts = [
    ['stdout', printed.out] as const,
    ['stderr', printed.err] as const,
    ...filesBelow(join(cwd, 'reports')).map((path) => [path, readFileSync(path, 'utf8')] as const),
  ];
  return texts.flatMap(([where, text]) =>
    Object.entries(secrets).flatMap(([what, secret]) =>
      Object.entries(writings)
        .filter(([, write]) => text.includes(write(secret)))
        .map(([how]) => `${what} in ${where}: ${how}`),
    ),
  );
}

const reporters = ['console', 'html', 'json', 'junit', 'github', 'har', 'sarif', 'tap'].flatMap((name) => [
  '--reporter',
  name,
]);

async function commandLeaks(
  words: readonly string[],
  secrets: Owned,
  answer: (echo: string) => RequestListener,
): Promise<{ readonly found: string[]; readonly status: number | null; readonly printed: string }> {
  const host = await serving(answer(echoOf(secrets)));
  const cwd = scratch({ 'cawl.config.json': configurationOf(host, secrets), 'reports/.keep': '' });
  const ended = await cawl(words, cwd, { env: { CAWL_TOKEN: secrets.token } });
  return { found: leaks(cwd, ended, secrets), status: ended.status, printed: ended.out + ended.err };
}

/** Pages that look right in part, and errors, so that many requirements fail, each with its evidence. */
const failing = (echo: string): RequestListener => {
  let count = 0;
  return (request, response) => {
    count += 1;
    if (request.url!.includes('/codes')) return void response.writeHead(500, 'no').end(echo);
    const page = { data: [echo, echo], cursor: { totalItems: 3, next: count % 2 === 0 ? 'n' : null, note: echo } };
    const status = count % 5 === 0 ? 500 : 200;
    response.writeHead(status, {
      'Content-Type': 'application/json',
      'WWW-Authenticate': `Bearer realm="${Buffer.from(echo)
        .toString('latin1')
        .replace(/[^\x20-\x7e]/g, '')}"`,
    });
    response.end(request.method === 'GET' || count % 3 > 0 ? JSON.stringify(page) : echo);
  };
};

test('a run against a target that repeats every secret shows none', async () => {
  await fc.assert(
    fc.asyncProperty(secretsOfOwner, async (secrets) => {
      const { found, status } = await commandLeaks(['run', ...reporters], secrets, failing);
      expect(found).toEqual([]);
      expect(status).toBe(1);
    }),
    { numRuns: 1, endOnFailure: true },
  );
});

test('nor do the preflight, doctor and learn, whatever ends them', async () => {
  const redirected =
    (echo: string): RequestListener =>
    (_request, response) =>
      void response
        .writeHead(302, { Location: `https://login.example.com/?back=${echo.replace(/[^\x21-\x7e]/g, '')}` })
        .end(echo);
  await fc.assert(
    fc.asyncProperty(secretsOfOwner, async (secrets) => {
      const tried = [
        ['run', redirected],
        ['doctor', redirected],
        ['doctor', failing],
        ['learn', failing],
      ] as const;
      await Promise.all(
        tried.map(async ([command, answer]) => {
          const { found, printed } = await commandLeaks([command], secrets, answer);
          expect([command, found]).toEqual([command, []]);
          expect(printed).not.toBe('');
        }),
      );
    }),
    { numRuns: 1, endOnFailure: true },
  );
});

test('no control character of a target reaches a stream or a file as it is', async () => {
  const hostile = 'x\u0085y\u009bz\u202ew\u2066v\u200eu';
  const secrets = fc.sample(secretsOfOwner, { numRuns: 1, seed: 1 })[0]!;
  const host = await serving(failing(hostile));
  const cwd = scratch({ 'cawl.config.json': configurationOf(host, secrets) });
  const { out, err } = await cawl(['run', ...reporters], cwd, { env: { CAWL_TOKEN: secrets.token } });
  const active = /[\u0080-\u009f\u202a-\u202e\u2066-\u2069\u200e\u200f]/;
  const texts = [out, err, ...filesBelow(join(cwd, 'reports')).map((path) => readFileSync(path, 'utf8'))];
  expect(texts.map((text) => active.exec(text)?.[0])).toEqual(texts.map(() => undefined));
  expect(readFileSync(join(cwd, 'reports/conformance.json'), 'utf8')).toContain('\\u009b');
});
