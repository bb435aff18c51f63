/**
 * Whole reports as a run would write them, for the tests of the renderers: a conformant target, a broken one, one that
 * could not be judged, one that was interrupted, and one whose answers try to take over whoever reads the report.
 */
import type { Evidence } from '../../src/core/evidence.ts';
import { operations } from '../../src/core/operation.ts';
import type { ConformanceReport, Observation, ReportedRequirement, Summary } from '../../src/core/report.ts';
import type { Area, Level } from '../../src/core/requirement.ts';

type Changes = Partial<Omit<ReportedRequirement, 'id'>>;

const baseUrl = 'https://staging.example.com/api';

/** id, level, section, statement; area and operation follow from the id. */
const catalogue: readonly (readonly [string, Level, string, string])[] = [
  ...operations.flatMap((op): (readonly [string, Level, string, string])[] => [
    [`${op}/accepts-valid`, 'stated', '4', 'The canonical valid request with a good token succeeds.'],
    [`${op}/content-type`, 'stated', '0', 'Every success says Content-Type: application/json.'],
    [`${op}/json`, 'stated', '0', 'The body of every success is one JSON text.'],
    [
      `${op}/no-server-error`,
      'derived',
      '2, 4',
      'No request whose fields have the stated types is answered by a 5xx, a hang or a cut connection.',
    ],
    [`${op}/same-every-time`, 'derived', '4', 'The same valid request, repeated, has the same outcome.'],
    [
      `${op}/survives-malformed`,
      'advisory',
      'RFC 9110 §15.5',
      'A malformed request is refused or tolerated, never a server error.',
    ],
    [`${op}/error-json`, 'advisory', '0', 'Error bodies are JSON and repeat no secret.'],
    [
      `${op}/wrong-method`,
      'advisory',
      'RFC 9110 §15.5.6',
      'Another method on the path is not carried out, and 405 names those allowed.',
    ],
    ...(op === 'logs'
      ? []
      : ([
          [`${op}/rejects-non-json`, 'derived', '0', 'A body that is no JSON text is not accepted.'],
          [`${op}/json-charset`, 'advisory', 'RFC 9110 §8.3', 'The content type may carry a charset.'],
          [`${op}/rejects-wrong-types`, 'advisory', '2', 'A field of another JSON type is refused.'],
        ] as const)),
    [`auth/${op}/no-header`, 'stated', '5', 'A request without an Authorization header is refused.'],
    [`auth/${op}/malformed-header`, 'stated', '5', 'A header that holds no valid token is refused.'],
    [`auth/${op}/wrong-token`, 'stated', '5', 'A made-up or altered token is refused.'],
    [`auth/${op}/never-remembered`, 'stated', '5', 'A refusal stays a refusal right after a good request.'],
    [`auth/${op}/other-forms`, 'advisory', '5', 'The good token in another form is refused.'],
    [`auth/${op}/path-variants`, 'derived', '5', 'Another spelling of the path does not lead around the token.'],
    [`auth/${op}/refusal-status`, 'advisory', 'RFC 6750 §3', 'A refusal is 401 with WWW-Authenticate: Bearer.'],
    [`auth/${op}/scheme-case`, 'advisory', 'RFC 9110 §11.1', 'The scheme is compared without case.'],
    [`auth/${op}/expired-token`, 'declared', '5', 'An expired token is refused.'],
  ]),
  ['register/empty-object', 'stated', '2', 'The answer is an object without members.'],
  ['verify/empty-object', 'stated', '2', 'The answer is an object without members.'],
  ['create/page-shape', 'stated', '2', 'The answer is a page of results.'],
  ['logs/page-shape', 'stated', '2', 'The answer is a page of results.'],
  ['create/null-cursor', 'advisory', '2', 'cursor.next and cursor.prev are strings, not null.'],
  ['logs/null-cursor', 'advisory', '2', 'cursor.next and cursor.prev are strings, not null.'],
  ['auth/logs/every-page', 'stated', '5', 'Every page of a log needs the token, not the first alone.'],
  ['auth/logs/other-tenant', 'declared', '5', 'Another tenant’s token gets no item of this webhook.'],
  [
    'register/then-verify',
    'stated',
    '1, 4.3',
    'A registered user is verified by its e-mail and the code that was sent.',
  ],
  ['verify/wrong-code', 'derived', '1', 'A code other than the one that was sent does not verify a user.'],
  ['verify/missing-code', 'derived', '1', 'A request without a code or an e-mail does not verify a user.'],
  ['verify/other-users-code', 'derived', '1', 'One user’s code does not verify another user.'],
  ['verify/unknown-email', 'derived', '1', 'An e-mail that was never registered cannot be verified.'],
  ['verify/lockout', 'advisory', 'OWASP API2', 'Guessing a code is slowed or stopped within 20 wrong codes.'],
  ['register/ordinary-names', 'advisory', '2', 'Names that people have are accepted.'],
  ['create/counts-agree', 'derived', '2', 'A page holds no more items than totalItems says.'],
  ['create/limit', 'declared', '4.1', 'A page holds no more items than the limit asked for.'],
  ['create/many', 'derived', '2', 'profileIds and calendarIds are lists of one or of several.'],
  ['logs/optional-parameters', 'stated', '4.4', 'Every query parameter may be left out.'],
  ['logs/allowed-values', 'stated', '4.4', 'Each allowed value of status and sortDirection is accepted.'],
  ['logs/walk-terminates', 'derived', '2', 'Following next comes to an end.'],
  ['logs/walk-complete', 'derived', '2', 'A walk yields exactly totalItems items.'],
  ['logs/total-constant', 'derived', '2', 'totalItems is the same on every page of a walk.'],
  ['logs/no-duplicates', 'declared', '2', 'No item is delivered twice in a walk.'],
  ['logs/walks-agree', 'derived', '4.4', 'The same query gives the same items each time.'],
  ['logs/next-advances', 'stated', '4.4', 'next yields the page that follows.'],
  ['logs/prev-returns', 'stated', '2, 4.4', 'prev yields the page that precedes.'],
  ['logs/filters-survive-paging', 'derived', '4.4', 'Pages reached by next and by prev obey the filters of the query.'],
  [
    'logs/status-partition',
    'derived',
    '3',
    'Every log is either succeeded or failed: the two filters share out the whole log.',
  ],
  ['logs/status-truth', 'declared', '4.4', 'Each item under status=s has the status s.'],
  ['logs/sort-permutes', 'derived', '4.4', 'Sorting changes the order of the items, not which items there are.'],
  ['logs/sort-direction', 'derived', '4.4', 'asc and desc differ in order.'],
  ['logs/sort-by-range', 'derived', '4.4', 'Older items come before newer ones under asc, after them under desc.'],
  ['logs/sort-reverses', 'advisory', '4.4', 'asc is desc reversed, up to ties.'],
  ['logs/range-subset', 'derived', '4.4', 'A range yields part of a wider one.'],
  ['logs/range-far', 'derived', '4.4', 'A range after the newest or before the oldest item is empty.'],
  ['logs/range-gap', 'derived', '4.4', 'Two ranges with a gap between them hold no more than the whole.'],
  ['logs/range-overlap', 'derived', '4.4', 'Two ranges that overlap hold no less than the whole.'],
  ['logs/range-and', 'derived', '4.4', 'from and to hold together, and each alone is enough.'],
  ['logs/combined-filters', 'derived', '4.4', 'status, range and sort hold together.'],
  ['logs/one-webhook', 'derived', '1, 4.4', 'A search returns the logs of the webhook that was named, of no other.'],
  ['logs/webhook-id', 'advisory', 'RFC 3986 §6.2.2.2', 'The id in the path is compared as the octets it stands for.'],
  ['logs/cursor-bound', 'derived', '4.4', 'A cursor of one webhook yields nothing of it on another.'],
  ['logs/search-changes-nothing', 'derived', '4.4', 'Searching a log leaves the log as it was.'],
  ['logs/parallel', 'derived', '4.4', 'Searches at the same time give what each gives alone.'],
  ['logs/bad-cursor', 'advisory', '4.4', 'A made-up cursor is refused, not silently the first page.'],
  ['logs/bad-values', 'advisory', '4.4', 'Other values of status and sortDirection are refused.'],
  ['events/deliveries', 'stated', '6', 'Deliveries to webhooks are made.'],
];

const areaOf = (id: string): Area => {
  if (id.startsWith('auth/')) return 'auth';
  if (id.startsWith('events/')) return 'gaps';
  if (/^(register|verify)\/(then|wrong-code|missing|other|unknown|lockout|ordinary)/.test(id)) return 'registration';
  if (/^create\/(counts|limit|many)/.test(id)) return 'create';
  if (/^logs\/(accepts|content|json|no-server|same|survives|error|wrong-method|page-shape|null)/.test(id))
    return 'operations';
  return id.startsWith('logs/') ? 'logs' : 'operations';
};

function row(
  [id, level, section, statement]: (typeof catalogue)[number],
  index: number,
  changes: Changes = {},
): ReportedRequirement {
  const operation = operations.find((op) => id.split('/').includes(op)) ?? null;
  const property = /wrong-token|no-server-error|range-|wrong-code|malformed|combined|prev-returns/.test(id);
  return {
    id,
    level,
    area: areaOf(id),
    section,
    ...(/^\d/.test(section) ? { source: section.split(', ').map((spec) => ({ spec })) } : {}),
    operation,
    statement,
    ...(level === 'derived'
      ? { because: 'totalItems counts the items of the query, and a walk delivers each of them.' }
      : {}),
    decidedBy:
      'The request is sent as it should be, then wrong in exactly one way, then as it should be again; the three answers are compared.',
    verdict: 'pass',
    exchanges: 3 + ((index * 7) % 90),
    ...(property
      ? { samples: { count: 100, kinds: { unicode: 34, metacharacters: 28, boundary: 22, ordinary: 16 } } }
      : {}),
    ...changes,
  };
}

/** The report of a catalogue in which the named rows are changed. */
export function reportOf(
  changes: Readonly<Record<string, Changes>>,
  rest: Partial<ConformanceReport> = {},
): ConformanceReport {
  const requirements = catalogue.map((entry, index) => row(entry, index, changes[entry[0]]));
  return {
    schemaVersion: 1,
    kit: { name: 'cawl-conformance', version: '0.1.0' },
    target: { baseUrl },
    run: {
      seed: 20270105,
      depth: 'standard',
      startedAt: '2027-01-05T10:22:31.000Z',
      durationMs: 41_250,
      requests: 3912,
      retries: 2,
      shard: null,
      node: 'v20.20.2',
      failOn: 'gate',
      inFlight: { average: 6.4, limit: 8 },
      latency: {
        create: latency(611, [4, 31, 180, 290, 88, 14, 3, 1]),
        register: latency(480, [0, 2, 41, 170, 190, 60, 12, 5]),
        verify: latency(702, [9, 120, 340, 180, 40, 10, 3, 0]),
        logs: latency(2119, [410, 980, 480, 160, 60, 20, 8, 1]),
      },
    },
    verdict: 'conformant',
    summary: summaryOf(requirements),
    requirements,
    observations,
    ...rest,
  };
}

/** Counts by level and verdict. */
export function summaryOf(rows: readonly ReportedRequirement[]): Summary {
  const empty = () => ({ pass: 0, fail: 0, inconclusive: 0, notApplicable: 0, waived: 0, error: 0 });
  const summary = { stated: empty(), derived: empty(), declared: empty(), advisory: empty() };
  for (const { level, verdict } of rows) summary[level][verdict] += 1;
  return summary;
}

function latency(count: number, shape: readonly number[]) {
  const bounds = [5, 10, 20, 50, 100, 200, 500, null] as const;
  return {
    count,
    min: 2.1,
    median: 14.8,
    p95: 88.2,
    max: 612.4,
    buckets: bounds.map((bound, index) => [bound, shape[index] ?? 0] as const),
  };
}

/** An exchange with the logs of a webhook. */
export function exchange(target: string, body: string, more: Partial<Evidence> & { status?: number } = {}): Evidence {
  const { status = 200, ...rest } = more;
  const url = `${baseUrl}${target}`;
  return {
    request: { method: 'GET', url, headers: { Authorization: 'Bearer ***', Accept: 'application/json' }, body: null },
    response: {
      status,
      headers: {
        'content-type': 'application/json',
        date: 'Tue, 05 Jan 2027 10:22:40 GMT',
        'content-length': String(body.length),
      },
      body,
      bytes: body.length,
    },
    ms: 12.4,
    curl: `curl -sS '${url}' -H "Authorization: Bearer $CAWL_TOKEN"`,
    ...rest,
  };
}

const page = (items: readonly string[], total: number, next: string | null, prev: string | null) =>
  JSON.stringify({ data: items, cursor: { next, prev, totalItems: total } });
const items = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `log_2027-01-04_${String(from + index).padStart(5, '0')}`);

const observations: readonly Observation[] = [
  {
    gap: 'successStatus.create',
    section: '4',
    about: 'which 2xx a created event is answered with',
    value: 201,
    seen: 611,
    declare: 'declares.successStatus.create: 201',
  },
  {
    gap: 'successStatus.register',
    section: '4',
    about: 'which 2xx a registration is answered with',
    value: 201,
    seen: 480,
    declare: 'declares.successStatus.register: 201',
  },
  {
    gap: 'successStatus.logs',
    section: '4',
    about: 'which 2xx a search is answered with',
    value: 200,
    seen: 2119,
    declare: 'declares.successStatus.logs: 200',
  },
  {
    gap: 'refusalStatus',
    section: '7',
    about: 'the status of a refusal',
    value: 401,
    seen: 803,
    otherwise: [{ value: 403, seen: 12 }],
    declare: 'declares.refusalStatus: 401',
  },
  { gap: 'pageSize.logs', section: '8', about: 'how many items a page of a log holds', value: 25, seen: 140 },
  {
    gap: 'endOfLog',
    section: '2',
    about: 'how the end of a log is shown',
    value: 'null',
    seen: 61,
    declare: 'declares.endOfLog: "null"',
  },
  {
    gap: 'cursorCarriesFilters',
    section: '4.4',
    about: 'whether a cursor alone keeps status, range and sort',
    value: false,
    seen: 22,
    declare: 'declares.cursorCarriesFilters: false',
  },
  {
    gap: 'timeFormat',
    section: '4.4',
    about: 'the format of from and to',
    value: 'rfc3339',
    seen: 9,
    declare: 'declares.timeFormat: rfc3339',
  },
  {
    gap: 'sortBy',
    section: '4.4',
    about: 'which field names sortBy takes',
    value: ['createdAt', 'status'],
    seen: 11,
    declare: 'declares.sortBy: [createdAt, status]',
  },
  {
    gap: 'unknownWebhook',
    section: '4.4',
    about: 'what a search in an unknown webhook is answered with',
    value: 404,
    seen: 7,
    declare: 'declares.unknownWebhook: 404',
  },
  {
    gap: 'requiredFields.register',
    section: '2',
    about: 'which fields a registration needs',
    value: ['firstName', 'lastName', 'email', 'password'],
    seen: 16,
    declare: 'declares.requiredFields.register: [firstName, lastName, email, password]',
  },
  { gap: 'codeReuse', section: '4.3', about: 'whether a code serves a second time', value: 'refused', seen: 3 },
];

const notDeclared: Changes = { verdict: 'notApplicable', exchanges: 0, message: 'no expired token is configured' };
const usual: Readonly<Record<string, Changes>> = {
  ...Object.fromEntries(operations.map((op) => [`auth/${op}/expired-token`, notDeclared])),
  'auth/logs/other-tenant': { ...notDeclared, message: 'no token of another tenant is configured' },
  'logs/no-duplicates': {
    ...notDeclared,
    message: 'observed: no item twice; {"encoding":"json","status":"/status","time":"/createdAt"}',
  },
  'events/deliveries': { ...notDeclared, message: 'excluded: no operation shows a delivery' },
};

const walkComplete: Changes = {
  verdict: 'fail',
  exchanges: 42,
  message: 'The walk of wh_1 with status=failed delivered 48 items; totalItems says 51 on every page.',
  counterexample: {
    input: { webhookId: 'wh_1', query: { status: 'failed', sortBy: 'status' } },
    shrinks: 4,
    seed: 20270105,
    path: '12:0:1',
  },
  samples: { count: 13, kinds: { 'one status': 6, 'status and sort': 5, range: 2 } },
  evidence: [
    exchange(
      '/v2/webhooks/wh_1/logs/search?status=failed&sortBy=status',
      page(items(1, 25), 51, 'c2FsdDE6MjU=', null),
      { note: 'page 1' },
    ),
    exchange(
      '/v2/webhooks/wh_1/logs/search?status=failed&sortBy=status&next=c2FsdDE6MjU%3D',
      page(items(29, 51), 51, null, 'c2FsdDE6MQ=='),
      { note: 'page 2, reached by next: items 26 to 28 are on no page' },
    ),
  ],
  illustrations: [
    {
      kind: 'walk',
      title: 'wh_1, status=failed, sortBy=status',
      pages: [
        {
          place: 1,
          reachedBy: 'first',
          items: 25,
          total: 51,
          first: 'log_2027-01-04_00001',
          last: 'log_2027-01-04_00025',
        },
        {
          place: 2,
          reachedBy: 'next',
          items: 23,
          total: 51,
          first: 'log_2027-01-04_00029',
          last: 'log_2027-01-04_00051',
          wrong: true,
          note: 'the last page, 3 items short',
        },
      ],
    },
    {
      kind: 'bags',
      left: 'two walks, one a status, together',
      right: 'the walk without a filter',
      missing: items(26, 28),
      surplus: [],
      missingCount: 3,
      surplusCount: 0,
    },
  ],
  capsule: {
    steps: [
      {
        method: 'GET',
        target: '/v2/webhooks/wh_1/logs/search?status=failed&sortBy=status',
        headers: [['Authorization', 'Bearer {token}']],
        body: null,
      },
    ],
    symptom: { kind: 'check' },
  },
  replay: 'cawl replay reports/conformance.json logs/walk-complete',
};

const walkPage = (place: number, reachedBy: 'first' | 'next' | 'prev') => ({
  place,
  reachedBy,
  items: 25,
  total: 173,
  first: `log_2027-01-04_${String(place * 25 - 24).padStart(5, '0')}`,
  last: `log_2027-01-04_${String(place * 25).padStart(5, '0')}`,
});

const prevReturns: Changes = {
  verdict: 'fail',
  exchanges: 37,
  message: 'prev from page 4 leads to page 2: its last item is followed by 25 others before page 4 begins.',
  counterexample: {
    input: { webhookId: 'wh_1', steps: ['next', 'next', 'next', 'prev'] },
    shrinks: 7,
    seed: 20270105,
    path: '3:1:0:0',
  },
  evidence: [
    exchange('/v2/webhooks/wh_1/logs/search?next=cDQ%3D', page(items(76, 100), 173, 'cDU=', 'cDI='), {
      note: 'page 4, reached by next from page 3',
    }),
    exchange('/v2/webhooks/wh_1/logs/search?prev=cDI%3D', page(items(26, 50), 173, 'cDM=', 'cDE='), {
      note: 'reached by prev from page 4: this is page 2',
    }),
  ],
  illustrations: [
    {
      kind: 'walk',
      title: 'wh_1, no filter',
      pages: [
        ...[1, 2, 3, 4].map((place) => walkPage(place, place === 1 ? 'first' : 'next')),
        { ...walkPage(2, 'prev'), wrong: true, note: 'page 3 was due' },
      ],
    },
  ],
  replay: 'cawl replay reports/conformance.json logs/prev-returns',
};

const rangeGap: Changes = {
  verdict: 'fail',
  exchanges: 118,
  message:
    'W(to=m1) and W(from=m2) with m1 < m2 hold 9 items that the widest range holds once: to is read as the whole day.',
  samples: { count: 61, kinds: { 'minutes apart': 24, 'hours apart': 22, 'days apart': 15 } },
  counterexample: {
    input: { webhookId: 'wh_1', m1: '2027-01-04T08:00:00Z', m2: '2027-01-04T08:02:00Z' },
    shrinks: 11,
    seed: 20270105,
    path: '0:2:2',
  },
  illustrations: [
    {
      kind: 'bags',
      left: 'to=2027-01-04T08:00:00Z and from=2027-01-04T08:02:00Z, together',
      right: 'the widest range',
      missing: [],
      surplus: items(61, 65),
      missingCount: 0,
      surplusCount: 9,
    },
  ],
  evidence: [
    exchange('/v2/webhooks/wh_1/logs/search?to=2027-01-04T08%3A00%3A00Z', page(items(40, 64), 69, 'dG86MjU=', null), {
      note: 'W(to=m1), page 1 of 3',
    }),
    exchange(
      '/v2/webhooks/wh_1/logs/search?from=2027-01-04T08%3A02%3A00Z',
      page(items(61, 85), 113, 'ZnJvbToyNQ==', null),
      { note: 'W(from=m2), page 1 of 5' },
    ),
  ],
  replay: 'cawl replay reports/conformance.json logs/range-gap',
};

const serverError: Changes = {
  verdict: 'fail',
  exchanges: 88,
  message: '500 for a registration whose lastName is O’Brien with a plain apostrophe.',
  counterexample: {
    input: { firstName: 'Ada', lastName: "'", email: 'cawl+17@example.com', password: '***' },
    shrinks: 9,
    seed: 20270105,
    path: '41:0:3',
  },
  samples: { count: 42, kinds: { metacharacters: 19, unicode: 14, long: 9 } },
  evidence: [
    {
      request: {
        method: 'POST',
        url: `${baseUrl}/v2/auth/register`,
        headers: { Authorization: 'Bearer ***', 'Content-Type': 'application/json' },
        body: '{"firstName":"Ada","lastName":"\'","email":"cawl+17@example.com","password":"***"}',
      },
      response: {
        status: 500,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: '<!doctype html><title>Error</title><pre>SequelizeDatabaseError: unterminated quoted string at or near &quot;&#39;&#39;&#39;&quot;</pre>',
        bytes: 131,
      },
      ms: 31,
      curl: `curl -sS -X POST '${baseUrl}/v2/auth/register' -H "Authorization: Bearer $CAWL_TOKEN" -H 'Content-Type: application/json' --data-raw '{"firstName":"Ada","lastName":"'\\''","email":"cawl+17@example.com","password":"'"$CAWL_PASSWORD"'"}'`,
      note: 'the shrunk counterexample',
    },
  ],
  replay: 'cawl replay reports/conformance.json register/no-server-error',
};

const cutConnection: Changes = {
  verdict: 'fail',
  exchanges: 6,
  message: 'The connection was cut, twice on fresh connections, for a list of 1,000 profileIds.',
  evidence: [
    {
      request: {
        method: 'POST',
        url: `${baseUrl}/v2/calendars/common-events`,
        headers: { Authorization: 'Bearer ***', 'Content-Type': 'application/json' },
        body: `{"limit":10,"profileIds":[${'"p1",'.repeat(40)}"p1"],"calendarIds":["c1"]}`,
      },
      response: null,
      failure: 'ECONNRESET: other side closed',
      ms: 5,
      curl: `curl -sS -X POST '${baseUrl}/v2/calendars/common-events' -H "Authorization: Bearer $CAWL_TOKEN" --data-raw @body.json`,
    },
  ],
  replay: 'cawl replay reports/conformance.json create/no-server-error',
};

const advisoryStatus: Changes = {
  verdict: 'fail',
  exchanges: 9,
  message: '403 without WWW-Authenticate; RFC 6750 asks for 401 with WWW-Authenticate: Bearer.',
  evidence: [
    exchange('/v2/webhooks/wh_1/logs/search', '{"error":"forbidden"}', {
      status: 403,
      note: 'no Authorization header',
    }),
  ],
};

const noMail: Changes = {
  verdict: 'inconclusive',
  exchanges: 4,
  message: 'no code arrived within 5 s',
  wouldDecide:
    'Configure verificationCode (url, command, mailpit or value), so that the kit can read the code that a user is sent.',
};
const fewItems: Changes = {
  verdict: 'inconclusive',
  exchanges: 12,
  message: 'the log fills 2 pages, and 3 are needed',
  wouldDecide: 'Name a webhook in fixtures.webhooks whose log fills at least three pages.',
};
const mailRows = [
  'register/then-verify',
  'verify/wrong-code',
  'verify/missing-code',
  'verify/other-users-code',
  'verify/unknown-email',
  'verify/accepts-valid',
  'verify/empty-object',
  'verify/lockout',
];
const pagingRows = ['logs/prev-returns', 'logs/next-advances', 'logs/filters-survive-paging', 'auth/logs/every-page'];

/** Every row that could be decided passes. */
export const conformant: ConformanceReport = reportOf(usual);

/** Four failures that count, of several kinds, two advisory ones, two rows not decided, a waiver and a spent one. */
export const failing: ConformanceReport = withSummary(
  reportOf(
    {
      ...usual,
      'logs/walk-complete': walkComplete,
      'logs/prev-returns': prevReturns,
      'logs/range-gap': rangeGap,
      'register/no-server-error': serverError,
      'create/no-server-error': cutConnection,
      'auth/logs/refusal-status': advisoryStatus,
      'register/ordinary-names': {
        verdict: 'fail',
        exchanges: 14,
        message: 'O’Brien is refused with 500.',
        evidence: [],
      },
      'logs/range-overlap': fewItems,
      'verify/lockout': noMail,
      'logs/sort-direction': {
        verdict: 'waived',
        exchanges: 20,
        message: 'asc and desc give the same order of 173 items.',
        waiver: { reason: 'sorting lands in release 4.2', until: '2027-01-31' },
      },
      'logs/parallel': { verdict: 'error', exchanges: 2, message: 'TypeError: cannot read properties of undefined' },
    },
    {
      verdict: 'nonConformant',
      waiverProblems: [
        { requirement: 'logs/total-constant', problem: 'the requirement passes: the waiver is no longer needed' },
      ],
      correctServers: [
        { server: 'plain-offset', passed: 122, blamed: [], requests: 2800, ms: 2900 },
        {
          server: 'koa-scan',
          passed: 120,
          blamed: [{ id: 'logs/limit', message: 'a page of 12 <items>' }],
          requests: 2900,
          ms: 3100,
        },
      ],
      selfProof: [
        {
          fault: 'walk-stops-early',
          breaks: 'a walk ends one page before the end',
          level: 'derived',
          owner: 'logs/walk-complete',
          caught: true,
          caughtBy: ['logs/walk-complete', 'logs/walks-agree'],
          requests: 412,
          ms: 3100,
        },
        {
          fault: 'any-bearer',
          breaks: 'any well-formed bearer token is accepted',
          level: 'stated',
          owner: 'auth/logs/wrong-token',
          caught: true,
          caughtBy: ['auth/logs/wrong-token'],
          requests: 230,
          ms: 1800,
        },
        {
          fault: 'status-swapped',
          breaks: 'succeeded and failed are swapped',
          level: 'declared',
          owner: 'logs/status-truth',
          caught: false,
          caughtBy: [],
          requests: 505,
          ms: 4020,
        },
      ],
    },
  ),
);

/** Nothing failed, and much could not be decided. */
export const undecided: ConformanceReport = withSummary(
  reportOf(
    {
      ...usual,
      ...Object.fromEntries(mailRows.map((id) => [id, noMail])),
      ...Object.fromEntries(pagingRows.map((id) => [id, fewItems])),
    },
    { verdict: 'undecided' },
  ),
);

/** Stopped by the user after some rows. */
export const interrupted: ConformanceReport = withSummary({
  ...reportOf(
    Object.fromEntries(
      catalogue.slice(20).map(([id]) => [
        id,
        {
          verdict: 'inconclusive',
          exchanges: 0,
          message: 'the run was interrupted',
          wouldDecide: 'Run again to the end.',
        },
      ]),
    ),
    { verdict: 'undecided' },
  ),
  run: { ...conformant.run, interrupted: true, durationMs: 3_120, requests: 214 },
});

const attack = '<img src=x onerror="document.title=\'pwned\'"></script><script>document.title="pwned"</script>';
const nasty = `${attack}\u001b[31mred\u001b[0m\u001b]0;title\u0007\u202egnp.exe\u2066\u200b\ufffd\ufffd\u0000\u0008\ud800]]>&amp;"'\`|$\{7*7}`;

/** A target whose answers hold markup, escapes, direction overrides, lone surrogates and a megabyte of text. */
export const hostile: ConformanceReport = withSummary(
  reportOf(
    {
      ...usual,
      ...Object.fromEntries(
        catalogue.slice(0, 60).map(([id]) => [
          id,
          {
            verdict: 'fail',
            exchanges: 3,
            message: `the answer was ${nasty}`,
            counterexample: { input: { value: nasty, list: [nasty] }, shrinks: 0, seed: 1, path: '0' },
            samples: { count: 3, kinds: { [nasty]: 3 } },
            illustrations: [
              {
                kind: 'walk',
                title: nasty,
                pages: [
                  {
                    place: 1,
                    reachedBy: 'first',
                    items: 1,
                    total: null,
                    first: nasty,
                    last: nasty.repeat(400),
                    note: nasty,
                    wrong: true,
                  },
                ],
              },
              {
                kind: 'bags',
                left: nasty,
                right: nasty,
                missing: [nasty, 'x'.repeat(200_000)],
                surplus: [nasty],
                missingCount: 2,
                surplusCount: 1,
              },
            ],
            evidence: Array.from({ length: 30 }, (_, index) =>
              exchange(
                `/v2/${nasty}`,
                index === 0 ? nasty.repeat(20_000) : JSON.stringify({ data: [nasty, '<!--', 'x'.repeat(40_000)] }),
                {
                  note: nasty,
                  response: {
                    status: 200,
                    headers: { 'x-evil': nasty, [nasty]: 'y' },
                    body: index === 0 ? nasty.repeat(20_000) : JSON.stringify({ data: [nasty] }),
                    bytes: 4_000_000,
                  },
                  curl: `curl '${nasty}'`,
                },
              ),
            ),
            replay: 'cawl replay reports/conformance.json x',
          } satisfies Changes,
        ]),
      ),
    },
    {
      verdict: 'nonConformant',
      target: { baseUrl: `https://example.com/${nasty}` },
      observations: [
        {
          gap: 'endOfLog',
          section: '2',
          about: nasty,
          value: nasty,
          seen: 1,
          otherwise: [{ value: { [nasty]: nasty }, seen: 1 }],
          declare: nasty,
        },
      ],
      waiverProblems: [{ requirement: nasty, problem: nasty }],
    },
  ),
);

function withSummary(report: ConformanceReport): ConformanceReport {
  return { ...report, summary: summaryOf(report.requirements) };
}
