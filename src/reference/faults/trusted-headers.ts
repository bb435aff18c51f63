/** Guards that let in requests with a header that they trust, whoever sends it. */
import type { IncomingHttpHeaders } from 'node:http';
import type { Operation } from '../../core/operation.ts';
import { Refusal } from '../answer.ts';
import { defineFaults } from '../fault.ts';
import type { Server } from '../state.ts';
import { acceptIf, openMethod, queryOf, wrapStep } from '../tampering.ts';

export const trustedHeaders = defineFaults({
  // Trusted headers
  'logs-real-ip-trusted': {
    owner: 'auth/logs/no-header',
    defect: 'trusts a request whose X-Real-IP is local',
    apply: (server) => acceptByHeaders(server, 'logs', (headers) => headers['x-real-ip'] === '127.0.0.1'),
  },
  'register-inside-trusted': {
    owner: 'auth/register/no-header',
    defect: 'trusts a request whose X-Forwarded-For is a private address',
    apply: (server) =>
      acceptByHeaders(server, 'register', (headers) => String(headers['x-forwarded-for']).startsWith('10.')),
  },
  'create-client-ip-trusted': {
    owner: 'auth/create/no-header',
    defect: 'trusts a request whose True-Client-IP is local',
    apply: (server) => acceptByHeaders(server, 'create', (headers) => headers['true-client-ip'] === '127.0.0.1'),
  },
  'verify-forwarded-trusted': {
    owner: 'auth/verify/no-header',
    defect: 'trusts a request that is forwarded for a local address (RFC 7239)',
    apply(server) {
      acceptByHeaders(server, 'verify', ({ forwarded }) => /for="?127\.0\.0\.1/.test(forwarded ?? ''));
    },
  },
  'register-proxy-user-trusted': {
    owner: 'auth/register/no-header',
    defect: 'trusts the user that a proxy names in X-Forwarded-User, whoever sent it',
    apply: (server) => acceptByHeaders(server, 'register', (headers) => headers['x-forwarded-user'] !== undefined),
  },
  'logs-any-session-cookie': {
    owner: 'auth/logs/no-header',
    defect: 'takes any session cookie for a signed-in user',
    apply: (server) => acceptByHeaders(server, 'logs', (headers) => /\bsession(id)?=/.test(headers.cookie ?? '')),
  },
  'create-charset-open': {
    owner: 'auth/create/no-header',
    defect: 'authenticates requests whose Content-Type is exactly application/json',
    apply(server) {
      acceptByHeaders(server, 'create', (headers) => headers['content-type']?.includes('charset') === true);
    },
  },
  'create-untyped-open': {
    owner: 'auth/create/wrong-token',
    defect: 'reads a body without a Content-Type as JSON, and authenticates only what is typed as JSON',
    apply: (server) => leaveOpen(server, 'create', (type) => type === undefined),
  },
  'verify-text-open': {
    owner: 'auth/verify/wrong-token',
    defect: 'reads a body that is text/plain as JSON, and does not authenticate it',
    apply: (server) => leaveOpen(server, 'verify', (type) => type === 'text/plain'),
  },
  'logs-text-open': {
    owner: 'auth/logs/wrong-token',
    defect: 'does not authenticate searches whose Content-Type is text/plain',
    apply: (server) => acceptByHeaders(server, 'logs', (headers) => headers['content-type'] === 'text/plain'),
  },
  'logs-post-open': {
    owner: 'auth/logs/path-variants',
    defect: 'serves searches with POST too, and authenticates only GET',
    apply: (server) => openMethod(server, 'logs', 'POST'),
  },
  'register-browser-open': {
    owner: 'auth/register/no-header',
    defect: 'leaves what a browser requests, as Accept shows, to a session',
    apply(server) {
      acceptByHeaders(server, 'register', (headers) => headers.accept?.startsWith('text/html') === true);
    },
  },
  'logs-original-url-open': {
    owner: 'auth/logs/path-variants',
    defect: 'decides by X-Original-URL whether a path needs a token',
    apply: (server) => acceptByHeaders(server, 'logs', (headers) => headers['x-original-url'] === '/health'),
  },
  'register-forwarded-uri-open': {
    owner: 'auth/register/path-variants',
    defect: 'decides by X-Forwarded-Uri whether a path needs a token',
    apply: (server) => acceptByHeaders(server, 'register', (headers) => headers['x-forwarded-uri'] === '/health'),
  },
  'create-preflight-open': {
    owner: 'auth/create/path-variants',
    defect: 'takes a request with Origin and Access-Control-Request-Method for a preflight, and carries it out',
    apply(server) {
      acceptByHeaders(
        server,
        'create',
        (headers) => headers.origin !== undefined && headers['access-control-request-method'] !== undefined,
      );
    },
  },
  'verify-method-override-open': {
    owner: 'auth/verify/path-variants',
    defect: 'takes X-HTTP-Method-Override: OPTIONS for a preflight, and carries the request out',
    apply(server) {
      acceptByHeaders(server, 'verify', (headers) => headers['x-http-method-override'] === 'OPTIONS');
    },
  },

  'create-any-query-token': {
    owner: 'auth/create/path-variants',
    defect: 'takes any access_token in the query for a valid one',
    apply: (server) => acceptIf(server, 'create', (_token, _header, call) => queryOf(call).has('access_token')),
  },
  'verify-any-api-key': {
    owner: 'auth/verify/no-header',
    defect: 'takes any X-Api-Key for a valid one',
    apply: (server) => acceptByHeaders(server, 'verify', (headers) => headers['x-api-key'] !== undefined),
  },
  'create-internal-request-trusted': {
    owner: 'auth/create/no-header',
    defect: 'trusts a request that says that it comes from inside',
    apply: (server) => acceptByHeaders(server, 'create', (headers) => headers['x-internal-request'] === 'true'),
  },
  'register-subrequest-open': {
    owner: 'auth/register/no-header',
    defect: 'takes a request with X-Middleware-Subrequest for one that it has authenticated',
    apply(server) {
      const passed = Array.from({ length: 5 }, () => 'middleware').join(':');
      acceptByHeaders(server, 'register', (headers) => headers['x-middleware-subrequest'] === passed);
    },
  },
  'verify-certificate-trusted': {
    owner: 'auth/verify/no-header',
    defect: 'trusts a client certificate that a proxy is said to have verified',
    apply: (server) => acceptByHeaders(server, 'verify', (headers) => headers['x-ssl-client-verify'] === 'SUCCESS'),
  },
  'logs-same-origin-open': {
    owner: 'auth/logs/no-header',
    defect: 'trusts requests whose Referer names the origin of the server',
    apply(server) {
      acceptByHeaders(server, 'logs', ({ host, referer }) => referer?.startsWith(`http://${host}/`) === true);
    },
  },
  'create-kubernetes-probe-open': {
    owner: 'auth/create/path-variants',
    defect: 'does not authenticate probes of Kubernetes, as User-Agent shows',
    apply: (server) => openAgent(server, 'create', /^kube-probe\//),
  },
  'register-load-balancer-open': {
    owner: 'auth/register/path-variants',
    defect: 'does not authenticate health checks of load balancers, as User-Agent shows',
    apply: (server) => openAgent(server, 'register', /ELB-HealthChecker|GoogleHC/),
  },
  'verify-uptime-check-open': {
    owner: 'auth/verify/path-variants',
    defect: 'does not authenticate a service that watches it, as User-Agent shows',
    apply: (server) => openAgent(server, 'verify', /pingdom|uptimerobot/i),
  },
  'logs-scraper-open': {
    owner: 'auth/logs/path-variants',
    defect: 'does not authenticate the scraper of its metrics, as User-Agent shows',
    apply: (server) => openAgent(server, 'logs', /prometheus/i),
  },
});

function acceptByHeaders(
  server: Server,
  operation: Operation,
  trusts: (headers: IncomingHttpHeaders) => boolean,
): void {
  acceptIf(server, operation, (_token, _header, call) => trusts(call.request.headers));
}

/** Reads JSON of such a `Content-Type`, without authentication. */
function leaveOpen(server: Server, operation: Operation, opens: (type: string | undefined) => boolean): void {
  wrapStep(server, 'parseBody', (inner) => (call) => {
    if (!opens(call.request.headers['content-type'])) return inner(call);
    try {
      return JSON.parse(call.payload.toString());
    } catch {
      throw new Refusal(400, 'The body is not JSON.');
    }
  });
  acceptByHeaders(server, operation, (headers) => opens(headers['content-type']));
}

function openAgent(server: Server, operation: Operation, agent: RegExp): void {
  acceptByHeaders(server, operation, (headers) => agent.test(headers['user-agent'] ?? ''));
}
