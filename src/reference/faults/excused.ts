/** Defects that look like something a conforming server may do: a quota, a quiet log, growth, a chance. */
import type { LogStatus } from '../../core/operation.ts';
import { problem } from '../answer.ts';
import { defineFaults, perOperation } from '../fault.ts';
import { misreadQuery, onRenderedPage, rearrangeEntries } from '../log-tampering.ts';
import type { Query } from '../query.ts';
import { acceptIf, answerInstead, queryOf, refuseEvery, wrapStep } from '../tampering.ts';

export const excused = defineFaults({
  'logs-empty-unless-filtered': {
    owner: 'logs/status-partition',
    defect: 'returns nothing unless a status, a direction or a bound is given',
    apply(server) {
      rearrangeEntries(server, (entries, { call, cursor }) =>
        cursor === undefined && call.search.length <= 1 ? [] : entries,
      );
    },
  },
  'create-leaves-body-unread': {
    owner: 'create/same-every-time',
    defect:
      'does not read the body of a creation with a wrong token, and takes it for the next request on the connection',
    apply(server) {
      const unread = new WeakSet<object>();
      wrapStep(server, 'handle', (inner) => async (call) => {
        const { socket } = call.request;
        if (unread.delete(socket)) return problem(405, 'Method not allowed.');
        const answer = await inner(call);
        if (call.operation === 'create' && answer.status === 401) unread.add(socket);
        return answer;
      });
    },
  },
  'logs-range-both-refused': {
    owner: 'logs/optional-parameters',
    defect: 'refuses from together with to',
    apply(server) {
      answerInstead(server, 'logs', (call) => {
        const sent = queryOf(call);
        return sent.has('from') && sent.has('to') ? problem(400, 'Give one bound.') : undefined;
      });
    },
  },
  'register-only-first': {
    owner: 'register/accepts-valid',
    defect: 'refuses every registration after the first',
    apply(server) {
      answerInstead(server, 'register', () =>
        server.users.size > 0 ? problem(409, 'This e-mail is already registered.') : undefined,
      );
    },
  },
  'register-same-code': {
    owner: 'verify/other-users-code',
    defect: 'sends every user the same code',
    apply(server) {
      let code: string | undefined;
      wrapStep(server, 'newCode', (inner) => (email) => {
        code ??= inner(email);
        return code;
      });
    },
  },
  'logs-filter-stays': {
    owner: 'logs/status-partition',
    defect: 'applies the status of the last search that had one to searches without a status',
    apply(server) {
      let last: LogStatus | undefined;
      misreadQuery(server, (query) => {
        last = query.status ?? last;
        return { status: last };
      });
    },
  },
  'logs-filter-stays-at-times': {
    owner: 'logs/search-changes-nothing',
    defect: 'applies the status of a search before to every fifth search, if it has none, and to its other pages',
    apply(server) {
      let searches = 0;
      let last: LogStatus | undefined;
      wrapStep(server, 'resolveQuery', (inner) => (given, cursor) => {
        const query = inner(given, cursor);
        if (cursor !== undefined) return query;
        searches += 1;
        const stays = query.status === undefined && searches % 5 === 0 ? last : undefined;
        last = query.status ?? (stays === undefined ? last : undefined);
        return stays === undefined ? query : { ...query, status: stays };
      });
    },
  },
  'logs-sorted-in-place': {
    owner: 'logs/parallel',
    defect: 'sorts its list in place, so that a search without a direction has that of the search before',
    apply(server) {
      let last: Query['direction'];
      const given = new WeakSet<object>();
      wrapStep(server, 'logs', (inner) => (call, tenant) => {
        if (queryOf(call).has('sortDirection')) given.add(call);
        return inner(call, tenant);
      });
      wrapStep(server, 'arrange', (inner) => (view, search) => {
        if (given.has(search.call)) last = search.query.direction;
        return inner(view, { ...search, query: { ...search.query, direction: last ?? search.query.direction } });
      });
    },
  },
  'logs-sorted-in-place-by-field': {
    owner: 'logs/parallel',
    defect: 'sorts its list in place by sortBy, so that a search that names no order has that of the last one that did',
    apply(server) {
      let stored: Partial<Pick<Query, 'sortBy' | 'direction'>> = {};
      const unsorted = new WeakSet<object>();
      wrapStep(server, 'logs', (inner) => (call, tenant) => {
        if (!queryOf(call).has('sortBy') && !queryOf(call).has('sortDirection')) unsorted.add(call);
        return inner(call, tenant);
      });
      wrapStep(server, 'arrange', (inner) => (view, search) => {
        const { call, query } = search;
        if (queryOf(call).has('sortBy')) stored = { sortBy: query.sortBy, direction: query.direction };
        return inner(view, unsorted.has(call) ? { ...search, query: { ...query, ...stored } } : search);
      });
    },
  },
  'logs-status-sometimes-lost': {
    owner: 'logs/walk-complete',
    defect: 'ignores the status on the first page of every fourth search that has one',
    apply(server) {
      let searches = 0;
      misreadQuery(server, (query, cursor) => {
        if (query.status === undefined || cursor !== undefined) return {};
        searches += 1;
        return searches % 4 === 0 ? { status: undefined } : {};
      });
    },
  },
  'logs-page-misses-item': {
    owner: 'logs/walk-complete',
    defect: 'leaves an item out of every fiftieth page',
    apply(server) {
      let pages = 0;
      onRenderedPage(server, (page) => {
        pages += 1;
        if (pages % 50 === 0) page.data.pop();
      });
    },
  },
  'logs-page-repeats-item': {
    owner: 'logs/walk-complete',
    defect: 'returns the second item of every thirtieth page in place of the first, too',
    apply(server) {
      let pages = 0;
      onRenderedPage(server, ({ data }) => {
        pages += 1;
        if (pages % 30 === 0 && data.length > 1) data[0] = data[1]!;
      });
    },
  },
  'verify-refuses-some': {
    owner: 'verify/same-every-time',
    defect: 'rejects every twelfth right code',
    apply(server) {
      let right = 0;
      wrapStep(server, 'codeMatches', (inner) => (user, code) => {
        if (!inner(user, code)) return false;
        right += 1;
        return right % 12 !== 0;
      });
    },
  },
  ...perOperation(['create', 'logs'], (op) => ({
    [`${op}-refuses-some`]: {
      owner: `${op}/same-every-time`,
      defect: op === 'create' ? 'refuses every twenty-fourth request' : 'refuses every fortieth request',
      apply: (server) => refuseEvery(server, op, op === 'create' ? 24 : 40),
    },
  })),
  'register-refuses-some': {
    owner: 'register/same-every-time',
    defect: 'refuses every twentieth request',
    apply: (server) => refuseEvery(server, 'register', 20),
  },
  'logs-lets-some-in': {
    owner: 'auth/logs/wrong-token',
    defect: 'lets every fiftieth search without a valid token in',
    apply(server) {
      let strangers = 0;
      acceptIf(server, 'logs', () => {
        strangers += 1;
        return strangers % 50 === 0;
      });
    },
  },
});
