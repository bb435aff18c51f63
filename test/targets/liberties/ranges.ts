/** Liberties of `from` and `to` (§4.4): how they are read, what they bound, and which ranges are accepted. */
import { items } from '../support/history.ts';
import { logsOf, logsOfAge, type NamedLiberties } from './liberty.ts';

export const ofRanges: NamedLiberties = {
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
    does: 'widens a range to full minutes, and leaves out the moment at which it then ends',
    search: { range: 'minutes-around-timestamp' },
  },
  'widened-to-hours': {
    does: 'widens a range to full hours, and leaves out the moment at which it then ends',
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
  'ranges-by-time-only': {
    does: 'refuses from and to where entries are sorted by another field than the time',
    search: { rangesByTimeOnly: true, sortBy: { createdAt: 'time', status: 'status' } },
  },
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
  'batches-of-deliveries': {
    does: 'from and to bound the time of delivery, in which entries with one creation time differ; ties keep one order in both directions',
    logs: logsOf({ ties: 1, batches: 12, item: items.delivered }),
    search: { ties: 'as-arrived' },
  },
  'bounds-of-sort-field': {
    does: 'from and to bound the time by which a search sorts',
    logs: logsOf({ ties: 1, days: 0.1 }),
    search: { sortBy: { createdAt: 'time', updatedAt: 'updated' }, boundsSortField: true },
  },
  'timeless-entries': { does: 'each fifth entry has no time, and is in no range', search: { timelessEvery: 5 } },
  'undelivered-entries': {
    does: 'searches the times of deliveries, which each fifth entry does not have yet, and shows when entries were created',
    logs: logsOf({ item: items.json }),
    search: { timelessEvery: 5 },
  },
  'month-wide-and-older': {
    does: 'refuses ranges wider than 31 days, while its entries are older than that',
    logs: logsOfAge(60),
    search: { widestSpanMs: 31 * 86_400_000 },
  },
};
