/**
 * Python's http.server over sqlite3: a search is one SQL statement, and a cursor is the row that it starts from. The cursor
 * contains the query, and no parameter may stand beside it. Bounds are RFC 3339, `(]`; the newest comes first, with four
 * entries per time, on pages of 9. Items are JSON text whose status has another name. Successes are 201, 202, 200 and 200;
 * rejections are 401 without a body. Both ends are "". A registration does not reveal that an e-mail is taken, and sends
 * nothing then. A code has five digits, serves once and lives six seconds; four wrong ones lock the user. Bodies may not
 * have other fields. Every field is required.
 */
import { noPython, startPythonTarget } from '../support/python.ts';
import { everyField, type RunningTarget, type TargetDefinition } from '../support/target.ts';

const options = {
  seed: 191,
  token: '1f8d2c40-5b1e-4d8e-b6f2-7a0c9e3d5f61',
  pageSize: 9,
  bounds: '(]',
  dates: false,
  order: 'desc',
  end: 'empty',
  digits: 5,
  lives: 6,
  statuses: { create: 201, register: 202, verify: 200, logs: 200 },
  logs: [
    { id: 'sq_main', count: 104, days: 16, ties: 4 },
    { id: 'sq-main', count: 38, days: 16, ties: 2 },
    { id: 'sq_none', count: 0, days: 1, ties: 1 },
    { id: 'sq_page', count: 9, days: 3, ties: 1 },
  ],
};

export const start = (broken?: string): Promise<RunningTarget> => startPythonTarget('tables.py', options, broken);

export const target: TargetDefinition = {
  name: 'python-tables',
  choices: {
    make: 'python sqlite3',
    successStatus: options.statuses,
    refusalStatus: 401,
    endOfLog: 'empty',
    firstPrev: 'empty',
    cursorCarriesFilters: true,
    cursorRefusesParameters: true,
    timeFormat: 'rfc3339',
    rangeBounds: '(]',
    sortBy: ['createdAt', 'status'],
    defaultOrder: 'desc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'json', status: '/state' },
    unknownWebhook: 404,
    requiredFields: everyField,
    pageSize: 9,
    takenEmail: 'hidden',
    codeLivesMs: 6000,
    lockedAfterWrongCodes: 4,
  },
  ...(noPython ? { skip: noPython } : {}),
  start: () => start(),
};
