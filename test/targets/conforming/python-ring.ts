/**
 * Python's http.server, lenient. The log is a ring of 70 to which every accepted POST adds an entry. Bounds are epoch
 * milliseconds, `()`; all else is ignored, and so are unknown values of status and sortDirection, and sortBy. Cursors are
 * readable words full of `|`, `&` and `=`. The server answers 200, and 401 without a body; both ends are absent. An unknown
 * webhook has an empty log. Bodies are always compressed with gzip. Codes of seven digits can be used again; four wrong
 * ones throttle the client for a second. A registration does not reveal that an e-mail is taken. Only an e-mail and a code
 * are required.
 */
import { noPython, startPythonTarget } from '../support/python.ts';
import type { RunningTarget, TargetDefinition } from '../support/target.ts';

const options = {
  seed: 211,
  token: 'ring0ring1ring2ring3',
  pageSize: 10,
  refusal: 401,
  late: 0,
  logs: [
    { id: 'calls', count: 70, cap: 70, ties: 2, gap: 9000 },
    { id: 'calls/archive', count: 33, cap: 40, ties: 3, gap: 9000 },
  ],
};

export const start = (broken?: string): Promise<RunningTarget> => startPythonTarget('ring.py', options, broken);

export const target: TargetDefinition = {
  name: 'python-ring',
  choices: {
    make: 'python http.server',
    successStatus: { create: 200, register: 200, verify: 200, logs: 200 },
    refusalStatus: 401,
    endOfLog: 'absent',
    firstPrev: 'absent',
    cursorCarriesFilters: true,
    timeFormat: 'epoch-milliseconds',
    rangeBounds: '()',
    defaultOrder: 'asc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'opaque' },
    unknownWebhook: 200,
    requiredFields: { create: [], register: ['email'], verify: ['email', 'code'] },
    pageSize: 10,
    live: true,
    ring: 70,
    contentEncoding: 'gzip',
    takenEmail: 'hidden',
    codeReuse: true,
    throttledAfterWrongCodes: 4,
  },
  ...(noPython ? { skip: noPython } : {}),
  start: () => start(),
};
