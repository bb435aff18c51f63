/** Operations without authentication, authentication that is remembered, and data of another tenant. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Operation, operations } from '../../core/operation.ts';
import type { Answer } from '../answer.ts';
import { decodeCursor, unpack } from '../cursor.ts';
import { defineFaults, perOperation } from '../fault.ts';
import { unauthorized } from '../request.ts';
import { type Server, tokens } from '../state.ts';
import type { Tenant } from '../steps.ts';
import { acceptIf, onUnauthorized, ownTenant, queryOf, wrapStep } from '../tampering.ts';

export const auth = defineFaults({
  ...perOperation(operations, (op) => ({
    [`${op}-open`]: {
      owner: `auth/${op}/no-header`,
      defect: 'does not check authentication at all',
      apply: (server) => acceptIf(server, op, () => true),
    },
    [`${op}-absent-header`]: {
      owner: `auth/${op}/no-header`,
      defect: 'checks the Authorization header only if there is one',
      apply: (server) => acceptIf(server, op, (_token, header) => header === undefined),
    },
    [`${op}-any-bearer`]: {
      owner: `auth/${op}/wrong-token`,
      defect: 'accepts any well-formed bearer token',
      apply: (server) => acceptIf(server, op, (token) => token !== ''),
    },
    [`${op}-connection-remembers`]: {
      owner: `auth/${op}/never-remembered`,
      defect: 'trusts a connection once it has carried a valid token',
      apply: (server) => rememberConnections(server, op),
    },
    [`${op}-expired-token`]: {
      owner: `auth/${op}/expired-token`,
      defect: 'accepts an expired token',
      apply: (server) => acceptIf(server, op, (token) => token === tokens.expired),
    },
    [`${op}-scheme-case`]: {
      owner: `auth/${op}/scheme-case`,
      defect: 'compares the scheme name case-sensitively with "Bearer"',
      apply(server) {
        wrapStep(server, 'authenticate', (inner) => (call) => {
          const accepted = call.operation !== op || call.request.headers.authorization?.startsWith('Bearer ');
          if (!accepted) throw unauthorized('A bearer token is needed.');
          return inner(call);
        });
      },
    },
  })),

  ...perOperation(['create', 'verify', 'logs'], (op) => ({
    [`${op}-guard-gives-up`]: {
      owner: `auth/${op}/no-header`,
      defect: 'lets in requests without the Authorization header once a valid one has followed five of them',
      apply: (server) => giveUpGuard(server, op),
    },
  })),

  // Authentication remembered from an earlier request
  'create-remembers-a-moment': {
    owner: 'auth/create/never-remembered',
    defect: 'keeps the identity of a valid request for another 50 ms',
    apply(server) {
      let until = 0;
      wrapStep(server, 'authenticate', (inner) => (call) => {
        const tenant = inner(call);
        until = Date.now() + 50;
        return tenant;
      });
      acceptIf(server, 'create', () => Date.now() < until);
    },
  },
  'create-replays-by-body': {
    owner: 'auth/create/never-remembered',
    defect: 'answers a known body from a cache, whether or not there is a token',
    apply(server) {
      const answers = new Map<string, Answer>();
      wrapStep(server, 'create', (inner) => async (call, tenant) => {
        const answer = await inner(call, tenant);
        if (answer.status < 300) answers.set(call.payload.toString(), answer);
        return answer;
      });
      onUnauthorized(server, 'create', (_answer, call) => answers.get(call.payload.toString()));
    },
  },
  'verify-parallel-identity': {
    owner: 'auth/verify/never-remembered',
    defect: 'keeps the identity in a global variable while a valid request is in progress',
    apply(server) {
      let inFlight = 0;
      wrapStep(server, 'verify', (inner) => async (call, tenant) => {
        inFlight += 1;
        await delay(5);
        inFlight -= 1;
        return inner(call, tenant);
      });
      acceptIf(server, 'verify', () => inFlight > 0);
    },
  },
  'logs-filtered-cache': {
    owner: 'auth/logs/every-page',
    defect: 'keeps the first pages of filtered searches for half a second, in front of the authentication',
    apply(server) {
      const cache = new Map<string, Answer>();
      wrapStep(server, 'handle', (inner) => async (call) => {
        const answer = await inner(call);
        if (call.operation !== 'logs' || !/status=/.test(call.search) || /(next|prev)=/.test(call.search))
          return answer;
        const key = `${call.path}?${call.search}`;
        if (answer.status === 401) return cache.get(key) ?? answer;
        cache.set(key, answer);
        setTimeout(() => cache.delete(key), 500).unref();
        return answer;
      });
    },
  },
  'logs-shared-cache': {
    owner: 'auth/logs/never-remembered',
    defect: 'serves pages from a cache keyed by the URL alone',
    apply(server) {
      const cache = new Map<string, Answer>();
      wrapStep(server, 'handle', (inner) => async (call) => {
        const answer = await inner(call);
        const key = `${call.path}?${call.search}`;
        if (call.operation === 'logs' && answer.status === 200) cache.set(key, answer);
        return answer.status === 401 ? (cache.get(key) ?? answer) : answer;
      });
    },
  },

  // Pages and paths that skip authentication
  'logs-cursor-is-a-token': {
    owner: 'auth/logs/every-page',
    defect: 'does not authenticate requests with a next cursor',
    apply: (server) => acceptIf(server, 'logs', (_token, _header, call) => queryOf(call).has('next')),
  },
  'logs-prev-open': {
    owner: 'auth/logs/every-page',
    defect: 'does not authenticate requests with a prev cursor',
    apply: (server) => acceptIf(server, 'logs', (_token, _header, call) => queryOf(call).has('prev')),
  },
  'logs-failed-prev-open': {
    owner: 'auth/logs/every-page',
    defect: 'does not authenticate requests with a prev cursor of a search by status=failed',
    apply(server) {
      const isOfFailed = (prev: string | null) =>
        prev !== null && decodeCursor(prev, server.cursorKey)?.query.status === 'failed';
      acceptIf(server, 'logs', (_token, _header, call) => isOfFailed(queryOf(call).get('prev')));
    },
  },
  'logs-filtered-open': {
    owner: 'auth/logs/every-page',
    defect: 'does not authenticate searches with a status',
    apply: (server) => acceptIf(server, 'logs', (_token, _header, call) => queryOf(call).has('status')),
  },
  'logs-range-open': {
    owner: 'auth/logs/every-page',
    defect: 'does not authenticate searches with from or to',
    apply(server) {
      acceptIf(server, 'logs', (_token, _header, call) => queryOf(call).has('from') || queryOf(call).has('to'));
    },
  },

  // Access to another tenant
  'logs-other-tenant': {
    owner: 'auth/logs/other-tenant',
    defect: 'shows every webhook to every tenant',
    apply(server) {
      wrapStep(
        server,
        'findLog',
        (inner) => (webhookId, tenant) => server.logs.get(webhookId) ?? inner(webhookId, tenant),
      );
    },
  },
  'logs-other-tenant-sorted': {
    owner: 'auth/logs/other-tenant',
    defect: 'shows every webhook to every tenant if sortBy is given',
    apply(server) {
      const sorted = new WeakSet<Tenant>();
      wrapStep(server, 'logs', (inner) => (call, tenant) => {
        const asking = { ...tenant };
        if (queryOf(call).has('sortBy')) sorted.add(asking);
        return inner(call, asking);
      });
      wrapStep(server, 'findLog', (inner) => (webhookId, tenant) => {
        const log = sorted.has(tenant) ? server.logs.get(webhookId) : undefined;
        return log ?? inner(webhookId, tenant);
      });
    },
  },
  'logs-other-tenant-cursor': {
    owner: 'auth/logs/other-tenant',
    defect: 'takes the tenant from the cursor instead of the token',
    apply(server) {
      wrapStep(server, 'logs', (inner) => (call, tenant) => {
        const cursor = unpack((queryOf(call).get('next') ?? queryOf(call).get('prev') ?? '').split('.')[0] ?? '');
        return inner(call, cursor ? { name: cursor.tenant } : tenant);
      });
    },
  },
  'logs-other-tenant-back': {
    owner: 'auth/logs/other-tenant',
    defect: 'takes the tenant from a prev cursor instead of the token',
    apply(server) {
      wrapStep(server, 'logs', (inner) => (call, tenant) => {
        const cursor = unpack((queryOf(call).get('prev') ?? '').split('.')[0] ?? '');
        return inner(call, cursor ? { name: cursor.tenant } : tenant);
      });
    },
  },
});

function rememberConnections(server: Server, operation: Operation): void {
  const known = new WeakSet<object>();
  wrapStep(server, 'authenticate', (inner) => (call) => {
    const tenant = inner(call);
    known.add(call.request.socket);
    return tenant;
  });
  acceptIf(server, operation, (_token, _header, call) => known.has(call.request.socket));
}

/** Lets in requests without the header, once five were refused and a valid one came after them. */
function giveUpGuard(server: Server, op: Operation): void {
  let refused = 0;
  let hasGivenUp = false;
  wrapStep(server, 'authenticate', (inner) => (call) => {
    const isOwn = call.operation === op;
    if (isOwn && call.request.headers.authorization === undefined) {
      refused += 1;
      if (hasGivenUp) return ownTenant;
    }
    const tenant = inner(call);
    hasGivenUp ||= isOwn && refused >= 5;
    return tenant;
  });
}
