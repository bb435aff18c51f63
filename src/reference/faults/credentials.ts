/** Malformed headers and wrong tokens that are accepted, and forms of a valid token that the specification does not name. */
import { Refusal } from '../answer.ts';
import { defineFaults } from '../fault.ts';
import { tokens } from '../state.ts';
import { acceptIf, queryOf } from '../tampering.ts';

export const credentials = defineFaults({
  // Malformed Authorization headers
  'create-scheme-alone': {
    owner: 'auth/create/malformed-header',
    defect: 'accepts the scheme "Bearer" without a token',
    apply: (server) => acceptIf(server, 'create', (_token, header) => /^bearer$/i.test(header ?? '')),
  },
  'create-digest': {
    owner: 'auth/create/malformed-header',
    defect: 'accepts any Digest credentials',
    apply: (server) => acceptIf(server, 'create', (_token, header) => /^digest /i.test(header ?? '')),
  },
  'register-any-basic': {
    owner: 'auth/register/malformed-header',
    defect: 'accepts any Basic credentials',
    apply: (server) => acceptIf(server, 'register', (_token, header) => /^basic /i.test(header ?? '')),
  },
  'verify-unknown-scheme': {
    owner: 'auth/verify/malformed-header',
    defect: 'accepts any credentials of a scheme other than Bearer',
    apply(server) {
      acceptIf(
        server,
        'verify',
        (_token, header) => header !== undefined && /^\S+ \S/.test(header) && !/^bearer /i.test(header),
      );
    },
  },
  'register-two-headers': {
    owner: 'auth/register/malformed-header',
    defect: 'accepts several Authorization headers, as of a proxy and its client, where one begins with Bearer',
    apply(server) {
      acceptIf(server, 'register', (_token, _header, { request }) => {
        const all = request.headersDistinct['authorization'] ?? [];
        return all.length > 1 && all.some((one) => one.startsWith('Bearer '));
      });
    },
  },
  'logs-empty-header': {
    owner: 'auth/logs/malformed-header',
    defect: 'accepts an empty Authorization header',
    apply: (server) => acceptIf(server, 'logs', (_token, header) => header === ''),
  },
  'logs-comma-list': {
    owner: 'auth/logs/malformed-header',
    defect: 'accepts a comma-separated list of any credentials',
    apply: (server) => acceptIf(server, 'logs', (_token, header) => (header ?? '').includes(',')),
  },
  'logs-doubled-scheme': {
    owner: 'auth/logs/malformed-header',
    defect: 'accepts any token after a doubled "Bearer Bearer"',
    apply: (server) => acceptIf(server, 'logs', (_token, header) => /^bearer +bearer/i.test(header ?? '')),
  },

  // Wrong tokens
  'create-token-first-character': {
    owner: 'auth/create/wrong-token',
    defect: 'ignores the first character of a token',
    apply: (server) => acceptIf(server, 'create', (token) => isValidExceptAt(token, 0)),
  },
  'create-token-start': {
    owner: 'auth/create/wrong-token',
    defect: 'accepts any prefix of a valid token (startsWith with swapped operands)',
    apply: (server) => acceptIf(server, 'create', (token) => token !== '' && tokens.valid.startsWith(token)),
  },
  'create-token-long': {
    owner: 'auth/create/wrong-token',
    defect: 'skips the check for tokens longer than 4,096 bytes',
    apply: (server) => acceptIf(server, 'create', (token) => token.length > 4096),
  },
  'create-token-wildcard': {
    owner: 'auth/create/wrong-token',
    defect: 'looks a token up with SQL LIKE, so that a wildcard matches every token',
    apply: (server) => acceptIf(server, 'create', (_token, header) => /^bearer +[*%]+$/i.test(header ?? '')),
  },
  'logs-token-pattern': {
    owner: 'auth/logs/wrong-token',
    defect:
      'checks the characters of a token and looks it up with SQL LIKE, so that an underscore matches any character',
    apply(server) {
      const patternOf = (token: string) => new RegExp(`^${token.replaceAll('_', '.')}$`);
      acceptIf(server, 'logs', (token) => /^\w+$/.test(token) && patternOf(token).test(tokens.valid));
    },
  },
  'create-jwt-unsigned': {
    owner: 'auth/create/wrong-token',
    defect: 'accepts a JWT whose algorithm is "none"',
    apply(server) {
      acceptIf(server, 'create', (token) =>
        /"alg":\s*"none"/i.test(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()),
      );
    },
  },
  'register-jwt-any': {
    owner: 'auth/register/wrong-token',
    defect: 'decodes a JWT without verifying its signature',
    apply: (server) => acceptIf(server, 'register', (token) => /^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(token)),
  },
  'register-token-case': {
    owner: 'auth/register/wrong-token',
    defect: 'ignores letter case in a token',
    apply: (server) => acceptIf(server, 'register', (token) => token.toLowerCase() === tokens.valid.toLowerCase()),
  },
  'register-token-digits': {
    owner: 'auth/register/wrong-token',
    defect: 'accepts any number as a user id',
    apply: (server) => acceptIf(server, 'register', (token) => /^\d+$/.test(token)),
  },
  'register-token-extended-in-front': {
    owner: 'auth/register/wrong-token',
    defect: 'accepts a valid token with extra characters before it',
    apply: (server) => acceptIf(server, 'register', (token) => token.endsWith(tokens.valid)),
  },
  'register-token-permuted': {
    owner: 'auth/register/wrong-token',
    defect: 'compares the sum of the character codes of a token, so that any permutation is valid',
    apply: (server) => acceptIf(server, 'register', (token) => token !== '' && sumOf(token) === sumOf(tokens.valid)),
  },
  'verify-token-middle': {
    owner: 'auth/verify/wrong-token',
    defect: 'ignores one character in the middle of a token',
    apply: (server) => acceptIf(server, 'verify', (token) => isValidExceptAt(token, 15)),
  },
  'verify-token-end': {
    owner: 'auth/verify/wrong-token',
    defect: 'accepts any suffix of a valid token',
    apply: (server) => acceptIf(server, 'verify', (token) => token.length > 3 && tokens.valid.endsWith(token)),
  },
  'verify-token-null': {
    owner: 'auth/verify/wrong-token',
    defect: 'accepts words such as "null" and "undefined", which equal the result of a failed lookup',
    apply(server) {
      acceptIf(server, 'verify', (token) => ['null', 'undefined', 'true', 'none'].includes(token.toLowerCase()));
    },
  },
  'register-token-inherited': {
    owner: 'auth/register/wrong-token',
    defect: 'looks tokens up in a plain object, so that the names of inherited members are tokens',
    apply: (server) => acceptIf(server, 'register', (token) => token in {}),
  },
  'verify-token-uuid': {
    owner: 'auth/verify/wrong-token',
    defect: 'accepts any UUID as a token',
    apply(server) {
      acceptIf(server, 'verify', (token) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(token));
    },
  },
  'logs-token-last-character': {
    owner: 'auth/logs/wrong-token',
    defect: 'ignores the last character of a token',
    apply: (server) => acceptIf(server, 'logs', (token) => isValidExceptAt(token, tokens.valid.length - 1)),
  },
  'logs-token-first-characters': {
    owner: 'auth/logs/wrong-token',
    defect: 'compares only the first 16 characters of a token',
    apply: (server) => acceptIf(server, 'logs', (token) => token.slice(0, 16) === tokens.valid.slice(0, 16)),
  },
  'logs-token-extended': {
    owner: 'auth/logs/wrong-token',
    defect: 'accepts a valid token with extra characters after it',
    apply: (server) => acceptIf(server, 'logs', (token) => token.startsWith(tokens.valid)),
  },
  'logs-token-contains': {
    owner: 'auth/logs/wrong-token',
    defect: 'accepts any token that contains a valid one',
    apply: (server) => acceptIf(server, 'logs', (token) => token.includes(tokens.valid)),
  },
  'logs-token-length': {
    owner: 'auth/logs/wrong-token',
    defect: 'compares only the length of a token',
    apply: (server) => acceptIf(server, 'logs', (token) => token.length === tokens.valid.length),
  },
  'logs-token-hex': {
    owner: 'auth/logs/wrong-token',
    defect: 'accepts any 32 hexadecimal digits as a token',
    apply: (server) => acceptIf(server, 'logs', (token) => /^[\da-f]{32}$/i.test(token)),
  },

  // A valid token in a form that the specification does not name
  'create-token-without-scheme': {
    owner: 'auth/create/other-forms',
    defect: 'accepts a valid token without a scheme',
    apply: (server) => acceptIf(server, 'create', (_token, header) => header === tokens.valid),
  },
  'register-token-in-query': {
    owner: 'auth/register/other-forms',
    defect: 'accepts a valid token in the query string, which access logs record',
    apply(server) {
      acceptIf(server, 'register', (_token, _header, call) => queryOf(call).get('access_token') === tokens.valid);
    },
  },
  'verify-token-in-cookie': {
    owner: 'auth/verify/other-forms',
    defect: 'accepts a valid token in a cookie, which enables cross-site request forgery',
    apply(server) {
      acceptIf(server, 'verify', (_token, _header, call) => (call.request.headers.cookie ?? '').includes(tokens.valid));
    },
  },
  'logs-token-any-scheme': {
    owner: 'auth/logs/other-forms',
    defect: 'accepts a valid token after any scheme name',
    apply(server) {
      acceptIf(server, 'logs', (_token, header) => /^\S+ +(\S+)$/.exec(header ?? '')?.[1] === tokens.valid);
    },
  },
  'register-token-before-word': {
    owner: 'auth/register/other-forms',
    defect: 'splits the header at blanks, and ignores what comes after a valid token',
    apply: (server) =>
      acceptIf(server, 'register', (_token, header) => (header ?? '').startsWith(`Bearer ${tokens.valid} `)),
  },
  'logs-token-in-other-header': {
    owner: 'auth/logs/other-forms',
    defect: 'accepts a valid token in X-Access-Token, X-Api-Key or X-Auth-Token',
    apply(server) {
      acceptIf(server, 'logs', (_token, _header, call) =>
        ['x-access-token', 'x-api-key', 'x-auth-token'].some((name) => call.request.headers[name] === tokens.valid),
      );
    },
  },
  'create-token-in-one-cookie': {
    owner: 'auth/create/other-forms',
    defect:
      'accepts a valid token in a cookie, unless the request has one elsewhere too, which is malformed (RFC 6750)',
    apply(server) {
      acceptIf(server, 'create', (_token, _header, call) => {
        const { cookie = '', ...others } = call.request.headers;
        const holdsToken = (texts: readonly unknown[]) => texts.some((text) => String(text).includes(tokens.valid));
        if (!holdsToken([cookie])) return false;
        if (holdsToken([call.search, ...Object.values(others)])) throw new Refusal(400, 'Too many tokens.');
        return true;
      });
    },
  },
});

/** Whether `token` is the valid one, the character at `place` aside. */
function isValidExceptAt(token: string, place: number): boolean {
  const without = (text: string) => text.slice(0, place) + text.slice(place + 1);
  return token.length === tokens.valid.length && without(token) === without(tokens.valid);
}

function sumOf(text: string): number {
  return [...text].reduce((total, one) => total + one.charCodeAt(0), 0);
}
