/**
 * Python's http.server with keep-alive. Page numbers in padded base64, the query repeated beside them. Any number is
 * taken for epoch seconds, so milliseconds lie in the far future; other text is 400; `()`. Any sortBy is accepted. Pages
 * of 5, oldest first, ties kept in one order in both directions. 200 everywhere with indented JSON; 403 and text; ends are null.
 * Every field is needed.
 */
import { noPython, startPython } from '../support/python.ts';
import { settingsFor } from '../support/settings.ts';
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

export const start = async (broken?: string): Promise<RunningTarget> => {
  const server = await startPython('numbered.py', options, broken);
  return {
    baseUrl: server.origin,
    settings: settingsFor({
      baseUrl: server.origin,
      tokens: { valid: options.token },
      webhooks: ['py1', 'py2'],
      verificationCode: { url: server.codes, waitMs: 3000 },
    }),
    requests: () => server.requests,
    close: server.close,
  };
};

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
