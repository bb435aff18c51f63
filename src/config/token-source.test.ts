import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadConfiguration } from './load.ts';

const folder = mkdtempSync(join(tmpdir(), 'cawl-tokens-'));
afterAll(() => rmSync(folder, { recursive: true }));
writeFileSync(join(folder, 'token'), 'a-token-of-a-file\n');
writeFileSync(join(folder, 'print.mjs'), 'console.log(process.argv.slice(2).join("|"));\n');

const load = (valid: unknown) =>
  loadConfiguration({ cwd: folder, env: {}, flags: {}, value: { baseUrl: 'http://target.example', tokens: { valid } } })
    .target;

test('a token is read from a file beside the configuration', () => {
  const target = load({ file: 'token', refreshSeconds: 60 });
  expect(target?.tokens.valid).toBe('a-token-of-a-file');
  expect(target?.tokenSources?.valid).toEqual({ file: join(folder, 'token'), refreshSeconds: 60 });
});

test('a command gets its words as they are: no shell reads them', () => {
  const print = join(folder, 'print.mjs');
  const asText = load({ command: `"${process.execPath}" ${print} $HOME;ls 'two|words'` });
  expect(asText?.tokens.valid).toBe('$HOME;ls|two|words');
  expect(load({ command: [process.execPath, print, 'one-argument'] })?.tokens.valid).toBe('one-argument');
});

test.for([
  [{}, 'tokens.valid must have exactly one of command, file'],
  [{ command: 'x', file: 'y' }, 'tokens.valid must have exactly one of command, file'],
  [{ file: 'absent' }, 'tokens.valid: its file absent failed'],
  [{ command: 'no-such-program' }, 'tokens.valid: its command failed: the program no-such-program was not found'],
  [{ command: [process.execPath, '-e', 'process.exit(4)'] }, 'ended with 4'],
  [
    { command: [process.execPath, '-p', '7'] },
    'tokens.valid: its command gave a text that has fewer than 8 characters',
  ],
  ['short', 'tokens.valid must have at least 8 characters, got a string that is not shown'],
] as const)('%j: %s', ([valid, message]) => {
  expect(() => load(valid)).toThrow(message);
});
