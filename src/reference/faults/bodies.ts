/** Valid requests that are rejected, content types of requests, wrong methods and statuses, and outcomes that change. */
import { setTimeout as delay } from 'node:timers/promises';
import { operations, operationsWithBody } from '../../core/operation.ts';
import { type Answer, type Call, problem, Refusal } from '../answer.ts';
import { defineFaults, perOperation } from '../fault.ts';
import { paths } from '../request.ts';
import type { Server } from '../state.ts';
import {
  answerInstead,
  bodyOf,
  failIf,
  hasNext,
  onRefusal,
  onSuccess,
  refuseEvery,
  refuseIf,
  serverError,
  unlessRefused,
  wrapStep,
} from '../tampering.ts';

export const bodies = defineFaults({
  // Valid requests that are not accepted
  'create-needs-title': {
    owner: 'create/accepts-valid',
    defect: 'requires a title, which the specification does not mention',
    apply: (server) => refuseIf(server, 'create', (call) => !bodyOf(call)['title']),
  },
  'create-refuses-small-limit': {
    owner: 'create/accepts-valid',
    level: 'advisory',
    defect: 'refuses a limit below 5',
    apply: (server) => refuseIf(server, 'create', (call) => bodyOf(call)['limit'] < 5),
  },
  'register-needs-phone': {
    owner: 'register/accepts-valid',
    defect: 'requires a phone number, which the specification does not mention',
    apply: (server) => refuseIf(server, 'register', (call) => !bodyOf(call)['phone'], 422),
  },
  'register-redirects': {
    owner: 'register/accepts-valid',
    defect: 'redirects to a welcome page after a registration',
    apply: (server) => onSuccess(server, 'register', () => ({ status: 303, headers: { Location: '/welcome' } })),
  },
  'verify-elsewhere': {
    owner: 'verify/accepts-valid',
    defect: 'serves verification at a path other than /v2/auth/verify-user',
    apply(server) {
      wrapStep(server, 'route', (inner) => (call) => {
        if (call.path === paths.verify) throw new Refusal(404, 'There is nothing at this path.');
        inner(call);
      });
    },
  },
  'verify-wants-a-string': {
    owner: 'verify/accepts-valid',
    defect: 'accepts a code only as a string',
    apply: (server) => refuseIf(server, 'verify', (call) => typeof bodyOf(call)['code'] === 'number'),
  },
  'logs-by-post': {
    owner: 'logs/accepts-valid',
    defect: 'serves the log search by POST instead of GET',
    apply(server) {
      wrapStep(server, 'route', (inner) => (call) => {
        if (call.method === 'GET' && isLogSearch(call)) throw new Refusal(405, 'Use POST.', { Allow: 'POST' });
        inner(call);
      });
    },
  },
  'logs-needs-content-type': {
    owner: 'logs/accepts-valid',
    defect: 'requires a Content-Type on a GET without a body',
    apply: (server) => refuseIf(server, 'logs', (call) => !call.request.headers['content-type'], 415),
  },

  // Content types and encodings of requests
  ...perOperation(operationsWithBody, (op) => ({
    [`${op}-members-by-position`]: {
      owner: `${op}/accepts-valid`,
      defect: 'reads the members of the body by their position instead of their names',
      apply(server) {
        wrapStep(server, 'parseBody', (inner) => (call) => {
          const body = inner(call);
          return call.operation === op ? byPosition(body, memberNames[op]) : body;
        });
      },
    },
    [`${op}-exact-content-type`]: {
      owner: `${op}/json-charset`,
      defect: 'refuses application/json with a charset parameter',
      apply(server) {
        refuseIf(server, op, (call) => call.request.headers['content-type'] !== 'application/json', 415);
      },
    },
    [`${op}-ignores-broken-json`]: {
      owner: `${op}/rejects-non-json`,
      defect: 'treats a body that is not JSON as an empty one and succeeds',
      apply: (server) => answerInstead(server, op, (call) => (isJson(call) ? undefined : emptySuccess[op]())),
    },
    [`${op}-parallel-refused`]: {
      owner: `${op}/same-every-time`,
      defect: 'refuses a request while another one is in progress',
      unseen: 'a target may lock what a request works on, so a rejection beside others proves nothing',
      apply(server) {
        let inFlight = 0;
        wrapStep(server, op, (inner) => async (call, tenant) => {
          if (inFlight > 0) return problem(409, 'Another request is in progress.');
          inFlight += 1;
          await delay(3);
          inFlight -= 1;
          return inner(call, tenant);
        });
      },
    },
  })),
  'register-form': {
    owner: 'register/rejects-non-json',
    defect: 'reads a form that is labelled JSON',
    apply(server) {
      wrapStep(server, 'parseBody', (inner) => (call) => {
        const text = call.payload.toString();
        return /^\w+=/.test(text) ? Object.fromEntries(new URLSearchParams(text)) : inner(call);
      });
    },
  },
  'create-cut-json': {
    owner: 'create/rejects-non-json',
    defect: 'repairs truncated JSON by closing open brackets',
    apply(server) {
      wrapStep(server, 'parseBody', (inner) => (call) => {
        const text = call.payload.toString();
        for (const end of ['', '}', ']}', '"]}', '"}']) {
          call.payload = Buffer.from(text + end);
          const value = unlessRefused(() => inner(call));
          if (value !== undefined)
            return call.operation === 'create' ? { profileIds: [], calendarIds: [], ...(value as object) } : value;
        }
        return inner(call);
      });
    },
  },
  'create-500-broken-json': {
    owner: 'create/survives-malformed',
    defect: 'fails with 500 on broken JSON',
    apply(server) {
      onRefusal(server, 'create', (answer, call) =>
        call.payload.length > 0 && answer.status === 400 && Object.keys(bodyOf(call)).length === 0
          ? serverError()
          : answer,
      );
    },
  },
  'register-500-other-type': {
    owner: 'register/survives-malformed',
    defect: 'fails with 500 on a body that is not application/json',
    apply: (server) => onRefusal(server, 'register', (answer) => (answer.status === 415 ? serverError() : answer)),
  },
  'verify-500-deep-nesting': {
    owner: 'verify/survives-malformed',
    defect: 'overflows its stack on deeply nested JSON and fails with 500',
    apply: (server) => failIf(server, 'verify', (call) => /[[{]{500}/.test(call.payload.toString())),
  },
  'register-500-null-body': {
    owner: 'register/survives-malformed',
    defect: 'reads members of a body of null, and fails with 500',
    apply: (server) => failIf(server, 'register', (call) => call.payload.toString() === 'null'),
  },
  'verify-500-null-body': {
    owner: 'verify/survives-malformed',
    defect: 'fails with 500 on an empty body or a body of null',
    apply: (server) => failIf(server, 'verify', (call) => ['null', ''].includes(call.payload.toString())),
  },
  'logs-500-bad-percent': {
    owner: 'logs/survives-malformed',
    defect: 'fails with 500 on invalid percent-encoding in the query',
    apply(server) {
      onRefusal(server, 'logs', (answer, call) => (/%(?![\da-f]{2})/i.test(call.search) ? serverError() : answer));
    },
  },

  // Methods
  'create-put': {
    owner: 'create/wrong-method',
    defect: 'creates events on PUT and PATCH as well',
    apply(server) {
      readMethodAs(server, 'POST', (call) => ['PUT', 'PATCH'].includes(call.method) && call.path === paths.create);
    },
  },
  'register-any-method': {
    owner: 'register/wrong-method',
    defect: 'registers on every method except OPTIONS',
    apply(server) {
      readMethodAs(server, 'POST', (call) => call.method !== 'OPTIONS' && call.path === paths.register);
    },
  },
  'verify-method-404': {
    owner: 'verify/wrong-method',
    defect: 'answers a wrong method with 404 instead of 405',
    apply(server) {
      wrapStep(server, 'handle', (inner) => async (call) => {
        const answer = await inner(call);
        return answer.status === 405 && call.path === paths.verify ? problem(404, 'There is nothing here.') : answer;
      });
    },
  },
  'logs-no-allow': {
    owner: 'logs/wrong-method',
    defect: 'answers 405 without Allow',
    apply: (server) => onRefusal(server, 'logs', (answer) => (answer.status === 405 ? problem(405, 'No.') : answer)),
  },
  'logs-post-searches': {
    owner: 'logs/wrong-method',
    defect: 'searches on POST and DELETE as well',
    apply(server) {
      readMethodAs(server, 'GET', (call) => ['POST', 'DELETE'].includes(call.method) && isLogSearch(call));
    },
  },

  // Outcomes that change
  'create-every-tenth': {
    owner: 'create/same-every-time',
    defect: 'refuses every tenth creation',
    apply: (server) => refuseEvery(server, 'create', 10),
  },
  'register-every-seventh': {
    owner: 'register/same-every-time',
    defect: 'refuses every seventh registration',
    apply: (server) => refuseEvery(server, 'register', 7),
  },
  'verify-every-seventh': {
    owner: 'verify/same-every-time',
    defect: 'refuses every seventh verification',
    apply: (server) => refuseEvery(server, 'verify', 7),
  },
  'logs-every-ninth': {
    owner: 'logs/same-every-time',
    defect: 'answers 404 to every ninth search, like one stale replica among several',
    apply: (server) => refuseEvery(server, 'logs', 9, 404),
  },
  ...perOperation(operations, (op) => ({
    [`${op}-fails-now-and-then`]: {
      owner: `${op}/same-every-time`,
      defect: 'answers 500 to every sixth request',
      apply: (server) => refuseEvery(server, op, 6, 500),
    },
  })),
  'logs-tenth-on-connection': {
    owner: 'logs/same-every-time',
    defect: 'refuses every tenth request of a connection',
    apply(server) {
      const requests = new WeakMap<object, number>();
      refuseIf(server, 'logs', (call) => {
        const count = (requests.get(call.request.socket) ?? 0) + 1;
        requests.set(call.request.socket, count);
        return count % 10 === 0;
      });
    },
  },

  // Statuses other than the declared one
  'create-status-200': {
    owner: 'create/success-status',
    defect: 'answers a creation with 200 instead of 201',
    apply: (server) => onSuccess(server, 'create', (answer) => ({ ...answer, status: 200 })),
  },
  'register-status-varies': {
    owner: 'register/success-status',
    defect: 'answers every third registration with 202',
    apply(server) {
      let count = 0;
      onSuccess(server, 'register', (answer) => {
        count += 1;
        return count % 3 === 0 ? { ...answer, status: 202 } : answer;
      });
    },
  },
  'verify-status-202': {
    owner: 'verify/success-status',
    defect: 'answers a verification with 202 instead of 200',
    apply: (server) => onSuccess(server, 'verify', (answer) => ({ ...answer, status: 202 })),
  },
  'logs-status-206': {
    owner: 'logs/success-status',
    defect: 'answers 206 for every page except the last',
    apply: (server) => onSuccess(server, 'logs', (answer) => (hasNext(answer) ? { ...answer, status: 206 } : answer)),
  },
});

const emptySuccess: Record<(typeof operationsWithBody)[number], () => Answer> = {
  create: () => ({ status: 201, body: { data: [], cursor: { totalItems: 0 } } }),
  register: () => ({ status: 201, body: {} }),
  verify: () => ({ status: 200, body: {} }),
};

const memberNames: Record<(typeof operationsWithBody)[number], readonly string[]> = {
  create: ['limit', 'profileIds', 'calendarIds'],
  register: ['firstName', 'lastName', 'email', 'password'],
  verify: ['email', 'code'],
};

/** Gives the values of an object that has all of these members their names in this order. */
function byPosition(body: unknown, names: readonly string[]): unknown {
  if (typeof body !== 'object' || body === null || !names.every((name) => name in body)) return body;
  const values = Object.values(body);
  return Object.fromEntries(names.map((name, at) => [name, values[at]]));
}

const isLogSearch = (call: Call): boolean => call.path.endsWith('/logs/search');

function isJson(call: Call): boolean {
  try {
    JSON.parse(call.payload.toString());
    return true;
  } catch {
    return false;
  }
}

function readMethodAs(server: Server, method: string, when: (call: Call) => boolean): void {
  wrapStep(server, 'handle', (inner) => (call) => inner(when(call) ? { ...call, method } : call));
}
