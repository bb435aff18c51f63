import { expect, test } from 'vitest';
import { scratch, whole } from '../../test/cli/scratch.ts';
import { portableConfiguration } from './portable.ts';

const portable = (file: string, env: Record<string, string> = {}, flags: Record<string, unknown> = {}) =>
  portableConfiguration({ cwd: scratch({ 'cawl.config.yaml': file, 'truth.json': '[]', 'ca.pem': '' }), env, flags });

test('variables stay variables, and need not be set', () => {
  const { value, variables } = portable(whole);
  expect(value['tokens']).toEqual({ valid: `\${CAWL_TOKEN}` });
  expect(variables).toEqual(['CAWL_TOKEN']);
});

test('a secret in the file, in a flag or in the environment becomes a variable', () => {
  const file = `${whole}run: {headers: {X-Api-Key: key-of-the-gateway}}\n`
    .replace(`\${CAWL_TOKEN}`, 'token-in-the-file')
    .replace('fixtures:', 'fixtures:\n  register: {password: pass-in-the-file}\n  verificationCode: {value: 4711}');
  const { value, variables } = portable(
    file,
    { CAWL_OTHER_TOKEN: 'token-of-another' },
    { header: ['X-Env: staging-7'] },
  );
  const text = JSON.stringify(value);
  for (const secret of ['in-the-file', 'key-of', '4711', 'token-of', 'staging-7']) expect(text).not.toContain(secret);
  expect(variables).toEqual([
    'CAWL_FIXTURES_VERIFICATIONCODE_VALUE',
    'CAWL_HEADERS_X_API_KEY',
    'CAWL_HEADERS_X_ENV',
    'CAWL_OTHER_TOKEN',
    'CAWL_PASSWORD',
    'CAWL_TOKEN',
  ]);
});

test('without a token in the file, the job takes it from CAWL_TOKEN', () => {
  const { value } = portable('baseUrl: http://127.0.0.1:9\n');
  expect(value['tokens']).toEqual({ valid: `\${CAWL_TOKEN}` });
});

test('flags are kept, and files are named', () => {
  const file = whole.replace('{id: wh_1}', '{id: wh_1, truth: truth.json}');
  const { value, files, run } = portable(`${file}run: {ca: ca.pem}\n`, {}, { rate: '5', seed: '3' });
  expect(value['run']).toMatchObject({ rate: 5, seed: 3 });
  expect(run).toMatchObject({ rate: 5, seed: 3 });
  expect([...files].sort()).toEqual(['ca.pem', 'truth.json']);
});

test('a flag for another source of codes replaces the one in the file', () => {
  const file = whole.replace(
    'fixtures:',
    'fixtures:\n  verificationCode: {url: "http://127.0.0.1:9/{email}", waitMs: 9}',
  );
  const { value, variables } = portable(file, {}, { 'code-command': './codes {email}' });
  expect(value['fixtures']).toMatchObject({ verificationCode: { command: './codes {email}', waitMs: 9 } });
  expect(variables).toEqual(['CAWL_TOKEN']);
});

test('an error in the file is reported when it is planned', () => {
  expect(() => portable(whole.replace('profileIds', 'profileIdz'))).toThrow('profileIds');
});
