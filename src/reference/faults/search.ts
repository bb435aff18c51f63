/** Searches that crash or refuse valid parameters. */
import { type Call, problem } from '../answer.ts';
import { defineFaults } from '../fault.ts';
import { onRenderedPage } from '../log-tampering.ts';
import type { Server } from '../state.ts';
import {
  answerInstead,
  cutConnection,
  failIf,
  noAnswer,
  onRefusal,
  onSuccess,
  queryOf,
  refuseIf,
  serverError,
  unlessRefused,
  wrapStep,
} from '../tampering.ts';

export const search = defineFaults({
  // Requests of the stated types that crash the server
  'logs-500-prev': {
    owner: 'logs/no-server-error',
    defect: 'fails with 500 on every prev cursor',
    apply: (server) => failIf(server, 'logs', (call) => has(call, 'prev')),
  },
  'logs-500-empty-cursor': {
    owner: 'logs/no-server-error',
    defect: 'decodes an empty cursor and fails with 500',
    apply: (server) => failIf(server, 'logs', (call) => queryOf(call).get('next') === ''),
  },
  'logs-500-long-cursor': {
    owner: 'logs/survives-malformed',
    defect: 'fails with 500 on a cursor of more than 600 characters',
    apply: (server) => failIf(server, 'logs', (call) => (queryOf(call).get('prev') ?? '').length > 600),
  },
  'logs-500-all-parameters': {
    owner: 'logs/no-server-error',
    defect: 'builds invalid SQL from all filters together and fails with 500',
    apply: (server) => failIf(server, 'logs', (call) => has(call, 'status', 'sortBy', 'sortDirection', 'from', 'to')),
  },
  'logs-500-status-and-sort': {
    owner: 'logs/no-server-error',
    defect: 'fails with 500 on a status together with a sort key',
    apply: (server) => failIf(server, 'logs', (call) => has(call, 'status', 'sortBy')),
  },
  'logs-500-odd-time': {
    owner: 'logs/no-server-error',
    defect: 'fails with 500 on a time that it cannot parse',
    apply: (server) => failIfRefused(server, (call) => has(call, 'from') || has(call, 'to')),
  },
  'logs-500-first-or-last-year': {
    owner: 'logs/no-server-error',
    defect: 'applies a zone to the first and the last time that its type holds, and fails with 500',
    apply(server) {
      failIf(server, 'logs', (call) =>
        ['from', 'to'].some((name) => /^(0001|9999)-/.test(queryOf(call).get(name) ?? '')),
      );
    },
  },
  'logs-500-reversed-range': {
    owner: 'logs/no-server-error',
    defect: 'fails with 500 on a range whose end is before its start',
    apply(server) {
      failIf(server, 'logs', (call) => {
        const [from, to] = [Date.parse(queryOf(call).get('from') ?? ''), Date.parse(queryOf(call).get('to') ?? '')];
        return from > to;
      });
    },
  },
  'logs-500-unknown-sort': {
    owner: 'logs/no-server-error',
    defect: 'passes an unknown sort key to ORDER BY and fails with 500',
    apply(server) {
      failIfRefused(server, (call) => !['createdAt', 'status', null].includes(queryOf(call).get('sortBy')));
    },
  },
  'logs-500-unicode-sort': {
    owner: 'logs/no-server-error',
    defect: 'fails with 500 on a non-ASCII sort key',
    apply: (server) => failIf(server, 'logs', (call) => /\P{ASCII}/u.test(queryOf(call).get('sortBy') ?? '')),
  },
  'logs-500-quote-id': {
    owner: 'logs/no-server-error',
    defect: 'does not escape a quote in the webhook id for SQL and fails with 500',
    apply: (server) => failIf(server, 'logs', (call) => call.webhookId.includes("'")),
  },
  'logs-500-unknown-webhook': {
    owner: 'logs/no-server-error',
    defect: 'fails with 500 on a webhook id that does not exist',
    apply: (server) => onRefusal(server, 'logs', (answer) => (answer.status === 404 ? serverError() : answer)),
  },
  'logs-503-page-three': {
    owner: 'logs/no-server-error',
    defect: 'fails with 500 from page 3 on',
    apply(server) {
      onRenderedPage(server, (_page, { start }) => {
        if (start >= 2 * server.pageSize) throw new Error('Too deep.');
      });
    },
  },
  'logs-cut-last-page': {
    owner: 'logs/no-server-error',
    defect: 'closes the connection instead of sending the last page',
    apply(server) {
      onSuccess(server, 'logs', (answer, call) =>
        'next' in (answer.body as { cursor: object }).cursor ? answer : cutConnection(call),
      );
    },
  },
  'logs-hangs-on-400': {
    owner: 'logs/no-server-error',
    defect: 'never answers what it would answer 400',
    apply: (server) => onRefusal(server, 'logs', (answer) => (answer.status === 400 ? noAnswer() : answer)),
  },
  'logs-hangs-empty-log': {
    owner: 'logs/no-server-error',
    defect: 'never answers a search of an empty log',
    apply(server) {
      answerInstead(server, 'logs', (call) => (server.logs.get(call.webhookId)?.length === 0 ? noAnswer() : undefined));
    },
  },

  'logs-hangs-prev': {
    owner: 'logs/no-server-error',
    defect: 'never answers a search with prev',
    apply: (server) => answerInstead(server, 'logs', (call) => (has(call, 'prev') ? noAnswer() : undefined)),
  },
  'logs-hangs-sorted-by-status': {
    owner: 'logs/no-server-error',
    defect: 'never answers a search of failed logs that is sorted by status',
    apply(server) {
      answerInstead(server, 'logs', (call) =>
        queryOf(call).get('sortBy') === 'status' && queryOf(call).get('status') === 'failed' ? noAnswer() : undefined,
      );
    },
  },

  // Parameters
  'logs-needs-status': {
    owner: 'logs/optional-parameters',
    defect: 'requires a status on the first page',
    apply: (server) =>
      refuseIf(server, 'logs', (call) => !has(call, 'status') && !has(call, 'next') && !has(call, 'prev')),
  },
  'logs-from-needs-to': {
    owner: 'logs/optional-parameters',
    defect: 'refuses from without to',
    apply: (server) => refuseIf(server, 'logs', (call) => has(call, 'from') && !has(call, 'to')),
  },
  'logs-to-refused': {
    owner: 'logs/optional-parameters',
    defect: 'validates to as a number of days, and refuses every time',
    apply: (server) => refuseIf(server, 'logs', (call) => has(call, 'to')),
  },
  'logs-from-refused': {
    owner: 'logs/optional-parameters',
    defect: 'validates from as a number of days, and refuses every time',
    apply: (server) => refuseIf(server, 'logs', (call) => has(call, 'from')),
  },
  'logs-sort-needs-direction': {
    owner: 'logs/optional-parameters',
    defect: 'refuses sortBy without sortDirection',
    apply: (server) => refuseIf(server, 'logs', (call) => has(call, 'sortBy') && !has(call, 'sortDirection')),
  },
  'logs-direction-needs-sort': {
    owner: 'logs/optional-parameters',
    defect: 'refuses sortDirection without sortBy',
    apply: (server) => refuseIf(server, 'logs', (call) => has(call, 'sortDirection') && !has(call, 'sortBy')),
  },
  'logs-no-status-with-range': {
    owner: 'logs/optional-parameters',
    defect: 'refuses a status together with a range',
    apply: (server) =>
      refuseIf(server, 'logs', (call) => has(call, 'status') && (has(call, 'from') || has(call, 'to'))),
  },
  'logs-refuses-failed': {
    owner: 'logs/allowed-values',
    defect: 'refuses status=failed',
    apply: (server) => refuseIf(server, 'logs', (call) => queryOf(call).get('status') === 'failed'),
  },
  'logs-404-without-results': {
    owner: 'logs/allowed-values',
    defect: 'answers 404 where no entry has the status',
    apply: (server) => notFoundIf(server, (call) => has(call, 'status')),
  },
  'logs-404-in-empty-range': {
    owner: 'logs/optional-parameters',
    defect: 'answers 404 where no entry lies in the range',
    apply: (server) => notFoundIf(server, (call) => has(call, 'from') || has(call, 'to')),
  },
  'logs-404-without-entries': {
    owner: 'logs/optional-parameters',
    defect: 'answers 404 to the plain search of a webhook without entries',
    apply: (server) => notFoundIf(server, (call) => call.search === ''),
  },
  'logs-refuses-asc': {
    owner: 'logs/allowed-values',
    defect: 'refuses sortDirection=asc',
    apply: (server) => refuseIf(server, 'logs', (call) => queryOf(call).get('sortDirection') === 'asc'),
  },
  'logs-refuses-lower-case': {
    owner: 'logs/allowed-values',
    defect: 'accepts sort directions only in upper case',
    apply(server) {
      refuseIf(server, 'logs', (call) => /^(asc|desc)$/.test(queryOf(call).get('sortDirection') ?? ''));
    },
  },
  'logs-refuses-succeeded-desc': {
    owner: 'logs/allowed-values',
    defect: 'refuses status=succeeded together with sortDirection=desc',
    apply(server) {
      refuseIf(server, 'logs', (call) => {
        const query = queryOf(call);
        return query.get('status') === 'succeeded' && query.get('sortDirection') === 'desc';
      });
    },
  },
  'logs-bad-direction-default': {
    owner: 'logs/bad-values',
    defect: 'ignores an unknown sort direction',
    apply: (server) => ignoreBadValue(server, 'sortDirection'),
  },
  'logs-bad-status-unfiltered': {
    owner: 'logs/bad-values',
    defect: 'ignores an unknown status',
    apply: (server) => ignoreBadValue(server, 'status'),
  },
});

/** Refuses searches that find nothing. */
function notFoundIf(server: Server, when: (call: Call) => boolean): void {
  onSuccess(server, 'logs', ({ body }, call) => {
    const { cursor } = body as { cursor: { totalItems: number } };
    return cursor.totalItems === 0 && when(call) ? problem(404, 'No logs found.') : undefined;
  });
}

function has(call: Call, ...names: string[]): boolean {
  return names.every((name) => queryOf(call).has(name));
}

/** Turns refusals with 400 into a crash. */
function failIfRefused(server: Server, when: (call: Call) => boolean): void {
  onRefusal(server, 'logs', (answer, call) => (answer.status === 400 && when(call) ? serverError() : answer));
}

/** Drops a parameter if the query is refused with it. */
function ignoreBadValue(server: Server, name: string): void {
  wrapStep(server, 'readQuery', (inner) => (call) => {
    const query = unlessRefused(() => inner(call));
    if (query) return query;
    const rest = queryOf(call);
    rest.delete(name);
    return inner({ ...call, search: rest.toString() });
  });
}
