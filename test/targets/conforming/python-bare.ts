/**
 * The sqlite3 implementation behind http.server with its defaults: HTTP/1.0, one connection per request, bodies that end
 * with the connection and have no length, and a queue of five connections. Bounds are dates, `[)`. Pages hold 7 items,
 * newest first. The server answers 200 to all operations; both ends are "".
 */
import { noPython, startPythonTarget } from '../support/python.ts';
import { everyField, type RunningTarget, type TargetDefinition } from '../support/target.ts';

const options = {
  bare: true,
  seed: 229,
  token: 'bare_1f0e3dad99908345f7439f8ffabdffc4',
  pageSize: 7,
  bounds: '[)',
  dates: true,
  order: 'desc',
  end: 'empty',
  digits: 4,
  lives: 600,
  statuses: { create: 200, register: 200, verify: 200, logs: 200 },
  logs: [
    { id: 'many', count: 60, days: 40, ties: 5 },
    { id: 'few', count: 9, days: 10, ties: 1 },
  ],
};

export const start = (broken?: string): Promise<RunningTarget> => startPythonTarget('tables.py', options, broken);

export const target: TargetDefinition = {
  name: 'python-bare',
  choices: {
    make: 'python sqlite3',
    successStatus: options.statuses,
    refusalStatus: 401,
    endOfLog: 'empty',
    firstPrev: 'empty',
    cursorCarriesFilters: true,
    cursorRefusesParameters: true,
    timeFormat: 'date',
    rangeBounds: '[)',
    sortBy: ['createdAt', 'status'],
    defaultOrder: 'desc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'json', status: '/state' },
    unknownWebhook: 404,
    requiredFields: everyField,
    pageSize: 7,
    takenEmail: 'hidden',
  },
  unseen: {
    rangeBounds: 'a date is a midnight, and no entry has that time',
  },
  ...(noPython ? { skip: noPython } : {}),
  start: () => start(),
};
