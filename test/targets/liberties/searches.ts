/** Liberties of searches in a log that stays the same: orders, cursors, pages and items (§4.4). */
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
  'greeting-entry': {
    does: 'creates a webhook on its first search, and every log begins with the same entry',
    search: { greeting: 'the webhook was created by its first search' },
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
    does: 'also sorts by response_time, which has fallen over the days',
    logs: logsOf({ item: items.faster }),
    search: { sortBy: { created_at: 'time', response_time: 'falling' } },
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
  'six-sorts': {
    does: 'sorts by six fields, and leaves entries that are equal in one in another order if a filter is given',
    logs: logsOf({ item: items.json }),
    search: { sortBy: sixSorts, ties: 'scattered-by-filter' },
  },
  'status-of-orders': {
    does: 'entries of one log show their status, and those of the other log that of an order',
    logs: [
      { id: 'wh_main', shape: { ...usualLogs[0]!.shape, item: items.json } },
      { id: 'wh_side', shape: { ...usualLogs[1]!.shape, item: items.order } },
    ],
  },
  'last-century': { does: 'its entries are of 1999', logs: logsOfAge(9900) },
  'many-ties': {
    does: 'twenty entries share each time, so that ties cross pages',
    logs: [{ id: 'wh_main', shape: { ...usualLogs[0]!.shape, ties: 20 } }, usualLogs[1]!],
  },
};
