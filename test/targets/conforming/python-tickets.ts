/**
 * Python's http.server. Cursors are tickets: of the two on a page one may be used, once, within three seconds, and
 * parameters beside it are ignored. Bounds are written DD.MM.YYYY HH:MM; every other format gets 400. Items are long and in
 * Unicode. Codes have nine digits and arrive a second late. Without a token the server redirects (302). Both ends are
 * absent; the letter case of the scheme matters. The server answers 200 to all operations. Every field is required.
 */
import { noPython, startPythonTarget } from '../support/python.ts';
import { everyField, type RunningTarget, type TargetDefinition } from '../support/target.ts';

const options = {
  seed: 201,
  token: 'Tk0.Zm9vYmFyYmF6cXV4.7h5jK',
  pageSize: 8,
  lives: 3,
  late: 1,
  status: 200,
  logs: [
    { id: 'Alpha', count: 75, ties: 5, gap: 600 },
    { id: 'Beta', count: 16, ties: 1, gap: 60 },
  ],
};

export const start = (broken?: string): Promise<RunningTarget> =>
  startPythonTarget('tickets.py', options, broken, 4000);

export const target: TargetDefinition = {
  name: 'python-tickets',
  choices: {
    make: 'python http.server',
    successStatus: { create: 200, register: 200, verify: 200, logs: 200 },
    refusalStatus: 302,
    endOfLog: 'absent',
    firstPrev: 'absent',
    cursorCarriesFilters: true,
    cursorReuse: 'spent in pairs',
    cursorLivesMs: 3000,
    sortBy: ['when', 'text'],
    defaultOrder: 'desc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'opaque' },
    unknownWebhook: 404,
    requiredFields: everyField,
    pageSize: 8,
    ownTimeForm: 'DD.MM.YYYY HH:MM',
    takenEmail: 409,
    codeDelayMs: 1000,
  },
  unseen: {
    sortBy: 'no name that is tried',
    limit: 'a creation answers an empty page',
  },
  ...(noPython ? { skip: noPython } : {}),
  start: () => start(),
};
