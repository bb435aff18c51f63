/** Guards that look at the form of a message, or at the webhook, before they ask for the token. */
import type { IncomingMessage } from 'node:http';
import { defineFaults } from '../fault.ts';
import { tokens } from '../state.ts';
import { acceptIf, queryOf } from '../tampering.ts';

const isChunked = ({ headers }: IncomingMessage): boolean => headers['transfer-encoding'] === 'chunked';

/** Headers that a table of fixed size keeps. */
const tableSize = 50;

export const messages = defineFaults({
  'create-open-in-chunks': {
    owner: 'auth/create/no-header',
    defect: 'skips the token check of a body that comes in chunks, which another handler reads',
    apply: (server) =>
      acceptIf(server, 'create', (_token, header, { request }) => header === undefined && isChunked(request)),
  },
  'register-any-token-in-chunks': {
    owner: 'auth/register/wrong-token',
    defect: 'accepts any token beside a body that comes in chunks',
    apply: (server) =>
      acceptIf(server, 'register', (token, _header, { request }) => token !== '' && isChunked(request)),
  },
  'verify-open-with-expectation': {
    owner: 'auth/verify/no-header',
    defect: 'skips the token check of a request that expects 100 Continue',
    apply: (server) =>
      acceptIf(server, 'verify', (_token, header, { request }) => header === undefined && 'expect' in request.headers),
  },
  'logs-open-with-upgrade': {
    owner: 'auth/logs/no-header',
    defect: 'leaves the token of a request with Upgrade to the protocol that follows',
    apply: (server) =>
      acceptIf(server, 'logs', (_token, header, { request }) => header === undefined && 'upgrade' in request.headers),
  },
  'logs-open-as-connection-option': {
    owner: 'auth/logs/no-header',
    defect: 'trusts a request whose Authorization header a proxy seems to have removed',
    apply: (server) =>
      acceptIf(
        server,
        'logs',
        (_token, header, { request }) =>
          header === undefined && /authorization/i.test(request.headers.connection ?? ''),
      ),
  },
  'create-any-token-with-many-headers': {
    owner: 'auth/create/wrong-token',
    defect: 'skips the token check if there are more headers than its table holds',
    apply: (server) =>
      acceptIf(
        server,
        'create',
        (token, _header, { request }) => token !== '' && request.rawHeaders.length > 2 * tableSize,
      ),
  },
  'register-open-in-chunks-with-many-headers': {
    owner: 'auth/register/no-header',
    defect: 'skips the token check of a body that comes in chunks if there are many headers',
    apply: (server) =>
      acceptIf(
        server,
        'register',
        (_token, header, { request }) =>
          header === undefined && isChunked(request) && request.rawHeaders.length > 2 * tableSize,
      ),
  },
  'logs-open-in-old-http': {
    owner: 'auth/logs/no-header',
    defect: 'skips the token check of a request in HTTP/1.0, as of a health check',
    apply: (server) =>
      acceptIf(server, 'logs', (_token, header, { request }) => header === undefined && request.httpVersion === '1.0'),
  },
  'create-any-token-for-absolute-target': {
    owner: 'auth/create/wrong-token',
    defect: 'leaves the token of a request with an absolute target to a proxy',
    apply: (server) =>
      acceptIf(server, 'create', (token, _header, { request }) => token !== '' && /^https?:/i.test(request.url ?? '')),
  },
  'register-open-if-host-is-last': {
    owner: 'auth/register/no-header',
    defect: 'skips the token check if Host is the last header',
    apply: (server) =>
      acceptIf(
        server,
        'register',
        (_token, header, { request }) => header === undefined && request.rawHeaders.at(-2)?.toLowerCase() === 'host',
      ),
  },
  'verify-expired-in-chunks': {
    owner: 'auth/verify/expired-token',
    defect: 'does not look at the age of a token beside a body that comes in chunks',
    apply: (server) =>
      acceptIf(server, 'verify', (token, _header, { request }) => token === tokens.expired && isChunked(request)),
  },
  'logs-expired-on-short-log': {
    owner: 'auth/logs/expired-token',
    defect: 'does not look at the age of a token for a log of one page',
    apply: (server) =>
      acceptIf(server, 'logs', (token, _header, { webhookId }) => {
        const log = server.logs.get(webhookId);
        return token === tokens.expired && log !== undefined && log.length <= server.pageSize;
      }),
  },
  'logs-short-log-open': {
    owner: 'auth/logs/every-page',
    defect: 'shows a log of one page to everybody',
    apply: (server) =>
      acceptIf(server, 'logs', (_token, _header, { webhookId }) => {
        const log = server.logs.get(webhookId);
        return log !== undefined && log.length <= server.pageSize;
      }),
  },
  'logs-expired-within-range': {
    owner: 'auth/logs/expired-token',
    defect: 'does not look at the age of a token if from is given',
    apply: (server) =>
      acceptIf(server, 'logs', (token, _header, call) => token === tokens.expired && queryOf(call).has('from')),
  },
  'logs-any-token-in-old-http-by-status': {
    owner: 'auth/logs/wrong-token',
    defect: 'leaves the token of a search by status in HTTP/1.0 to a proxy',
    apply: (server) =>
      acceptIf(
        server,
        'logs',
        (token, _header, call) => token !== '' && call.request.httpVersion === '1.0' && queryOf(call).has('status'),
      ),
  },
});
