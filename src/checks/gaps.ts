/**
 * The gap register: what the specification marks "not shown", one row each, with the key of `declares` that settles it
 * where there is one, and the row whose check looks at it, or the reason why none does. Nothing here can fail.
 */
export interface Gap {
  /** As observations and `declares` name it. */
  readonly id: string;
  /** Section of the specification. */
  readonly section: string;
  /** What is open, in words. */
  readonly about: string;
  /** The configuration key, such as `declares.refusalStatus`. */
  readonly declare?: string;
  /** Id of the row whose check observes it; for a declared choice, the row that tests it. */
  readonly probe?: string;
  /** Why nothing observes it. A gap has either a probe or this. */
  readonly excluded?: string;
}

const operations = ['create', 'register', 'verify', 'logs'] as const;
const posts = ['create', 'register', 'verify'] as const;
const declared = (key: string) => ({ id: key, declare: `declares.${key}` });

export const gaps: readonly Gap[] = [
  ...operations.map((op) => ({
    ...declared(`successStatus.${op}`),
    section: '4',
    about: `the status of a successful ${op}`,
    probe: `${op}/success-status`,
  })),
  ...posts.map((op) => ({
    ...declared(`requiredFields.${op}`),
    section: '2',
    about: `the fields that the body of ${op} must have`,
    probe: `${op}/required-fields`,
  })),
  ...posts.map((op) => ({
    id: `unknownFields.${op}`,
    section: '2',
    about: `a field that the specification does not name, in the body of ${op}`,
    probe: `${op}/required-fields`,
  })),
  {
    ...declared('refusalStatus'),
    section: '7',
    about: 'the status of a request without a valid token',
    probe: 'auth/logs/refusal-status',
  },
  {
    id: 'refusalChallenge',
    section: '7',
    about: 'the challenge of a refusal (WWW-Authenticate)',
    probe: 'gaps/refusals',
  },
  { id: 'errorContentType', section: '7', about: 'the media type of error bodies', probe: 'gaps/refusals' },
  { id: 'errorMembers', section: '7', about: 'the members of error bodies', probe: 'gaps/refusals' },
  {
    id: 'errorCodes',
    section: '7',
    about: 'error codes',
    excluded: 'what a member of an error body means cannot be seen from outside; its members are observed',
  },
  { id: 'rateLimitHeaders', section: '8', about: 'headers that tell of a rate limit', probe: 'gaps/refusals' },
  { id: 'throttling', section: '8', about: 'the status by which a client is slowed down', probe: 'gaps/refusals' },
  {
    id: 'largestBody',
    section: '8',
    about: 'the largest request body that was seen accepted, octets',
    probe: 'gaps/refusals',
  },
  {
    ...declared('limit'),
    section: '8',
    about: 'whether limit of a creation is the length of a page',
    probe: 'gaps/limit',
  },
  { id: 'limit.minimum', section: '8', about: 'the least limit of a creation', probe: 'gaps/limit' },
  { id: 'limit.maximum', section: '8', about: 'the greatest limit of a creation', probe: 'gaps/limit' },
  { id: 'limit.default', section: '8', about: 'the length of a page of a creation without limit', probe: 'gaps/limit' },
  {
    id: 'limit.bounds',
    section: '8',
    about: 'limits that a creation accepts, of those tried',
    probe: 'create/page-shape',
  },
  { id: 'create.unknownIds', section: '2', about: 'a creation for ids that nobody has', probe: 'create/page-shape' },
  { id: 'create.emptyLists', section: '2', about: 'a creation for no id at all', probe: 'create/page-shape' },
  { id: 'create.repeatedIds', section: '2', about: 'a creation that names an id twice', probe: 'create/page-shape' },
  { id: 'create.repeated', section: '2', about: 'a creation that was made already', probe: 'create/page-shape' },
  { id: 'pageSize', section: '8', about: 'the length of a page of logs', probe: 'gaps/pages' },
  { ...declared('endOfLog'), section: '2', about: 'cursor.next on the last page', probe: 'declares/end-of-log' },
  { id: 'firstPagePrev', section: '2', about: 'cursor.prev on the first page', probe: 'gaps/pages' },
  {
    ...declared('cursorCarriesFilters'),
    section: '4.4',
    about: 'whether a cursor alone keeps the filters',
    probe: 'declares/cursor-carries-filters',
  },
  { id: 'cursorReuse', section: '4.4', about: 'a cursor that is used a second time', probe: 'gaps/pages' },
  {
    id: 'cursorLifetime',
    section: '4.4',
    about: 'how long a cursor serves',
    excluded: 'it would take waiting for as long as it may live',
  },
  { id: 'nextWithPrev', section: '4.4', about: 'next and prev in one search', probe: 'gaps/parameters' },
  {
    ...declared('defaultOrder'),
    section: '4.4',
    about: 'the order of a log without sortDirection',
    probe: 'declares/default-order',
  },
  { ...declared('sortBy'), section: '4.4', about: 'the values of sortBy that sort by time', probe: 'declares/sort-by' },
  {
    id: 'sortByAccepted',
    section: '4.4',
    about: 'the values of sortBy that are accepted, of those tried',
    probe: 'declares/sort-by',
  },
  { id: 'sortByUnknown', section: '4.4', about: 'a value of sortBy that nobody sorts by', probe: 'declares/sort-by' },
  { ...declared('timeFormat'), section: '4.4', about: 'the format of from and to', probe: 'declares/time-format' },
  {
    ...declared('rangeBounds'),
    section: '4.4',
    about: 'whether the ends of a range belong to it',
    probe: 'declares/range-bounds',
  },
  { id: 'rangeReversed', section: '4.4', about: 'from after to', probe: 'gaps/parameters' },
  {
    id: 'unknownParameter',
    section: '4.4',
    about: 'a query parameter that the specification does not name',
    probe: 'gaps/parameters',
  },
  { id: 'repeatedParameter', section: '4.4', about: 'a query parameter that is given twice', probe: 'gaps/parameters' },
  {
    ...declared('unknownWebhook'),
    section: '4.4',
    about: 'the status for a webhook that does not exist',
    probe: 'declares/unknown-webhook',
  },
  { ...declared('item'), section: '2', about: 'the fields of a log record', probe: 'declares/item' },
  { ...declared('itemsUnique'), section: '2', about: 'whether an item occurs once in its log', probe: 'gaps/items' },
  {
    id: 'commonEvent',
    section: '2',
    about: 'the fields of a common event record',
    excluded: 'no operation shows one: the items of a creation are opaque strings',
  },
  {
    id: 'takenEmail',
    section: '2',
    about: 'the answer to an e-mail that is registered already',
    probe: 'gaps/accounts',
  },
  { id: 'codeReuse', section: '2', about: 'whether a code serves twice', probe: 'gaps/accounts' },
  { id: 'codeLength', section: '2', about: 'how many digits a code has', probe: 'gaps/accounts' },
  { id: 'lockout', section: '2', about: 'what ends the guessing of codes', probe: 'verify/lockout' },
  {
    id: 'fieldFormats',
    section: '2',
    about: 'bounds and formats of names, passwords and e-mails',
    probe: 'register/ordinary-names',
  },
  {
    id: 'transitions',
    section: '3',
    about: 'how a log comes from one status to the other',
    excluded: 'no operation changes the status of a log',
  },
  {
    id: 'purpose',
    section: '1',
    about: 'what the service is for beyond its four operations',
    excluded: 'no request shows it',
  },
  {
    id: 'tokens',
    section: '5',
    about: 'how a token is obtained, how long it lives and what it allows',
    excluded: 'no operation issues one; tokens are configured',
  },
  {
    id: 'deliveries',
    section: '6',
    about: 'kinds of event, payloads, signing of deliveries and retries',
    excluded: 'deliveries go to the owner of the webhook, not to a client of this interface',
  },
  {
    id: 'deprecation',
    section: '9',
    about: 'deprecation and other rules of versions',
    excluded: 'it shows over years, not in a run',
  },
];

const byId = new Map(gaps.map((one) => [one.id, one]));

/** What is known of a gap; one that is not in the register is still observed. */
export function gap(id: string): Pick<Gap, 'section' | 'about' | 'declare'> {
  return byId.get(id) ?? { section: '-', about: id };
}
