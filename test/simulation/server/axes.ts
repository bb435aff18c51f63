/**
 * What a conforming server may do, as one table of axes. `choice` is what a server is like; `weather` is what happens to it.
 * The first value of an axis is neutral: nothing that a careful check could stumble over.
 */
import fc from 'fast-check';
import type { SortNames } from '../choices.ts';

interface Axis {
  readonly kind: 'choice' | 'weather';
  readonly values: readonly [neutral: unknown, ...others: unknown[]];
}

const choice = <const T extends readonly [unknown, ...unknown[]]>(...values: T) =>
  ({ kind: 'choice', values }) as const;
const weather = <const T extends readonly [unknown, ...unknown[]]>(...values: T) =>
  ({ kind: 'weather', values }) as const;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
const noon = Date.UTC(2026, 2, 3, 12, 0, 0, 250);
const names = (value: SortNames): SortNames => value;

interface Ban {
  readonly status: number;
  readonly ms: number;
  readonly extends?: 'each-request';
  readonly counts?: 'in-a-row';
}
const ban = (value: Ban): Ban => value;

export const axes = {
  // The search: order, pages and cursors.
  bounds: choice('[]', '[)', '(]', '()'),
  time: choice('rfc3339', 'epoch-milliseconds', 'epoch-seconds', 'date', 'sequence', 'seconds-ago', 'stardate'),
  // A day is the unit of dates alone: RFC 3339 times that are widened to days cannot be told from a common fault.
  unitMs: choice(1, 1000, minute),
  ties: choice('arrival', 'turned', 'item'),
  defaultOrder: choice('desc', 'asc'),
  otherSort: choice('refused', 'default'),
  sortNames: choice(
    names({ createdAt: 'at', status: 'status' }),
    names({ time: 'duration', createdAt: 'at' }),
    names({ date: 'none', timestamp: 'none', createdAt: 'at' }),
    names({ status: 'status' }),
    names({}),
  ),
  directions: choice('always', 'with-field', 'by-age'),
  cursor: choice('keyset', 'offset', 'kept'),
  form: choice('carried', 'needs-repeating', 'refuses-repeating'),
  serves: choice('always', 'once', 'pair-once'),
  cursorLivesMs: choice(undefined, 3000, 20_000),
  cursorsOfAnyWebhook: choice(false, true),
  end: choice('absent', 'empty', 'null'),
  firstPrev: choice('absent', 'empty', 'null', 'to-an-empty-page'),
  trailing: choice('none', 'when-full', 'always'),
  pageSize: choice(5, 1, 2, 3, 100),
  pages: choice('fixed', 'looked-at', 'weighed'),
  lookBackMs: choice(undefined, 2 * day, 30 * day),
  loneToMs: choice(undefined, 2 * day),
  loneFromMs: choice(undefined, day),
  widestSpanMs: choice(undefined, 30 * day),
  refusesFar: choice(false, true),
  // The log: what is in it.
  count: choice(23, 0, 1, 4, 12, 37),
  tied: choice(1, 2, 3, 7, 100),
  items: choice('unique', 'repeating', 'equal', 'short', 'json', 'error-text'),
  statuses: choice([true, false, false], [false], [true], [true, false], [false, false, false, false, true]),
  stepMs: choice(5 * hour, 1, 700, 5 * minute, hour, day),
  newestMs: choice(hour, 0, 3 * day),
  otherLog: choice('few', 'none', 'empty', 'same', 'repeating'),
  webhookIds: choice('plain', 'numeric', 'slashes', 'long', 'other-letters', 'differ-in-case', 'any-case'),
  startsAt: choice(
    noon,
    Date.UTC(2026, 2, 3, 23, 59, 50),
    Date.UTC(2027, 11, 31, 23, 59, 58),
    Date.UTC(2028, 1, 29, 0, 0, 1),
  ),
  // The log: what happens to it, and how late a search shows it.
  growsEveryMs: weather(undefined, 100, 500, 3000, 20_000),
  growth: choice('newest', 'back-dated', 'ring'),
  expiresEveryMs: weather(undefined, 700, 5000),
  statusChangesEveryMs: weather(undefined, 2000),
  lagMs: weather(0, 300, 1500),
  statusLagMs: weather(0, 1000, 5000),
  replicasMs: weather([0], [0, 200], [0, 1000]),
  memberOrder: weather('same', 'by-request'),
  cacheMs: weather(0, 500, 1500),
  countCacheMs: weather(0, 1000, 4000),
  // The door: routes, tokens, limits and outages.
  paths: choice('exact', 'merged-slashes', 'any-case'),
  methods: choice('own', 'head', 'head-and-options'),
  allIsWebhook: choice(false, true),
  etag: choice(false, true),
  needsUserAgent: choice(false, true),
  longestTarget: choice(undefined, 400, 1500),
  longestBody: choice(undefined, 600, 8000),
  refusal: choice(401, 403, 404, 400, 302),
  refusalBody: choice('json', 'html', 'empty', 'echo'),
  successes: choice([200], [201], [200, 201, 202]),
  contentType: choice('application/json', 'application/json; charset=utf-8'),
  schemeCase: choice('any', 'exact'),
  validatesFirst: choice(false, true),
  latencyMs: choice([1, 4], [0, 0], [20, 120]),
  tokenDiesAtMs: weather(undefined, 500, 5000, 40_000),
  banAfter: weather(undefined, 12, 20),
  // `each-request` extends it; a valid token clears what was counted `in-a-row`.
  ban: choice(
    ban({ status: 403, ms: 700 }),
    ban({ status: 420, ms: 400 }),
    ban({ status: 401, ms: 1500 }),
    ban({ status: 429, ms: 5000, counts: 'in-a-row' }),
    ban({ status: 401, ms: 3000, extends: 'each-request' }),
    ban({ status: 403, ms: 10_000 }),
  ),
  atOnce: weather(undefined, 4, 1),
  shed: choice({ status: 503 }, { status: 429 }, { status: 503, retryAfter: '0' }, { status: 403 }),
  perSecond: weather(undefined, 50, 10, 20),
  overRate: choice({ status: 429, retryAfter: '1' }, { status: 429 }, { status: 503 }),
  perMinute: weather(undefined, 600, 120),
  minuteEnds: choice('in-seconds', 'at-date', 'unsaid'),
  oneSearchAtOnce: weather(false, true),
  openSearches: weather(
    undefined,
    { most: 5, over: 'ends-oldest' },
    { most: 1, over: 'ends-oldest' },
    { most: 5, over: 'refused' },
  ),
  restartAtMs: weather(undefined, 60, 900, 3000, 30_000),
  restart: choice('refused', 'cut', 502, 503),
  readOnlyAtMs: weather(undefined, 700, 5000),
  // Creations.
  limitMeans: choice('items', 'nothing'),
  repeat: choice(undefined, 409, 400, 422),
  pairs: choice(false, true),
  leastProfiles: choice(1, 2),
  createLock: weather(undefined, 423, 409),
  createQuota: weather(undefined, 20, 40),
  quotaStatus: choice(402, 403, 409, 429),
  msPerId: choice(0, 2),
  // Users and codes.
  digits: choice(6, 4, 8, 1, 3, 10, 12),
  leadingZeros: choice(true, false),
  negativeCodes: choice(false, true),
  mail: choice(
    'Your code is {code}.',
    '{code}',
    '© 2026 Example Ltd. Your code: {code}',
    'Ticket 482913: code {code}, valid 15 minutes',
  ),
  emails: choice('exact', 'lower', 'plus', 'dots'),
  taken: choice(409, 422, 'hidden', 'replaces'),
  emailAlone: choice('refused', 'resends', 'renews'),
  codeServes: choice('once', 'always'),
  codeLivesMs: choice(undefined, 2000, 20_000),
  codeLateMs: weather(0, 300, 2000),
  readyAfterMs: weather(0, 700, 1500),
  wrongCodes: choice('nothing', 'voids', 'locks-after-3', 'locks-after-5'),
  waiting: weather(undefined, 40),
  registerQuota: weather(undefined, 60),
  coercesCodes: choice(false, true),
  // Once, in the middle of a run: several entries arrive, or the oldest leave.
  arriveAtMs: weather(undefined, 200, 2000, 9000),
  leaveAtMs: weather(undefined, 200, 2000, 9000),
  // Requests that get lost on their way, in percent; as in a restart.
  lostRequests: weather(0, 1, 4),
  // Responses that get lost on their way back, in percent: what the request did has happened.
  lostResponses: weather(0, 1, 4),
  // New users become verifiable together, when a job of the server runs.
  readyEveryMs: weather(undefined, 1000, 3000),
} satisfies Record<string, Axis>;

export type AxisName = keyof typeof axes;
export type Server = { readonly [Name in AxisName]: (typeof axes)[Name]['values'][number] };
export const axisNames = Object.keys(axes) as AxisName[];

export const neutral = Object.fromEntries(axisNames.map((name) => [name, axes[name].values[0]])) as Server;

/** Axes on which a server is not neutral. */
export function liberties(server: Server): AxisName[] {
  return axisNames.filter((name) => server[name] !== neutral[name]);
}

/** How often an axis is not neutral, in percent. */
export interface Climate {
  readonly choice: number;
  readonly weather: number;
}

export function serverArbitrary(climate: Climate): fc.Arbitrary<Server> {
  const drawn = Object.fromEntries(
    axisNames.map((name) => {
      const { kind, values } = axes[name] as Axis;
      const [first, ...others] = values;
      const share = climate[kind];
      const one = fc.oneof(
        { weight: 100 - share, arbitrary: fc.constant(first) },
        { weight: share, arbitrary: fc.constantFrom(...others) },
      );
      return [name, share === 0 ? fc.constant(first) : one];
    }),
  );
  return (fc.record(drawn) as unknown as fc.Arbitrary<Server>).map(settled);
}

/** Leaves out what no server combines. */
function settled(server: Server): Server {
  const change: { -readonly [Name in AxisName]?: Server[Name] } = {};
  // A cache that shows a cursor again after it was used up, or its search has ended, contradicts itself.
  if (server.cacheMs > 0) Object.assign(change, { serves: 'always', openSearches: undefined });
  // A result that the server keeps belongs to one webhook.
  if (server.cursor === 'kept') change.cursorsOfAnyWebhook = false;
  // Of a log without recognisable items nobody can say what has left it.
  if (server.items !== 'unique' && server.items !== 'json') {
    change.growth = server.growth === 'ring' ? 'newest' : server.growth;
    change.expiresEveryMs = undefined;
    change.leaveAtMs = undefined;
  }
  // A code that ends before its user is verifiable verifies nobody.
  const readyWithinMs = server.readyAfterMs + (server.readyEveryMs ?? 0);
  if (server.codeLivesMs !== undefined && server.codeLivesMs <= readyWithinMs) change.codeLivesMs = undefined;
  // Entries that arrive are numbered in one sequence.
  if (server.growsEveryMs !== undefined) change.arriveAtMs = undefined;
  return { ...server, ...change };
}
