import { expect, test } from 'vitest';
import type { ReproducerStep } from '../../core/verdict.ts';
import { stepLines } from './steps.ts';

const search: ReproducerStep = {
  ...{ method: 'GET', target: '/v2/webhooks/wh_1/logs/search', body: null },
  headers: [['Authorization', 'Bearer {token}']],
};

test.each([
  ['accepted', 'accepted && shows "answered $status; it must be rejected"'],
  ['refused', 'accepted || shows "answered $status; it must be accepted"'],
] as const)('on one connection, the last response is judged by the symptom "%s"', (kind, judgement) => {
  const steps = [search, { ...search, headers: [] }];
  expect(stepLines({ steps, symptom: { kind }, connection: 'same' })).toContain(judgement);
});
