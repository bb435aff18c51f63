/** Bodies that are not JSON, wrong content types, methods and statuses, and answers that vary from request to request. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Operation, operations, operationsWithBody } from '../../core/operation.ts';
import { type Answer, type Call, problem, Refusal } from '../answer.ts';
import { defineFaults, perOperation } from '../fault.ts';
import { paths } from '../request.ts';
import type { Server } from '../state.ts';
import {
  answerInstead,
  bodyOf,
  failIf,
  type LoosePage,
  onRefusal,
  onSuccess,
  onText,
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

  // Content types of answers
  'create-text-plain': {
    owner: 'create/content-type',
    defect: 'sends a successful answer as text/plain',
    apply: (server) => sendType(server, 'create', 'text/plain'),
  },
  'create-full-page-type': {
    owner: 'create/content-type',
    defect: 'sends a page cut by its limit as application/octet-stream',
    apply: (server) => sendType(server, 'create', 'application/octet-stream', hasNext),
  },
  'register-no-content-type': {
    owner: 'register/content-type',
    defect: 'sends a successful answer without a Content-Type',
    apply(server) {
      wrapStep(server, 'headers', (inner) => (answer, payload, call) => {
        const { 'Content-Type': type, ...rest } = inner(answer, payload, call);
        return call.operation === 'register' && answer.status < 300
          ? rest
          : { ...rest, ...(type && { 'Content-Type': type }) };
      });
    },
  },
  'verify-text-html': {
    owner: 'verify/content-type',
    defect: 'sends a successful answer as text/html, the default of its framework',
    apply: (server) => sendType(server, 'verify', 'text/html; charset=utf-8'),
  },
  'logs-json-like-type': {
    owner: 'logs/content-type',
    defect: 'sends pages as text/json',
    apply: (server) => sendType(server, 'logs', 'text/json'),
  },
  'logs-empty-page-type': {
    owner: 'logs/content-type',
    defect: 'sends an empty page as text/plain',
    apply: (server) => sendType(server, 'logs', 'text/plain', (answer) => pageOf(answer).data.length === 0),
  },
  'logs-last-page-type': {
    owner: 'logs/content-type',
    defect: 'sends the last page as text/plain',
    apply: (server) => sendType(server, 'logs', 'text/plain', (answer) => !hasNext(answer)),
  },

  // Bodies of answers
  'create-bom': {
    owner: 'create/json',
    defect: 'puts a byte order mark before the JSON text',
    apply: (server) => onText(server, 'create', (text) => `\uFEFF${text}`),
  },
  'create-two-texts': {
    owner: 'create/json',
    defect: 'appends a second JSON object with the duration',
    apply: (server) => onText(server, 'create', (text) => `${text}{"ms":1}`),
  },
  'register-empty-body': {
    owner: 'register/json',
    defect: 'sends an empty body instead of an empty object',
    apply: (server) => onText(server, 'register', () => ''),
  },
  'register-unicode-latin1': {
    owner: 'register/json',
    defect: 'answers a non-ASCII request with a byte that is not UTF-8',
    apply(server) {
      onText(server, 'register', (text, call) =>
        /\P{ASCII}/u.test(call.payload.toString()) ? Buffer.from('{}\u00a0', 'latin1') : text,
      );
    },
  },
  'verify-bare-word': {
    owner: 'verify/json',
    defect: 'sends the word OK instead of JSON',
    apply: (server) => onText(server, 'verify', () => 'OK'),
  },
  'verify-trailing-text': {
    owner: 'verify/json',
    defect: 'appends the word OK to the JSON text',
    apply: (server) => onText(server, 'verify', (text) => `${text}OK`),
  },
  'logs-hijack-prefix': {
    owner: 'logs/json',
    defect: 'puts an anti-hijacking prefix before the JSON text',
    apply: (server) => onText(server, 'logs', (text) => `)]}',\n${text}`),
  },
  'logs-last-page-bom': {
    owner: 'logs/json',
    defect: 'puts a byte order mark before the last page',
    apply: (server) => onText(server, 'logs', (text) => (text.includes('"next"') ? text : `\uFEFF${text}`)),
  },
  'logs-latin1': {
    owner: 'logs/json',
    defect: 'encodes pages in ISO 8859-1',
    apply: (server) => onText(server, 'logs', (text) => Buffer.from(text, 'latin1')),
  },
  'logs-nan': {
    owner: 'logs/json',
    defect: 'writes NaN as the total of an empty result',
    apply: (server) => onText(server, 'logs', (text) => text.replace('"totalItems":0}', '"totalItems":NaN}')),
  },
  'logs-unescaped-newline': {
    owner: 'logs/json',
    defect: 'does not escape line breaks inside items',
    apply: (server) => onText(server, 'logs', (text) => text.replaceAll('\\\\n', '\n')),
  },
  'logs-wrong-length': {
    owner: 'logs/json',
    defect: 'counts characters instead of bytes in Content-Length, which truncates non-ASCII pages',
    apply(server) {
      wrapStep(server, 'send', (inner) => (call, answer, payload) => {
        if (call.operation !== 'logs' || answer.status !== 200) return inner(call, answer, payload);
        const bytes = Buffer.from(payload);
        call.response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': payload.length });
        call.response.end(bytes.subarray(0, payload.length));
      });
    },
  },

  // Errors
  'create-html-errors': {
    owner: 'create/error-json',
    defect: 'sends errors as an HTML page',
    apply: (server) => sendErrors(server, 'create', '<h1>Error</h1>'),
  },
  'register-echoes-password': {
    owner: 'register/error-json',
    defect: 'repeats the request body in errors, including the password',
    apply(server) {
      onRefusal(server, 'register', (answer, call) => ({
        ...answer,
        body: { ...(answer.body as object), received: bodyOf(call) },
      }));
    },
  },
  'create-errors-typed-html': {
    owner: 'create/error-json',
    defect: 'sends errors in JSON with the content type text/html',
    apply: (server) => retypeErrors(server, 'create', 'text/html'),
  },
  'logs-errors-typed-text': {
    owner: 'logs/error-json',
    defect: 'sends errors in JSON with the content type text/plain',
    apply: (server) => retypeErrors(server, 'logs', 'text/plain; charset=utf-8'),
  },
  'verify-plain-errors': {
    owner: 'verify/error-json',
    defect: 'sends errors as plain text',
    apply: (server) => sendErrors(server, 'verify', 'Invalid request'),
  },
  'logs-echoes-token': {
    owner: 'logs/error-json',
    defect: 'repeats the Authorization header in errors',
    apply(server) {
      onRefusal(server, 'logs', (answer, call) => ({
        ...answer,
        body: { ...(answer.body as object), debug: call.request.headers.authorization },
      }));
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

const isLogSearch = (call: Call): boolean => call.path.endsWith('/logs/search');
const pageOf = (answer: Answer): LoosePage => answer.body as LoosePage;
const hasNext = (answer: Answer): boolean => 'next' in pageOf(answer).cursor;

function isJson(call: Call): boolean {
  try {
    JSON.parse(call.payload.toString());
    return true;
  } catch {
    return false;
  }
}

function sendType(server: Server, operation: Operation, type: string, when = (_answer: Answer) => true): void {
  onSuccess(server, operation, (answer) => (when(answer) ? { ...answer, type } : answer));
}

function retypeErrors(server: Server, operation: Operation, type: string): void {
  onRefusal(server, operation, (answer) => ({ ...answer, type }));
}

function sendErrors(server: Server, operation: Operation, text: string): void {
  wrapStep(
    server,
    'encode',
    (inner) => (answer, call) => (call.operation === operation && answer.status >= 400 ? text : inner(answer, call)),
  );
}

function readMethodAs(server: Server, method: string, when: (call: Call) => boolean): void {
  wrapStep(server, 'handle', (inner) => (call) => inner(when(call) ? { ...call, method } : call));
}
