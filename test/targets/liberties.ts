/** One server with one liberty each: what the specification leaves open, taken to where a careless check would trip. */
import type { Liberties } from './implementations/liberal/options.ts';
import { startLiberal } from './implementations/liberal/service.ts';
import { items } from './support/history.ts';
import type { TargetDefinition } from './support/target.ts';
import { jwtToken, mixedCase, prefixedToken, uuidToken } from './support/tokens.ts';

type Part<T> = { readonly [Key in keyof T]?: T[Key] };

interface Liberty {
  /** What the server does, in one sentence. */
  readonly does: string;
  readonly logs?: Liberties['logs'];
  readonly search?: Part<Liberties['search']>;
  readonly create?: Part<Liberties['create']>;
  readonly accounts?: Part<Liberties['accounts']>;
  readonly door?: Part<Liberties['door']>;
  readonly live?: true;
  readonly timeoutMs?: number;
  /** Names and e-mails to configure, if they are not the usual ones. */
  readonly register?: Liberties['register'];
}

const logs: Liberties['logs'] = [
  { id: 'wh_main', shape: { count: 74, seed: 301, days: 9, ties: 3, item: items.opaque } },
  { id: 'wh_side', shape: { count: 17, seed: 302, days: 5, item: items.opaque } },
];

type Shape = Liberties['logs'][number]['shape'];

/** The usual logs in another shape. */
const logsOf = (change: Part<Shape>): Liberties['logs'] =>
  logs.map(({ id, shape }) => ({ id, shape: { ...shape, ...change } }));

/** The usual logs, whose newest entries are so many days old. */
const logsOfAge = (days: number): Liberties['logs'] => logsOf({ newestMs: days * 86_400_000 });

const sixSorts = {
  createdAt: 'time',
  status: 'status',
  duration: 'duration',
  date: 'day',
  type: 'constant-by-id',
  event: 'constant-turned',
} as const;

/** Name of the liberty → what is taken. */
export const liberties: Readonly<Record<string, Liberty>> = {
  plain: { does: 'takes no liberty at all' },
  'private-cache': {
    does: 'repeats the same bytes for the same URL for 1.5 s while its log grows',
    search: { growsPerSecond: 2, cacheMs: 1500 },
    live: true,
  },
  'cached-counts': {
    does: 'counts anew only every 4 s while its log grows',
    search: { growsPerSecond: 2, countCacheMs: 4000 },
    live: true,
  },
  'late-status-index': {
    does: 'searches by status see entries 5 s late',
    search: { growsPerSecond: 2, statusLagMs: 5000 },
    live: true,
  },
  'back-dated': {
    does: 'new entries carry a time up to a minute ago',
    search: { growsPerSecond: 2, backDatedMs: 60_000 },
    live: true,
  },
  retention: { does: 'its oldest entry leaves for good every 700 ms', search: { expiresEveryMs: 700 }, live: true },
  'growing-ring': {
    does: 'keeps 74 entries: the oldest leave as new ones come',
    search: { growsPerSecond: 2, keeps: 74 },
    live: true,
  },
  'one-since': {
    does: 'its entries are two months old, but for one of today',
    logs: [
      { id: 'wh_main', shape: { count: 74, seed: 303, days: 9, silentDays: 60, item: items.opaque } },
      { id: 'wh_side', shape: { count: 17, seed: 304, days: 5, silentDays: 60, item: items.opaque } },
    ],
  },
  'slow-growth': { does: 'one new entry every three seconds', search: { growsPerSecond: 0.33 }, live: true },
  'quiet-beside-growing': {
    does: 'forty new entries a second in one log and none in another; reads from and to as seconds ago',
    logs: [
      { id: 'wh_main', shape: { count: 74, seed: 311, days: 9, item: items.opaque }, changes: { growsPerSecond: 40 } },
      { id: 'wh_side', shape: { count: 47, seed: 312, days: 5, item: items.opaque } },
    ],
    search: { range: 'seconds-ago' },
    live: true,
  },
  'quick-growth': { does: 'ten new entries a second', search: { growsPerSecond: 10 }, live: true },
  'logs-creations': { does: 'each creation becomes an entry of every log', create: { isLogged: true }, live: true },
  'quota-of-creations': { does: 'refuses with 402 after 40 creations', create: { quota: 40, quotaStatus: 402 } },
  'quota-of-registrations': {
    does: 'refuses with 403 after 60 registrations',
    accounts: { quota: 60, quotaStatus: 403 },
  },
  'token-expires': {
    does: 'its token expires in the middle of a run, after 1,100 requests',
    door: { tokenServes: 1100 },
  },
  ban: {
    does: 'after 20 wrong tokens refuses everything with 403 for 0.7 s',
    door: { banAfter: 20, banMs: 700, banStatus: 403 },
  },
  'ban-420': {
    does: 'after 12 wrong tokens refuses everything with 420 for 0.4 s',
    door: { banAfter: 12, banMs: 400, banStatus: 420 },
  },
  'ban-429': {
    does: 'rejects every request with 429 for 3 s after 15 wrong tokens in a row',
    door: { banAfter: 15, banMs: 3000, banStatus: 429, banCountsInARow: true },
  },
  'ban-slides': {
    does: 'after 10 wrong tokens, rejects every request with 401 until it gets none for 2 s',
    door: { banAfter: 10, banMs: 2000, banStatus: 401, banSlides: true },
  },
  'sheds-load': {
    does: 'refuses a fifth request in progress with 503, without Retry-After',
    door: { atOnce: 4, shedStatus: 503 },
  },
  'sheds-load-429': { does: 'refuses a fifth request in progress with 429', door: { atOnce: 4, shedStatus: 429 } },
  'locks-calendars': {
    does: 'refuses a second creation at once for one calendar with 423',
    create: { lockStatus: 423, takesMs: 8 },
  },
  'locks-409': {
    does: 'refuses a second creation at once for one calendar with 409',
    create: { lockStatus: 409, takesMs: 8 },
  },
  'five-searches': {
    does: 'keeps the cursors of five searches, older ones are gone (410)',
    search: { openSearches: 5 },
  },
  'one-search': { does: 'refuses a second search at once with 409', door: { oneSearchAtOnce: true } },
  'unique-400': { does: 'refuses a repeated creation with 400', create: { repeat: 400 } },
  'unique-422': { does: 'refuses a repeated creation with 422', create: { repeat: 422 } },
  'unique-409': { does: 'refuses a repeated creation with 409', create: { repeat: 409 } },
  pairs: { does: 'profileIds[i] must own calendarIds[i]', create: { pairs: true } },
  'two-profiles': { does: 'a common event needs two profiles', create: { leastProfiles: 2 } },
  sequence: { does: 'reads from and to as sequence numbers', search: { range: 'sequence' } },
  'seconds-ago': { does: 'reads from and to as seconds ago', search: { range: 'seconds-ago' } },
  stardate: { does: 'reads from and to in a form that nobody knows', search: { range: 'stardate' } },
  'whole-days': { does: 'reads from and to as whole days', search: { range: 'date' } },
  'timestamps-as-days': {
    does: 'reads from and to as whole days, and accepts timestamps by their date',
    search: { range: 'date-of-timestamp' },
  },
  'timestamps-as-hours': {
    does: 'reads from and to as whole hours, as partitions of its log have them',
    search: { range: 'hour-of-timestamp' },
  },
  'timestamps-as-ten-seconds': {
    does: 'reads from and to as steps of ten seconds',
    search: { range: 'ten-seconds-of-timestamp' },
  },
  'timestamps-as-seconds': {
    does: 'reads from and to as whole seconds, while its entries have milliseconds',
    search: { range: 'second-of-timestamp' },
    logs: logsOf({ unitMs: 1, item: items.json }),
  },
  'drops-milliseconds': {
    does: 'cuts from and to down to the second, while its entries have milliseconds',
    search: { range: 'timestamp-without-milliseconds' },
    logs: logsOf({ unitMs: 1, item: items.json }),
  },
  'ticks-of-milliseconds': {
    does: 'reads from and to in milliseconds, and rounds them to 1/300 s',
    search: { range: 'ticks-of-milliseconds' },
  },
  'timestamps-as-local-days': {
    does: 'reads from and to as whole days of UTC+1',
    search: { range: 'local-day-of-timestamp' },
  },
  'local-date-times': {
    does: 'reads from and to as times of UTC-5, without an offset',
    search: { range: 'local-date-time' },
  },
  'sql-times': {
    does: 'reads from and to as a database writes times, of UTC+9, and grows',
    search: { range: 'sql', growsPerSecond: 2 },
    logs: logsOf({ item: items.json }),
    live: true,
  },
  'last-century-and-timeless': {
    does: 'has entries of the last century, and some without a time',
    logs: logsOfAge(9900),
    search: { timelessEvery: 5 },
  },
  'dated-ahead': {
    does: 'has entries of the next days, and refuses ranges wider than a week',
    logs: logsOfAge(-2.5),
    search: { lookBackMs: 86_400_000, widestSpanMs: 7 * 86_400_000 },
  },
  'greeting-entry': {
    does: 'creates a webhook on its first search, and every log begins with the same entry',
    search: { greeting: 'the webhook was created by its first search' },
  },
  'sql-times-or-dates': {
    does: 'reads from and to as a database writes times, or as dates, and its log covers one day',
    search: { range: 'sql-or-date' },
    logs: logsOf({ days: 0.9 }),
  },
  'basic-times': {
    does: 'reads and shows times without hyphens and colons',
    search: { range: 'basic' },
    logs: logsOf({ item: items.basic }),
  },
  'http-dates': {
    does: 'reads and shows times as HTTP does',
    search: { range: 'http-date' },
    logs: logsOf({ item: items.httpDate }),
  },
  microseconds: {
    does: 'reads and shows times in microseconds since the epoch',
    search: { range: 'microseconds' },
    logs: logsOf({ item: items.microseconds }),
  },
  'slashed-times': {
    does: 'reads and shows times such as 2026/01/05 04:03:02',
    search: { range: 'slashed' },
    logs: logsOf({ item: items.slashed }),
  },
  'dotted-times': {
    does: 'reads and shows times such as 05.01.2026 04:03:02',
    search: { range: 'dotted' },
    logs: logsOf({ item: items.dotted }),
  },
  'minutes-alone': {
    does: 'reads and shows times such as 2026-01-05 04:03, a minute as all of it',
    search: { range: 'minute' },
    logs: logsOf({ item: items.minute }),
  },
  'hidden-minutes': {
    does: 'reads times such as 2026-01-05T04:03Z alone, and shows none',
    search: { range: 'minute-in-utc' },
  },
  'hidden-http-dates': { does: 'reads times as HTTP does, and shows none', search: { range: 'http-date' } },
  'text-times': {
    does: 'compares from and to as text with the times of its database',
    search: { range: 'text' },
    logs: logsOf({ item: items.json }),
  },
  'look-back': { does: 'a lone to looks back three days', search: { lookBackMs: 3 * 86_400_000 } },
  'look-ahead': { does: 'a lone from ends two days later', search: { lookAheadMs: 2 * 86_400_000 } },
  'narrow-span': { does: 'refuses ranges wider than 30 days', search: { widestSpanMs: 30 * 86_400_000 } },
  'not-implemented': {
    does: 'answers 501 to other sort names and other formats of times',
    search: { unsupportedStatus: 501 },
  },
  'exchanges-bounds': { does: 'exchanges from and to where from is the later one', search: { exchangesBounds: true } },
  'exchanges-default-bound': {
    does: 'begins 30 days ago without from, and exchanges from and to where from is the later one',
    logs: logsOf({ days: 60 }),
    search: { defaultFromMs: 30 * 86_400_000, exchangesBounds: true },
  },
  'direction-with-field': { does: 'ignores sortDirection without sortBy', search: { direction: 'with-field' } },
  'no-sorting': {
    does: 'accepts any sortBy and any sortDirection and has one order for all',
    search: { direction: 'with-field', sortBy: {}, ignoresOtherSorts: true },
  },
  'upper-case-uuid': {
    does: 'has a UUID in upper case as an id and finds it in lower case too',
    door: { idsWithoutCase: true },
    logs: [{ ...logs[0]!, id: 'hook-3F2B8C1E-9A7D-4E5F-8B6A-1C2D3E4F5A6B' }, logs[1]!],
  },
  'by-age': { does: 'sorts by age by default: asc begins with the newest', search: { sortsByAge: true } },
  'time-is-duration': {
    does: 'sortBy=time sorts by duration',
    search: { sortBy: { time: 'duration', createdAt: 'time' } },
  },
  'sorts-by-date': {
    does: 'sortBy=date sorts by day, and leaves entries of one day in the order of arrival',
    search: { sortBy: { date: 'day' } },
  },
  'finer-times': {
    does: 'sorts and searches by whole seconds, and shows times with milliseconds, in another order within a second',
    logs: logsOf({ item: items.finer }),
  },
  'ties-by-plan': {
    does: 'orders entries that are equal in the sort field by time if there is a range, and else as they are stored',
    search: { ties: 'scattered' },
  },
  'ties-by-filter': {
    does: 'orders by a field in which all entries are equal, by time, or as they are stored if there is a filter',
    search: { ties: 'scattered-by-filter', sortBy: { type: 'constant', createdAt: 'time' } },
  },
  'ties-turned-by-status': {
    does: 'orders by a field in which all entries are equal, as they are stored, or in reverse if there is a status',
    search: { ties: 'reversed-by-status', sortBy: { event: 'constant-turned', createdAt: 'time' } },
  },
  'two-constant-fields': {
    does: 'orders by two fields in which all entries are equal, by time under one and as they are stored under the other',
    search: { sortBy: { type: 'constant', event: 'constant-by-id', createdAt: 'time' } },
  },
  'by-day': {
    does: 'orders by day by default, and leaves entries of one day in the order of arrival',
    search: { direction: 'by-day' },
  },
  'date-is-none': {
    does: 'accepts sortBy=date and timestamp and ignores them',
    search: { sortBy: { date: 'none', timestamp: 'none', createdAt: 'time' } },
  },
  'equal-fields': {
    does: 'sorts by type and event, in which all entries are equal, in the order of arrival',
    search: { sortBy: { type: 'constant', event: 'constant', createdAt: 'time' } },
  },
  'imported-at-once': {
    does: 'sorts by createdAt, which is equal in all entries after a bulk import, and searches ranges of another time',
    search: { sortBy: { createdAt: 'constant' }, direction: 'with-field' },
    logs: logsOf({ item: items.imported }),
  },
  'imported-without-a-trace': {
    does: 'sorts by createdAt, which is equal in all entries and leaves them in stored order; no item shows it',
    search: { sortBy: { createdAt: 'constant-by-id' } },
  },
  'one-log-imported': {
    does: 'sorts by createdAt, which is equal in all entries of the second log, and searches ranges of another time',
    logs: [logs[0]!, { ...logs[1]!, shape: { ...logs[1]!.shape, importedAt: Date.UTC(2026, 0, 5) } }],
    search: { ties: 'as-arrived' },
  },
  'any-case-ids': {
    does: 'compares webhook ids without letter case',
    door: { idsWithoutCase: true },
    logs: [{ ...logs[0]!, id: '3f2b8c1e-9a7d-4e5f-8b6a-1c2d3e4f5a6b' }, logs[1]!],
  },
  'integer-ids': {
    does: 'has webhook ids that are integers, and reads the digits at the beginning of what it is sent',
    door: { idsAreIntegers: true },
    logs: [
      { ...logs[0]!, id: '1041' },
      { ...logs[1]!, id: '1042' },
    ],
  },
  'emoji-id': {
    does: 'has a webhook whose id ends with an emoji',
    logs: [{ ...logs[0]!, id: 'wh_main_🎉' }, logs[1]!],
  },
  'all-alias': { does: 'has an id all and a collection route', door: { allAlias: true } },
  'merged-slashes': { does: 'merges doubled slashes of a path', door: { mergesSlashes: true } },
  'same-deliveries': {
    does: 'two webhooks hold the same deliveries, and a cursor works on either',
    search: { cursorOfAnyWebhook: true },
    logs: [logs[0]!, { id: 'wh_twin', shape: logs[0]!.shape }],
  },
  'statuses-by-turns': { does: 'answers 200, 201, 202, 206 by turns', door: { successes: [200, 201, 202, 206] } },
  'error-text-items': {
    does: 'an item is the text of an error',
    logs: [
      {
        id: 'wh_main',
        shape: {
          ...logs[0]!.shape,
          item: (entry, random) => (entry.seq % 9 === 0 ? 'no valid token' : items.opaque(entry, random)),
        },
      },
      logs[1]!,
    ],
  },
  'short-items': {
    does: 'items are short and repeat',
    logs: [{ id: 'wh_main', shape: { ...logs[0]!.shape, item: items.repeating } }, logs[1]!],
  },
  'repeated-in-one': {
    does: 'items are unique in one log and repeat in the other',
    logs: [logs[0]!, { id: 'wh_side', shape: { ...logs[1]!.shape, item: items.repeating } }],
  },
  'negative-codes': { does: 'codes are negative integers', accounts: { negative: true, mail: 'Your code: {code}' } },
  'year-in-mail': {
    does: 'the mail holds a year before the code',
    accounts: { mail: '© 2026 Example Ltd. Your code is {code}. Valid for 15 minutes.' },
  },
  'ticket-in-mail': {
    does: 'the mail holds a ticket number of six digits before the code',
    accounts: { mail: 'Ticket 482913: your code is {code}' },
  },
  'code-in-groups': {
    does: 'the mail holds the code in two groups of three digits, and a year',
    accounts: { mail: 'Your code: {groups}. © 2026 Example Ltd.' },
  },
  'message-with-headers': {
    does: 'the code is read from a whole message, with dates, addresses and numbers in its headers',
    accounts: {
      mail: 'Received: from mx (10.20.30.40) id {number}; 23 Nov 2026 05:00:12 +0000\nMessage-ID: <{number}.4711@example.com>\n\nEnter {code} within 15 minutes, or call +49 30 901820.',
    },
  },
  'address-in-mail': {
    does: 'the mail repeats the e-mail address, of which digits may be a part',
    accounts: { mail: 'Dear {email},\nyour code is {code}. It is valid for 15 minutes.' },
  },
  'many-numbers': {
    does: 'the mail holds twelve other numbers of six digits before the code, new ones each time',
    accounts: { mail: `${'{number} '.repeat(12)}{code}` },
  },
  'three-digits': {
    does: 'codes have three digits, and the mail holds a ticket number',
    accounts: { digits: 3, mail: 'Ticket {number}: your code is {code}' },
  },
  'one-digit': {
    does: 'codes have one digit, and the mail holds no other number than how long it is valid',
    accounts: { digits: 1, mail: 'Your code is {code}. It is valid for 15 minutes.' },
  },
  'twelve-digits': {
    does: 'codes have twelve digits, and may be negative',
    accounts: { digits: 12, negative: true, mail: 'Your verification code: {code}' },
  },
  'ten-digits': {
    does: 'codes have ten digits, and the mail holds a year',
    accounts: { digits: 10, mail: 'Your code: {code}. © 2026 Example Ltd.' },
  },
  'codes-live-2s': { does: 'a code lives 2 s', accounts: { livesMs: 2000 } },
  'ready-later': { does: 'a user can be verified 1.5 s after the code has arrived', accounts: { readyAfterMs: 1500 } },
  'registers-later-and-renews': {
    does: 'stores a user 0.2 to 1 s after the registration, and a code arrives after 0.7 s; a second one for a taken e-mail',
    accounts: { storedAfterMs: [200, 1000], codeLateMs: 700, taken: 'new-code' },
  },
  'verifies-later': {
    does: 'answers a verification with 202, and it takes effect 0.2 to 2 s later',
    accounts: { verifiedAfterMs: [200, 2000] },
    door: { successes: [202] },
  },
  'registers-later': {
    does: 'answers a registration with 202, and stores the user 0.2 to 1 s later',
    accounts: { storedAfterMs: [200, 1000] },
    door: { successes: [202] },
  },
  'accounts-later': {
    does: 'stores a user 0.2 to 1 s after the registration, and a verification takes effect 0.2 to 2 s later',
    accounts: { storedAfterMs: [200, 1000], verifiedAfterMs: [200, 2000] },
  },
  'accounts-later-hidden': {
    does: 'stores a user and a verification up to 2 s later, accepts a taken e-mail, and voids a code after a wrong one',
    accounts: { storedAfterMs: [200, 1000], verifiedAfterMs: [200, 2000], taken: 'hidden', voidedByWrong: true },
  },
  'voided-codes': { does: 'a wrong code voids the right one', accounts: { voidedByWrong: true } },
  'hides-taken': { does: 'accepts an e-mail again and does nothing', accounts: { taken: 'hidden' } },
  'new-code-late': {
    does: 'a second registration sends a new code 0.7 s later; a wrong code voids the right one',
    accounts: { taken: 'new-code', codeLateMs: 700, voidedByWrong: true },
  },
  'notice-of-taken': {
    does: 'a second registration sends a mail with another number; a wrong code voids the right one',
    accounts: { taken: 'notice', voidedByWrong: true },
  },
  'emails-with-case': {
    does: 'e-mails that differ in letter case are different users of one mailbox',
    accounts: { lettersMatter: true },
  },
  'drops-tags': {
    does: 'ignores what follows a plus in an e-mail, and accepts a taken e-mail without doing anything',
    accounts: { dropsTags: true, taken: 'hidden' },
  },
  'merges-users': {
    does: 'ignores what follows a plus in an e-mail, and refuses a taken one; the configured e-mails differ only there',
    accounts: { dropsTags: true },
    register: { email: 'cawl+{unique}@example.com' },
  },
  'merges-and-hides': {
    does: 'treats all configured e-mails as one user, and accepts a taken e-mail without doing anything',
    accounts: { dropsTags: true, taken: 'hidden' },
    register: { email: 'cawl+{unique}@example.com' },
  },
  'merges-and-renews': {
    does: 'treats all configured e-mails as one user, and sends a new code to a taken e-mail',
    accounts: { dropsTags: true, taken: 'new-code' },
    register: { email: 'cawl+{unique}@example.com' },
  },
  'tag-after-unique': {
    does: 'ignores what follows a plus in an e-mail; the configured e-mails end with one tag',
    accounts: { dropsTags: true },
    register: { email: 'cawl{unique}+kit@example.com' },
  },
  'codes-of-time': {
    does: 'sends the time in milliseconds as the code, and takes 6 ms for each request',
    accounts: { codesOfTime: true },
    door: { latencyMs: 6 },
  },
  'unique-names': {
    does: 'refuses a second user of the same first and last name with 409; the configured names hold {unique}',
    accounts: { unique: ['firstName', 'lastName'] },
    register: { lastName: 'Lovelace {unique}' },
  },
  'unique-names-unknown': {
    does: 'refuses a second user of the same first and last name with 409; the configured names are the same for each user',
    accounts: { unique: ['firstName', 'lastName'] },
  },
  'unique-domains': {
    does: 'refuses a second user of the same e-mail domain with 409',
    accounts: { unique: ['domain'] },
  },
  'unique-passwords': {
    does: 'refuses a second user of the same password with 409',
    accounts: { unique: ['password'] },
  },
  'long-cursors': { does: 'cursors are 1,500 characters long', search: { cursorLength: 1500 } },
  'single-use': { does: 'a cursor serves once and lives 3 s', search: { cursorsServeOnce: true, cursorLivesMs: 3000 } },
  'empty-first-cursor': {
    does: 'the cursor of the first page is an empty string, and so is prev on the second page',
    search: { emptyFirstCursor: true },
  },
  'repeat-the-query': { does: 'the query must be repeated beside a cursor', search: { cursorQuery: 'repeated' } },
  'short-back-pages': {
    does: 'pages of 10 items forward and of 4 backward, which directly precede the page',
    search: { pageSizes: [10], backPageSize: 4 },
  },
  'page-sizes-vary': { does: 'pages of 7, 10 and 4 items by turns', search: { pageSizes: [7, 10, 4] } },
  restart: { does: 'resets connections for 1 s soon after the start', door: { outagesMs: [[900, 1900]] } },
  'unavailable-0': {
    does: 'answers 503 with Retry-After: 0 for a second',
    door: { unavailable: { from: 800, to: 1800, status: 503, retryAfter: '0' } },
  },
  'bad-gateway': { does: 'answers 502 for a second', door: { unavailable: { from: 1000, to: 2000, status: 502 } } },
  'failing-second': {
    does: 'answers 500 to everything for a second, while its database is replaced',
    door: { unavailable: { from: 1000, to: 2000, status: 500 } },
  },
  'failing-searches': {
    does: 'answers 500 to every search for a second, while its log store is replaced',
    door: { unavailable: { only: 'searches', from: 1500, to: 2500, status: 500 } },
  },
  'loses-posts': { does: 'refuses every 13th POST with 503, without Retry-After', door: { losesEvery: 13 } },
  'read-only-second': { does: 'refuses POST with 503 for a second', door: { readOnly: [700, 1700] } },
  closing: { does: 'closes each connection after its response', door: { closesConnections: true } },
  'wants-user-agent': { does: 'refuses requests without User-Agent', door: { wantsUserAgent: true } },
  'untyped-searches': {
    does: 'refuses a search with a Content-Type with 415, before it looks at the token',
    door: { untypedGet: true },
  },
  'refuses-by-404': { does: 'answers 404 without a valid token', door: { refusal: 404 } },
  'items-of-requests': {
    does: 'each item holds the number of the request, so that no reading has an item of another one',
    search: { itemsAnew: 'request' },
  },
  'items-with-age': { does: 'each item holds its age in seconds', search: { itemsAnew: 'age' } },
  'member-order': {
    does: 'JSON items come with their members in another order from each replica',
    search: { memberOrderVaries: true },
    logs: logsOf({ item: items.json }),
  },
  replicas: {
    does: 'three replicas answer in turn, up to a second behind a growing log',
    search: { growsPerSecond: 2, replicaLagsMs: [0, 200, 1000] },
    live: true,
  },
  'replica-behind': {
    does: 'two replicas answer in turn, one of them 3 s behind a log with a new entry each second',
    search: { growsPerSecond: 1, replicaLagsMs: [0, 3000] },
    live: true,
  },
  'replica-behind-quick': {
    does: 'two replicas answer in turn, one of them 3 s behind a log with two new entries a second',
    search: { growsPerSecond: 2, replicaLagsMs: [3000, 0] },
    live: true,
  },
  'replica-behind-slow': {
    does: 'two replicas answer in turn, one of them 3 s behind a log with a new entry each two seconds',
    search: { growsPerSecond: 0.5, replicaLagsMs: [0, 3000] },
    logs: logsOf({ item: items.json }),
    live: true,
  },
  'replica-behind-retries': {
    does: 'two replicas answer in turn, one of them 3 s behind a log that grows, and in which failed deliveries succeed',
    search: { growsPerSecond: 1, retriesPerSecond: 0.5, replicaLagsMs: [0, 3000] },
    live: true,
  },
  'restart-late': {
    does: 'resets connections for 1 s several times, seconds apart',
    door: {
      outagesMs: [
        [2000, 3000],
        [7000, 8000],
        [12_000, 13_000],
        [17_000, 18_000],
      ],
    },
  },
  'few-waiting': { does: 'refuses a 31st unverified user with 429', accounts: { waiting: 30 } },
  'five-waiting': {
    does: 'refuses a sixth unverified user with 409',
    accounts: { waiting: 5, waitingStatus: 409 },
  },
  'one-registration': { does: 'refuses a second registration with 403', accounts: { quota: 1, quotaStatus: 403 } },
  'registrations-apart': {
    does: 'takes 12 ms, and refuses a registration with 422 that comes within 40 ms of the last one',
    door: { latencyMs: 12 },
    accounts: { registrationGapMs: 40 },
  },
  'slow-lists': {
    does: 'a creation takes 2.4 ms for each id of its body, and the client waits for 2 s',
    create: { msPerId: 2.4 },
    timeoutMs: 2000,
  },
  'slow-pairs': {
    does: 'a creation takes 1 ms for each pair of a profile and a calendar, and the client waits for 2 s',
    create: { msPerPair: 1 },
    timeoutMs: 2000,
  },
  'resends-and-welcomes': {
    does: 'an e-mail without a code asks for a new code, and a verified user is accepted with any code',
    accounts: { resends: true, anyCodeOnceVerified: true },
  },
  resends: { does: 'an e-mail without a code asks for a new code', accounts: { resends: true } },
  'resends-late': {
    does: 'an e-mail without a code asks for a new code, and each arrives after 1.2 s',
    accounts: { resends: true, codeLateMs: 1200 },
  },
  'used-code-429': { does: 'refuses a used code with 429', accounts: { reuseStatus: 429 } },
  'used-code-423': { does: 'refuses a used code with 423', accounts: { reuseStatus: 423 } },
  'shared-answers': { does: 'gives equal searches in progress one answer', search: { sharesForMs: 6 } },
  'one-open-search': { does: 'a new search ends the cursors of the one before (410)', search: { openSearches: 1 } },
  'empty-pages': { does: 'pages of 7, 0 and 10 items by turns', search: { pageSizes: [10, 7, 0] } },
  'empty-last-page': {
    does: 'the last page with items has a next, which leads to an empty page',
    search: { endsWithEmptyPage: true },
  },
  'polls-same': {
    does: 'each page has a next, and past the last entry it leads to itself, for a client that asks again later',
    search: { polls: 'same' },
  },
  'polls-anew': {
    does: 'each page has a next, and past the last entry ever new ones lead to empty pages',
    search: { polls: 'anew' },
  },
  'polls-growing': {
    does: 'each page has a next, past the last entry too, where new entries come last; its log grows',
    search: { polls: 'anew', newestFirst: false, growsPerSecond: 2 },
    live: true,
  },
  'retried-deliveries': {
    does: 'a failed delivery succeeds every two seconds, so that entries change their status',
    search: { retriesPerSecond: 0.5 },
    live: true,
  },
  'growing-retries': {
    does: 'two new entries a second, and each second a failed delivery succeeds',
    search: { growsPerSecond: 2, retriesPerSecond: 1 },
    live: true,
  },
  'retries-seen-late': {
    does: 'two replicas answer in turn, one 3 s behind, and a failed delivery succeeds every two seconds',
    search: { retriesPerSecond: 0.5, replicaLagsMs: [0, 3000] },
    live: true,
  },
  'clock-ahead': {
    does: 'entries carry the time of a clock that is three minutes ahead',
    search: { growsPerSecond: 2, clockAheadMs: 180_000 },
    live: true,
  },
  'clock-behind': {
    does: 'entries carry the time of a clock that is five minutes behind',
    search: { growsPerSecond: 2, clockAheadMs: -300_000 },
    live: true,
  },
  'long-cache': {
    does: 'repeats the same bytes for the same URL for 6 s while its log grows',
    search: { growsPerSecond: 1, cacheMs: 6000 },
    live: true,
  },
  'minute-cache': {
    does: 'repeats the same bytes for the same URL for a minute while its log grows',
    search: { growsPerSecond: 0.5, cacheMs: 60_000 },
    live: true,
  },
  'half-minute-cache': {
    does: 'repeats the same bytes for the same URL for half a minute while its log grows',
    search: { growsPerSecond: 1 / 3, cacheMs: 30_000 },
    live: true,
  },
  'cached-second-log': {
    does: 'repeats the same bytes for the same URL for half a minute while the log of its second webhook grows',
    logs: logs.map((log, at) => (at === 0 ? log : { ...log, changes: { growsPerSecond: 1 / 3 } })),
    search: { cacheMs: 30_000 },
    live: true,
  },
  'long-poll': {
    does: 'answers a search of the last page of a log only after 1.8 s, as with a long poll; the run waits for 1.5 s',
    search: { slow: { searches: 'last-page', ms: 1800 } },
    timeoutMs: 1500,
  },
  'cold-days': {
    does: 'answers the first search from each day on after 1.8 s; the run waits for 1.5 s',
    search: { slow: { searches: 'first-of-day', ms: 1800 } },
    timeoutMs: 1500,
  },
  'direction-by-id': {
    does: 'orders by ids where sortDirection stands without sortBy, and by time without both',
    search: { direction: 'by-id' },
  },
  'timeless-entries': { does: 'each fifth entry has no time, and is in no range', search: { timelessEvery: 5 } },
  'six-sorts': {
    does: 'sorts by six fields, and leaves entries that are equal in one in another order if a filter is given',
    logs: logsOf({ item: items.json }),
    search: { sortBy: sixSorts, ties: 'scattered-by-filter' },
  },
  'six-sorts-growing': {
    does: 'sorts by six fields, and has two new entries a second',
    logs: logsOf({ item: items.json }),
    search: { sortBy: sixSorts, growsPerSecond: 2 },
    live: true,
  },
  'undelivered-entries': {
    does: 'searches the times of deliveries, which each fifth entry does not have yet, and shows when entries were created',
    logs: logsOf({ item: items.json }),
    search: { timelessEvery: 5 },
  },
  'last-century': { does: 'its entries are of 1999', logs: logsOfAge(9900) },
  'month-wide-and-older': {
    does: 'refuses ranges wider than 31 days, while its entries are older than that',
    logs: logsOfAge(60),
    search: { widestSpanMs: 31 * 86_400_000 },
  },
  'many-ties': {
    does: 'twenty entries share each time, so that ties cross pages',
    logs: [{ id: 'wh_main', shape: { ...logs[0]!.shape, ties: 20 } }, logs[1]!],
  },
  'rate-limited': { does: 'refuses the 200th request of a second with 429', door: { perSecond: 200 } },
  'rate-limited-by-spans': {
    does: 'refuses the 401st request in five seconds with 429, and says in Retry-After when the next five begin',
    door: { perSpan: { atMost: 400, ms: 5000 } },
  },
  'rate-limited-503': {
    does: 'refuses the 101st request of a second with 503, without Retry-After',
    door: { perSecond: 100, overRateStatus: 503 },
  },
  'one-at-once-503': {
    does: 'refuses a second request in progress with 503, without Retry-After',
    door: { atOnce: 1, shedStatus: 503 },
  },
  'firewall-resets': {
    does: 'a firewall resets the connection of what looks like an attack',
    door: { firewall: { answers: 'reset' } },
  },
  'firewall-page': {
    does: 'a firewall answers what looks like an attack with 403 and a page in HTML',
    door: { firewall: { answers: 'page' } },
  },
  'firewall-bans': {
    does: 'a firewall resets the connection of what looks like an attack, and after five such requests every one for 5 to 20 s',
    door: { firewall: { answers: 'reset', bans: { after: 5, ms: [5000, 20_000] } } },
  },
  'firewall-bans-page': {
    does: 'a firewall answers what looks like an attack with 403 and a page, and after ten such requests every one for 5 to 20 s',
    door: { firewall: { answers: 'page', bans: { after: 10, ms: [5000, 20_000] } } },
  },
  'small-bodies': { does: 'a gateway refuses bodies of 2 kB with 413', door: { largestBody: 2000 } },
  'short-urls': { does: 'a gateway refuses request targets of 600 characters with 414', door: { longestTarget: 600 } },
  'redirects-to-sign-in': { does: 'redirects to a page for signing in without a valid token', door: { refusal: 302 } },
  'hangs-up': {
    does: 'closes the connection instead of a response to a request without the valid token',
    door: { hangsUpOnStrangers: true },
  },
  'cold-start': { does: 'the first request of each operation takes 1.5 s', door: { coldMs: 1500 } },
  'open-options': { does: 'answers OPTIONS without a token, and HEAD like GET', door: { answersOptions: true } },
  'health-checkers': {
    does: 'its gateway answers health checkers itself, with an empty object at any path',
    door: { answersHealthCheckers: true },
  },
  'loose-routes': { does: 'paths match in any letter case and with a slash at their end', door: { looseRoutes: true } },
  'added-members': { does: 'pages and cursors have members that are not stated', door: { addsMembers: true } },
  charset: {
    does: 'names a charset in capitals and quotes beside application/json',
    door: { contentType: 'Application/JSON; Charset="UTF-8"' },
  },
  'uuid-token': {
    does: 'its token is a UUID, read without regard to letter case and dashes',
    door: { token: uuidToken },
  },
  'prefixed-token': {
    does: 'its token is sk_live_ and hexadecimal digits, read without regard to letter case',
    door: { token: prefixedToken },
  },
  'kept-fields': {
    does: 'its HTTP server keeps the fields of a connection, and looks them up without regard to letter case',
    door: { keepsFields: true, token: { valid: mixedCase, accepts: (given) => given === mixedCase } },
  },
  'jwt-of-known-key': {
    does: 'its token is a JWT, signed with the key "secret"; others with that signature are valid too',
    door: { token: jwtToken },
  },
  'token-is-webhook-id': {
    does: 'its token is the id of its first webhook',
    door: { token: { valid: 'wh_main', accepts: (given) => given === 'wh_main' } },
  },
  'fallback-page': {
    does: 'answers 200 and the page of an application to any path that it does not know, and to absolute targets',
    door: { fallbackPage: '<!doctype html><div id="app"></div>' },
  },
  'few-connections': { does: 'closes a fifth connection', door: { connections: 4 } },
  'one-worker': {
    does: 'serves one connection until it is closed, and only then the next one',
    door: { workers: 1 },
  },
  'three-workers': { does: 'serves three connections, and others when one of them is closed', door: { workers: 3 } },
  jitter: { does: 'takes up to 400 ms for a response', door: { jitterMs: 400 } },
  'impatient-keep-alive': { does: 'closes a connection that is idle for 5 ms', door: { keepAliveMs: 5 } },
  'small-limit': { does: 'refuses a limit above 25', create: { largestLimit: 25 } },
  'short-lists': { does: 'refuses lists of more than 20 ids', create: { mostIds: 20 } },
  'known-ids': { does: 'refuses ids that do not exist with 404', create: { knownIdsOnly: true } },
  'items-of-pairs': {
    does: 'items of creations show profile, calendar and the moment, and no id',
    create: { itemsShow: 'pair-and-moment' },
  },
  'items-of-moments': {
    does: 'items of creations show nothing but the moment',
    create: { itemsShow: 'moment' },
  },
  'one-item-of-moment': {
    does: 'returns one item for a creation, which shows only its moment',
    create: { itemsShow: 'moment', oneItem: true },
  },
  'items-of-batches': {
    does: 'writes the creations of 30 ms together, and returns one item, the id of what was written',
    create: { batchMs: 30 },
  },
  'tells-nothing': { does: 'a creation is answered with an empty page', create: { tellsNothing: true } },
  'late-codes': { does: 'a code arrives 1.2 s after the registration', accounts: { codeLateMs: 1200 } },
  'newest-mail': {
    does: 'its source of codes shows the newest mail, whomever it is asked for',
    accounts: { oneMailbox: true },
  },
  'four-digits': { does: 'codes have four digits', accounts: { digits: 4 } },
  'pauses-after-wrong': {
    does: 'after five wrong codes in a row, of whichever users, refuses every code with 400 for 0.7 s',
    accounts: { pause: { after: 5, status: 400, ms: 700 } },
  },
  'pauses-after-wrong-423': {
    does: 'after ten wrong codes in a row, of whichever users, refuses every code with 423 for 0.3 s',
    accounts: { pause: { after: 10, status: 423, ms: 300 } },
  },
  'few-verifications': {
    does: 'refuses a fourth verification within 0.3 s with 400, as Amazon Cognito does',
    accounts: { verifications: { atMost: 3, ms: 300, status: 400 } },
  },
  'verifications-by-window': {
    does: 'refuses a sixth verification within 4 s with 400',
    accounts: { verifications: { atMost: 5, ms: 4000, status: 400 } },
  },
  'quota-of-verifications': {
    does: 'refuses with 403 after 25 verifications within an hour',
    accounts: { verifications: { atMost: 25, ms: 3_600_000, status: 403 } },
  },
  'mails-apart': {
    does: 'sends a new code to an e-mail that is registered again, and mails to one address 6 s apart',
    accounts: { taken: 'new-code', mailGapMs: 6000 },
  },
  'crashes-on-brackets': {
    does: 'crashes for good on a body with ten thousand brackets in a row',
    door: { endsAtBrackets: 10_000 },
  },
  'no-replays': {
    does: 'refuses a body that the path was sent in the last 0.9 s with 409, before it looks at the token',
    door: { replays: { ms: 900, status: 409 } },
  },
  'delays-guesses': {
    does: 'refuses each wrong code of a user twice as late as the one before, beginning with 20 ms',
    accounts: { wrongDelayMs: 20 },
    timeoutMs: 1500,
  },
  'locks-users': { does: 'locks a user for good after three tries (423)', accounts: { lockAfter: 3 } },
  'tries-per-email': { does: 'refuses a fourth verification of an e-mail with 429', accounts: { triesPerEmail: 3 } },
};

export const targets: readonly TargetDefinition[] = Object.keys(liberties).map((name) => combine([name]));

/** A server that takes several liberties, by their names. Where two of them set the same option, the last one counts. */
export function combine(names: readonly string[]): TargetDefinition {
  const taken = names.map((name) => liberties[name]!);
  const parts = ['search', 'create', 'accounts', 'door'] as const;
  const merged = parts.map((part) => [part, Object.assign({}, ...taken.map((one) => one[part]))] as const);
  const { live, ...liberty }: Liberty = Object.assign({}, ...taken, Object.fromEntries(merged));
  return {
    name: `liberal-${names.join('+')}`,
    choices: { make: 'node:http', ...(live === undefined ? {} : { live: true }) },
    start: () => startLiberal(complete(liberty)),
  };
}

function complete({
  logs: own = logs,
  timeoutMs,
  register,
  search = {},
  create = {},
  accounts = {},
  door = {},
}: Liberty): Liberties {
  return {
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(register === undefined ? {} : { register }),
    logs: own,
    search: {
      pageSizes: [10],
      range: 'rfc3339',
      newestFirst: true,
      direction: 'always',
      sortsByAge: false,
      sortBy: { createdAt: 'time', status: 'status' },
      cursorQuery: 'carried',
      ...search,
    },
    create,
    accounts: { digits: 6, serveOnce: true, mail: 'Your code is {code}.', taken: 409, ...accounts },
    door: { refusal: 401, successes: [200], ...door },
  };
}
