import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { quoteForShell } from '../../core/shell-quote.ts';
import { curlLine } from './curl.ts';

/** The arguments and the input that curl gets: bash runs the line with a curl that prints them. */
function given(line: string): { readonly words: string[]; readonly input: string } {
  const script = `curl() { printf '%s\\0' "$@"; case " $* " in *" @- "*) printf '\\1'; cat;; esac; }\n${line}`;
  const out = execFileSync('bash', ['--norc', '-c', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      CAWL_TOKEN: 'the"good$token',
      CAWL_OTHER_TOKEN: 'other',
      CAWL_PASSWORD: "pa'ss",
      CODE: '42',
    },
  }).toString('latin1');
  const [words = '', input = ''] = out.split('\x01');
  return { words: Buffer.from(words, 'latin1').toString().split('\0').slice(0, -1), input };
}

const after = (words: string[], flag: string) => words.filter((_, index) => words[index - 1] === flag);

test('quoted text passes through the shell unchanged', () => {
  for (const text of [
    '',
    "it's",
    'a "b" `c` $(d) $e \\ !f',
    'line\nbreak',
    '李小龍 🛰️',
    "'",
    "''",
    '*?[]{}~#&;|<>',
    '-n',
  ])
    expect(given(`curl ${quoteForShell(text)}`).words).toEqual([text]);
});

test('placeholders in bodies and headers become environment variables', () => {
  const { words } = given(
    curlLine({
      method: 'POST',
      url: 'http://host/v2/auth/register',
      headers: {
        Authorization: 'Bearer {token}',
        'Content-Type': 'application/json',
        'X-Note': "it's {otherTenantToken}",
        'X-Altered': '{token[0:3]}x{token[4:]}',
      },
      body: '{"password":"{password}","code":{code:3},"email":"a+{unique:7}@b"}',
      operation: 'register',
    }),
  );
  expect(after(words, '-H')).toEqual([
    'Authorization: Bearer the"good$token',
    'Content-Type: application/json',
    "X-Note: it's other",
    'X-Altered: thexgood$token',
  ]);
  expect(after(words, '--data-raw')[0]).toMatch(/^\{"password":"pa'ss","code":42,"email":"a\+curl\d+n7@b"\}$/);
  expect(words).not.toContain('-X');
});

test('parts of the token, reversed and swapped, are computed in the shell', () => {
  const header = (template: string) =>
    after(
      given(
        curlLine({
          method: 'GET',
          url: 'http://host/',
          headers: { Authorization: template },
          body: null,
          operation: 'logs',
        }),
      ).words,
      '-H',
    )[0];
  expect(header('Bearer {token[0:3]}x{token[4:]}')).toBe('Authorization: Bearer thexgood$token');
  expect(header('Bearer {token.reversed}')).toBe('Authorization: Bearer nekot$doog"eht');
  expect(header('Bearer {token.swapcase}')).toBe('Authorization: Bearer THE"GOOD$TOKEN');
  expect(header('Basic "a`b$c\\d"')).toBe('Authorization: Basic "a`b$c\\d"');
  expect(header('')).toBe('Authorization;');
});

test('methods, empty headers, bodies without Content-Type and octets are sent as they were', () => {
  const line = (method: string, headers: Record<string, string>, body: string | null) =>
    given(curlLine({ method, url: 'http://host/a', headers, body, operation: 'create' }));
  expect(line('PUT', {}, null).words).toEqual(['-gisS', '--path-as-is', '-X', 'PUT', 'http://host/a']);
  expect(line('HEAD', {}, null).words).toContain('-I');
  expect(after(line('POST', {}, 'x').words, '-H')).toEqual(['Content-Type:']);
  expect(after(line('POST', {}, null).words, '-X')).toEqual(['POST']);
  expect(after(line('GET', { 'X-Empty': '' }, null).words, '-H')).toEqual(['X-Empty;']);
  const octets = line(
    'POST',
    { 'Content-Type': 'application/json' },
    `base64:${Buffer.from([0xff, 0, 0x27]).toString('base64')}`,
  );
  expect(octets.input).toBe('\xff\x00\x27');
});
