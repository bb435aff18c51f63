/** Each "not shown" of the specification has its rows in the register, and each row a probe that exists or a reason. */
import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import { validator } from '../schema/validator.ts';
import { gaps } from './gaps.ts';

/** The fifteen sentences and table cells, in our words, with the gaps that hold them. */
const notShown: readonly (readonly [section: string, words: string, ids: readonly string[]])[] = [
  ['1', 'What else the service is for', ['purpose']],
  ['2', 'What a record of a common event consists of', ['commonEvent']],
  ['2', 'What a record of a webhook log consists of, but for its status', ['item', 'itemsUnique']],
  [
    '2',
    'Which fields a body needs, and how each is bounded and written',
    [
      ...['create', 'register', 'verify'].flatMap((op) => [`requiredFields.${op}`, `unknownFields.${op}`]),
      ...['create.unknownIds', 'create.emptyLists', 'create.repeatedIds', 'create.repeated'],
      ...['takenEmail', 'codeReuse', 'codeLength', 'lockout', 'fieldFormats'],
    ],
  ],
  ['3', 'How the statuses of a log follow each other', ['transitions']],
  ['4.4', 'Which fields sortBy names (in the table)', ['sortByAccepted', 'sortByUnknown', 'defaultOrder']],
  ['4.4', 'Which values sortBy takes (among the gaps)', ['sortBy']],
  ['4.4', 'How from and to are written', ['timeFormat', 'rangeBounds', 'rangeReversed']],
  [
    '4',
    'By which status each operation succeeds',
    ['create', 'register', 'verify', 'logs'].map((op) => `successStatus.${op}`),
  ],
  ['5', 'Where a token comes from, how long it lives, what it allows', ['tokens']],
  ['6', 'Which events there are, what is delivered, how it is signed and repeated', ['deliveries']],
  [
    '7',
    'Statuses, bodies and codes of errors',
    ['refusalStatus', 'refusalChallenge', 'errorContentType', 'errorMembers', 'errorCodes', 'unknownWebhook'],
  ],
  [
    '8',
    'How limit is bounded, and what it is by default',
    ['limit', 'limit.minimum', 'limit.maximum', 'limit.default', 'limit.bounds'],
  ],
  ['8', 'How fast one may ask, and how long pages are', ['rateLimitHeaders', 'throttling', 'pageSize', 'largestBody']],
  ['9', 'How versions end', ['deprecation']],
];

/** Open as well, though no sentence says so: the cursor and the query are only typed. */
const unsaid = [
  'endOfLog',
  'firstPagePrev',
  'cursorCarriesFilters',
  'cursorReuse',
  'cursorLifetime',
  'nextWithPrev',
  'unknownParameter',
  'repeatedParameter',
];

test('the fifteen are all in the register, and nothing is that is neither said nor typed', () => {
  expect(notShown).toHaveLength(15);
  const known = new Set(gaps.map(({ id }) => id));
  for (const [, words, ids] of notShown) for (const id of ids) expect(known, words).toContain(id);
  expect([...notShown.flatMap(([, , ids]) => ids), ...unsaid].sort()).toEqual([...known].sort());
});

test('each has a probe that is a row with a check, or a reason', () => {
  for (const { id, probe, excluded } of gaps) {
    expect((probe === undefined) !== (excluded === undefined), id).toBe(true);
    if (probe !== undefined)
      expect(catalogue.find((row) => row.id === probe)?.excluded, `${id}: ${probe}`).toBeUndefined();
    if (probe !== undefined) expect(catalogue.map((row) => row.id)).toContain(probe);
  }
});

test('each key of declares is the key of a gap', () => {
  const keys = new Set(gaps.flatMap(({ declare }) => (declare === undefined ? [] : [declare.split('.')[1]])));
  for (const key of keys) {
    const problem = validator('kit/config')({ declares: { [key!]: Symbol.iterator } })[0]?.message ?? '';
    expect(problem).not.toContain('unknown key');
  }
  expect([...keys].sort()).toEqual(
    ['successStatus', 'refusalStatus', 'endOfLog', 'cursorCarriesFilters', 'timeFormat', 'rangeBounds', 'sortBy']
      .concat(['defaultOrder', 'limit', 'itemsUnique', 'item', 'unknownWebhook', 'requiredFields'])
      .sort(),
  );
});
