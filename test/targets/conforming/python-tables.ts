/**
 * Python's http.server over sqlite3: a search is one SQL statement, a cursor the row it starts from, with the query in it
 * and nothing allowed beside it. RFC 3339 only, `(]`, newest first, four entries a time, pages of 9. Items are JSON text
 * whose status goes by another name. 201, 202, 200, 200; 401 without body; "" at both ends. Register hides a taken
 * e-mail and sends nothing; a code has five digits, serves once, lives six seconds; four wrong ones lock. Bodies are closed.
 * Every field is needed.
 */
import { noPython, startPython } from '../support/python.ts';
import { settingsFor } from '../support/settings.ts';
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

export const start = async (broken?: string): Promise<RunningTarget> => {
  const server = await startPython('tables.py', options, broken);
  return {
    baseUrl: server.origin,
    settings: settingsFor({
      baseUrl: server.origin,
      tokens: { valid: options.token },
      webhooks: options.logs.map((log) => log.id),
      verificationCode: { url: server.codes, waitMs: 3000 },
    }),
    requests: () => server.requests,
    close: server.close,
  };
};

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
