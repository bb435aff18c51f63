/** Bearer authentication (§5): each operation accepts the valid token in its one form, and nothing else. */
import type { Requirement } from '../../src/suite.ts';
import { allOperations, endpointOf, perOperation } from '../lib/per-operation.ts';

export const requirements = [
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/no-header` as const,
    shownBy: 'no-data',
    area: 'auth',
    level: 'stated',
    source: { spec: '5' },
    operation: op,
    statement: `${endpointOf[op]} without an Authorization header must be rejected.`,
    decidedBy:
      'Sends the valid request without the header: on a kept connection, on a fresh one, and with headers that some guards trust: a local client address, a user whom a proxy names, marks of a request from inside. Sends invalid requests, a creation of nothing, and message forms with many parts, too: chunks, connection options, an upgrade, an expectation, many or long headers, headers in reverse order, HTTP/1.0, an absolute request target. If a request that combines several of these is not rejected like the plain one, they are also sent alone or in pairs. The valid request with the valid token is accepted before and after. An acceptance fails if it recurs. The plain request is sent once more at the end of the run. Over the whole run, one acceptance with data of the operation fails, and so do two without.',
    commonCauses: [
      'a route mounted outside the authentication middleware',
      'a token check that runs only if the header is present',
      'trust in the internal network, or in headers that a proxy should have removed',
    ],
  })),
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/malformed-header` as const,
    shownBy: 'no-data',
    area: 'auth',
    level: 'stated',
    source: { spec: '5' },
    operation: op,
    statement: `${endpointOf[op]} with a malformed Authorization header must be rejected.`,
    decidedBy:
      'Generates header values: empty, the scheme alone, other schemes with made-up credentials, doubled schemes, and lists of made-up tokens; and two headers in one request, each with a made-up token. The valid token is accepted before and after each batch. Over the whole run, one acceptance with data of the operation fails, and so do two without.',
    commonCauses: [
      'a split at the space without validation of the parts',
      'an empty token that equals an unset configuration value',
    ],
  })),
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/wrong-token` as const,
    shownBy: 'no-data',
    area: 'auth',
    level: 'stated',
    source: { spec: '5' },
    operation: op,
    statement: `${endpointOf[op]} with a token that was never issued must be rejected.`,
    decidedBy:
      'Generates tokens: made-up ones of every common format, up to 7 kB long, and the valid token cut, extended, reversed, doubled, case-swapped, without punctuation, or with one character changed, removed or repeated; made-up ones in several message forms, and with bodies that are not typed as JSON. Sends what a client knows, too: the id of a profile or webhook, a cursor, and the e-mail of a verified user. The valid token is accepted before and after each batch. Over the whole run, one acceptance with data of the operation fails, and so do two without. For searches, some more come at the end, in message forms with many parts, under all filters at once, on each webhook.',
    commonCauses: [
      'acceptance of any well-formed token',
      'trust in unsigned claims',
      'a comparison of only a prefix, a length or a hash of the first bytes',
      'a case-insensitive comparison',
      'a token used as a pattern',
      'a lookup of users or webhooks by what should be a token',
      'a guard that checks JSON requests only',
    ],
  })),
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/never-remembered` as const,
    concurrent: true,
    area: 'auth',
    level: 'stated',
    source: { spec: '5' },
    operation: op,
    statement: `${endpointOf[op]} must require the token in every request, whatever was accepted before or in parallel.`,
    decidedBy:
      'Sends the same request without a token and with a wrong one directly after an accepted request on the same connection, and then several of both beside another accepted one. The requests with the valid token are accepted.',
    commonCauses: [
      'a connection or an address trusted after its first token',
      'a response cached by URL or body',
      'a token kept in a variable shared by requests',
    ],
  })),
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/other-forms` as const,
    shownBy: 'no-data',
    area: 'auth',
    level: 'advisory',
    source: { spec: '5' },
    operation: op,
    statement: `${endpointOf[op]} must reject the valid token in any form other than Authorization: Bearer.`,
    decidedBy:
      'Sends the valid token without a scheme, under another scheme, right after the scheme or after a colon by turns, and in quotes; in the query, in cookies and in other headers, all of them at once. Each operation also tries one of these places alone, and tries every one alone if the request with all of them is not rejected like the one without a token. A session cookie set by a response counts as another form.',
    commonCauses: [
      'a framework that looks for tokens in several places, although tokens in URLs end up in logs and browser histories',
    ],
  })),
  {
    id: 'auth/create/refusal-without-effect',
    area: 'auth',
    level: 'derived',
    source: { spec: '5' },
    operation: 'create',
    statement: 'A creation that is rejected for its token must not create anything.',
    because:
      'Each operation takes a bearer token (§5), so a request without a valid one must not be carried out, whatever its status says.',
    decidedBy:
      'If the server refuses to create the same event twice, sends new creations without a token, and then with it. It fails if each is answered as a repeat, while others are accepted. Not applicable where repeats are accepted.',
    commonCauses: ['a token check that runs after the work, or in parallel with it'],
  },
  ...perOperation(['register', 'verify'], (op) => ({
    id: `auth/${op}/refusal-without-effect` as const,
    area: 'auth',
    level: 'derived',
    source: { spec: '5' },
    operation: op,
    statement:
      op === 'register'
        ? 'A registration that is rejected for its token must not register a user.'
        : 'A verification that is rejected for its token must not verify the user.',
    because:
      'Each operation takes a bearer token (§5), so a request without a valid one must not be carried out, whatever its status says.',
    decidedBy:
      op === 'register'
        ? 'Registers an e-mail without a valid token in several ways, looks whether a code comes, and then registers it with the valid token. It fails if a code arrives that verifies the user, or if the registration differs from a first one, and again with a fresh e-mail.'
        : 'Sends the right code without a valid token, in several ways, then with it; the code must still verify the user. It fails if that recurs with a fresh user. If a verified user is accepted with any code, a wrong code after the rejection shows the effect. Cannot be decided if the right code, and only that, works more than once.',
    commonCauses: ['a token check that runs after the work, or in parallel with it'],
  })),
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/refusal-without-data` as const,
    area: 'auth',
    level: 'derived',
    source: { spec: '5' },
    operation: op,
    statement: `A response of ${endpointOf[op]} that rejects the token must not contain protected data.`,
    because:
      'The token protects the data of the operation (§5), so a rejection that contains the data protects nothing.',
    decidedBy:
      'Searches the body of every rejection of the run, redirects included. It looks for items known from accepted requests that identify their log (at least 12 characters, absent from other logs), and for e-mails of other users.',
    commonCauses: ['a handler that continues after the status is set', 'a redirect whose body is the page'],
    watches: true,
  })),
  {
    id: 'auth/logs/every-page',
    shownBy: 'no-data',
    area: 'auth',
    level: 'stated',
    source: { spec: '5' },
    operation: 'logs',
    statement: 'Every page of a log search must require the token, with any cursor and any filter.',
    decidedBy:
      'Sends a fresh cursor without a token, with a made-up one, and then with the valid one. Sends searches without a token on each configured webhook, and under all accepted filters, directions and ranges, with each sortBy (declared or not). If such a request is not rejected like the plain one, each filter is sent alone.',
    commonCauses: ['a cursor treated as a credential', 'a missing token check in the branch for filtered searches'],
  },
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/path-variants` as const,
    shownBy: 'no-data',
    area: 'auth',
    level: 'derived',
    source: { spec: '5' },
    operation: op,
    statement: `An alternative spelling of the path of ${endpointOf[op]}, or a disguise of the request, must not bypass authentication.`,
    because: 'Any request that the server routes to the operation is that operation, so it requires the token (§5).',
    decidedBy:
      'Sends the valid request without a token to spellings that servers and proxies often resolve to the same path. They vary slashes, dot segments, path parameters, suffixes, encoding, double encoding and letter case, most of them in all segments at once. Disguises are a query that looks like a public path, headers that name another path or method, those of a preflight, the User-Agent of health checkers, and the methods OPTIONS and HEAD. All disguises go together first; each goes alone if that request is not rejected like the plain one. Only data or an effect counts, never a status alone. A HEAD of the search that tells the length of the page is advice.',
    commonCauses: [
      'authentication middleware and a router that normalise paths differently',
      'a list of public paths that is searched for in the whole URL',
      'health checkers that are recognised by their User-Agent',
    ],
  })),
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/expired-token` as const,
    shownBy: 'no-data',
    area: 'auth',
    level: 'declared',
    source: { spec: '5' },
    operation: op,
    statement: `${endpointOf[op]} with an expired token must be rejected.`,
    decidedBy:
      'Sends tokens.expired, if configured, between requests with the valid token, in other forms of message, and in a search with all filters at once. An acceptance fails if it recurs.',
    commonCauses: ['a signature check without an expiry check'],
  })),
  {
    id: 'auth/logs/other-tenant',
    shownBy: 'no-data',
    area: 'auth',
    level: 'declared',
    source: { spec: '5' },
    operation: 'logs',
    statement: "Another tenant's token must not return any item of this tenant's logs.",
    decidedBy:
      'Searches each configured webhook with tokens.otherTenant, if configured, with and without a fresh cursor of this tenant, and with all accepted filters, sorts and ranges at once, each time in another form of message. If that is not rejected like the plain search, each of them is sent alone. An item that identifies the log fails.',
    commonCauses: ['a token check without an ownership check', 'a cursor that names the log and is trusted'],
  },
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/refusal-status` as const,
    area: 'auth',
    level: 'advisory',
    source: [
      { rfc: 9110, section: '15.5.2' },
      { rfc: 9110, section: '11.6.1' },
      { rfc: 6750, section: '3' },
    ],
    operation: op,
    statement: `${endpointOf[op]} must reject a missing or wrong token with 401 and a Bearer challenge in WWW-Authenticate.`,
    decidedBy:
      'Inspects the rejections of the valid request without the header and with a made-up token. If declares.refusalStatus is set, the rejection without the header must have that status, at level declared.',
    commonCauses: ['a redirect to a login page', 'a 500 for an unreadable token', 'a missing challenge'],
  })),
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/scheme-case` as const,
    area: 'auth',
    level: 'advisory',
    source: { rfc: 9110, section: '11.1' },
    operation: op,
    statement: `${endpointOf[op]} must accept the Bearer scheme in any letter case.`,
    decidedBy: 'Sends the valid request with BEARER.',
    commonCauses: ["a case-sensitive comparison with 'Bearer '"],
  })),
  ...perOperation(allOperations, (op) => ({
    id: `auth/${op}/before-validation` as const,
    area: 'auth',
    level: 'advisory',
    source: { spec: '5' },
    operation: op,
    statement: `${endpointOf[op]} must answer an invalid request without a token the way it answers a valid one without a token.`,
    decidedBy:
      'Compares the statuses of invalid and valid requests without a token. A validation message would tell a stranger how the interface works.',
    commonCauses: ['validation that runs before authentication'],
  })),
] as const satisfies readonly Requirement[];
