import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { resolveTemplate, swapCase, templateToShell } from './template.ts';

const token = 'aB3-xyZ';

test('the token, parts of it, and its changes', () => {
  for (const [template, header] of [
    ['Bearer {token}', 'Bearer aB3-xyZ'],
    ['{token[0:3]}', 'aB3'],
    ['{token[:3]}', 'aB3'],
    ['{token[4:]}', 'xyZ'],
    ['{token[:]}', 'aB3-xyZ'],
    ['{token[2:4]}x{token[12:]}', '3-x'],
    ['{token[0:0]}', ''],
    ['{token.reversed}', 'Zyx-3Ba'],
    ['{token.swapcase}', 'Ab3-XYz'],
    ['{otherTenantToken} {expiredToken}', 'aB3-xyZ aB3-xyZ'],
    ['{tokens} {token[a:b]} {token.upper}', '{tokens} {token[a:b]} {token.upper}'],
  ] as const)
    expect(resolveTemplate(template, token), template).toBe(header);
});

test('letters change their case, all else stays', () => {
  expect(swapCase('azAZ09é-_')).toBe('AZaz09é-_');
});

test('the same as bash writes it', () => {
  const shell = (template: string) => templateToShell(template).replaceAll('$', '§');
  expect(shell('Bearer {token}')).toBe('Bearer §{CAWL_TOKEN}');
  expect(shell('{otherTenantToken}')).toBe('§{CAWL_OTHER_TOKEN}');
  expect(shell('{expiredToken[1:]}')).toBe('§{CAWL_EXPIRED_TOKEN:1}');
  expect(shell('{token[:]}')).toBe('§{CAWL_TOKEN:0}');
  expect(shell('x{token[2:5]}y')).toBe('x§{CAWL_TOKEN:2:3}y');
  expect(shell('"$HOME" `id` \\')).toBe('\\"\\§HOME\\" \\`id\\` \\\\');
});

test.skipIf(process.platform === 'win32')('and what bash makes of it is what was sent', () => {
  for (const template of [
    'Bearer {token}',
    'Bearer {token[0:3]}x{token[4:]}',
    '{token.reversed}{token.swapcase}',
    '"$HOME" {token[1:]}',
  ]) {
    const line = `printf %s "${templateToShell(template)}"`;
    const printed = execFileSync('bash', ['-c', line], {
      env: { ...process.env, CAWL_TOKEN: token },
      encoding: 'utf8',
    });
    expect(printed, template).toBe(resolveTemplate(template, token));
  }
});
