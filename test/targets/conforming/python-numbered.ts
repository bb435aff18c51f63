/**
 * Python's http.server with keep-alive. Cursors are page numbers in padded base64, with the query repeated beside them. The
 * server reads any number as epoch seconds, so that milliseconds lie in the far future; other text gets 400; `()`. Every
 * sortBy is accepted. Pages hold 5 items, oldest first, and ties keep one order in both directions. The server answers 200
 * to all operations, with indented JSON, and 403 with text. Both ends are null. Every field is required.
 */
import { noPython, startPythonTarget } from '../support/python.ts';
import { everyField, type RunningTarget, type TargetDefinition } from '../support/target.ts';

const options = {
  seed: 181,
  token: 'py-9e107d9d372bb6826bd81d3542a419d6',
  pageSize: 5,
  bounds: '()',
  order: 'asc',
  end: 'null',
  digits: 6,
  tries: 3,
  refusal: 403,
  status: 200,
  indent: 4,
  logs: [
    { id: 'py1', count: 63, days: 7, ties: 3 },
    { id: 'py2', count: 15, days: 7, ties: 1 },
  ],
};

export const start = (broken?: string): Promise<RunningTarget> => startPythonTarget('numbered.py', options, broken);

export const target: TargetDefinition = {
  name: 'python-numbered',
  choices: {
    make: 'python http.server',
    successStatus: { create: 200, register: 200, verify: 200, logs: 200 },
    refusalStatus: 403,
    endOfLog: 'null',
    firstPrev: 'null',
    cursorCarriesFilters: false,
    timeFormat: 'epoch-seconds',
    rangeBounds: '()',
    defaultOrder: 'asc',
    limit: 'page-size',
    itemsUnique: true,
    item: { encoding: 'opaque' },
    unknownWebhook: 404,
    requiredFields: everyField,
    pageSize: 5,
    takenEmail: 409,
    lockedAfterWrongCodes: 3,
  },
  ...(noPython ? { skip: noPython } : {}),
  start: () => start(),
};
