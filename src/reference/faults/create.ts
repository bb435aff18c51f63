/** Creating common events: the limit, the total, the required fields, and requests that crash the server. */
import { defineFaults } from '../fault.ts';
import { objectOf } from '../fields.ts';
import type { Server } from '../state.ts';
import type { CreateBody } from '../steps.ts';
import { answerInstead, bodyOf, failIf, noAnswer, onPage, onRefusal, refuseIf, wrapStep } from '../tampering.ts';

export const create = defineFaults({
  // Requests of the stated types that crash the server
  'create-500-zero-limit': {
    owner: 'create/no-server-error',
    defect: 'divides by a limit of 0 and fails with 500',
    apply: (server) => failIf(server, 'create', (call) => bodyOf(call)['limit'] === 0),
  },
  'create-500-negative-limit': {
    owner: 'create/no-server-error',
    defect: 'passes a negative limit to the database and fails with 500',
    apply: (server) => failIf(server, 'create', (call) => bodyOf(call)['limit'] < 0),
  },
  'create-500-large-limit': {
    owner: 'create/no-server-error',
    defect: 'fails with 500 on a limit beyond 32 bits',
    apply: (server) => failIf(server, 'create', (call) => bodyOf(call)['limit'] > 2 ** 31 - 1),
  },
  'create-500-empty-list': {
    owner: 'create/no-server-error',
    defect: 'builds an invalid SQL IN () from an empty list and fails with 500',
    apply(server) {
      failIf(server, 'create', (call) => {
        const { profileIds, calendarIds } = bodyOf(call);
        return profileIds?.length === 0 || calendarIds?.length === 0;
      });
    },
  },
  'create-500-quote': {
    owner: 'create/no-server-error',
    defect: 'does not escape a quote in an id for SQL and fails with 500',
    apply: (server) =>
      failIf(server, 'create', (call) => JSON.stringify(bodyOf(call)['profileIds'] ?? '').includes("'")),
  },
  'create-500-repeated-ids': {
    owner: 'create/no-server-error',
    defect: 'violates a unique key if an id occurs twice and fails with 500',
    apply(server) {
      failIf(server, 'create', (call) => {
        const { calendarIds } = bodyOf(call);
        return Array.isArray(calendarIds) && new Set(calendarIds).size < calendarIds.length;
      });
    },
  },
  'create-500-known-and-unknown': {
    owner: 'create/no-server-error',
    defect: 'looks up several ids at once, reads past the end of what was found and fails with 500',
    apply(server) {
      const known = new Set(['p1', 'p2']);
      failIf(server, 'create', (call) => {
        const { profileIds = [] } = bodyOf(call);
        return profileIds.some((id: string) => known.has(id)) && profileIds.some((id: string) => !known.has(id));
      });
    },
  },
  'create-hangs-on-many': {
    owner: 'create/no-server-error',
    defect: 'never answers a request with 500 or more profile ids',
    apply(server) {
      answerInstead(server, 'create', (call) => (bodyOf(call)['profileIds']?.length >= 500 ? noAnswer() : undefined));
    },
  },
  'create-hangs-on-400': {
    owner: 'create/no-server-error',
    defect: 'never answers what it would answer 400',
    apply: (server) => onRefusal(server, 'create', (answer) => (answer.status === 400 ? noAnswer() : answer)),
  },
  'create-wrong-length': {
    owner: 'create/no-server-error',
    defect: 'sends a Content-Length that is too large for non-ASCII requests, so that the client waits for more',
    apply(server) {
      wrapStep(server, 'headers', (inner) => (answer, payload, call) => ({
        ...inner(answer, payload, call),
        ...(call.operation === 'create' &&
          /\P{ASCII}/u.test(call.payload.toString()) && { 'Content-Length': payload.length + 7 }),
      }));
    },
  },

  // Fields
  'create-coerces-limit': {
    owner: 'create/rejects-wrong-types',
    defect: 'converts a limit sent as a string',
    apply(server) {
      wrapStep(server, 'checkCreate', (inner) => (body) => {
        const fields = objectOf(body);
        return inner(
          typeof fields['limit'] === 'string' ? { ...fields, limit: Number.parseInt(fields['limit'], 10) || 1 } : body,
        );
      });
    },
  },
  'create-wraps-scalars': {
    owner: 'create/rejects-wrong-types',
    defect: 'wraps a single string into a list',
    apply(server) {
      wrapStep(server, 'checkCreate', (inner) => (body) => {
        const { profileIds, ...rest } = objectOf(body);
        return inner({ ...rest, profileIds: typeof profileIds === 'string' ? [profileIds] : profileIds });
      });
    },
  },
  'create-needs-limit': {
    owner: 'create/required-fields',
    defect: 'requires a limit, which is declared as optional',
    apply: (server) => refuseIf(server, 'create', (call) => bodyOf(call)['limit'] === undefined),
  },
  'create-refuses-one': {
    owner: 'create/many',
    defect: 'refuses a list with one id',
    apply: (server) => refuseLists(server, (length) => length === 1),
  },
  'create-refuses-several': {
    owner: 'create/many',
    defect: 'refuses a list with several ids',
    apply: (server) => refuseLists(server, (length) => length > 1),
  },

  // Limit and total
  'create-limit-ignored': {
    owner: 'create/limit',
    defect: 'ignores the limit',
    apply: (server) => readLimitAs(server, () => 1000),
  },
  'create-limit-one-more': {
    owner: 'create/limit',
    defect: 'returns one item more than the limit',
    apply: (server) => readLimitAs(server, (limit) => limit + 1),
  },
  'create-limit-at-least-three': {
    owner: 'create/limit',
    defect: 'treats a limit below 3 as 3',
    apply: (server) => readLimitAs(server, (limit) => Math.max(3, limit)),
  },
  'create-total-zero': {
    owner: 'create/counts-agree',
    defect: 'always returns 0 as totalItems',
    apply: (server) => returnTotal(server, () => 0),
  },
  'create-total-one-less': {
    owner: 'create/counts-agree',
    defect: 'returns a totalItems that is one less than the items on the page',
    apply: (server) => returnTotal(server, (_total, length) => Math.max(0, length - 1)),
  },
  'create-total-profiles': {
    owner: 'create/counts-agree',
    defect: 'counts only the profiles in totalItems',
    apply: (server) => returnTotal(server, (_total, _length, body) => body['profileIds'].length),
  },
  'create-total-is-limit': {
    owner: 'create/counts-agree',
    defect: 'caps totalItems at half the limit',
    apply: (server) => returnTotal(server, (total, _length, { limit = 2 }) => Math.min(total, Math.ceil(limit / 2))),
  },
  'create-total-negative-rest': {
    owner: 'create/counts-agree',
    defect: 'returns as totalItems only the number of items after the page',
    apply: (server) => returnTotal(server, (total, length) => total - length),
  },
});

function refuseLists(server: Server, when: (length: number) => boolean): void {
  refuseIf(server, 'create', (call) => {
    const { profileIds, calendarIds } = bodyOf(call);
    return when(profileIds?.length) || when(calendarIds?.length);
  });
}

function readLimitAs(server: Server, change: (limit: number) => number): void {
  wrapStep(
    server,
    'createPage',
    (inner) => (body: CreateBody, tenant) => inner({ ...body, limit: change(body.limit) }, tenant),
  );
}

/** @param total returns the wrong total, given the right one, the number of items on the page and the request body */
function returnTotal(
  server: Server,
  total: (right: number, length: number, body: ReturnType<typeof bodyOf>) => number,
): void {
  onPage(server, 'create', (page, call) => {
    page.cursor.totalItems = total(page.cursor.totalItems, page.data.length, bodyOf(call));
  });
}
