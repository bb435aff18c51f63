// biome-ignore-all lint/suspicious/noTemplateCurlyInString: configurations hold ${NAME}
import { expect, test } from 'vitest';
import { startingConfiguration } from '../../src/cli/init.ts';
import { complaint, load, token } from './given.ts';
import { whole } from './scratch.ts';

test('defaults apply, and the base URL keeps its path without the trailing slash', () => {
  const { target, run, output } = load({ yaml: whole });
  expect(target?.baseUrl).toBe('http://127.0.0.1:9/api');
  expect(target?.tokens).toEqual({ valid: 'good-token' });
  expect(target?.fixtures.limit).toBe(10);
  expect(target?.fixtures.register.email).toContain('{unique}');
  expect(run).toMatchObject({ depth: 'standard', concurrency: 16, rate: 0, timeoutMs: 10_000, maxRequests: 8000 });
  expect(Number.isInteger(run.seed) && run.seed >= 0 && run.seed < 2 ** 31).toBe(true);
  expect(output).toMatchObject({
    reportDir: 'reports',
    reporters: ['console', 'html', 'json', 'junit'],
    failOn: 'gate',
  });
});

test('without a configuration the embedded server is judged, with twice the concurrency', () => {
  const { target, run } = load({ env: {} });
  expect(target).toBeUndefined();
  expect(run.concurrency).toBe(16);
  expect(load({ env: {}, flags: { depth: 'deep' } }).run.maxRequests).toBe(100_000);
  expect(load({ env: {}, flags: { depth: 'quick' } }).run.maxRequests).toBeLessThan(300);
  expect(load({ env: {}, flags: { depth: 'quick', 'max-requests': '900' } }).run.maxRequests).toBe(900);
});

test('flags override variables, and variables override the file', () => {
  const yaml = `${whole}run: {depth: quick, rate: 1, seed: 1, headers: {X-Env: file, X-Kept: yes!}}\n`;
  const env = { ...token, CAWL_RATE: '2', CAWL_SEED: '2', CAWL_DEPTH: '' };
  const { run } = load({ yaml, env, flags: { seed: '3', header: ['x-env: flag'] } });
  expect(run).toMatchObject({ depth: 'quick', rate: 2, seed: 3 });
  expect(run.headers).toEqual([
    ['x-env', 'flag'],
    ['X-Kept', 'yes!'],
  ]);
});

test('each token can be given by variable, or by a file that ends with a line break', () => {
  const env = { CAWL_TOKEN: 'a-a-a-a-a', CAWL_OTHER_TOKEN: 'b-b-b-b-b', CAWL_EXPIRED_TOKEN: 'c-c-c-c-c' };
  expect(load({ yaml: whole, env }).target?.tokens).toEqual({
    valid: 'a-a-a-a-a',
    otherTenant: 'b-b-b-b-b',
    expired: 'c-c-c-c-c',
  });
  const files = { 'token.txt': ' from-file\r\n' };
  expect(load({ yaml: whole, files, env, flags: { 'token-file': 'token.txt' } }).target?.tokens.valid).toBe(
    'from-file',
  );
});

test('a variable in the file becomes a number where one is expected, and $${NAME} is kept', () => {
  const yaml = whole.replace('[p1]', () => '["$${P}"]\n  limit: ${LIMIT}');
  const { target } = load({ yaml, env: { ...token, LIMIT: '25' } });
  expect(target?.fixtures.limit).toBe(25);
  expect(target?.fixtures.profileIds).toEqual(['${P}']);
});

test('a variable can hold a list, and the braces of a glob are kept', () => {
  expect(load({ env: { CAWL_ONLY: 'logs/{a,b}-*, auth/**' } }).run.only).toEqual(['logs/{a,b}-*', 'auth/**']);
});

test('a configuration may be JSON', () => {
  const json = JSON.stringify({ baseUrl: 'http://127.0.0.1:9', fixtures: { limit: 'many' } }, null, 2);
  expect(complaint({ files: { 'cawl.config.json': json } })).toContain('cawl.config.json:4:14  fixtures.limit must be');
  expect(complaint({ files: { 'cawl.config.json': '{\n\t"baseUrl": "a"\n\t"run": {}\n}' } })).toMatch(
    /^cawl\.config\.json cannot be read as JSON:\n {2}cawl\.config\.json:3:\d+ {2}/,
  );
});

test('truth files are read relative to the configuration, and validated', () => {
  const yaml = whole.replace('{id: wh_1}', '{id: wh_1, truth: truth.json}');
  const files = { 'in/cawl.yaml': yaml, 'in/truth.json': '[{"item": "a", "status": "failed"}]' };
  const flags = { config: 'in/cawl.yaml' };
  expect(load({ files, flags }).target?.fixtures.webhooks[0]?.truth).toEqual([{ item: 'a', status: 'failed' }]);
  expect(complaint({ files: { ...files, 'in/truth.json': '[{"item": "a",\n"status": "lost"}]' }, flags })).toContain(
    'truth.json:2:11  [0].status must be one of "succeeded", "failed", got "lost"',
  );
  expect(complaint({ files: { 'in/cawl.yaml': yaml }, flags })).toContain('the truth file truth.json does not exist');
});

test('the file that init writes is complete except for the token', () => {
  expect(load({ yaml: startingConfiguration() }).target?.baseUrl).toBe('https://staging.example.com/api');
  // Each commented key exists: the file still loads without the comment marks.
  const bare = startingConfiguration()
    .replace(/^(\s*)# (otherTenant|expired)/gm, '$1$2')
    .replace(/^# (?=declares|waivers|traceLink)/gm, '')
    .replace(/^# (?= {2,}\S)/gm, '');
  const env = { ...token, CAWL_OTHER_TOKEN: 'b-b-b-b-b', CAWL_EXPIRED_TOKEN: 'c-c-c-c-c' };
  const { target } = load({ yaml: bare, env });
  expect(target?.declares).toMatchObject({ endOfLog: 'null', rangeBounds: '[)' });
  expect(target?.waivers).toHaveLength(1);
});

test('--fault ignores the target of the file, and its variables', () => {
  const { target, fault } = load({ yaml: whole, flags: { fault: 'logs-open' }, env: { CAWL_BASE_URL: 'http://x' } });
  expect([target, fault]).toEqual([undefined, 'logs-open']);
});

test('with a base URL, only the token is required; what else is missing leaves its requirements undecided', () => {
  const flags = { 'base-url': 'http://127.0.0.1:9' };
  expect(complaint({ flags, env: {} })).toBe(
    'tokens.valid is missing: a token that the target accepts; set CAWL_TOKEN or give --token-file\n→ there is no configuration here: cawl init writes one to fill in',
  );
  expect(load({ flags }).target?.fixtures).toMatchObject({ webhooks: [], profileIds: [], calendarIds: [] });
});

test('every fixture can be given by a flag, and the password by a variable', () => {
  const flags = {
    ...{ 'base-url': 'http://127.0.0.1:9', webhook: ['wh_1', 'wh_2'], profile: ['p1'], calendar: ['c1'], limit: '3' },
    ...{ email: 'a+{unique}@b.example', 'first-name': 'Grace', 'code-url': 'http://127.0.0.1:8/?{email}' },
  };
  expect(load({ flags, env: { ...token, CAWL_PASSWORD: 'Other-Horse-9' } }).target?.fixtures).toMatchObject({
    ...{ webhooks: [{ id: 'wh_1' }, { id: 'wh_2' }], profileIds: ['p1'], calendarIds: ['c1'], limit: 3 },
    register: { firstName: 'Grace', lastName: 'Lovelace', email: 'a+{unique}@b.example', password: 'Other-Horse-9' },
    verificationCode: { url: 'http://127.0.0.1:8/?{email}', waitMs: 5000 },
  });
});

test('a flag for codes replaces the way that the file names, and two flags contradict each other', () => {
  const yaml = `${whole}  verificationCode: {mailpit: 'http://127.0.0.1:8025', waitMs: 900}\n`;
  const flags = { 'code-command': './print-code {email}' };
  expect(load({ yaml, flags }).target?.fixtures.verificationCode).toEqual({
    command: ['./print-code', '{email}'],
    waitMs: 900,
  });
  expect(complaint({ yaml, flags: { ...flags, 'code-url': 'http://127.0.0.1:8/' } })).toContain('exactly one of');
});
