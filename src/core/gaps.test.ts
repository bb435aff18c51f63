/** Every "not shown" of the specification is in the register; every entry has a probe that exists, or a reason. */
import { expect, test } from 'vitest';
import { catalogue } from '../../suites/catalogue.ts';
import { validator } from '../schema/validator.ts';
import {
  adviceFor,
  declarableGaps,
  declarationOf,
  type GapId,
  gaps,
  learnRequirements,
  type ObservedGapId,
  observedGaps,
} from './gaps.ts';
import { operations, operationsWithBody } from './operation.ts';

/** The fifteen sentences and table cells, in our words, with their gaps. */
const notShown: readonly (readonly [section: string, words: string, ids: readonly GapId[]])[] = [
  ['1', 'What else the service is for', ['purpose']],
  ['2', 'What a record of a common event consists of', ['commonEvent']],
  ['2', 'What a record of a webhook log consists of, but for its status', ['item', 'itemsUnique']],
  [
    '2',
    'Which fields a body needs, and how each is bounded and written',
    [
      ...operationsWithBody.flatMap((op) => [`requiredFields.${op}`, `unknownFields.${op}`] as const),
      'create.unknownIds',
      'create.emptyLists',
      'create.repeatedIds',
      'create.repeated',
      'takenEmail',
      'codeReuse',
      'codeLength',
      'lockout',
      'fieldFormats',
    ],
  ],
  ['3', 'How the statuses of a log follow each other', ['transitions']],
  ['4.4', 'Which fields sortBy names (in the table)', ['sortByAccepted', 'sortByUnknown', 'defaultOrder']],
  ['4.4', 'Which values sortBy takes (among the gaps)', ['sortBy']],
  ['4.4', 'How from and to are written', ['timeFormat', 'rangeBounds', 'rangeReversed']],
  ['4', 'By which status each operation succeeds', operations.map((op) => `successStatus.${op}` as const)],
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

/** Also open, though no sentence says so: the specification gives cursor and query nothing but types. */
const onlyTyped: readonly GapId[] = [
  'endOfLog',
  'firstPagePrev',
  'cursorCarriesFilters',
  'cursorReuse',
  'cursorLifetime',
  'nextWithPrev',
  'unknownParameter',
  'repeatedParameter',
];

test('the register holds the gaps of the fifteen sentences, those of untyped behaviour, and no others', () => {
  expect(notShown).toHaveLength(15);
  expect([...notShown.flatMap(([, , ids]) => ids), ...onlyTyped].sort()).toEqual(gaps.map(({ id }) => id).sort());
});

test('each probe and each requirement that a probe needs has a check', () => {
  const checked = new Set(catalogue.filter(({ excluded }) => excluded === undefined).map(({ id }) => id));
  for (const { id, probe, needs } of observedGaps) {
    expect(checked, id).toContain(probe);
    if (needs !== undefined) expect(checked, id).toContain(needs);
  }
});

test('every requirement that only observes is the probe of a gap', () => {
  const probes = new Set(observedGaps.map(({ probe }) => probe));
  for (const { id } of catalogue.filter(({ area }) => area === 'gaps')) expect(probes, id).toContain(id);
});

test('the declarable gaps are the keys of declares in the configuration schema', () => {
  for (const key of declarableGaps) {
    const problem = validator('kit/config')({ declares: { [key.split('.')[0]!]: Symbol.iterator } })[0]?.message ?? '';
    expect(problem, key).not.toContain('unknown key');
  }
  const listed = validator('kit/config')({ declares: { nobodyDeclaresThis: 1 } })[0]?.message ?? '';
  expect(listed).toContain('unknown key');
  expect([...new Set(declarableGaps.map((key) => key.split('.')[0]))].sort()).toEqual(
    ['successStatus', 'refusalStatus', 'endOfLog', 'cursorCarriesFilters', 'timeFormat', 'rangeBounds', 'sortBy']
      .concat(['defaultOrder', 'limit', 'itemsUnique', 'item', 'unknownWebhook', 'requiredFields'])
      .sort(),
  );
  expect(declarationOf('successStatus.logs')).toBe('declares.successStatus.logs');
  expect(declarationOf('rangeReversed')).toBeUndefined();
});

test('each gap has its own advice, not that of a gap whose name begins alike', () => {
  expect(adviceFor('rangeReversed')).toContain('Never send from after to');
  expect(adviceFor('limit.minimum')).toContain('at least 1');
  expect(adviceFor('sortByUnknown')).not.toBe(adviceFor('sortBy'));
  expect(adviceFor('cursorCarriesFilters')).not.toBe(adviceFor('cursorReuse'));
  expect(adviceFor('a gap of a later version')).toBeUndefined();
});

test('learn checks what observes declarable gaps, and nothing that may lock users', () => {
  expect(learnRequirements).toContain('create/accepts-valid');
  for (const id of ['verify/lockout', 'register/ordinary-names', 'create/page-shape'])
    expect(learnRequirements).not.toContain(id);
  for (const { id, probe, declarable } of observedGaps)
    if (declarable === true) expect(learnRequirements, id).toContain(probe);
});

test('ids are checked by the compiler', () => {
  const ids: GapId[] = ['requiredFields.verify', 'errorCodes'];
  // @ts-expect-error an operation without a body has no required fields
  ids.push('requiredFields.logs');
  // @ts-expect-error no run observes error codes
  const observed: ObservedGapId = 'errorCodes';
  expect([...ids, observed]).toHaveLength(4);
});
