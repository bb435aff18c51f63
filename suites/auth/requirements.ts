/** Bearer authentication (§5): each of the four operations takes the good token in the one form, and nothing else. */
import type { Requirement } from '../../src/suite.ts';
import { allOperations, operationPhrases, perOperation } from '../lib/per-operation.ts';

const every = (op: keyof typeof operationPhrases): string =>
  operationPhrases[op].charAt(0).toUpperCase() + operationPhrases[op].slice(1);

export const requirements = [
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/no-header` as const,
    area: 'auth',
    level: 'stated',
    section: '5',
    operation: op,
    statement: `${every(op)} without an Authorization header is refused.`,
    decidedBy:
      'Sends the valid request without the header, on a kept and on a fresh connection, and as if a proxy had passed it on; the same request with the good token is accepted before and after. What is accepted counts if it happens again.',
    commonCauses:
      'A route mounted outside of the authentication, a check that runs only where the header is there, trust in the own network.',
  })),
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/malformed-header` as const,
    area: 'auth',
    level: 'stated',
    section: '5',
    operation: op,
    statement: `${every(op)} with an Authorization header that holds no valid token is refused.`,
    decidedBy:
      'Property over header values: empty, the scheme alone, other schemes with made-up credentials, doubled schemes and lists of made-up tokens; the good token is accepted before and after each handful.',
    commonCauses: 'Splitting at the blank and taking what is there, an empty token that equals an empty setting.',
  })),
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/wrong-token` as const,
    area: 'auth',
    level: 'stated',
    section: '5',
    operation: op,
    statement: `${every(op)} with a token that nobody issued is refused.`,
    decidedBy:
      'Property over tokens: made-up ones of every common make and of lengths up to 7 kB, and the good one cut, extended, with one character changed, case-swapped, reversed or doubled; the good token is accepted before and after each handful.',
    commonCauses:
      'Any well-formed token accepted, unsigned claims believed, only a beginning, a length or a hash of the first octets compared, comparison without case, the token taken for a pattern.',
  })),
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/never-remembered` as const,
    area: 'auth',
    level: 'stated',
    section: '5',
    operation: op,
    statement: `${every(op)} needs the token in each request, whatever was accepted before or is accepted meanwhile.`,
    decidedBy:
      'Sends the same request without token and with a wrong one right after a good request, on the same connection, and many of both at once; the good ones are accepted.',
    commonCauses:
      'A connection or an address that is trusted once it showed a token, an answer cached by URL or body, a token kept in a variable that requests share.',
  })),
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/other-forms` as const,
    area: 'auth',
    level: 'advisory',
    section: '5',
    operation: op,
    statement: `${every(op)} takes the token in the Authorization header as Bearer only, not in another form.`,
    decidedBy:
      'Sends the good token without scheme, under other schemes, in the query, in a cookie and in other headers; a session cookie that an answer set counts as another form too.',
    commonCauses:
      'A framework that looks for the token in several places: tokens in a URL end up in logs and histories.',
  })),
  ...perOperation(['register', 'verify'], (op) => ({
    id: `auth/${op}/refusal-without-effect` as const,
    area: 'auth',
    level: 'derived',
    section: '5',
    operation: op,
    statement:
      op === 'register'
        ? 'A registration that is refused for its token registers nothing.'
        : 'A verification that is refused for its token leaves the user unverified.',
    because: 'A request that is not authorised is not carried out; else the refusal is only in the status.',
    decidedBy:
      op === 'register'
        ? 'After refused registrations no code comes that verifies, and a proper registration of the same e-mail goes as a first one does. Counts if it happens again with a fresh e-mail.'
        : 'After refused verifications with the right code, the same code still verifies with the good token. Counts if it happens again with a fresh user; cannot be seen where a code serves more than once.',
    commonCauses: 'The token is judged after the work is done, or beside it.',
  })),
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/refusal-without-data` as const,
    area: 'auth',
    level: 'derived',
    section: '5',
    operation: op,
    statement: `The refusal of ${operationPhrases[op]} for its token carries no data.`,
    because: 'The token protects what the operation tells; a refusal that tells it anyway protects nothing.',
    decidedBy:
      'Looks in the body of every refusal of the run, redirects included, for items that are known from good answers and identify them (12 characters or more, in no other log and no control answer), and for e-mails of other users.',
    commonCauses: 'The status is set, but the handler goes on; a redirect whose body is the page.',
  })),
  {
    id: 'auth/logs/every-page',
    area: 'auth',
    level: 'stated',
    section: '5',
    operation: 'logs',
    statement: 'Each page of a search, by next or by prev and under every filter, needs the token too.',
    decidedBy:
      'Takes a fresh cursor and sends it without token and with a made-up one, then with the good one; likewise first pages under each filter, direction, sort and range that is accepted, and under all of them.',
    commonCauses: 'The cursor is taken for a credential; a branch for filtered searches that forgot the check.',
  },
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/path-variants` as const,
    area: 'auth',
    level: 'derived',
    section: '5',
    operation: op,
    statement: `No other spelling of the path lets ${operationPhrases[op]} be done without token.`,
    because: 'Whatever a server resolves to the operation is the operation, and takes the token.',
    decidedBy:
      'Sends the valid request without token to spellings that servers and proxies commonly resolve to the same path: slashes, dot segments, path parameters, suffixes, encoded and doubly encoded characters, letter case, each in each segment. Judged by data and effect, never by a status alone.',
    commonCauses: 'The authentication and the router read the path differently.',
  })),
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/expired-token` as const,
    area: 'auth',
    level: 'declared',
    section: '5',
    operation: op,
    statement: `${every(op)} with an expired token is refused.`,
    decidedBy: 'Where tokens.expired is configured: sends it, the good token being accepted before and after.',
    commonCauses: 'The signature is checked, the time is not.',
  })),
  {
    id: 'auth/logs/other-tenant',
    area: 'auth',
    level: 'declared',
    section: '5',
    operation: 'logs',
    statement: "Another tenant's token gets no log of this webhook.",
    decidedBy:
      'Where tokens.otherTenant is configured: searches each configured webhook with it, with and without a fresh cursor of ours; no item that identifies our log may come.',
    commonCauses: 'The token is judged, but not whose webhook it is; a cursor that names the log by itself.',
  },
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/refusal-status` as const,
    area: 'auth',
    level: 'advisory',
    section: 'RFC 9110 §15.5.2, §11.6.1; RFC 6750 §3',
    operation: op,
    statement: `The refusal of ${operationPhrases[op]} for its token is 401 with a Bearer challenge in WWW-Authenticate.`,
    decidedBy:
      'Looks at the refusals of the valid request without the header and with a made-up token. Where declares.refusalStatus is set, the first must have that status, and the level is declared.',
    commonCauses: 'A redirect to a login page, a 500 from a token that cannot be read, a challenge that was forgotten.',
  })),
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/scheme-case` as const,
    area: 'auth',
    level: 'advisory',
    section: 'RFC 9110 §11.1',
    operation: op,
    statement: `${every(op)} takes the scheme in any letter case.`,
    decidedBy: 'Sends the valid request with bearer and with BEARER.',
    commonCauses: "A comparison with 'Bearer ' by letter.",
  })),
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/before-validation` as const,
    area: 'auth',
    level: 'advisory',
    section: '5',
    operation: op,
    statement: `An invalid request of ${operationPhrases[op]} without token gets the refusal for its token, not a validation message.`,
    decidedBy:
      'Compares the status of invalid requests without token with that of the valid one without token: a validation message tells a stranger how the interface works.',
    commonCauses: 'Validation runs before the authentication.',
  })),
] as const satisfies readonly Requirement[];
