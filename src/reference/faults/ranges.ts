/** Ranges of time, given by `from` and `to`. */
import { defineFaults } from '../fault.ts';
import { keepEntries, misreadQuery, replaceRangeFilter } from '../log-tampering.ts';
import type { Server } from '../state.ts';
import { wrapStep } from '../tampering.ts';
import { entriesOf } from '../view.ts';

const day = 24 * 3_600_000;

export const ranges = defineFaults({
  // Ranges before or after the whole log
  'logs-range-ignored': {
    owner: 'logs/range-far',
    defect: 'ignores from and to',
    apply: (server) => misreadQuery(server, () => ({ from: undefined, to: undefined })),
  },
  'logs-from-ignored': {
    owner: 'logs/range-far',
    defect: 'ignores from',
    apply: (server) => misreadQuery(server, () => ({ from: undefined })),
  },
  'logs-to-ignored': {
    owner: 'logs/range-far',
    defect: 'ignores to',
    apply: (server) => misreadQuery(server, () => ({ to: undefined })),
  },
  'logs-range-swapped': {
    owner: 'logs/range-far',
    defect: 'swaps from and to',
    apply: (server) => misreadQuery(server, ({ from, to }) => ({ from: to, to: from })),
  },
  'logs-range-of-to-alone': {
    owner: 'logs/range-far',
    defect: 'takes to for both bounds, and ignores from',
    apply: (server) => misreadQuery(server, ({ to }) => ({ from: to })),
  },
  'logs-range-of-from-alone': {
    owner: 'logs/range-far',
    defect: 'takes from for both bounds, and ignores to',
    apply: (server) => misreadQuery(server, ({ from }) => ({ to: from })),
  },
  'logs-from-turned': {
    owner: 'logs/range-far',
    defect: 'takes from for an upper bound, too',
    apply: (server) =>
      misreadQuery(server, ({ from, to }) =>
        from === undefined ? {} : { from: undefined, to: Math.min(from, to ?? from) },
      ),
  },
  'logs-last-year-overflows': {
    owner: 'logs/range-subset',
    defect: 'keeps bounds as 64-bit nanoseconds, so that a bound of the year 9999 lies in the past',
    apply: (server) => misreadQuery(server, ({ to }) => (to !== undefined && to > Date.UTC(2262, 3) ? { to: 0 } : {})),
  },
  'logs-range-empty-means-all': {
    owner: 'logs/range-far',
    defect: 'returns the whole log for a range without entries',
    apply(server) {
      misreadQuery(server, ({ from, to }) => {
        const empty = [...server.logs.values()].every((log) => {
          const low = from === undefined ? 0 : log.firstNotBefore(from);
          return low >= (to === undefined ? log.length : log.firstNotBefore(to));
        });
        return empty ? { from: undefined, to: undefined } : {};
      });
    },
  },
  'logs-range-future-clamped': {
    owner: 'logs/range-far',
    defect: 'replaces a from in the future by the beginning of 2024',
    apply(server) {
      misreadQuery(server, ({ from }) =>
        from !== undefined && from > server.clock() ? { from: Date.UTC(2024, 0, 1) } : {},
      );
    },
  },
  'logs-to-before-1970-ignored': {
    owner: 'logs/range-far',
    defect: 'ignores a to before 1970, whose number is negative',
    apply: (server) => misreadQuery(server, ({ to }) => (to !== undefined && to < 0 ? { to: undefined } : {})),
  },
  'logs-to-zero-ignored': {
    owner: 'logs/range-far',
    defect: 'ignores a to of 1970-01-01, whose number is 0',
    apply: (server) => misreadQuery(server, ({ to }) => (to === 0 ? { to: undefined } : {})),
  },

  // from and to combined
  'logs-range-from-wins': {
    owner: 'logs/range-gap',
    defect: 'ignores to if from is given',
    apply: (server) => misreadBounds(server, () => ({ to: undefined })),
  },
  'logs-range-to-wins': {
    owner: 'logs/range-gap',
    defect: 'ignores from if to is given',
    apply: (server) => misreadBounds(server, () => ({ from: undefined })),
  },
  'logs-to-lost-later': {
    owner: 'logs/range-and',
    defect: 'ignores to on later pages if from is given',
    apply: (server) => misreadBounds(server, (later) => (later ? { to: undefined } : {})),
  },
  'logs-range-only-both': {
    owner: 'logs/range-gap',
    defect: 'ignores from or to unless both are given',
    apply(server) {
      misreadQuery(server, ({ from, to }) =>
        from === undefined || to === undefined ? { from: undefined, to: undefined } : {},
      );
    },
  },
  'logs-range-ignored-at-one-moment': {
    owner: 'logs/range-and',
    defect: 'ignores from and to if both are the same',
    apply(server) {
      misreadQuery(server, ({ from, to }) =>
        from !== undefined && from === to ? { from: undefined, to: undefined } : {},
      );
    },
  },
  'logs-range-ignored-if-reversed': {
    owner: 'logs/range-and',
    defect: 'ignores from and to if from is the later one',
    apply(server) {
      misreadQuery(server, ({ from, to }) =>
        from !== undefined && to !== undefined && from > to ? { from: undefined, to: undefined } : {},
      );
    },
  },
  'logs-to-ignored-if-reversed': {
    owner: 'logs/range-and',
    defect: 'ignores to if it is before from',
    apply(server) {
      misreadQuery(server, ({ from, to }) =>
        from !== undefined && to !== undefined && from > to ? { to: undefined } : {},
      );
    },
  },
  'logs-range-or': {
    owner: 'logs/range-and',
    defect: 'combines from and to with OR',
    apply(server) {
      replaceRangeFilter(server, (at, from, to) =>
        from === undefined || to === undefined
          ? (from === undefined || at >= from) && (to === undefined || at < to)
          : at >= from || at < to,
      );
    },
  },
  'logs-to-ignored-in-older-half': {
    owner: 'logs/range-subset',
    defect: 'ignores a to that lies in the older half of the log',
    apply: (server) =>
      misreadQuery(server, ({ to }) => (to !== undefined && to < middleOf(server) ? { to: undefined } : {})),
  },
  'logs-from-ignored-in-newer-half': {
    owner: 'logs/range-subset',
    defect: 'ignores a from that lies in the newer half of the log',
    apply: (server) =>
      misreadQuery(server, ({ from }) => (from !== undefined && from >= middleOf(server) ? { from: undefined } : {})),
  },

  // Entries that ranges have too many of, or too few
  'logs-range-time-of-day': {
    owner: 'logs/range-far',
    defect: 'compares times of day instead of instants',
    apply(server) {
      replaceRangeFilter(
        server,
        (at, from, to) => (from === undefined || at % day >= from % day) && (to === undefined || at % day < to % day),
      );
    },
  },

  'logs-from-ignored-on-leap-days': {
    owner: 'logs/range-far',
    defect: 'ignores a from of 29 February',
    apply: (server) => misreadQuery(server, ({ from }) => (isLeapDay(from) ? { from: undefined } : {})),
  },
  'logs-to-ignored-on-leap-days': {
    owner: 'logs/range-far',
    defect: 'ignores a to of 29 February',
    apply: (server) => misreadQuery(server, ({ to }) => (isLeapDay(to) ? { to: undefined } : {})),
  },
  'logs-from-ignored-on-the-31st': {
    owner: 'logs/range-subset',
    defect: 'ignores a from on the 31st of a month',
    apply: (server) =>
      misreadQuery(server, ({ from }) => (dateOf(from)?.getUTCDate() === 31 ? { from: undefined } : {})),
  },
  'logs-to-ignored-on-the-31st': {
    owner: 'logs/range-subset',
    defect: 'ignores a to on the 31st of a month',
    apply: (server) => misreadQuery(server, ({ to }) => (dateOf(to)?.getUTCDate() === 31 ? { to: undefined } : {})),
  },
  'logs-to-ignored-on-odd-minutes': {
    owner: 'logs/range-subset',
    defect: 'ignores a to whose minute is odd',
    apply: (server) => misreadQuery(server, ({ to }) => (isOddMinute(to) ? { to: undefined } : {})),
  },
  'logs-from-ignored-on-odd-minutes': {
    owner: 'logs/range-subset',
    defect: 'ignores a from whose minute is odd',
    apply: (server) => misreadQuery(server, ({ from }) => (isOddMinute(from) ? { from: undefined } : {})),
  },
  'logs-total-without-from': {
    owner: 'logs/walk-complete',
    defect: 'selects entries from a moment on, and counts only those after it',
    apply(server) {
      wrapStep(server, 'total', (inner) => (view, search) => {
        const { from } = search.query;
        return Number(inner(view, search)) - entriesOf(view).filter(({ at }) => at === from).length;
      });
    },
  },
  'logs-from-alone-loses-first': {
    owner: 'logs/range-subset',
    defect: 'omits the first entry after a from that stands alone',
    apply(server) {
      keepEntries(
        server,
        ({ index }, { log, query: { from, to } }) =>
          from === undefined || to !== undefined || index !== log.firstNotBefore(from),
      );
    },
  },
  'logs-to-alone-loses-last': {
    owner: 'logs/range-subset',
    defect: 'omits the last entry before a to that stands alone',
    apply(server) {
      keepEntries(
        server,
        ({ index }, { log, query: { from, to } }) =>
          from !== undefined || to === undefined || index !== log.firstNotBefore(to) - 1,
      );
    },
  },
  'logs-from-excludes-later': {
    owner: 'logs/walk-complete',
    defect: 'includes entries at from on the first page and in its total, and not on further pages',
    apply(server) {
      excludeFromLater(server);
      wrapStep(
        server,
        'total',
        (inner) => (_view, search) => inner(server.steps.select({ ...search, cursor: undefined }), search),
      );
    },
  },
  'logs-from-excludes-later-total': {
    owner: 'logs/total-constant',
    defect: 'includes entries at from on the first page, and neither on further pages nor in their total',
    apply: excludeFromLater,
  },
  'logs-range-loses-one': {
    owner: 'logs/range-overlap',
    defect: 'omits every nineteenth entry if a range is given',
    apply(server) {
      keepEntries(
        server,
        ({ index }, { query }) => (query.from === undefined && query.to === undefined) || index % 19 !== 7,
      );
    },
  },
});

function excludeFromLater(server: Server): void {
  wrapStep(server, 'select', (inner) => (search) => {
    const { query, cursor } = search;
    if (cursor === undefined || query.from === undefined) return inner(search);
    return inner({ ...search, query: { ...query, from: query.from + 1 } });
  });
}

type Bounds = { readonly from?: undefined; readonly to?: undefined };

/** Drops bounds of a query that has both. `later` is true for a page reached by a cursor. */
function misreadBounds(server: Server, change: (later: boolean) => Bounds): void {
  misreadQuery(server, ({ from, to }, cursor) =>
    from !== undefined && to !== undefined ? change(cursor !== undefined) : {},
  );
}

/** The time of the entry in the middle of the longest log. */
function middleOf(server: Server): number {
  const [log] = [...server.logs.values()].sort((a, b) => b.length - a.length);
  return log!.entry(Math.floor(log!.length / 2)).at;
}

const dateOf = (at: number | undefined): Date | undefined => (at === undefined ? undefined : new Date(at));
const isLeapDay = (at: number | undefined): boolean => dateOf(at)?.toISOString().slice(5, 10) === '02-29';

/** Whether a bound falls on a minute of an odd number. */
export const isOddMinute = (at: number | undefined): boolean => at !== undefined && Math.floor(at / 60_000) % 2 === 1;
