/** Requirements that hold for all four operations, or for the three with a request body. */
import type { Requirement } from '../../src/suite.ts';
import { allOperations, endpointOf, perOperation, posts } from '../lib/per-operation.ts';

export const requirements = [
  ...perOperation(allOperations, (op) => ({
    id: `${op}/accepts-valid` as const,
    area: 'operations',
    level: 'stated',
    source: { spec: '4' },
    operation: op,
    statement: `${endpointOf[op]} must accept the configured valid request with the valid token (2xx).`,
    decidedBy: `Sends the configured request and, if it is rejected, once more with fresh values; two rejections in a row fail.${
      op === 'create' || op === 'logs'
        ? ' A 4xx to every configured id is inconclusive: the ids may not exist on the target.'
        : ''
    }${
      op === 'create'
        ? ' Also sends small limits. A server that rejects all of them fails at level advisory, since the bounds of limit are not specified.'
        : ''
    }${
      op === 'logs'
        ? ''
        : ' Also sends the members of its body in reverse order. It fails if two such bodies are rejected alone, each of which is accepted in the usual order right after.'
    }${
      op === 'register'
        ? ' If they are rejected at the end of the run, but accepted with another name or password, it is inconclusive: that may have to be unique.'
        : ''
    }`,
    commonCauses: [
      'a route that is not mounted',
      'validation stricter than documented',
      'a crash on ordinary input',
      ...(op === 'logs' ? [] : ['members of a JSON object that are read by position']),
    ],
  })),
  ...perOperation(allOperations, (op) => ({
    id: `${op}/content-type` as const,
    area: 'operations',
    level: 'stated',
    source: { spec: 'intro' },
    operation: op,
    statement: `A 2xx response to ${endpointOf[op]} must have the Content-Type application/json.`,
    decidedBy:
      'Inspects every 2xx response of the run, whichever check caused it. Parameters such as charset are allowed, and letter case does not matter.',
    commonCauses: ['a code path that writes its own response, such as for an empty page, a cached page or a late page'],
    watches: true,
  })),
  ...perOperation(allOperations, (op) => ({
    id: `${op}/json` as const,
    area: 'operations',
    level: 'stated',
    source: { spec: 'intro' },
    operation: op,
    statement: `The body of a 2xx response to ${endpointOf[op]} must be exactly one JSON text.`,
    decidedBy:
      'Parses every 2xx response of the run: valid UTF-8 without a byte order mark, one JSON value, and nothing but white space after it.',
    commonCauses: ['JSON assembled by hand', 'two values in one body', 'Latin-1 encoding', 'an empty body'],
    watches: true,
  })),
  ...perOperation(allOperations, (op) => ({
    id: `${op}/success-status` as const,
    area: 'operations',
    level: 'declared',
    source: { spec: '4' },
    operation: op,
    statement: `${endpointOf[op]} must answer the configured valid request with the declared status.`,
    decidedBy:
      'Compares the status of each accepted valid request with declares.successStatus. Without that declaration, the status is only observed.',
    commonCauses: ['a framework upgrade that turns 201 into 200', 'a second code path with another status'],
    watches: true,
  })),
  ...perOperation(allOperations, (op) => ({
    id: `${op}/no-server-error` as const,
    area: 'operations',
    level: 'derived',
    source: [...(op === 'logs' ? [{ spec: '4.4' }] : [{ spec: '2' }, { spec: '4' }]), { rfc: 9110, section: '15.6' }],
    operation: op,
    statement: `${endpointOf[op]} must not answer 5xx other than 501, time out or close the connection when every field has its stated type.`,
    because: `With a 5xx the server itself says that it failed at an apparently valid request (RFC 9110 §15.6), and ${op === 'logs' ? '§4.4' : '§4'} gives every request of the operation a response.`,
    decidedBy:
      'Varies one field at a time: all of Unicode, SQL and other metacharacters, long values, every safe integer, and empty, long and repeated lists. Sends every subset of fields, shrinks a failing input, and inspects every other well-typed request of the run. 501 rejects what is not supported (RFC 9110 §15.6.2). 429, and 503 with Retry-After, count as throttling; a timeout or a closed connection counts if it recurs on a fresh connection, but a connection closed without the valid token is a rejection, and one that is closed at what looks like an attack, such as markup or SQL, decides nothing: a firewall may have closed it. Errors of one outage, in which every request of some kind fails, do not count if the same requests, sent again alone, do not fail.',
    commonCauses: [
      'an unescaped quote in SQL',
      'U+0000 in a text column',
      'an emoji in utf8mb3',
      'an integer beyond 32 bits',
      'an empty list rendered as IN ()',
      'an unhandled unique-key violation',
    ],
    watches: true,
  })),
  ...perOperation(allOperations, (op) => ({
    id: `${op}/same-every-time` as const,
    concurrent: true,
    shownBy: 'varies',
    area: 'operations',
    level: 'derived',
    source: { spec: '4' },
    operation: op,
    statement: `${endpointOf[op]} must accept the same valid request every time: in sequence, on one connection and in parallel.`,
    because:
      'Nothing in §4 makes a valid request fail by how often it is sent or by what is sent beside it, and a 5xx or no response is a failure of the server (RFC 9110 §15.6).',
    decidedBy:
      'Sends the valid request in sequence, on one kept connection and many at once. A rejection between acceptances fails if a second series shows one as well: a 5xx or no response at level derived, any other rejection at level advisory, since a limit explains it. After a rejection anywhere in the run, between acceptances of the same request and with a status that names no limit, the valid request is sent right after a rejected one on the same connection, and up to 100 times alone, with pauses: if it is rejected again, that fails at level derived. Rejections that start and never stop may be a quota and decide nothing.',
    commonCauses: [
      'one faulty replica behind the load balancer',
      'state kept per connection',
      'the unread body of a rejected request, taken for the next request on the connection',
      'a variable shared by concurrent requests',
    ],
  })),
  ...perOperation(posts, (op) => ({
    id: `${op}/rejects-non-json` as const,
    area: 'operations',
    level: 'derived',
    source: { spec: 'intro' },
    operation: op,
    statement: `${endpointOf[op]} must reject an application/json body that does not start with a JSON text.`,
    because: 'Request bodies are JSON (introduction), so anything else is not a request of this operation.',
    decidedBy:
      'Sends the valid body truncated at many places, the valid body after other text, and bodies that are not JSON, between positive controls. A 2xx fails if it recurs.',
    commonCauses: [
      'a swallowed parse error that leaves an empty object',
      'a parser that repairs its input',
      'a parser that skips to the first brace',
    ],
  })),
  ...perOperation(posts, (op) => ({
    id: `${op}/json-charset` as const,
    area: 'operations',
    level: 'advisory',
    source: { rfc: 9110, section: '8.3' },
    operation: op,
    statement: `${endpointOf[op]} must accept the valid request as application/json; charset=utf-8.`,
    decidedBy:
      'Sends the valid request with and without the charset parameter. It fails if the one with charset is rejected twice while the other is accepted.',
    commonCauses: ['a comparison of the whole Content-Type header with application/json'],
  })),
  ...perOperation(posts, (op) => ({
    id: `${op}/rejects-wrong-types` as const,
    area: 'operations',
    level: 'advisory',
    source: { spec: '2' },
    operation: op,
    statement: `${endpointOf[op]} must answer 4xx to a body that is not an object, or that has a field of the wrong JSON type.`,
    decidedBy:
      'Puts each wrong JSON type but null, which may stand for a missing field, into each field in turn, with all other fields valid, and sends bodies that are not objects.',
    commonCauses: [
      'coercion of "10" to 10',
      'truncation of 1.5 to 1',
      'a single string accepted for a list',
      'null accepted as an absent field',
    ],
  })),
  ...perOperation(allOperations, (op) => ({
    id: `${op}/survives-malformed` as const,
    area: 'operations',
    level: 'advisory',
    source: { rfc: 9110, section: '15.5' },
    operation: op,
    statement: `${endpointOf[op]} must not answer 5xx other than 501 to a malformed request: bad encoding, nesting, parameters or size.`,
    decidedBy:
      'Sends broken encodings, deep nesting, unusual media types, bad percent-encoding, repeated and unknown parameters, and bodies of one megabyte. Both rejection and lenient acceptance pass.',
    commonCauses: [
      'an uncaught error in a decoder',
      'a recursive parser',
      'a body parser that leaves the body undefined',
    ],
    watches: true,
  })),
  ...perOperation(allOperations, (op) => ({
    id: `${op}/error-json` as const,
    area: 'operations',
    level: 'advisory',
    source: [{ spec: 'intro' }, { spec: '7' }],
    operation: op,
    statement: `An error response to ${endpointOf[op]} must be JSON with a JSON media type, and must not repeat the token or the password.`,
    decidedBy: 'Inspects every rejection of the run.',
    commonCauses: ['the default error page of a framework', 'a validation message that quotes its input'],
    watches: true,
  })),
  ...perOperation(allOperations, (op) => ({
    id: `${op}/wrong-method` as const,
    area: 'operations',
    level: 'advisory',
    source: { rfc: 9110, section: '15.5.6' },
    operation: op,
    statement: `The path of ${endpointOf[op]} must answer other methods with 405 and an Allow header.`,
    decidedBy: 'Sends other methods with the valid token and valid values. 501 passes as well as 405.',
    commonCauses: ['a route registered for all methods', 'a router that answers 404', 'a missing Allow header'],
  })),
  ...perOperation(posts, (op) => ({
    id: `${op}/required-fields` as const,
    area: 'operations',
    level: 'declared',
    source: { spec: '2' },
    operation: op,
    statement: `${endpointOf[op]} must reject a body without a declared required field and accept one without any other field.`,
    decidedBy:
      'Leaves out one field at a time, with all others valid, and compares the result with declares.requiredFields. Without that declaration, the required fields are only observed.',
    commonCauses: ['loosened validation', 'a new default value', 'a field that became required'],
  })),
] as const satisfies readonly Requirement[];
