import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { programConfiguration } from './program.ts';

const cwd = mkdtempSync(join(tmpdir(), 'cawl-program-'));
writeFileSync(
  join(cwd, 'cawl.config.yaml'),
  'baseUrl: http://127.0.0.1:1\ntokens:\n  valid: token-of-the-file\nrun:\n  depth: deep\n  seed: 3\n',
);
afterAll(() => rmSync(cwd, { recursive: true }));

const tokens = { valid: 'token-of-a-test' };

test('a file is read only where it is named, since a program gives its configuration itself', () => {
  expect(programConfiguration({ cwd }).target).toBeUndefined();
  expect(programConfiguration({ cwd, baseUrl: 'http://127.0.0.1:2', tokens }).run.depth).toBe('standard');
});

test('keys of a program win over those of its file, of `run` each by itself', () => {
  const { target, run } = programConfiguration({
    cwd,
    config: 'cawl.config.yaml',
    baseUrl: 'http://127.0.0.1:2',
    depth: 'quick',
    only: ['logs/*'],
  });
  expect(target).toMatchObject({ baseUrl: 'http://127.0.0.1:2', tokens: { valid: 'token-of-the-file' } });
  expect(run).toMatchObject({ depth: 'quick', seed: 3, only: ['logs/*'] });
});

test('the source of codes is trusted as the target is', () => {
  const fixtures = { verificationCode: { url: 'https://127.0.0.1:2/{email}' } };
  const { target } = programConfiguration({ cwd, baseUrl: 'https://127.0.0.1:2', tokens, fixtures, insecure: true });
  expect(target?.fixtures.verificationCode?.tls).toEqual({ insecure: true });
});

test.for([
  ['depth', { depth: 'fast' }],
  ['baseUrl', { basUrl: 'http://127.0.0.1:2' }],
  ['quiet', { quiet: true }],
] as const)('an invalid or unknown key is rejected: %s', ([word, input]) => {
  expect(() => programConfiguration({ cwd, ...input } as never)).toThrow(word);
});
