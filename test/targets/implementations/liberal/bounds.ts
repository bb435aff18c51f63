/** Bounds of a range, in each form that a search may read (§4.4). */
import type { RangeForm } from './search-options.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** Reads a timestamp as all of the step that it lies in; steps begin so many ms after full ones in UTC. */
const stepOf = (stepMs: number, beginsMs: number) => (text: string, end: boolean) => {
  const at = Date.parse(text);
  return at - ((((at - beginsMs) % stepMs) + stepMs) % stepMs) + (end ? stepMs - 1 : 0);
};

/** Widens a range to full steps. The upper bound leaves out the moment at which its step ends. */
const stepsAround = (stepMs: number) => (text: string, end: boolean) => {
  const steps = Date.parse(text) / stepMs;
  return end ? Math.ceil(steps) * stepMs - 1 : Math.floor(steps) * stepMs;
};

/** A bound as a number that entries are compared with: a time, or a place in the order of arrival. */
type Reader = (text: string, end: boolean) => number;

const readDate: Reader = (text, end) =>
  /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) + (end ? day - 1 : 0) : Number.NaN;

const readTimestamp: Reader = (text) =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;

const readDateOfTimestamp: Reader = (text, end) =>
  /^\d{4}-\d\d-\d\d(T|$)/.test(text) ? Date.parse(text.slice(0, 10)) + (end ? day - 1 : 0) : Number.NaN;

/** A time of UTC+9. */
const readSql: Reader = (text) =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text.replace(' ', 'T')}+09:00`) : Number.NaN;

export const readers: Readonly<Record<RangeForm, Reader>> = {
  rfc3339: readTimestamp,
  date: readDate,
  'date-of-timestamp': readDateOfTimestamp,
  'date-of-to': (text, end) => (end ? readDateOfTimestamp(text, end) : readTimestamp(text, end)),
  'hour-of-timestamp': stepOf(hour, 0),
  'ten-seconds-of-timestamp': stepOf(10_000, 0),
  'minutes-around-timestamp': stepsAround(60_000),
  'hours-around-timestamp': stepsAround(hour),
  'second-of-timestamp': stepOf(1000, 0),
  'timestamp-without-milliseconds': (text) => stepOf(1000, 0)(text, false),
  // Rounded to 1/300 s, as a database's type of time is.
  'ticks-of-milliseconds': (text) =>
    /^\d{12,13}$/.test(text) ? Math.round((Math.round((Number(text) * 3) / 10) * 10) / 3) : Number.NaN,
  // Days in UTC+1.
  'local-day-of-timestamp': stepOf(day, -hour),
  // Times of UTC-5.
  'local-date-time': (text) =>
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text) ? Date.parse(`${text}-05:00`) : Number.NaN,
  sql: readSql,
  'sql-or-date': (text, end) => readSql(text.length === 10 ? `${text} ${end ? '23:59:59' : '00:00:00'}` : text, end),
  basic: (text) =>
    /^\d{8}T\d{6}Z$/.test(text) ? Date.parse(text.replace(/^(....)(..)(..)T(..)(..)/, '$1-$2-$3T$4:$5:')) : Number.NaN,
  'http-date': (text) => (/^[A-Z][a-z]{2}, .* GMT$/.test(text) ? Date.parse(text) : Number.NaN),
  microseconds: (text) => (/^\d{16}$/.test(text) ? Number(text) / 1000 : Number.NaN),
  slashed: (text) =>
    /^\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d$/.test(text)
      ? Date.parse(`${text.replaceAll('/', '-').replace(' ', 'T')}Z`)
      : Number.NaN,
  dotted: (text) =>
    /^\d\d\.\d\d\.\d{4} \d\d:\d\d:\d\d$/.test(text)
      ? Date.parse(text.replace(/^(..)\.(..)\.(....) (.*)$/, '$3-$2-$1T$4Z'))
      : Number.NaN,
  minute: (text, end) =>
    /^\d{4}-\d\d-\d\d \d\d:\d\d$/.test(text)
      ? Date.parse(`${text.replace(' ', 'T')}Z`) + (end ? 59_999 : 0)
      : Number.NaN,
  'minute-in-utc': (text) => (/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(text) ? Date.parse(text) : Number.NaN),
  text: momentOfText,
  sequence: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : Number.NaN),
  'seconds-ago': (text) => (/^\d{1,9}$/.test(text) ? Date.now() - Number(text) * 1000 : Number.NaN),
  stardate: (text) => (/^\d{5}\.\d$/.test(text) ? Number(text) : Number.NaN),
};

/** The time of an entry as text, with which bounds are compared as text. */
const asText = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

/** The first moment whose text is not before a bound, or the last one whose text is not after it, ms since the epoch. */
function momentOfText(bound: string, end: boolean): number {
  const isBelow = (at: number) => (end ? asText(at) <= bound : asText(at) < bound);
  let [low, high] = [0, Date.UTC(2199, 0, 1)];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isBelow(middle)) low = middle;
    else high = middle;
  }
  return end ? low : high;
}
