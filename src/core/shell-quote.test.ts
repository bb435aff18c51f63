import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { fillToken } from './placeholders.ts';
import { escapeForDoubleQuotes, quoteForShell } from './shell-quote.ts';

const dollars = (shell: string) => shell.replaceAll('$', '§');

test('between double quotes, placeholders are expansions and all else is escaped', () => {
  const escaped = (template: string) => dollars(escapeForDoubleQuotes(template));
  expect(escaped('Bearer {token}')).toBe('Bearer §{CAWL_TOKEN}');
  expect(escaped('{otherTenantToken}')).toBe('§{CAWL_OTHER_TOKEN}');
  expect(escaped('{expiredToken[1:]}')).toBe('§{CAWL_EXPIRED_TOKEN:1}');
  expect(escaped('{token[:]}')).toBe('§{CAWL_TOKEN:0}');
  expect(escaped('x{token[2:5]}y')).toBe('x§{CAWL_TOKEN:2:3}y');
  expect(escaped('"$HOME" `id` \\')).toBe('\\"\\§HOME\\" \\`id\\` \\\\');
});

test('a word is quoted whole, with placeholders beside the quotes', () => {
  const quoted = (text: string) => dollars(quoteForShell(text));
  expect(quoted('')).toBe("''");
  expect(quoted("it's")).toBe("'it'\\''s'");
  expect(quoted('{"password":"{password}","code":{code:3+1}}')).toBe(
    `'{"password":"'"§{CAWL_PASSWORD}"'","code":'"§{CODE}"'}'`,
  );
  expect(quoted('a+{unique:7}@b')).toBe(`'a+'"curl§(date +%s)n7"'@b'`);
  expect(quoted('{1.cursor.next} {header:X-Key}')).toBe("'{1.cursor.next}'' ''{header:X-Key}'");
});

test.skipIf(process.platform === 'win32')('bash makes of it what is sent', () => {
  for (const template of [
    'Bearer {token}',
    'Bearer {token[0:3]}x{token[4:]}',
    '{token.reversed}{token.swapcase}',
    '"$HOME" {token[1:]}',
  ]) {
    const script = `printf '%s\\0' "${escapeForDoubleQuotes(template)}" ${quoteForShell(template)}`;
    const env = { ...process.env, CAWL_TOKEN: 'aB3-xyZ' };
    const [double, word] = execFileSync('bash', ['-c', script], { env, encoding: 'utf8' }).split('\0');
    const sent = fillToken(template, 'aB3-xyZ');
    expect([double, word], template).toEqual([sent, sent]);
  }
});
