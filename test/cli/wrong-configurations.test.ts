// biome-ignore-all lint/suspicious/noTemplateCurlyInString: configurations hold ${NAME}
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { complaint, type Given, token } from './given.ts';
import { whole } from './scratch.ts';

const withPattern = (pattern: string, source = 'mailpit: http://localhost:8025') =>
  `${whole}  verificationCode: {${source}, pattern: '${pattern}'}\n`;

const wrong: readonly [name: string, given: Given, said: string][] = [
  [
    'missing file',
    { flags: { config: 'nope.yaml' } },
    '--config nope.yaml does not exist\n→ cawl init writes a configuration to start from',
  ],
  ['broken YAML', { yaml: 'baseUrl: http://x\n  tokens: [\n' }, 'cawl.config.yaml cannot be read as YAML:'],
  ['a key twice', { yaml: 'run: {}\nrun: {}\n' }, 'cawl.config.yaml:2:1  Map keys must be unique'],
  [
    'two configurations',
    { files: { 'cawl.config.yml': whole }, yaml: whole },
    'there are 2 configurations here: cawl.config.yaml, cawl.config.yml\n→ keep one, or name one with --config',
  ],
  [
    'a list',
    { yaml: '- a\n' },
    'cawl.config.yaml:1:1  the configuration is a list; it takes keys such as baseUrl, tokens and fixtures',
  ],
  [
    'unknown key',
    { yaml: `${whole}wavers: []\n` },
    'cawl.config.yaml:8:1  unknown key `wavers`; did you mean `waivers`?',
  ],
  [
    'unknown key below',
    { yaml: `${whole}run:\n  conurrency: 2\n` },
    'cawl.config.yaml:9:3  unknown key `conurrency` in run; did you mean `concurrency`?',
  ],
  [
    'wrong type',
    { yaml: `${whole}run:\n  concurrency: many\n` },
    'cawl.config.yaml:9:16  run.concurrency must be an integer, got "many" (string); it takes the maximum number of requests in flight, 1 to 256',
  ],
  [
    'wrong value',
    { yaml: `${whole}run: {depth: deap}\n` },
    'cawl.config.yaml:8:14  run.depth must be one of "quick", "standard", "deep", got "deap" (string); did you mean "deep"?',
  ],
  [
    'unset variable',
    { yaml: whole, env: {} },
    'cawl.config.yaml:3:10  tokens.valid: the environment variable CAWL_TOKEN is not set; set it',
  ],
  [
    'empty optional variable',
    { yaml: whole.replace('fixtures:', '  expired: ${OLD}\nfixtures:'), env: { ...token, OLD: '' } },
    'cawl.config.yaml:4:12  tokens.expired: the environment variable OLD is set but empty; set it, or remove this line',
  ],
  [
    'not a variable',
    { yaml: whole.replace('c1', '"${c-1}"') },
    'cawl.config.yaml:7:17  fixtures.calendarIds[0]: ${c-1} is not the name of an environment variable: it takes letters, digits and _ ; write $${c-1} for the text itself',
  ],
  [
    'credentials',
    { yaml: whole, flags: { 'base-url': 'http://me:secret@host' } },
    '--base-url contains credentials; remove them: the token goes to tokens.valid or CAWL_TOKEN, other headers to run.headers',
  ],
  [
    'a query',
    { yaml: whole, env: { ...token, CAWL_BASE_URL: 'http://host/?a=1' } },
    'CAWL_BASE_URL has a query (?); it takes an http or https URL such as https://staging.example.com/api, and ends after its path',
  ],
  [
    'a fragment',
    { yaml: whole.replace('/api/', '/#a') },
    'cawl.config.yaml:1:10  baseUrl has a fragment (#); it takes an http or https URL such as https://staging.example.com/api, and ends after its path',
  ],
  [
    'no scheme',
    { yaml: whole, flags: { 'base-url': 'localhost:3000/api' } },
    '--base-url starts with "localhost:"; did you mean http://localhost:3000/api ?',
  ],
  [
    'another scheme',
    { yaml: whole, flags: { 'base-url': 'ftp://a:b@host' } },
    '--base-url starts with "ftp:"; it takes an http or https URL such as https://staging.example.com/api',
  ],
  [
    'empty webhooks',
    { yaml: whole.replace(/\[\{.*\]/, '[]') },
    'cawl.config.yaml:5:3  fixtures.webhooks must not be empty',
  ],
  [
    'a webhook twice',
    { yaml: whole.replace('wh_2', 'wh_1') },
    'cawl.config.yaml:5:31  fixtures.webhooks[1].id is "wh_1" a second time; each webhook is named once',
  ],
  [
    'e-mail never fresh',
    { yaml: whole.replace('  limit', '').concat('  register: {email: a@b.c}\n') },
    'cawl.config.yaml:8:21  fixtures.register.email is "a@b.c" (string); it takes an e-mail address with {unique} in place of the part that changes, such as cawl{unique}@example.com',
  ],
  [
    'waiver without end',
    { yaml: `${whole}waivers: [{requirement: a, reason: b, until: someday}]\n` },
    'cawl.config.yaml:8:46  waivers[0].until must be a date, got "someday" (string); it takes the last day of the waiver, such as 2027-01-31',
  ],
  [
    'token with Bearer',
    { yaml: whole, env: { CAWL_TOKEN: 'Bearer abc' } },
    'CAWL_TOKEN is a string that is not shown; it takes a token that the target accepts; 8 or more visible ASCII characters without spaces, or {command: …} or {file: …} (leave out the word Bearer)',
  ],
  [
    'token no header carries',
    { yaml: whole, env: { CAWL_TOKEN: 'schlüssel' } },
    'it takes a token that the target accepts; 8 or more visible ASCII characters without spaces',
  ],
  [
    'token file gone',
    { yaml: whole, flags: { 'token-file': 'gone' } },
    '--token-file gone does not exist\n→ it takes a file that contains only the token',
  ],
  [
    'token file empty',
    { yaml: whole, files: { t: '\n' }, flags: { 'token-file': 't' } },
    '--token-file t is empty; it takes a file that contains only the token',
  ],
  [
    'a header without colon',
    { flags: { header: ['X-Env'] } },
    '--header "X-Env" is not a header\n→ it takes a name, a colon and a value: --header \'X-Env: staging\'',
  ],
  [
    'a header of the kit’s own',
    { flags: { header: ['authorization: x'] } },
    '--header is set by the kit itself; the token goes to tokens.valid or CAWL_TOKEN',
  ],
  [
    'a flag out of range',
    { flags: { rate: '-1' } },
    '--rate must be at least 0, got -1; it takes the maximum number of requests per second, 0.01 to 100000; 0 for no limit',
  ],
  [
    'a variable of wrong type',
    { env: { CAWL_TIMEOUT: 'soon' } },
    'CAWL_TIMEOUT must be an integer, got "soon"; it takes how long to wait for one response, in milliseconds, 1 to 600000',
  ],
  [
    'a time limit that no timer takes',
    { flags: { timeout: '9999999999' } },
    '--timeout must be at most 600000, got 9999999999; it takes how long to wait for one response',
  ],
  ['a rate slower than a timer', { flags: { rate: '0.000001' } }, '--rate must be 0 or at least 0.01, got 0.000001'],
  [
    'a pattern that is not one',
    { yaml: withPattern('([0-9]+') },
    'verificationCode.pattern is not a regular expression',
  ],
  ['a pattern without a group', { yaml: withPattern('[0-9]+') }, 'must have one group around the code, got 0 groups'],
  [
    'a pattern beside a fixed code',
    { yaml: withPattern('([0-9]+)', 'value: 1234') },
    'verificationCode.pattern is given beside value, which needs none',
  ],
  ['a switch of wrong value', { env: { CAWL_QUIET: 'maybe' } }, 'CAWL_QUIET is "maybe"; it takes true or false'],
  ['an unknown reporter', { flags: { reporter: ['htm'] } }, '--reporter must be one of "console", "html", '],
  [
    'a target without address',
    { yaml: whole.replace(/^baseUrl.*\n/, '') },
    'cawl.config.yaml:1:1  there is `tokens`, but baseUrl is missing, so there is no target\n→ add baseUrl to the file, or give --base-url or CAWL_BASE_URL',
  ],
  [
    'a token for nobody',
    { files: { t: 'a' }, flags: { 'token-file': 't' } },
    '--token-file is given, but no target: there is no configuration here, and no --base-url',
  ],
  ['a token without a target, as in a wrong folder', { env: token }, 'CAWL_TOKEN is given, but no target'],
  ['a fixture for nobody', { flags: { webhook: ['wh_1'] } }, '--webhook is given, but no target'],
  ['an empty configuration', { yaml: '' }, 'cawl.config.yaml has no baseUrl, so there is no target'],
  ['a configuration of the run alone', { yaml: 'run: {depth: quick}\n' }, 'cawl.config.yaml has no baseUrl'],
  [
    'an unknown variable',
    { yaml: whole, env: { ...token, CAWL_DEPHT: 'quick' } },
    'the environment variable CAWL_DEPHT is set, and cawl takes none of that name; did you mean CAWL_DEPTH?',
  ],
  [
    'a fault and an address',
    { flags: { fault: 'a', 'base-url': 'http://x' } },
    '--fault and --base-url exclude each other: only the embedded server has faults\n→ leave out one of them',
  ],
  ['no such CA file', { flags: { ca: 'ca.pem' } }, '--ca ca.pem does not exist; it takes a PEM file'],
];

test.for(wrong)('%s', ([, given, said]) => {
  expect(complaint(given)).toContain(said);
});

test('error messages contain no secret', () => {
  const yaml = stringify({
    baseUrl: 'https://me:hidden-a@host/',
    tokens: { valid: 'hidden b', expired: ['hidden-c'] },
    fixtures: { register: { password: { no: 'hidden-d' } }, verificationCode: { value: 'hidden-e' } },
  });
  const said = complaint({ yaml });
  expect(said).toContain('tokens.valid');
  expect(said).not.toContain('hidden');
});
