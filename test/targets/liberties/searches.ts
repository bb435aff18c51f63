/** Liberties of searches in a log that stays the same: bounds, orders, cursors and pages (§4.4). */
import { items } from '../support/history.ts';
import { logsOf, logsOfAge, type NamedLiberties, sixSorts, usualLogs } from './liberty.ts';

export const ofSearches: NamedLiberties = {
  plain: { does: 'takes no liberty at all' },
  'one-since': {
    does: 'its entries are two months old, but for one of today',
    logs: [
      { id: 'wh_main', shape: { count: 74, seed: 303, days: 9, silentDays: 60, item: items.opaque } },
      { id: 'wh_side', shape: { count: 17, seed: 304, days: 5, silentDays: 60, item: items.opaque } },
    ],
  },
  'five-searches': {
    does: 'keeps the cursors of five searches, older ones are gone (410)',
    search: { openSearches: 5 },
  },
  sequence: { does: 'reads from and to as sequence numbers', search: { range: 'sequence' } },
  'seconds-ago': { does: 'reads from and to as seconds ago', search: { range: 'seconds-ago' } },
  stardate: { does: 'reads from and to in a form that nobody knows', search: { range: 'stardate' } },
  'whole-days': { does: 'reads from and to as whole days', search: { range: 'date' } },
  'timestamps-as-days': {
    does: 'reads from and to as whole days, and accepts timestamps by their date',
    search: { range: 'date-of-timestamp' },
  },
  'timestamps-as-two-days': {
    does: 'reads from and to as whole days, and has entries of two days only',
    logs: logsOf({ days: 2 }),
    search: { range: 'date-of-timestamp' },
  },
  'to-as-day': {
    does: 'reads to as all of its day, and from as a moment',
    logs: logsOf({ days: 2 }),
    search: { range: 'date-of-to' },
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
  'widened-to-minutes': {
    does: 'widens a range to full minutes, without the moment at which it ends',
    search: { range: 'minutes-around-timestamp' },
  },
  'widened-to-hours': {
    does: 'widens a range to full hours, without the moment at which it ends',
    search: { range: 'hours-around-timestamp' },
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
    logs: [usualLogs[0]!, { ...usualLogs[1]!, shape: { ...usualLogs[1]!.shape, importedAt: Date.UTC(2026, 0, 5) } }],
    search: { ties: 'as-arrived' },
  },
  'emoji-id': {
    does: 'has a webhook whose id ends with an emoji',
    logs: [{ ...usualLogs[0]!, id: 'wh_main_🎉' }, usualLogs[1]!],
  },
  'same-deliveries': {
    does: 'two webhooks hold the same deliveries, and a cursor works on either',
    search: { cursorOfAnyWebhook: true },
    logs: [usualLogs[0]!, { id: 'wh_twin', shape: usualLogs[0]!.shape }],
  },
  'error-text-items': {
    does: 'an item is the text of an error',
    logs: [
      {
        id: 'wh_main',
        shape: {
          ...usualLogs[0]!.shape,
          item: (entry, random) => (entry.seq % 9 === 0 ? 'no valid token' : items.opaque(entry, random)),
        },
      },
      usualLogs[1]!,
    ],
  },
  'short-items': {
    does: 'items are short and repeat',
    logs: [{ id: 'wh_main', shape: { ...usualLogs[0]!.shape, item: items.repeating } }, usualLogs[1]!],
  },
  'repeated-in-one': {
    does: 'items are unique in one log and repeat in the other',
    logs: [usualLogs[0]!, { id: 'wh_side', shape: { ...usualLogs[1]!.shape, item: items.repeating } }],
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
  'items-of-requests': {
    does: 'each item holds the number of the request, so that no reading has an item of another one',
    search: { itemsAnew: 'request' },
  },
  'items-with-request-id': {
    does: 'each item is a JSON object, of which one member is the id of the request',
    logs: logsOf({ item: items.json }),
    search: { itemsAnew: 'member' },
  },
  'items-with-request-of-log': {
    does: 'each item is a JSON object, of which one member is the id of the request, under another name in each log',
    logs: logsOf({ item: items.json }),
    search: { itemsAnew: 'member-of-log' },
  },
  'direction-by-status': {
    does: 'sorts by status if only sortDirection is given, the newest first among equals; its newest entries have failed',
    logs: logsOf({ newestFail: 9, ties: 1 }),
    search: { direction: 'by-status', ties: 'newest-first' },
  },
  'falling-response-times': {
    does: 'sorts by response_time, too, and has become faster over the days',
    logs: logsOf({ item: items.faster }),
    search: { sortBy: { created_at: 'time', response_time: 'falling' } },
  },
  'batches-of-deliveries': {
    does: 'from and to bound the time of delivery; entries created together are delivered one after another, in either direction of a sort',
    logs: logsOf({ ties: 1, batches: 12, item: items.delivered }),
    search: { ties: 'as-arrived' },
  },
  'bounds-of-sort-field': {
    does: 'from and to bound the time by which a search sorts',
    logs: logsOf({ ties: 1, days: 0.1 }),
    search: { sortBy: { createdAt: 'time', updatedAt: 'updated' }, boundsSortField: true },
  },
  'items-with-age': { does: 'each item holds its age in seconds', search: { itemsAnew: 'age' } },
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
  'undelivered-entries': {
    does: 'searches the times of deliveries, which each fifth entry does not have yet, and shows when entries were created',
    logs: logsOf({ item: items.json }),
    search: { timelessEvery: 5 },
  },
  'status-of-orders': {
    does: 'entries of one log show their status, and those of the other log that of an order',
    logs: [
      { id: 'wh_main', shape: { ...usualLogs[0]!.shape, item: items.json } },
      { id: 'wh_side', shape: { ...usualLogs[1]!.shape, item: items.order } },
    ],
  },
  'last-century': { does: 'its entries are of 1999', logs: logsOfAge(9900) },
  'month-wide-and-older': {
    does: 'refuses ranges wider than 31 days, while its entries are older than that',
    logs: logsOfAge(60),
    search: { widestSpanMs: 31 * 86_400_000 },
  },
  'many-ties': {
    does: 'twenty entries share each time, so that ties cross pages',
    logs: [{ id: 'wh_main', shape: { ...usualLogs[0]!.shape, ties: 20 } }, usualLogs[1]!],
  },
};
