/** Faults that only the second webhook has, whose log is neither the richest nor empty: what each of them breaks is another fault. */

import type { Call } from '../answer.ts';
import { defineFaults, type Fault, type FaultTable } from '../fault.ts';
import { eventOf } from '../log.ts';
import { acceptSort, isSortedBy, misreadQuery } from '../log-tampering.ts';
import type { Server } from '../state.ts';
import { breakOnly } from '../tampering.ts';
import { auth } from './auth.ts';
import { cursors } from './cursors.ts';
import { filters } from './filters.ts';
import { ranges } from './ranges.ts';
import { sorting } from './sorting.ts';
import { walks } from './walks.ts';

const all: readonly Fault[] = [auth, cursors, filters, ranges, sorting, walks].flat();

/** Which requirement must fail, by the name of the fault. */
const owners: Readonly<Record<string, string>> = {
  'logs-open': 'auth/logs/every-page',
  'logs-any-bearer': 'auth/logs/wrong-token',
  'logs-expired-token': 'auth/logs/expired-token',
  'logs-other-tenant': 'auth/logs/other-tenant',
  'logs-cursor-is-a-token': 'auth/logs/every-page',
  'logs-prev-includes-border': 'logs/prev-returns',
  'logs-status-ignored': 'logs/status-partition',
  'logs-status-swapped': 'logs/status-truth',
  'logs-from-ignored': 'logs/range-far',
  'logs-to-ignored': 'logs/range-far',
  'logs-direction-ignored': 'logs/sort-direction',
  'logs-sort-drops-one': 'logs/combined-parameters',
  'logs-total-one-less': 'logs/walk-complete',
  'logs-next-skips-page': 'logs/walk-complete',
};

const isSecond = ({ path }: Call): boolean => path.startsWith('/v2/webhooks/wh_2/');

/** Reads `from` later than it was sent, or earlier if negative, on the second webhook. */
const moveFrom = (server: Server, byMs: number): void =>
  breakOnly(server, isSecond, (copy) => {
    misreadQuery(copy, ({ from }) => (from === undefined ? {} : { from: from + byMs }));
  });

const hourMs = 3_600_000;

export const oneWebhook = defineFaults({
  'logs-second-from-hour-late': {
    owner: 'logs/range-overlap',
    defect: 'on one of several webhooks, reads from an hour too late',
    apply: (server) => moveFrom(server, hourMs),
  },
  'logs-second-from-hour-early': {
    owner: 'logs/range-gap',
    defect: 'on one of several webhooks, reads from an hour too early',
    apply: (server) => moveFrom(server, -hourMs),
  },
  'logs-second-direction-ignored-by-status': {
    owner: 'logs/combined-parameters',
    defect: 'on one of several webhooks, descends whichever direction is given if sorted by status',
    apply(server) {
      breakOnly(server, isSecond, (copy) => {
        misreadQuery(copy, ({ sortBy }) => (sortBy === 'status' ? { direction: 'desc' } : {}));
      });
    },
  },
  'logs-second-direction-ignored-by-event': {
    owner: 'logs/combined-parameters',
    defect: 'sorts by event, a member of its items, too, and on one of several webhooks ignores sortDirection then',
    apply(server) {
      const accept = (one: Server) => acceptSort(one, 'event', ({ index }) => eventOf(index));
      accept(server);
      breakOnly(server, isSecond, (copy) => {
        accept(copy);
        misreadQuery(copy, (query) => (isSortedBy(query, 'event') ? { direction: 'desc' } : {}));
      });
    },
  },
  ...Object.fromEntries(
    all
      .filter(({ name }) => owners[name] !== undefined)
      .map(({ name, defect, apply }): [string, FaultTable[string]] => [
        name.replace(/^logs-/, 'logs-second-'),
        {
          owner: owners[name]!,
          defect: `on one of several webhooks, ${defect}`,
          apply: (server) => breakOnly(server, isSecond, apply),
        },
      ]),
  ),
});
