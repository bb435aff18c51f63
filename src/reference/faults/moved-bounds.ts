/** Bounds of ranges that are read as other times: rounded, moved, or in another format or zone. */
import { defineFaults } from '../fault.ts';
import { misreadQuery } from '../log-tampering.ts';
import type { Server } from '../state.ts';
import { wrapStep } from '../tampering.ts';
import { isOddMinute } from './ranges.ts';

const hour = 3_600_000;
const day = 24 * hour;

export const movedBounds = defineFaults({
  'logs-range-whole-days': {
    owner: 'logs/range-gap',
    defect: 'widens a range to whole days',
    apply: (server) => moveBounds(server, floorTo(day), ceilTo(day)),
  },
  'logs-range-hours': {
    owner: 'logs/range-gap',
    defect: 'widens a range to multiples of three hours',
    apply: (server) => moveBounds(server, floorTo(3 * hour), ceilTo(3 * hour)),
  },
  'logs-to-end-of-day': {
    owner: 'logs/range-gap',
    defect: 'moves to to the end of its day',
    apply: (server) => moveBounds(server, (from) => from, ceilTo(day)),
  },
  'logs-from-truncated': {
    owner: 'logs/range-gap',
    defect: 'moves from back to the full hour',
    apply: (server) => moveBounds(server, floorTo(hour), (to) => to),
  },
  'logs-range-week-year': {
    owner: 'logs/range-subset',
    defect: 'reads the years of from and to as those of the week, so that the last days of December are a year late',
    apply: (server) => moveBounds(server, inWeekYear, inWeekYear),
  },
  'logs-range-half-days': {
    owner: 'logs/range-subset',
    defect: 'reads the hours of from and to on a 12-hour clock',
    apply: (server) => moveBounds(server, onClockOfTwelve, onClockOfTwelve),
  },
  'logs-range-noon-is-midnight': {
    owner: 'logs/range-subset',
    defect: 'reads 12 as the hour of midnight in from and to, and every other hour rightly',
    apply: (server) => moveBounds(server, noonAsMidnight, noonAsMidnight),
  },
  'logs-range-inner-days': {
    owner: 'logs/range-overlap',
    defect: 'narrows a range to whole days',
    apply: (server) => moveBounds(server, ceilTo(day), floorTo(day)),
  },
  'logs-to-truncated': {
    owner: 'logs/range-overlap',
    defect: 'moves to back to the full hour',
    apply(server) {
      moveBounds(server, (from) => from, floorTo(hour));
    },
  },
  'logs-to-whole-minutes': {
    owner: 'logs/range-overlap',
    defect: 'moves to back to the full minute',
    apply(server) {
      moveBounds(server, (from) => from, floorTo(60_000));
    },
  },
  'logs-to-whole-seconds': {
    owner: 'logs/range-overlap',
    defect: 'moves to back to the full second, while entries have milliseconds',
    apply(server) {
      moveBounds(server, (from) => from, floorTo(1000));
    },
  },
  'logs-from-whole-seconds': {
    owner: 'logs/range-gap',
    defect: 'moves from back to the full second, while entries have milliseconds',
    apply: (server) => moveBounds(server, floorTo(1000), (to) => to),
  },
  'logs-to-truncated-on-odd-minutes': {
    owner: 'logs/range-overlap',
    defect: 'moves a to whose minute is odd back to the full hour',
    apply: (server) =>
      moveBounds(
        server,
        (from) => from,
        (to) => (isOddMinute(to) ? floorTo(hour)(to) : to),
      ),
  },
  'logs-from-truncated-on-odd-minutes': {
    owner: 'logs/range-gap',
    defect: 'moves a from whose minute is odd back to the full hour',
    apply: (server) =>
      moveBounds(
        server,
        (from) => (isOddMinute(from) ? floorTo(hour)(from) : from),
        (to) => to,
      ),
  },
  'logs-range-shifted': {
    owner: 'logs/range-truth',
    defect: 'reads from and to an hour too late, as in another time zone',
    apply(server) {
      moveBounds(
        server,
        (from) => from + hour,
        (to) => to + hour,
      );
    },
  },
  'logs-range-shifted-in-winter': {
    owner: 'logs/range-truth',
    defect: 'reads from and to an hour too early from November to February, as in a time zone with summer time',
    apply(server) {
      const shift = (at: number) => (new Date(at).getUTCMonth() < 2 || new Date(at).getUTCMonth() > 9 ? at - hour : at);
      moveBounds(server, shift, shift);
    },
  },
  'logs-range-offset-ignored': {
    owner: 'declares/time-format',
    defect: 'ignores the offset of from and to, and reads their time as UTC',
    apply: (server) => readTimesAs(server, (text) => text.replace(/[+-]\d\d:\d\d$/, 'Z')),
  },
  'logs-range-offset-minutes-only': {
    owner: 'declares/time-format',
    defect: 'reads only the minutes of the offset of from and to',
    apply: (server) => readTimesAs(server, (text) => text.replace(/([+-])\d\d(:\d\d)$/, '$100$2')),
  },
  'logs-range-refused': {
    owner: 'declares/time-format',
    defect: 'rejects every from and to',
    apply: (server) => readTimesAs(server, () => 'no time'),
  },
  'logs-range-time-zone': {
    owner: 'logs/range-overlap',
    defect: 'reads from five hours too late and to five hours too early, by a time-zone error',
    apply(server) {
      moveBounds(
        server,
        (from) => from + 5 * hour,
        (to) => to - 5 * hour,
      );
    },
  },
  'logs-from-reads-month-first': {
    owner: 'logs/range-overlap',
    defect: 'swaps day and month of from if the day is at most 12',
    apply(server) {
      misreadQuery(server, ({ from }) => {
        const date = new Date(from ?? 0);
        const [dayOfMonth, month] = [date.getUTCDate(), date.getUTCMonth()];
        return from === undefined || dayOfMonth > 12
          ? {}
          : { from: Date.UTC(date.getUTCFullYear(), dayOfMonth - 1, month + 1) + (from % day) };
      });
    },
  },
});

/** Reads another text in place of `from` and of `to`. */
function readTimesAs(server: Server, change: (text: string) => string): void {
  const reread = (piece: string) => {
    const [[name, text] = ['', '']] = new URLSearchParams(piece);
    return name === 'from' || name === 'to' ? `${name}=${encodeURIComponent(change(text))}` : piece;
  };
  wrapStep(
    server,
    'readQuery',
    (inner) => (call) => inner({ ...call, search: call.search.split('&').map(reread).join('&') }),
  );
}

function moveBounds(server: Server, moveFrom: (from: number) => number, moveTo: (to: number) => number): void {
  misreadQuery(server, ({ from, to }) => ({
    from: from === undefined ? from : moveFrom(from),
    to: to === undefined ? to : moveTo(to),
  }));
}

/** The same day and time in the week-based year, whose first week is that of 1 January. */
function inWeekYear(at: number): number {
  const date = new Date(at);
  const saturday = new Date(at + (6 - date.getUTCDay()) * day);
  return date.setUTCFullYear(saturday.getUTCFullYear());
}

/** The time of day on a 12-hour clock, as if hours were parsed with hh instead of HH. */
const onClockOfTwelve = (at: number) => floorTo(day)(at) + ((at % day) % (12 * hour));
/** As lenient parsers read an hour with hh, which goes from 1 to 12. */
const noonAsMidnight = (at: number) => (Math.floor((at % day) / hour) === 12 ? at - 12 * hour : at);
const floorTo = (unit: number) => (at: number) => Math.floor(at / unit) * unit;
const ceilTo = (unit: number) => (at: number) => Math.ceil(at / unit) * unit;
