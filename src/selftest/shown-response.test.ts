import { expect, test } from 'vitest';
import type { Evidence } from '../core/evidence.ts';
import { shownContradiction } from './shown-response.ts';

const showing = (message: string, ...evidence: readonly object[]) => ({
  verdict: 'fail' as const,
  message,
  exchanges: evidence.length,
  evidence: evidence as readonly Evidence[],
});
const accepted = { response: { status: 201 } };
const rejected = { response: { status: 400 } };

test.each([
  ['the response that the message tells of', showing('answered 400', accepted, rejected)],
  ['one of several', showing('answered 401 and then answered 400', rejected)],
  ['a control at the end', showing('answered 400', rejected, { ...accepted, role: 'control' })],
  ['no response', showing('answered 400', { response: null })],
  ['a message about no status', showing('two items have the same id, as 201 others', rejected)],
])('no contradiction: %s', (_what, verdict) => {
  expect(shownContradiction(verdict)).toBeUndefined();
});

test('the accepted request, shown for a message about the rejected one', () => {
  expect(shownContradiction(showing('each answered 400', rejected, accepted))).toBe(
    'the finding shows a response of status 201, but its message says: each answered 400',
  );
});
