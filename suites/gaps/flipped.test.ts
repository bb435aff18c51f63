/** One choice declared otherwise than the server has it: exactly the row of that choice fails, and says both. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Declares, Settings } from '../../src/core/config.ts';
import { type ReferenceServer, startReference } from '../../src/reference/index.ts';
import { runCourse } from '../../src/selftest/course-run.ts';
import { probes } from './probes.ts';

let server: ReferenceServer;
beforeAll(async () => {
  server = await startReference();
});
afterAll(() => server.close());

const flips: readonly (readonly [row: string, change: Declares, says: string])[] = [
  ['declares/end-of-log', { endOfLog: 'null' }, 'declares endOfLog null, observed absent'],
  [
    'declares/cursor-carries-filters',
    { cursorCarriesFilters: false },
    'declares cursorCarriesFilters false, observed true',
  ],
  ['declares/time-format', { timeFormat: 'epoch-seconds' }, 'declares timeFormat epoch-seconds, observed rfc3339'],
  ['declares/range-bounds', { rangeBounds: '[]' }, 'declares rangeBounds [], observed [)'],
  ['declares/sort-by', { sortBy: ['createdAt', 'severity'] }, 'declares sortBy severity, observed 400'],
  ['declares/default-order', { defaultOrder: 'asc' }, 'declares defaultOrder asc, observed desc'],
  ['declares/unknown-webhook', { unknownWebhook: 200 }, 'declares unknownWebhook 200, observed 404'],
  ['register/success-status', { successStatus: { register: 200 } }, 'answered 201; 200 is declared'],
  [
    'register/required-fields',
    { requiredFields: { register: ['email', 'password'] } },
    'firstName is not declared as required',
  ],
  ['auth/logs/refusal-status', { refusalStatus: 403 }, 'declares.refusalStatus says 403'],
];

test.for(flips)('%s', { timeout: 60_000 }, async ([row, change, says]) => {
  const { outcomes } = await runCourse(settings({ ...server.settings.declares, ...change }), new Set(probes));
  const failed = [...outcomes].filter(([, { verdict }]) => verdict === 'fail' || verdict === 'error');
  expect(failed.map(([id]) => id)).toEqual([row]);
  expect(failed[0]![1]).toMatchObject({ message: expect.stringContaining(says) });
});

test('nothing fails as it is', { timeout: 60_000 }, async () => {
  const { outcomes } = await runCourse(settings(server.settings.declares), new Set(probes));
  const verdicts = new Map([...outcomes].map(([id, { verdict }]) => [id, verdict]));
  for (const [row] of flips) expect([row, verdicts.get(row)]).toEqual([row, 'pass']);
});

function settings(declares: Declares): Settings {
  return {
    ...server.settings,
    declares,
    waivers: [],
    run: {
      depth: 'standard',
      concurrency: 8,
      rate: 0,
      timeoutMs: 10_000,
      maxRequests: 2000,
      seed: 1,
      only: [],
      skip: [],
      headers: [],
      insecure: false,
    },
  };
}
