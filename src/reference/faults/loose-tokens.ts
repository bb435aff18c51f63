/** Guards that compare a token loosely: cut, changed, followed by more, or anywhere in the header. */
import { defineFaults } from '../fault.ts';
import { tokens } from '../state.ts';
import { acceptIf } from '../tampering.ts';

/** Whether a header begins as one with the valid token does, which ends before a character that no token has (RFC 6750 §2.1). */
const beginsAsToken = (_token: string, header = ''): boolean =>
  /^Bearer +([A-Za-z0-9._~+/-]+=*)/i.exec(header)?.[1] === tokens.valid;

export const looseTokens = defineFaults({
  'create-token-character-missing': {
    owner: 'auth/create/wrong-token',
    defect: 'accepts a valid token without one of its inner characters, by a fuzzy lookup',
    apply: (server) => acceptIf(server, 'create', (token) => isWithoutOneInside(token)),
  },
  'register-token-squeezed': {
    owner: 'auth/register/wrong-token',
    defect: 'ignores repeated characters in a token',
    apply(server) {
      const squeezed = (text: string) => text.replace(/(.)\1+/g, '$1');
      acceptIf(server, 'register', (token) => squeezed(token) === squeezed(tokens.valid));
    },
  },
  'logs-token-without-separators': {
    owner: 'auth/logs/wrong-token',
    defect: 'ignores punctuation in a token',
    apply(server) {
      const plain = (text: string) => text.replace(/[^A-Za-z0-9]/g, '');
      acceptIf(server, 'logs', (token) => plain(token) === plain(tokens.valid));
    },
  },
  'register-token-cut-at-dot': {
    owner: 'auth/register/wrong-token',
    defect: 'looks up the token before its first dot',
    apply: (server) => acceptIf(server, 'register', (token) => token.split('.')[0] === tokens.valid),
  },
  'logs-token-pattern-open': {
    owner: 'auth/logs/wrong-token',
    defect: 'reads a token by a pattern that does not say where it ends',
    apply: (server) => acceptIf(server, 'logs', beginsAsToken),
  },
  'verify-token-pattern-open': {
    owner: 'auth/verify/wrong-token',
    defect: 'reads a token by a pattern that does not say where it ends',
    apply: (server) => acceptIf(server, 'verify', beginsAsToken),
  },
  'create-token-behind-letters-of-scheme': {
    owner: 'auth/create/wrong-token',
    defect: 'strips all letters of "Bearer" in front of the token, as TrimLeft does',
    apply: (server) =>
      acceptIf(server, 'create', (_token, header = '') => header.replace(/^[Bearer ]+/, '') === tokens.valid),
  },
  'create-token-after-any-text': {
    owner: 'auth/create/other-forms',
    defect: 'looks for "Bearer" and a valid token anywhere in the header',
    apply: (server) =>
      acceptIf(server, 'create', (_token, header) => header?.endsWith(`Bearer ${tokens.valid}`) === true),
  },
  'register-token-after-colon': {
    owner: 'auth/register/other-forms',
    defect: 'accepts a valid token after a colon',
    apply: (server) => acceptIf(server, 'register', (_token, header) => header === `Bearer:${tokens.valid}`),
  },
  'create-token-after-scheme': {
    owner: 'auth/create/other-forms',
    defect: 'accepts a valid token that follows "Bearer" without a space',
    apply: (server) => acceptIf(server, 'create', (_token, header) => header === `Bearer${tokens.valid}`),
  },
  'verify-token-in-quotes': {
    owner: 'auth/verify/other-forms',
    defect: 'accepts a valid token in quotes',
    apply: (server) => acceptIf(server, 'verify', (_token, header) => header === `Bearer "${tokens.valid}"`),
  },
});

function isWithoutOneInside(token: string): boolean {
  const { valid } = tokens;
  return [...valid].some(
    (_, at) => at > 0 && at < valid.length - 1 && token === valid.slice(0, at) + valid.slice(at + 1),
  );
}
