/** The runs whose reports the goldens show: each fault is a different kind of finding. */
import type { RunToRecord } from './record.ts';

const several = ['logs-total-one-less', 'logs-from-ignored', 'logs-webhook-ignored', 'register-500-quote'];

export const runs = {
  /** What must hold of requests that are in progress together needs two of them. */
  conformant: { depth: 'standard', concurrency: 2 },
  /** Nothing is declared, and no verification code can be read. */
  incomplete: { declares: {}, withoutCodes: true },
  interrupted: { stopAfter: 40 },
  'bad-total': { faults: ['logs-total-one-less'] },
  'bad-prev': { faults: ['logs-prev-one-early'] },
  'bad-range': { faults: ['logs-from-ignored'] },
  'bad-isolation': { faults: ['logs-webhook-ignored'] },
  'open-path': { faults: ['logs-trailing-slash-open'], depth: 'standard' },
  'any-code': { faults: ['verify-any-code'] },
  'server-error': { faults: ['register-500-quote'] },
  'cut-json': { faults: ['create-cut-json'] },
  advisory: { faults: ['logs-echoes-token'] },
  // One bug with many symptoms: the cause leads, and what rests on it follows.
  'open-operation': { faults: ['register-open'] },
  'no-token-at-all': { faults: ['logs-open'] },
  'remembering-connection': { faults: ['create-connection-remembers'] },
  'permuted-token': { faults: ['register-token-permuted'] },
  'missing-operation': { faults: ['verify-elsewhere'] },
  'gaps-at-borders': { faults: ['logs-gap-at-borders'] },
  'sort-loses-items': { faults: ['logs-sort-newest-hundred'] },
  'status-lost-on-prev': { faults: ['logs-status-lost-on-prev'], depth: 'standard' },
  'objects-as-items': { faults: ['logs-data-objects'] },
  'needs-a-filter': { faults: ['logs-needs-status'] },
  'spent-by-rejection': { faults: ['verify-refused-spends-code'], depth: 'standard' },
  /** Several failures, one of them waived, and a waiver that is no longer needed. */
  several: {
    faults: several,
    waivers: [
      { requirement: 'register/no-server-error', reason: 'fixed in release 4.2', until: '2027-01-31' },
      { requirement: 'logs/total-constant', reason: 'fixed in release 4.1', until: '2027-01-31' },
    ],
  },
} as const satisfies Readonly<Record<string, RunToRecord>>;

export type RunName = keyof typeof runs;
