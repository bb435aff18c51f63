/** Guards that trust a method or a query, or ask little of some requests. */
import type { Operation } from '../../core/operation.ts';
import { defineFaults } from '../fault.ts';
import type { Server } from '../state.ts';
import { acceptIf, bodyOf, carryOut, onUnauthorized, openMethod, queryOf } from '../tampering.ts';

export const guards = defineFaults({
  // Methods and queries
  'logs-options-open': {
    owner: 'auth/logs/path-variants',
    defect: 'does not authenticate OPTIONS, and answers it as GET',
    apply: (server) => openMethod(server, 'logs', 'OPTIONS'),
  },
  'logs-head-open': {
    owner: 'auth/logs/path-variants',
    level: 'advisory',
    defect: 'does not authenticate HEAD, and answers it as GET, without the page',
    apply: (server) => openMethod(server, 'logs', 'HEAD'),
  },
  'register-head-open': {
    owner: 'auth/register/path-variants',
    defect: 'does not authenticate HEAD, and carries it out as POST',
    apply: (server) => openMethod(server, 'register', 'HEAD'),
  },
  'verify-options-open': {
    owner: 'auth/verify/path-variants',
    defect: 'does not authenticate OPTIONS, and carries it out as POST',
    apply: (server) => openMethod(server, 'verify', 'OPTIONS'),
  },
  'create-static-query-open': {
    owner: 'auth/create/path-variants',
    defect: 'does not authenticate a URL that ends in .css, its query included',
    apply: (server) => acceptIf(server, 'create', (_token, _header, call) => call.search.endsWith('.css')),
  },
  'verify-localhost-origin-open': {
    owner: 'auth/verify/path-variants',
    defect: 'does not authenticate requests of a page at localhost, as while it was developed',
    apply: (server) =>
      acceptIf(server, 'verify', (_token, _header, { request }) =>
        /^https?:\/\/localhost(:\d+)?$/.test(request.headers.origin ?? ''),
      ),
  },
  'verify-format-query-open': {
    owner: 'auth/verify/path-variants',
    defect: 'does not authenticate a URL with format=json',
    apply: (server) => acceptIf(server, 'verify', (_token, _header, call) => /\bformat=json/.test(call.search)),
  },
  'register-health-query-open': {
    owner: 'auth/register/path-variants',
    defect: 'does not authenticate a URL that contains /health, its query included',
    apply: (server) => acceptIf(server, 'register', (_token, _header, call) => call.search.includes('/health')),
  },
  'logs-health-at-end-open': {
    owner: 'auth/logs/path-variants',
    defect: 'does not authenticate a URL that ends in /health, its query included',
    apply: (server) => acceptIf(server, 'logs', (_token, _header, call) => call.search.endsWith('/health')),
  },
  'logs-login-query-open': {
    owner: 'auth/logs/path-variants',
    defect: 'does not authenticate a URL that contains /login, its query included',
    apply: (server) => acceptIf(server, 'logs', (_token, _header, call) => call.search.includes('/login')),
  },

  // Requests of which little is asked
  'create-nothing-open': {
    owner: 'auth/create/no-header',
    defect: 'answers a creation of nothing before it authenticates',
    apply(server) {
      openBody(
        server,
        'create',
        ({ profileIds, calendarIds }) => profileIds?.length === 0 && calendarIds?.length === 0,
      );
    },
  },
  'register-empty-open': {
    owner: 'auth/register/no-header',
    defect: 'answers an empty body with success before it authenticates',
    apply: (server) => openBody(server, 'register', (body) => Object.keys(body).length === 0),
  },
  'verify-unknown-open': {
    owner: 'auth/verify/no-header',
    defect: 'answers a code that is not a number with success before it authenticates',
    apply: (server) => openBody(server, 'verify', ({ code }) => typeof code === 'string'),
  },
  'logs-bogus-status-open': {
    owner: 'auth/logs/no-header',
    defect: 'answers an unknown status with an empty page before it authenticates',
    apply(server) {
      onUnauthorized(server, 'logs', (_answer, call) =>
        ['succeeded', 'failed', null].includes(queryOf(call).get('status'))
          ? undefined
          : { status: 200, body: { data: [], cursor: { totalItems: 0 } } },
      );
    },
  },

  // Requests with a way of their own
  'create-dry-run-open': {
    owner: 'auth/create/no-header',
    defect: 'answers a creation with a limit of 0 before it authenticates',
    apply: (server) => openBody(server, 'create', ({ limit }) => limit === 0),
  },
  'register-large-open': {
    owner: 'auth/register/no-header',
    defect: 'does not authenticate a body of more than 4,096 octets, which it hands on in chunks',
    apply: (server) => openBody(server, 'register', (_body, { length }) => length > 4096),
  },
  'logs-unknown-webhook-open': {
    owner: 'auth/logs/no-header',
    defect: 'answers for an unknown webhook with an empty page before it authenticates',
    apply(server) {
      onUnauthorized(server, 'logs', (_answer, { webhookId }) =>
        server.logs.has(webhookId) ? undefined : { status: 200, body: { data: [], cursor: { totalItems: 0 } } },
      );
    },
  },
  'logs-prev-with-from-open': {
    owner: 'auth/logs/every-page',
    defect: 'does not authenticate requests with prev and from',
    apply: (server) =>
      acceptIf(server, 'logs', (_token, _header, call) => queryOf(call).has('prev') && queryOf(call).has('from')),
  },
});

/** Answers bodies without authentication: by the operation if it accepts them, else with an empty object. */
function openBody(
  server: Server,
  operation: Operation,
  opens: (body: ReturnType<typeof bodyOf>, payload: Buffer) => boolean,
): void {
  onUnauthorized(server, operation, (_answer, call) => {
    if (!opens(bodyOf(call), call.payload)) return undefined;
    return carryOut(server, operation, call).then((answer) => answer ?? { status: 200, body: {} });
  });
}
