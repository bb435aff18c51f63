/** Rows that hold for all four operations, or for those with a body. */
import type { Requirement } from '../../src/suite.ts';
import { allOperations, operationPhrases, perOperation, posts } from '../lib/per-operation.ts';

export const requirements = [
  ...perOperation(allOperations, (op) => ({
    id: `${op}/accepts-valid` as const,
    area: 'operations',
    level: 'stated',
    section: '4',
    operation: op,
    statement: `The canonical valid request of ${operationPhrases[op]}, with a good token, succeeds (2xx).`,
    decidedBy:
      'Sends the configured canonical request; one that is refused is sent again with fresh values, and counts only then. For a creation, smaller limits are tried as well; that none is taken is shown as advisory, since its bounds are not specified.',
    commonCauses:
      'A route that is not mounted, a validation stricter than the configured values, a crash on ordinary input.',
  })),
  ...perOperation(allOperations, (op) => ({
    id: `${op}/content-type` as const,
    area: 'operations',
    level: 'stated',
    section: 'intro',
    operation: op,
    statement: `Every success of ${operationPhrases[op]} carries Content-Type application/json.`,
    decidedBy:
      'Watches every success of the run, whichever check caused it; parameters such as charset are allowed, case does not matter.',
    commonCauses: 'A path that writes its own answer: the empty page, the cached answer, the late page.',
  })),
  ...perOperation(allOperations, (op) => ({
    id: `${op}/json` as const,
    area: 'operations',
    level: 'stated',
    section: 'intro',
    operation: op,
    statement: `The body of every success of ${operationPhrases[op]} is one JSON text.`,
    decidedBy:
      'Watches every success of the run: valid UTF-8 without a byte order mark, one JSON value, nothing after it but white space.',
    commonCauses: 'Text written by hand, two values in one body, a Latin-1 encoder, an empty body.',
  })),
  ...perOperation(allOperations, (op) => ({
    id: `${op}/success-status` as const,
    area: 'operations',
    level: 'declared',
    section: '4',
    operation: op,
    statement: `The canonical request of ${operationPhrases[op]} succeeds with the declared status.`,
    decidedBy: 'Compares the status of canonical successes with declares.successStatus; without it, only observes.',
    commonCauses: 'A framework upgrade that turns 201 into 200, a second code path with another status.',
  })),
  ...perOperation(allOperations, (op) => ({
    id: `${op}/no-server-error` as const,
    area: 'operations',
    level: 'derived',
    section: op === 'logs' ? '4.4' : '2, 4',
    operation: op,
    statement: `No request whose fields have the stated types makes ${operationPhrases[op]} answer 5xx, hang or cut the connection.`,
    because:
      'The specification gives each field a type and no further bound; whatever has that type is a request, and a request is owed an answer.',
    decidedBy:
      'Draws requests with one field varied (all of Unicode, metacharacters of SQL and others, long values, integers over the whole safe range, empty, long and repeated lists) and every subset of fields, shrinks what breaks to the smallest input, and watches every other request of the run. 429, and 503 with Retry-After, are throttling; a hang or a cut counts if it happens again on a fresh connection.',
    commonCauses:
      'A quote in SQL, U+0000 in a text column, an emoji in utf8mb3, a number beyond 32 bits, IN (), a unique key.',
  })),
  ...perOperation(allOperations, (op) => ({
    id: `${op}/same-every-time` as const,
    area: 'operations',
    level: 'derived',
    section: '4',
    operation: op,
    statement: `The same valid request of ${operationPhrases[op]} has the same outcome each time: alone, on one connection and in parallel.`,
    because: 'Nothing in the specification makes the outcome depend on how often, or beside what, a request is sent.',
    decidedBy:
      'Sends the canonical request one by one, on one kept connection, and many at once. A refusal between acceptances counts if a second series shows one as well; refusals that begin and never end may be a quota and decide nothing.',
    commonCauses:
      'One bad replica behind the balancer, state kept on a connection, two requests at once in one variable.',
  })),
  ...perOperation(posts, (op) => ({
    id: `${op}/rejects-non-json` as const,
    area: 'operations',
    level: 'derived',
    section: 'intro',
    operation: op,
    statement: `A body sent to ${operationPhrases[op]} as application/json that does not begin with a JSON text is refused.`,
    because: 'Request bodies are JSON (introduction); what is none is no request of this operation.',
    decidedBy:
      'Sends the canonical body cut at many places, behind other text, and what is no JSON at all, between controls that are accepted. A 2xx counts if it happens again.',
    commonCauses:
      'A parse error that is swallowed and leaves an empty object, a parser that repairs, a search for the first brace.',
  })),
  ...perOperation(posts, (op) => ({
    id: `${op}/json-charset` as const,
    area: 'operations',
    level: 'advisory',
    section: 'RFC 9110 §8.3',
    operation: op,
    statement: `The canonical request of ${operationPhrases[op]} also succeeds as application/json; charset=utf-8.`,
    decidedBy:
      'Sends it with the parameter, beside a twin without; refused twice while the twin is accepted, it counts.',
    commonCauses: 'A comparison of the whole header with application/json.',
  })),
  ...perOperation(posts, (op) => ({
    id: `${op}/rejects-wrong-types` as const,
    area: 'operations',
    level: 'advisory',
    section: '2',
    operation: op,
    statement: `A body of ${operationPhrases[op]} with a field of another JSON type, or that is no object, is answered 4xx.`,
    decidedBy:
      'Puts each wrong JSON type into each field in turn, all else canonical, and sends bodies that are no object.',
    commonCauses: 'Coercion: "10" as 10, 1.5 cut to 1, a single text for a list, null for nothing.',
  })),
  ...perOperation(allOperations, (op) => ({
    id: `${op}/survives-malformed` as const,
    area: 'operations',
    level: 'advisory',
    section: 'RFC 9110 §15.5',
    operation: op,
    statement: `What is malformed (encoding, framing, nesting, parameters, size) never makes ${operationPhrases[op]} answer 5xx.`,
    decidedBy:
      'Sends broken encodings, deep nesting, odd media types, bad percent-encoding, repeated and unknown parameters and bodies of a megabyte; refusing and lenient acceptance are both fine.',
    commonCauses:
      'A decoder whose error nobody catches, a recursive parser, a body parser that leaves the body undefined.',
  })),
  ...perOperation(allOperations, (op) => ({
    id: `${op}/error-json` as const,
    area: 'operations',
    level: 'advisory',
    section: 'intro, 7',
    operation: op,
    statement: `Error bodies of ${operationPhrases[op]} are JSON, and repeat neither the token nor the password that was sent.`,
    decidedBy: 'Watches every refusal of the run.',
    commonCauses: 'The default error page of a framework, a validation message that quotes its input.',
  })),
  ...perOperation(allOperations, (op) => ({
    id: `${op}/wrong-method` as const,
    area: 'operations',
    level: 'advisory',
    section: 'RFC 9110 §15.5.6',
    operation: op,
    statement: `Other methods on the path of ${operationPhrases[op]} are not carried out, and are answered 405 with Allow.`,
    decidedBy: 'Sends other methods with the good token and the canonical values; 501 is as good as 405.',
    commonCauses: 'A route registered for all methods, a router that answers 404 or leaves out Allow.',
  })),
  ...perOperation(posts, (op) => ({
    id: `${op}/required-fields` as const,
    area: 'operations',
    level: 'declared',
    section: '2',
    operation: op,
    statement: `${operationPhrases[op][0]!.toUpperCase()}${operationPhrases[op].slice(1)} needs exactly the declared fields.`,
    decidedBy:
      'Leaves out one field at a time, all else canonical: refused for those in declares.requiredFields, accepted for the others. Without that declaration, only observes.',
    commonCauses: 'A validation that was loosened, a default that appeared, a field that became required.',
  })),
] as const satisfies readonly Requirement[];
