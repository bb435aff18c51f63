/** Answers that never come, content types and bodies that are not what the operation sends, and errors that are not JSON or say too much. */
import { type Operation, operations } from '../../core/operation.ts';
import type { Answer } from '../answer.ts';
import { defineFaults, perOperation } from '../fault.ts';
import type { Server } from '../state.ts';
import { bodyOf, cutConnection, hasNext, loosePageOf, onRefusal, onSuccess, onText, wrapStep } from '../tampering.ts';

export const answers = defineFaults({
  // No answer
  ...perOperation(operations, (op) => ({
    [`${op}-always-closes`]: {
      owner: `${op}/accepts-valid`,
      defect: 'closes the connection on each request with the valid token, because its handler crashes',
      apply: (server) => wrapStep(server, op, () => async (call) => cutConnection(call)),
    },
  })),

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
    apply: (server) => sendType(server, 'logs', 'text/plain', (answer) => loosePageOf(answer).data.length === 0),
  },
  'logs-last-page-type': {
    owner: 'logs/content-type',
    defect: 'sends the last page as text/plain',
    apply: (server) => sendType(server, 'logs', 'text/plain', (answer) => !hasNext(answer)),
  },
  ...perOperation(['create', 'logs'] as const, (op) => ({
    [`${op}-xml-unless-json-is-named`]: {
      owner: `${op}/content-type`,
      defect: 'sends a successful answer as XML unless the Accept header names JSON',
      apply(server) {
        onSuccess(server, op, (answer, { request }) =>
          request.headers.accept?.includes('json') ? answer : { ...answer, type: 'application/xml' },
        );
      },
    },
  })),

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
});

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
