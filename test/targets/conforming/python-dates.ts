/**
 * The sqlite3 implementation with dates as bounds: `[)`, a date being its midnight, UTC; other formats get 400. Pages
 * hold 10 items, over a log whose length is a multiple of that and one of exactly one page. The oldest comes first. The
 * server answers 200 to all operations; both ends are null. Every field is required.
 */
import { noPython, startPythonTarget } from '../support/python.ts';
import { everyField, type RunningTarget, type TargetDefinition } from '../support/target.ts';

const options = {
  seed: 221,
  token: 'AAAAC3NzaC1lZDI1NTE5AAAAIJq+w/7Zr==',
  pageSize: 10,
  bounds: '[)',
  dates: true,
  order: 'asc',
  end: 'null',
  digits: 4,
  lives: 600,
  statuses: { create: 200, register: 200, verify: 200, logs: 200 },
  logs: [
    { id: 'ten', count: 80, days: 40, ties: 5 },
    { id: 'one', count: 10, days: 10, ties: 1 },
  ],
};

export const start = (broken?: string): Promise<RunningTarget> => startPythonTarget('tables.py', options, broken);

export const target: TargetDefinition = {
  name: 'python-dates',
  choices: {
    make: 'python sqlite3',
    successStatus: options.statuses,
    refusalStatus: 401,
    endOfLog: 'null',
    firstPrev: 'null',
    cursorCarriesFilters: true,
    cursorRefusesParameters: true,
    timeFormat: 'date',
    rangeBounds: '[)',
    sortBy: ['createdAt', 'status'],
    defaultOrder: 'asc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'json', status: '/state' },
    unknownWebhook: 404,
    requiredFields: everyField,
    pageSize: 10,
    takenEmail: 'hidden',
  },
  unseen: {
    rangeBounds: 'a date is a midnight, and no entry has that time',
  },
  ...(noPython ? { skip: noPython } : {}),
  start: () => start(),
};
