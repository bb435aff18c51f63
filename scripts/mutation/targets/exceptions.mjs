// @ts-check
/**
 * Mutants that the kit cannot report or must not report, each with the reason. An exception applies to mutants that nothing
 * reported; it names them by the code that was changed, so that it holds when lines move.
 */

/**
 * @typedef {object} Exception
 * @property {string} file its name, without the suffix
 * @property {string} code part of the mutated lines
 * @property {readonly string[]} [mutators] of Stryker; all unless given
 * @property {readonly string[]} [to] replacements; all unless given
 * @property {'same behaviour' | 'choice' | 'unseen'} because the mutant does the same; it does what the specification leaves
 *   open; or no client of a test can see it
 * @property {string} reason
 */

const same = /** @type {const} */ ({ because: 'same behaviour' });
const choice = /** @type {const} */ ({ because: 'choice' });
const unseen = /** @type {const} */ ({ because: 'unseen' });

/** @type {readonly Exception[]} */
const ofReference = [
  { file: 'server', code: 'seed', ...choice, reason: 'how codes are drawn' },
  { file: 'answer', code: ": '", mutators: ['StringLiteral'], ...choice, reason: 'the wording of a refusal' },
  { file: 'fields', code: 'value.length < least', ...choice, reason: 'bounds of texts' },
  { file: 'fields', code: "typeof one === 'string'", ...choice, reason: 'wrong types may be accepted' },
  { file: 'query', code: "if (piece === '')", ...choice, reason: 'queries that are not parameters' },
  { file: 'query', code: 'equals < 0', ...choice, reason: 'queries that are not parameters' },
  { file: 'time', code: 'leap', ...unseen, reason: 'no entry lies within a leap second' },
  { file: 'time', code: 'const pattern =', ...choice, reason: 'which spellings of RFC 3339 are accepted' },
  { file: 'transport', code: 'answer.body === undefined', ...same, reason: 'every answer has a body' },
  { file: 'transport', code: "search: mark < 0 ? ''", ...same, reason: 'a request without a query has no parameter' },
  { file: 'request', code: 'type === undefined ||', ...choice, reason: 'the media type of a request may be ignored' },
  { file: 'request', code: 'const jsonType =', ...choice, reason: 'the media type of a request may be ignored' },
  { file: 'search', code: 'const prev = span.start > 0', ...choice, reason: 'the first page may have a prev' },
  { file: 'log', code: 'const tag =', ...choice, reason: 'what the items of a log are' },
  { file: 'log', code: 'note', ...choice, reason: 'what the items of a log are' },
  { file: 'log', code: 'const step =', ...choice, reason: 'what the items of a log are' },
  { file: 'log', code: 'length: period', ...choice, reason: 'what the items of a log are' },
  { file: 'log', code: 'attempts:', ...choice, reason: 'what the items of a log are' },
  { file: 'log', code: 'createdAt:', ...choice, reason: 'what the items of a log are' },
  { file: 'log', code: 'const note =', ...choice, reason: 'what the items of a log are' },
  { file: 'time', code: '> 59', ...choice, reason: 'times that do not exist may be accepted' },
  { file: 'accounts', code: 'const emailForm =', ...choice, reason: 'which e-mails are accepted' },
  { file: 'cursor', code: 'rest.length > 0', ...choice, reason: 'cursors that were not issued may be accepted' },
  { file: 'cursor', code: 'sent.given[name]', ...choice, reason: 'parameters beside a cursor may be ignored' },
  { file: 'answer', code: "'Refusal'", ...same, reason: 'nothing reads the name of an error' },
  {
    file: 'search',
    code: 'span.end < view.length',
    to: ['true', 'span.end <= view.length'],
    ...choice,
    reason: 'an empty page may end a walk',
  },
  { file: 'transport', code: 'size > bodyLimit', ...choice, reason: 'bounds of bodies' },
  { file: 'accounts', code: 'emailForm.test', ...choice, reason: 'which e-mails are accepted' },
  { file: 'calendars', code: '`events:', ...choice, reason: 'a creation may be paged or not' },
  { file: 'accounts', code: 'server.users.has(key)', ...choice, reason: 'an e-mail may be registered again' },
  {
    file: 'fields',
    code: "typeof body === 'object'",
    ...same,
    reason: 'a body that is not an object has none of the fields',
  },
  { file: 'fields', code: '(value as number) < least', ...choice, reason: 'bounds of limit' },
  { file: 'log', code: 'String(index + 1)', ...choice, reason: 'what the items of a log are' },
  { file: 'query', code: 'at === undefined', ...choice, reason: 'times that do not exist may be accepted' },
  { file: 'view', code: 'high <= low', ...same, reason: 'a view from a place to itself has no entry' },
  { file: 'log', code: 'length / 7', ...choice, reason: 'what the items of a log are' },
  { file: 'log', code: 'tick >= ticks', ...same, reason: 'a place after the last entry is cut to the length' },
  { file: 'query', code: 'to !== undefined', ...same, reason: 'an undefined bound is the same as no bound' },
  { file: 'query', code: 'from !== undefined', ...same, reason: 'an undefined bound is the same as no bound' },
  { file: 'request', code: '!operation && !logs', ...choice, reason: 'paths beside the four operations' },
  { file: 'request', code: "{ Accept: 'application/json' }", ...choice, reason: 'the wording of a refusal' },
  { file: 'server', code: '[tokens.otherTenant,', ...choice, reason: 'how the token of another tenant is rejected' },
  { file: 'time', code: 'getUTCDate()', ...choice, reason: 'times that do not exist may be accepted' },
  { file: 'transport', code: 'answer.body !== undefined', ...same, reason: 'every answer has a body' },
  {
    file: 'transport',
    code: '/^https?:',
    mutators: ['Regex'],
    ...choice,
    reason: 'requests in absolute form, which no client of the operations sends, may be rejected',
  },
];

/** @type {readonly Exception[]} */
const ofPlainKeyset = [
  {
    file: 'plain-keyset',
    code: "typeof code !== 'number'",
    ...same,
    reason: 'a number with a fraction equals no code',
  },
  { file: 'plain-keyset', code: '.slice(0, 1000)', ...choice, reason: 'bounds of lists' },
  { file: 'plain-keyset', code: 'calendarIds.slice(0, 20)', ...choice, reason: 'bounds of lists' },
  { file: 'plain-keyset', code: 'users.has(key)', ...choice, reason: 'an e-mail may be registered again' },
  { file: 'plain-keyset', code: 'options.prefix', ...same, reason: 'the path has no prefix' },
  { file: 'plain-keyset', code: '(\\.\\d{1,9})?', ...choice, reason: 'which spellings of RFC 3339 are accepted' },
  { file: 'plain-keyset', code: 'to === undefined', ...same, reason: 'an undefined bound is the same as no bound' },
  { file: 'plain-keyset', code: 'from === undefined', ...same, reason: 'an undefined bound is the same as no bound' },
  { file: 'plain-keyset', code: 'options.otherSort', ...choice, reason: 'unknown sort fields may be ignored' },
  { file: 'plain-keyset', code: "by === 'status' ?", ...choice, reason: 'what a sort field means' },
  { file: 'plain-keyset', code: 'if (!operation)', ...choice, reason: 'paths beside the four operations' },
  { file: 'plain-keyset', code: "options.beside === 'refused'", ...choice, reason: 'parameters beside a cursor' },
  { file: 'plain-keyset', code: 'place.back !== back', ...choice, reason: 'a cursor may serve in both directions' },
  {
    file: 'plain-keyset',
    code: 'tokens.otherTenant !==',
    ...choice,
    reason: 'how the token of another tenant is rejected',
  },
  { file: 'plain-keyset', code: "'Allow'", ...choice, reason: 'the wording of a refusal' },
  { file: 'plain-keyset', code: "'internal'", ...choice, reason: 'the wording of a refusal' },
  { file: 'plain-keyset', code: 'const empty =', ...same, reason: 'only the switch of a defect reads it' },
  { file: 'plain-keyset', code: "params.get('to'), true", ...same, reason: 'only the switch of a defect reads it' },
  { file: 'plain-keyset', code: 'end = false', ...same, reason: 'only the switch of a defect reads it' },
  { file: 'plain-keyset', code: 'Number.isNaN(parsed)', ...choice, reason: 'times that do not exist may be accepted' },
  { file: 'plain-keyset', code: 'status !== null &&', ...choice, reason: 'unknown values may return nothing' },
  { file: 'plain-keyset', code: 'place.w !== webhookId', ...choice, reason: 'a cursor may be a place on any webhook' },
  { file: 'plain-keyset', code: 'after && last', ...choice, reason: 'an empty page may end a walk' },
  { file: 'plain-keyset', code: "padStart(digits, '0')", ...choice, reason: 'how codes are written' },
  { file: 'plain-keyset', code: 'Date.now() + lateMs', ...same, reason: 'the option is not set' },
  { file: 'plain-keyset', code: '!options.code.reusable', ...choice, reason: 'a code may serve again' },
  { file: 'plain-keyset', code: "req.method !== 'GET'", ...choice, reason: 'which other methods a path supports' },
  { file: 'plain-keyset-input', code: "value === ''", ...choice, reason: 'bounds of texts' },
  { file: 'plain-keyset-input', code: 'fatal: true', ...choice, reason: 'what is not UTF-8 may be accepted' },
  { file: 'plain-keyset', code: 'place.page +', ...same, reason: 'only the switch of a defect reads it' },
  { file: 'plain-keyset', code: "options.time === 'milliseconds'", ...same, reason: 'the option is not set' },
  {
    file: 'plain-keyset',
    code: "* (q.dir === 'asc' ? 1 : -1)",
    mutators: ['ArithmeticOperator'],
    ...same,
    reason: 'a division by one or minus one',
  },
  { file: 'plain-keyset', code: 'cursor !== null;', ...same, reason: 'a request without a cursor has no position' },
  { file: 'plain-keyset', code: 'all.indexOf(first) > 0', ...choice, reason: 'the first page may have a prev' },
  {
    file: 'plain-keyset',
    code: '< all.length - 1',
    to: ['all.indexOf(last) <= all.length - 1'],
    ...choice,
    reason: 'an empty page may end a walk',
  },
  { file: 'plain-keyset', code: "options.taken === 'hidden'", ...choice, reason: 'an e-mail may be registered again' },
  { file: 'plain-keyset', code: "authorization ?? ''", ...same, reason: 'any other text is not a valid token either' },
  { file: 'plain-keyset', code: 'logs\\/search$/', ...choice, reason: 'paths beside the four operations' },
];

/** @type {readonly Exception[]} */
const ofExpressSessions = [
  { file: 'express-sessions', code: 'shown.length < data.length', ...choice, reason: 'a creation may be paged or not' },
  { file: 'express-sessions', code: 'options.cursors', ...choice, reason: 'how often a cursor serves' },
  { file: 'express-sessions', code: 'place.kind !==', ...choice, reason: 'a cursor may serve in both directions' },
  { file: 'express-sessions', code: 'place.dies', ...choice, reason: 'how long a cursor serves' },
  {
    file: 'express-sessions',
    code: '!accepted && user.done',
    ...same,
    reason: 'what is not accepted is rejected anyway',
  },
  { file: 'express-sessions', code: '[\\d:.]{8,}', ...choice, reason: 'which spellings of RFC 3339 are accepted' },
  { file: 'express-sessions', code: "sortBy === 'status' ?", ...choice, reason: 'which order is the default' },
  {
    file: 'express-sessions',
    code: "if (sortDirection === 'desc')",
    ...choice,
    reason: 'what a direction without a sort field means',
  },
  { file: 'express-sessions', code: 'options.alone', ...choice, reason: 'parameters beside a cursor' },
  {
    file: 'express-sessions',
    code: 'done: false',
    ...same,
    reason: 'the right code counts, whether or not the user is done',
  },
  { file: 'express-sessions', code: 'options.deliveries', ...choice, reason: 'a log may grow by what others do' },
  { file: 'express-sessions', code: "deliver('", ...same, reason: 'the option is not set' },
  {
    file: 'express-sessions',
    code: 'options.repeatedCreation',
    ...choice,
    reason: 'a creation may be unique by its content',
  },
  { file: 'express-sessions', code: 'places.size > 50_000', ...unseen, reason: 'a run opens fewer searches' },
  { file: 'express-sessions', code: 'listener.requests', ...same, reason: 'only a test asks for it' },
  { file: 'express-sessions', code: "'x-powered-by'", ...choice, reason: 'which further headers a response has' },
  { file: 'express-sessions', code: "'query parser'", ...choice, reason: 'queries that are not parameters' },
  { file: 'express-sessions', code: "'case sensitive routing'", ...choice, reason: 'paths beside the four operations' },
  { file: 'express-sessions', code: "'strict routing'", ...choice, reason: 'paths beside the four operations' },
  {
    file: 'express-sessions',
    code: "'authorization') ?? ''",
    ...same,
    reason: 'any other text is not a valid token either',
  },
  { file: 'express-sessions', code: 'value.length > 0', ...choice, reason: 'bounds of texts' },
  { file: 'express-sessions', code: 'wanted !== undefined', ...same, reason: 'an undefined code equals no number' },
  { file: 'express-sessions', code: '(limit as number) < 1', ...choice, reason: 'bounds of limit' },
  { file: 'express-sessions', code: 'l.length > 0', ...choice, reason: 'bounds of lists' },
  { file: 'express-sessions', code: '/^p\\d+$/', ...choice, reason: 'what the items of a creation are' },
  { file: 'express-sessions', code: "prev: '',", ...choice, reason: 'a creation may be paged or not' },
  {
    file: 'express-sessions',
    code: 'Number.isNaN(parsed)',
    ...choice,
    reason: 'times that do not exist may be accepted',
  },
  { file: 'express-sessions', code: 'options.spanDays', ...same, reason: 'the option is not set' },
  { file: 'express-sessions', code: "req.query['sortDirection']", ...choice, reason: 'parameters beside a cursor' },
  {
    file: 'express-sessions',
    code: "status !== undefined && status !== 'succeeded'",
    ...choice,
    reason: 'unknown values may return nothing',
  },
  {
    file: 'express-sessions',
    code: "broken === 'newest-filtered-lost'",
    mutators: ['MethodExpression'],
    ...same,
    reason: 'only the switch of a defect filters once more',
  },
  {
    file: 'express-sessions',
    code: 'entry.status === status)',
    to: ['entry.status !== status'],
    ...unseen,
    reason: 'opaque items do not tell their status, so that a swap needs a truth file',
  },
  {
    file: 'express-sessions',
    code: 'a.at - b.at || a.seq - b.seq',
    ...same,
    reason: 'the sort is stable, and the entries are in the order of time',
  },
  {
    file: 'express-sessions',
    code: 'const last =',
    to: ['from + page > session.rows.length', 'from - page'],
    ...choice,
    reason: 'an empty page may end a walk',
  },
  { file: 'express-sessions', code: 'from > 0 &&', to: ['true'], ...choice, reason: 'the first page may have a prev' },
  { file: 'express-sessions', code: "places.get(next ?? '')", ...choice, reason: 'how often a cursor serves' },
  { file: 'express-sessions', code: '[prev!, next!]', ...choice, reason: 'how often a cursor serves' },
];

/** @type {readonly Exception[]} */
const ofFastifyStrict = [
  { file: 'fastify-strict', code: 'options.maxUrl', ...choice, reason: 'bounds of request targets' },
  { file: 'fastify-strict', code: "user.state === 'verified'", ...choice, reason: 'a code may serve again' },
  { file: 'fastify-strict', code: "user.state = 'verified'", ...choice, reason: 'a code may serve again' },
  { file: 'fastify-strict', code: 'requests: () => requests', ...same, reason: 'only a test asks for it' },
  { file: 'fastify-strict', code: 'users.has(email)', ...choice, reason: 'an e-mail may be registered again' },
  { file: 'fastify-strict', code: 'options.code.lockAfter', ...choice, reason: 'how many wrong codes lock a user' },
  { file: 'fastify-strict', code: 'mailbox.deliver(', ...choice, reason: 'how codes are written' },
  { file: 'fastify-strict', code: 'options.errors ===', ...choice, reason: 'the wording of a refusal' },
  { file: 'fastify-strict', code: 'JSON.stringify({ type:', ...choice, reason: 'the wording of a refusal' },
  { file: 'fastify-strict', code: 'setNotFoundHandler(', ...choice, reason: 'paths beside the four operations' },
  { file: 'fastify-strict', code: "name: 'Common event", ...choice, reason: 'what the items of a creation are' },
  {
    file: 'fastify-strict',
    code: "options.time === 'none'",
    ...choice,
    reason: 'times that do not exist may be accepted',
  },
  {
    file: 'fastify-strict',
    code: "pattern: '^[0-9]{9,10}$'",
    ...choice,
    reason: 'times that do not exist may be accepted',
  },
  {
    file: 'fastify-strict',
    code: "options.time === 'seconds'",
    to: ['true'],
    ...same,
    reason: 'the option is set',
  },
  {
    file: 'fastify-strict',
    code: 'const cursor = {',
    ...choice,
    reason: 'cursors that were not issued may be accepted',
  },
  { file: 'fastify-strict', code: 'held.page', ...choice, reason: 'cursors that were not issued may be accepted' },
  {
    file: 'fastify-strict',
    code: 'sortDirection: {',
    mutators: ['ObjectLiteral'],
    ...choice,
    reason: 'unknown values may be accepted',
  },
  { file: 'fastify-strict', code: 'schema: { querystring', ...choice, reason: 'unknown values may be accepted' },
  { file: 'fastify-strict', code: 'held.query[name]', ...choice, reason: 'parameters beside a cursor' },
  { file: 'fastify-strict', code: '.every(same)', ...choice, reason: 'parameters beside a cursor' },
  {
    file: 'fastify-strict',
    code: "field === 'status' ?",
    to: ['true'],
    ...same,
    reason: 'only two fields are sorted by',
  },
  {
    file: 'fastify-strict',
    code: 'key(a) < key(b) ?',
    mutators: ['EqualityOperator', 'ConditionalExpression', 'ArithmeticOperator'],
    ...same,
    reason: 'the sort is stable, and the entries are in the order of their numbers',
  },
  { file: 'fastify-strict', code: 'customOptions', ...choice, reason: 'wrong types may be accepted' },
  { file: 'fastify-strict', code: 'const proof = closed(', ...choice, reason: 'wrong types may be accepted' },
];

export const exceptions = [...ofReference, ...ofPlainKeyset, ...ofExpressSessions, ...ofFastifyStrict];
