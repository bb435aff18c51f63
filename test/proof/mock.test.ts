/**
 * A mock server generated from schemas/openapi.yaml meets every schema and nothing else of the specification. Each
 * requirement that fails on it is listed here with the sentence that the mock violates; no other may fail.
 */
import { expect, test } from 'vitest';
import { sectionText } from '../../src/core/source.ts';
import { falseAlarmsIn } from '../../src/selftest/conforming.ts';
import type { RunResult } from '../../src/selftest/in-process-run.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { allOperations } from '../../suites/lib/per-operation.ts';
import { isFull } from '../extent.ts';
import { judgeTarget } from './judged-target.ts';
import { startMock } from './mock/server.ts';

interface Violation {
  readonly section: string;
  readonly sentence: string;
  readonly actual: string;
}

const anyToken: Violation = {
  section: '5',
  sentence: 'Each of the four operations takes a bearer token, in the form `Bearer <ACCESS_TOKEN>`.',
  actual: 'Accepts any token, such as `Bearer x`.',
};
const endlessWalk: Violation = {
  section: '2',
  sentence: 'cursor.next is the cursor for the next page; cursor.totalItems is the total number of items.',
  actual: 'Answers every cursor with the same page of two of six items and the same next: a walk never ends.',
};
const sameUnderEachStatus: Violation = {
  section: '3',
  sentence: 'A webhook log has a status with these values: succeeded, failed.',
  actual: 'Returns the same six items for each status and for none: six and six are not six.',
};
const anyCode: Violation = {
  section: '1',
  sentence: 'The user is then verified with the e-mail and a numeric code.',
  actual: 'Verifies any e-mail with any code.',
};

const violated: Readonly<Record<string, Violation>> = {
  ...Object.fromEntries(
    allOperations.flatMap((op) =>
      ['wrong-token', 'malformed-header', 'never-remembered'].map((row) => [`auth/${op}/${row}`, anyToken]),
    ),
  ),
  'auth/logs/every-page': anyToken,
  'logs/walk-terminates': endlessWalk,
  'logs/walk-complete': endlessWalk,
  'logs/next-advances': { ...endlessWalk, section: '4.4', sentence: 'next: a cursor taken from cursor.next.' },
  'logs/status-partition': sameUnderEachStatus,
  'verify/wrong-code': anyCode,
  'verify/missing-code': anyCode,
  'verify/unknown-email': anyCode,
};

/** Ids of the requirements that fail, and unexpected errors. */
function failures(result: RunResult): string[] {
  return falseAlarmsIn(result, catalogue)
    .map(({ id, verdict }) => (verdict.verdict === 'error' ? `${id}: ${verdict.message}` : id))
    .sort();
}

function sectionOf(id: string): string | undefined {
  const source = catalogue.find((row) => row.id === id)?.source;
  return source === undefined ? undefined : sectionText(source);
}

test('each requirement that fails on a schema-only mock states a sentence that the mock violates', async () => {
  const result = await judgeTarget(
    { start: startMock },
    { seed: 1, choices: undefined, run: { depth: 'quick', settleMs: 0 } },
  );
  const failed = failures(result);
  expect(failed.filter((id) => violated[id] === undefined)).toEqual([]);
  // A quick run sends one header per requirement; the mock rejects it if it does not look like `Bearer x`. A verification
  // without a code may ask for a new one, which a quick run does not tell apart.
  expect(
    Object.keys(violated).filter(
      (id) => !/malformed-header|never-remembered|every-page|missing-code/.test(id) && !failed.includes(id),
    ),
  ).toEqual([]);
  for (const id of failed) expect(sectionOf(id), id).toBe(violated[id]?.section);
  // An endless walk cannot be compared: requirements that compare walks stay inconclusive.
  for (const id of ['logs/filters-survive-paging', 'logs/prev-returns', 'logs/parallel', 'logs/combined-filters'])
    expect(result.verdicts.get(id)?.verdict, id).toBe('inconclusive');
  // The mock meets what schemas can express.
  for (const op of allOperations)
    for (const row of ['accepts-valid', 'content-type', 'json'])
      expect(result.verdicts.get(`${op}/${row}`)?.verdict, `${op}/${row}`).toBe('pass');
  for (const id of ['create/page-shape', 'logs/page-shape', 'register/empty-object', 'logs/allowed-values'])
    expect(result.verdicts.get(id)?.verdict, id).toBe('pass');
});

if (isFull)
  test('a standard run on the mock fails exactly the requirements about tokens and codes', async () => {
    const rows = new Set(catalogue.map(({ id }) => id).filter((id) => /^(auth|register|verify|create)\//.test(id)));
    const result = await judgeTarget({ start: startMock }, { seed: 2, choices: undefined, rows, run: { settleMs: 0 } });
    const expected = Object.keys(violated).filter((id) => rows.has(id));
    expect(failures(result)).toEqual(expected.sort());
  });
