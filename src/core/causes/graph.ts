/**
 * What makes what fail: if a claim is violated, checks that rely on it find violations of others too. A report leads with
 * the claim and shows the others as "also violated". The order of the table is the order in which one would fix them.
 * `test/report/causes.test.ts` compares it with what every fault makes fail.
 */
import { operations } from '../operation.ts';
import type { Trait } from './traits.ts';

/** One claim, and what its violation makes fail. */
export interface Cause {
  readonly claim: string;
  readonly explains: readonly string[];
  /** Only findings of the claim with this trait explain anything. */
  readonly where?: Trait;
  /** Only findings with this trait are explained. */
  readonly shown?: Trait;
  /** Findings with this trait are not explained. */
  readonly unless?: Trait;
}

const authRows = [
  'no-header',
  'malformed-header',
  'wrong-token',
  'never-remembered',
  'expired-token',
  'other-tenant',
  'other-forms',
  'every-page',
  'path-variants',
  'refusal-without-data',
  'refusal-without-effect',
  'before-validation',
] as const;

const walkRows = [
  'logs/no-duplicates',
  'logs/walks-agree',
  'logs/prev-returns',
  'logs/filters-survive-paging',
  'logs/status-partition',
  'logs/combined-filters',
  'logs/combined-parameters',
  'logs/sort-permutes',
  'logs/sort-by-range',
  'logs/sort-filtered',
  'logs/sort-truth',
  'logs/range-subset',
  'logs/range-gap',
  'logs/range-overlap',
  'logs/range-and',
  'logs/parallel',
  'logs/range-truth',
  'logs/combined-parameters',
];

const auth = (op: string, names: readonly (typeof authRows)[number][]) => names.map((name) => `auth/${op}/${name}`);

const others = (claim: (typeof authRows)[number]) => authRows.filter((name) => name !== claim);

/** A server that answers everything with a page to log in, an error page, or nothing. */
const answers: readonly Cause[] = operations.flatMap((op): Cause[] => [
  { claim: `${op}/content-type`, explains: [`${op}/json`], shown: 'not-json' },
  {
    claim: `${op}/json`,
    explains: [`${op}/page-shape`, `${op}/empty-object`, 'logs/prev-returns', ...auth(op, authRows)],
    shown: 'not-json',
  },
  {
    claim: `${op}/no-server-error`,
    explains: [
      `${op}/accepts-valid`,
      `${op}/survives-malformed`,
      `${op}/same-every-time`,
      `${op}/rejects-wrong-types`,
      `${op}/bad-cursor`,
      `${op}/ordinary-names`,
      `${op}/prev-returns`,
      `${op}/walk-complete`,
      `${op}/optional-parameters`,
    ],
    shown: 'server-error',
  },
]);

const shapes: readonly Cause[] = [
  { claim: 'logs/json', explains: ['logs/prev-returns'] },
  { claim: 'logs/page-shape', explains: ['logs/prev-returns'] },
  { claim: 'declares/end-of-log', explains: ['logs/null-cursor'] },
  {
    claim: 'logs/optional-parameters',
    explains: ['logs/accepts-valid', 'logs/allowed-values', 'declares/sort-by', 'declares/unknown-webhook'],
  },
  { claim: 'logs/accepts-valid', explains: ['declares/unknown-webhook'] },
  // A valid search that is answered differently from time to time is so beside other searches, too.
  { claim: 'logs/same-every-time', explains: ['logs/parallel'] },
  // A total of another search in flight contradicts the walk that it is found on.
  { claim: 'logs/parallel', explains: ['logs/walk-complete'] },
  { claim: 'logs/no-server-error', explains: ['declares/unknown-webhook'] },
  { claim: 'create/accepts-valid', explains: ['create/many'] },
  {
    claim: 'verify/accepts-valid',
    explains: ['register/then-verify', 'auth/register/refusal-without-effect', 'verify/wrong-method'],
  },
  { claim: 'create/rejects-non-json', explains: ['create/rejects-wrong-types', 'create/required-fields'] },
  { claim: 'register/error-json', explains: ['register/survives-malformed'] },
  { claim: 'verify/survives-malformed', explains: ['verify/rejects-wrong-types'] },
];

const authentication: readonly Cause[] = operations.flatMap((op): Cause[] => [
  { claim: `auth/${op}/never-remembered`, where: 'rejected-apart', explains: auth(op, others('never-remembered')) },
  {
    claim: `auth/${op}/no-header`,
    explains: auth(op, others('no-header')),
    unless: 'rejected-apart',
  },
  {
    claim: `auth/${op}/wrong-token`,
    explains: auth(op, ['never-remembered', 'expired-token', 'every-page', 'other-forms']),
    unless: 'rejected-apart',
  },
  { claim: `auth/${op}/malformed-header`, explains: auth(op, ['other-forms']) },
  { claim: `auth/${op}/every-page`, explains: auth(op, ['before-validation']) },
  {
    claim: `auth/${op}/refusal-without-data`,
    explains: [...auth(op, ['path-variants']), `auth/${op}/refusal-status`],
  },
  { claim: `auth/${op}/refusal-without-effect`, explains: auth(op, ['path-variants']) },
]);

const accounts: readonly Cause[] = [
  { claim: 'verify/same-every-time', explains: ['register/then-verify', 'auth/verify/scheme-case'] },
  {
    claim: 'verify/wrong-code',
    explains: ['verify/lockout', 'verify/other-users-code'],
  },
  { claim: 'verify/unknown-email', explains: ['verify/missing-code'] },
  { claim: 'verify/missing-code', explains: ['verify/required-fields', 'verify/rejects-wrong-types'] },
];

const walks: readonly Cause[] = [
  { claim: 'logs/same-every-time', explains: ['logs/walks-agree'] },
  {
    claim: 'logs/search-changes-nothing',
    explains: ['logs/walks-agree', 'logs/status-partition', 'logs/walk-complete'],
  },
  { claim: 'logs/one-webhook', explains: ['declares/unknown-webhook', 'logs/webhook-id'] },
  {
    claim: 'logs/next-advances',
    explains: ['logs/walk-terminates', 'logs/walk-complete', 'logs/no-duplicates'],
  },
  { claim: 'logs/walk-terminates', explains: ['logs/walk-complete', 'logs/no-duplicates', 'logs/parallel'] },
  {
    claim: 'logs/total-constant',
    where: 'plain',
    explains: ['logs/walk-complete', 'logs/walk-terminates', 'logs/filters-survive-paging'],
  },
  { claim: 'logs/walk-complete', where: 'plain', explains: [...walkRows, 'logs/total-constant'] },
  { claim: 'logs/prev-returns', where: 'plain', explains: ['logs/walks-agree', 'logs/filters-survive-paging'] },
  { claim: 'logs/prev-returns', explains: ['logs/walks-agree'] },
];

const filters: readonly Cause[] = [
  { claim: 'logs/no-duplicates', explains: walkRows.slice(1) },
  {
    claim: 'logs/status-partition',
    where: 'first-pages',
    explains: ['logs/filters-survive-paging'],
  },
  { claim: 'logs/sort-permutes', explains: ['logs/filters-survive-paging'], unless: 'mixed' },
  {
    claim: 'logs/sort-direction',
    explains: ['logs/filters-survive-paging', 'logs/sort-by-range', 'logs/sort-filtered'],
  },
  { claim: 'logs/sort-by-range', explains: ['logs/filters-survive-paging'], unless: 'bags' },
  {
    claim: 'logs/filters-survive-paging',
    explains: ['logs/walk-complete', 'logs/total-constant', 'logs/prev-returns'],
    unless: 'plain',
  },
  {
    claim: 'logs/filters-survive-paging',
    explains: [
      'logs/walk-terminates',
      'logs/walks-agree',
      'logs/status-partition',
      'logs/combined-filters',
      'logs/combined-parameters',
      'logs/status-truth',
      'logs/range-and',
      'logs/range-gap',
      'logs/sort-permutes',
      'logs/sort-by-range',
      'logs/sort-filtered',
      'logs/sort-truth',
      'logs/sort-reverses',
    ],
  },
  {
    claim: 'logs/walk-complete',
    explains: [
      'logs/status-partition',
      'logs/combined-filters',
      'logs/combined-parameters',
      'logs/sort-permutes',
      'logs/sort-by-range',
      'logs/range-gap',
      'logs/range-and',
    ],
  },
  {
    claim: 'logs/total-constant',
    explains: [
      'logs/walk-complete',
      'logs/walk-terminates',
      'logs/status-partition',
      'logs/combined-filters',
      'logs/combined-parameters',
      'logs/range-and',
      'logs/range-gap',
    ],
  },
  {
    claim: 'logs/status-partition',
    explains: ['logs/combined-filters', 'logs/combined-parameters', 'logs/status-truth'],
  },
  { claim: 'logs/sort-permutes', explains: ['logs/combined-filters', 'logs/combined-parameters', 'logs/range-and'] },
  { claim: 'logs/sort-direction', explains: ['logs/sort-truth', 'logs/sort-reverses'] },
  { claim: 'logs/sort-by-range', explains: ['logs/sort-truth', 'logs/sort-filtered', 'logs/sort-reverses'] },
  { claim: 'logs/sort-truth', explains: ['logs/sort-filtered'] },
  {
    claim: 'logs/range-subset',
    explains: ['logs/range-far', 'logs/range-gap', 'logs/range-overlap', 'logs/range-and', 'logs/sort-by-range'],
  },
  { claim: 'logs/range-far', explains: ['logs/range-gap', 'logs/range-overlap', 'logs/range-and'] },
  { claim: 'logs/range-gap', explains: ['declares/range-bounds', 'logs/range-and'] },
  {
    claim: 'logs/range-overlap',
    explains: ['logs/range-and', 'logs/sort-by-range', 'logs/sort-filtered', 'declares/range-bounds'],
  },
  { claim: 'logs/parallel', explains: ['logs/bad-values', 'logs/bad-cursor', 'logs/webhook-id'] },
];

export const causes: readonly Cause[] = [answers, shapes, authentication, accounts, walks, filters].flat();
