/** Conforming servers that an earlier version reported, each with the requirement: the runs that found them, reduced. */
import { expect, test } from 'vitest';
import { loadSuites } from '../../src/checks/load-suites.ts';
import type { Depth } from '../../src/core/config.ts';
import { falseAlarmsOf, judge } from './judge.ts';
import { neutral, type Server } from './server/axes.ts';

await loadSuites();

interface Case {
  readonly why: string;
  readonly seed: number;
  readonly depth: Depth;
  /** Left out where only a run with all requirements showed it. */
  readonly ids?: readonly string[];
  readonly axes: Partial<Server>;
}

const cases: readonly Case[] = [
  {
    why: 'codes that are ready late and live for half a second from then',
    seed: 3_000_447,
    depth: 'standard',
    axes: { codeLivesMs: 2000, readyAfterMs: 1500, lostRequests: 4 },
  },
  {
    why: 'a verification after a rejected registration, whose response got lost',
    seed: 3_000_678,
    depth: 'quick',
    axes: { latencyMs: [0, 0], lostResponses: 4, readyEveryMs: 3000 },
  },
  {
    why: 'a text that several items share, of which a plain search looks back at one alone',
    seed: 33_009_052,
    depth: 'quick',
    ids: ['logs/combined-filters'],
    axes: { lookBackMs: 172_800_000, items: 'error-text' },
  },
  {
    why: 'a window that loses the oldest of many entries of one time, which lie in its middle, while the index of statuses lags',
    seed: 33_001_902,
    depth: 'standard',
    ids: ['logs/status-partition'],
    axes: { loneToMs: 172_800_000, tied: 100, growsEveryMs: 100, expiresEveryMs: 5000, statusLagMs: 5000 },
  },
  {
    why: 'cursors that serve once, of which some responses get lost',
    seed: 4,
    depth: 'standard',
    ids: ['logs/prev-returns'],
    axes: { serves: 'pair-once', lostResponses: 15 as 4 },
  },
  {
    why: 'users that become verifiable at intervals, registered a second time',
    seed: 33_007_963,
    depth: 'quick',
    ids: ['register/then-verify'],
    axes: { startsAt: 1_835_395_201_000, taken: 'replaces', codeLateMs: 300, readyEveryMs: 1000 },
  },
  {
    why: 'a log in which as many entries arrive as leave, while a cache still returns the old first page',
    seed: 31_002_877,
    depth: 'quick',
    ids: [
      ...['logs/page-shape', 'logs/next-advances', 'logs/accepts-valid', 'register/then-verify', 'logs/parallel'],
      ...['logs/walk-complete', 'logs/walks-agree'],
    ],
    axes: { time: 'sequence', cacheMs: 1500, arriveAtMs: 200, leaveAtMs: 200 },
  },
  {
    why: 'a log by offset that grows, whose walk a cache returns as it was before',
    seed: 13_003_586,
    depth: 'quick',
    ids: ['logs/next-advances', 'register/then-verify'],
    axes: { cursor: 'offset', growsEveryMs: 100, cacheMs: 500, codeLateMs: 2000 },
  },
  {
    why: 'users that become verifiable together, some of them after their code has expired',
    seed: 13_001_236,
    depth: 'quick',
    ids: [
      ...['auth/verify/malformed-header', 'auth/verify/wrong-token', 'create/accepts-valid', 'logs/accepts-valid'],
      ...['verify/accepts-valid', 'register/accepts-valid', 'register/then-verify', 'verify/same-every-time'],
    ],
    axes: { codeLivesMs: 2000, readyAfterMs: 700, readyEveryMs: 1000 },
  },
  {
    why: 'a new code for an e-mail alone, of users that become verifiable together',
    seed: 12_009_173,
    depth: 'standard',
    ids: ['verify/missing-code'],
    axes: { restartAtMs: 3000, readOnlyAtMs: 5000, emailAlone: 'renews', readyEveryMs: 3000 },
  },
  {
    why: 'a new code for an e-mail alone, where the first request that would show that is lost',
    seed: 12_002_221,
    depth: 'standard',
    ids: [
      ...['logs/walk-terminates', 'logs/parallel', 'verify/missing-code', 'auth/register/malformed-header'],
      ...['register/required-fields', 'auth/logs/expired-token', 'logs/combined-filters'],
    ],
    axes: {
      ...{ growsEveryMs: 100, growth: 'back-dated', expiresEveryMs: 700, statusChangesEveryMs: 2000 },
      ...{ cacheMs: 500, countCacheMs: 4000, atOnce: 1, emailAlone: 'resends', lostRequests: 1 },
    },
  },
  {
    why: 'right codes whose verification a gateway loses, sent again after a 503 as if that were load',
    seed: 11_002_458,
    depth: 'standard',
    ids: ['verify/same-every-time', 'logs/cursor-bound', 'declares/cursor-carries-filters', 'logs/combined-parameters'],
    axes: { atOnce: 4, restart: 503, lostRequests: 4, lostResponses: 1 },
  },
  {
    why: 'a log that loses entries at the start of a run, read from a replica that is behind by turns',
    seed: 11_002_314,
    depth: 'standard',
    ids: [
      ...['auth/register/path-variants', 'register/accepts-valid', 'logs/filters-survive-paging'],
      ...['declares/default-order', 'logs/status-partition', 'auth/logs/other-tenant', 'logs/walk-complete'],
    ],
    axes: { replicasMs: [0, 1000], leaveAtMs: 200 },
  },
  {
    why: 'right codes that a gateway loses, of users that become verifiable together',
    seed: 9_509_502,
    depth: 'quick',
    ids: ['verify/accepts-valid'],
    axes: { startsAt: 1_835_395_201_000, lostRequests: 4, readyEveryMs: 1000 },
  },
  {
    why: 'items that repeat with another status, all of them before the days that a search looks back',
    seed: 9_507_196,
    depth: 'quick',
    ids: ['logs/combined-filters'],
    axes: { lookBackMs: 172_800_000, items: 'repeating', stepMs: 86_400_000 },
  },
  {
    why: 'an entry of this minute, which a range up to now leaves out and a lone from returns',
    seed: 9_504_625,
    depth: 'standard',
    ids: ['logs/range-gap'],
    axes: { bounds: '()', unitMs: 60_000, widestSpanMs: 2_592_000_000, newestMs: 0 },
  },
  {
    why: 'a sort by a status that all entries have, whose ties keep one order in both directions',
    seed: 8_000_019,
    depth: 'standard',
    ids: ['logs/sort-direction'],
    axes: { sortNames: { status: 'status' }, directions: 'with-field', statuses: [true] },
  },
  {
    why: 'a log that got entries as it was read, whose pages come from a private cache when they are read again',
    seed: 7_004_867,
    depth: 'standard',
    ids: [
      ...['auth/logs/other-tenant', 'auth/verify/path-variants', 'logs/walk-complete', 'auth/verify/expired-token'],
      ...['logs/sort-by-range', 'logs/range-and', 'create/parallel', 'create/accepts-valid'],
    ],
    axes: { trailing: 'when-full', cacheMs: 1500, createLock: 423, arriveAtMs: 200 },
  },
  {
    why: 'entries that leave before the days that a search looks back, and an index by status that still has them',
    seed: 4_000_946,
    depth: 'standard',
    axes: { lookBackMs: 172_800_000, expiresEveryMs: 5000, statusLagMs: 5000, codeLateMs: 2000 },
  },
  {
    why: 'valid registrations that a gateway loses after rejected ones',
    seed: 3_000_447,
    depth: 'standard',
    axes: {
      ...{ statuses: [false], otherLog: 'repeating', digits: 1, codeLivesMs: 2000 },
      ...{ readyAfterMs: 1500, arriveAtMs: 9000, lostRequests: 4 },
    },
  },
  {
    why: 'a creation that was carried out though its response was lost, and is not taken twice',
    seed: 3_000_959,
    depth: 'quick',
    axes: { repeat: 422, lostResponses: 4 },
  },
  {
    why: 'a log by offset that loses its oldest entries while it is walked',
    seed: 3_002_157,
    depth: 'quick',
    axes: {
      ...{ defaultOrder: 'asc', cursor: 'offset', growsEveryMs: 100, expiresEveryMs: 700 },
      ...{ latencyMs: [0, 0], perSecond: 20, createLock: 409 },
    },
  },
  {
    why: 'a log that grows, read from a replica that is a second behind, by turns',
    seed: 20_283,
    depth: 'standard',
    axes: {
      ...{ trailing: 'always', growsEveryMs: 100, replicasMs: [0, 1000], readyEveryMs: 1000 },
      openSearches: { most: 1, over: 'ends-oldest' },
    },
  },
  {
    why: 'codes of one digit, which two of four users share by chance',
    seed: 179,
    depth: 'standard',
    ids: [
      ...['auth/logs/wrong-token', 'verify/other-users-code', 'logs/range-overlap', 'create/same-every-time'],
      ...['logs/walk-terminates', 'logs/combined-parameters', 'register/rejects-non-json', 'register/accepts-valid'],
      ...['declares/end-of-log', 'auth/create/path-variants', 'verify/accepts-valid', 'verify/required-fields'],
    ],
    axes: {
      ...{ time: 'epoch-seconds', otherSort: 'default', cursor: 'kept', trailing: 'always', loneFromMs: 86_400_000 },
      ...{ widestSpanMs: 2_592_000_000, items: 'json', newestMs: 259_200_000, latencyMs: [0, 0], atOnce: 1 },
      ...{ perSecond: 10, openSearches: { most: 5, over: 'refused' }, digits: 1, negativeCodes: true },
      ...{ mail: '© 2026 Example Ltd. Your code: {code}', leaveAtMs: 2000, lostRequests: 4 },
    },
  },
  {
    why: 'entries that leave a window, and an index by status that still has them',
    seed: 40_062,
    depth: 'quick',
    ids: [
      ...['logs/same-every-time', 'logs/sort-by-range', 'logs/walk-complete', 'logs/status-partition'],
      ...['auth/verify/expired-token', 'auth/create/expired-token', 'auth/create/refusal-without-data'],
      ...['register/empty-object', 'register/json', 'verify/same-every-time'],
    ],
    axes: {
      ...{ defaultOrder: 'asc', cursor: 'offset', expiresEveryMs: 700, statusLagMs: 5000, memberOrder: 'by-request' },
      ...{ countCacheMs: 1000, readOnlyAtMs: 700, codeLateMs: 300, waiting: 40 },
    },
  },
  {
    why: 'another log that grows behind the part that is walked',
    seed: 50_979,
    depth: 'quick',
    ids: ['logs/status-partition', 'logs/range-overlap', 'auth/register/path-variants', 'auth/create/path-variants'],
    axes: { lookBackMs: 172_800_000, growsEveryMs: 500, statusLagMs: 5000, banAfter: 20, codeLateMs: 300 },
  },
  {
    why: 'entries of one time that leave one by one',
    seed: 40_205,
    depth: 'standard',
    ids: ['logs/search-changes-nothing'],
    axes: { tied: 3, otherLog: 'same', expiresEveryMs: 700, latencyMs: [20, 120] },
  },
  {
    why: 'an item that is the text of an error, and a webhook without it',
    seed: 51_602,
    depth: 'quick',
    ids: ['auth/logs/other-tenant'],
    axes: { items: 'error-text', otherLog: 'repeating', validatesFirst: true },
  },
  {
    why: 'an item that is the text of an error, and a ban in place of it',
    seed: 51_602,
    depth: 'quick',
    ids: ['logs', 'verify', 'register', 'create'].flatMap((operation) =>
      ['refusal-without-data', 'wrong-token', 'no-header', 'path-variants'].map((name) => `auth/${operation}/${name}`),
    ),
    axes: { items: 'error-text', otherLog: 'repeating', validatesFirst: true, banAfter: 12 },
  },
  {
    why: 'codes that are ready late and live for little longer',
    seed: 52_223,
    depth: 'quick',
    ids: ['register/then-verify'],
    axes: { latencyMs: [20, 120], codeLivesMs: 2000, readyAfterMs: 1500 },
  },
  {
    why: 'items that repeat with another status before the days that a search looks back',
    seed: 52_691,
    depth: 'quick',
    ids: ['logs/combined-filters'],
    axes: { lookBackMs: 172_800_000, widestSpanMs: 2_592_000_000, items: 'repeating' },
  },
  {
    why: 'entries of a short log that leave by their age, as those of the other log do',
    seed: 4932,
    depth: 'standard',
    ids: [
      ...['logs/search-changes-nothing', 'logs/combined-parameters', 'create/page-shape', 'verify/required-fields'],
      ...['never-remembered', 'path-variants', 'malformed-header'].map((name) => `auth/logs/${name}`),
      'auth/create/never-remembered',
    ],
    axes: { stepMs: 3_600_000, expiresEveryMs: 5000, perSecond: 50 },
  },
  {
    why: 'users that are ready late, which a limit on what is in progress hides at first',
    seed: 9061,
    depth: 'quick',
    ids: ['create/accepts-valid', 'logs/accepts-valid', 'verify/accepts-valid'],
    axes: { atOnce: 1, perSecond: 10, readyAfterMs: 700 },
  },
  {
    why: 'users that are ready late, which a limit on requests hides at first',
    seed: 41_025,
    depth: 'quick',
    ids: ['create/accepts-valid', 'logs/accepts-valid', 'verify/accepts-valid', 'register/accepts-valid'],
    axes: { perSecond: 10, negativeCodes: true, readyAfterMs: 700 },
  },
  {
    why: 'names of times that are ignored, and a default order by age',
    seed: 21_139,
    depth: 'standard',
    ids: ['logs/sort-by-range'],
    axes: { sortNames: { date: 'none', timestamp: 'none', createdAt: 'at' }, directions: 'by-age' },
  },
  {
    why: 'entries that leave a window whose later pages reject a repeated query, and an index by status that still has them',
    seed: 40_619,
    depth: 'standard',
    ids: ['register/then-verify', 'logs/status-partition'],
    axes: { form: 'refuses-repeating', growsEveryMs: 500, expiresEveryMs: 5000, statusLagMs: 5000 },
  },
  {
    why: 'requests that a gateway loses now and then, answered 503',
    seed: 2714,
    depth: 'standard',
    ids: ['register/no-server-error'],
    axes: { restart: 503, lostRequests: 4 },
  },
  {
    why: 'requests that are lost while a walk is read alone',
    seed: 3067,
    depth: 'quick',
    ids: ['logs/parallel', 'declares/sort-by'],
    axes: { time: 'stardate', pageSize: 2, pages: 'weighed', otherLog: 'same', lostRequests: 1 },
  },
  {
    why: 'requests that are lost on a connection, twice',
    seed: 142,
    depth: 'standard',
    ids: [
      ...['never-remembered', 'path-variants'].map((name) => `auth/register/${name}`),
      ...['auth/logs/malformed-header', 'auth/logs/no-header', 'create/page-shape'],
      ...['logs/same-every-time', 'logs/total-constant', 'register/same-every-time'],
    ],
    axes: { time: 'date', otherLog: 'repeating', banAfter: 12, atOnce: 1, lostRequests: 1 },
  },
  {
    why: 'a log that grows and loses its oldest entries, read from replicas of another age',
    seed: 82_044,
    depth: 'quick',
    ids: [
      ...['auth/register/refusal-without-effect', 'auth/verify/path-variants', 'declares/sort-by'],
      ...['logs/total-constant', 'verify/same-every-time'],
    ],
    axes: {
      ...{ growsEveryMs: 500, expiresEveryMs: 5000, replicasMs: [0, 1000] },
      ...{ mail: 'Ticket 482913: code {code}, valid 15 minutes', codeLateMs: 2000 },
    },
  },
  {
    why: 'one search at once, beside which the kit looks whether the target is there',
    seed: 6,
    depth: 'standard',
    ids: ['logs/optional-parameters', 'logs/accepts-valid'],
    axes: { oneSearchAtOnce: true, lostRequests: 4 },
  },
  {
    why: 'requests, or responses, that a gateway answers 503 now and then, of every operation',
    seed: 10,
    depth: 'quick',
    ids: ['logs', 'verify', 'register', 'create'].map((operation) => `${operation}/no-server-error`),
    axes: { restart: 503, lostRequests: 4, lostResponses: 4 },
  },
  {
    why: 'creations that a gateway loses now and then, twice in a row',
    seed: 17_000_028,
    depth: 'standard',
    ids: ['create', 'logs', 'verify', 'register'].map((operation) => `${operation}/accepts-valid`),
    axes: { atOnce: 1, restartAtMs: 60, restart: 502, lostRequests: 4, lostResponses: 4 },
  },
  {
    why: 'users that become verifiable together, at intervals, whose code is sent twice at once',
    seed: 20_004_094,
    depth: 'quick',
    ids: ['register/then-verify'],
    axes: { startsAt: 1_772_582_390_000, codeLateMs: 2000, readyAfterMs: 1500, readyEveryMs: 3000 },
  },
  {
    why: 'users that become verifiable together, at intervals, whose code other spellings of the path get first',
    seed: 20_007_340,
    depth: 'standard',
    ids: [
      ...['auth/verify/no-header', 'logs/accepts-valid', 'verify/accepts-valid', 'register/accepts-valid'],
      ...['auth/verify/path-variants', 'logs/range-far', 'logs/range-gap', 'logs/sort-direction'],
      ...['auth/verify/before-validation', 'auth/logs/other-forms'],
    ],
    axes: {
      ...{ bounds: '[)', time: 'date', ties: 'turned', otherSort: 'default', count: 1, newestMs: 259_200_000 },
      ...{ cacheMs: 1500, codeLateMs: 2000, readyEveryMs: 3000 },
    },
  },
  {
    why: 'users that become verifiable together, at intervals, and a restart that hides it at first',
    seed: 125,
    depth: 'standard',
    ids: ['register/then-verify', 'verify/accepts-valid', 'verify/wrong-code', 'verify/unknown-email'],
    axes: { restartAtMs: 60, readyEveryMs: 1000 },
  },
  {
    why: 'users that become verifiable at intervals: some when their code comes, some later',
    seed: 1058,
    depth: 'standard',
    ids: ['auth/verify/refusal-without-effect'],
    axes: { leadingZeros: false, codeLateMs: 300, readyEveryMs: 1000 },
  },
  {
    why: 'users that become verifiable at intervals, registered after a rejected registration',
    seed: 1092,
    depth: 'quick',
    ids: ['auth/register/refusal-without-effect'],
    axes: { mail: '© 2026 Example Ltd. Your code: {code}', readyEveryMs: 1000 },
  },
  {
    why: 'a code whose response is lost, and that serves once',
    seed: 52000392,
    depth: 'quick',
    ids: [
      'create/accepts-valid',
      'register/rejects-non-json',
      'verify/other-users-code',
      'logs/one-webhook',
      'auth/verify/no-header',
      'verify/same-every-time',
    ],
    axes: { oneSearchAtOnce: true, readyAfterMs: 700, lostRequests: 4, lostResponses: 4, readyEveryMs: 3000 },
  },
  {
    why: 'two webhooks with the same deliveries, one of which has arrived between the walks of their logs',
    seed: 54003220,
    depth: 'standard',
    ids: ['logs/cursor-bound'],
    axes: { cursorsOfAnyWebhook: true, pageSize: 1, otherLog: 'same', growsEveryMs: 100, perSecond: 50 },
  },
  {
    why: 'a text of several entries, of which a search without bounds, which looks back two days, and a range show one each',
    seed: 55008694,
    depth: 'standard',
    ids: ['logs/combined-parameters'],
    axes: { lookBackMs: 172_800_000, widestSpanMs: 2_592_000_000, stepMs: 86_400_000, otherLog: 'repeating' },
  },
  {
    why: 'a ticket number before the code, where a limit of a minute lets no code of the first user through',
    seed: 58007871,
    depth: 'standard',
    ids: [
      ...['register/rejects-non-json', 'auth/verify/never-remembered', 'logs/range-far', 'auth/register/path-variants'],
      ...['register/then-verify', 'logs/content-type', 'create/required-fields', 'create/parallel', 'declares/sort-by'],
      ...['logs/sort-direction', 'auth/register/malformed-header', 'auth/logs/never-remembered'],
    ],
    axes: {
      perMinute: 120,
      minuteEnds: 'unsaid',
      mail: 'Ticket 482913: code {code}, valid 15 minutes',
      codeLateMs: 300,
    },
  },
  {
    why: 'a year before the code, where a limit ends the search for the code',
    seed: 53007332,
    depth: 'standard',
    ids: ['register/then-verify', 'logs/walk-complete', 'verify/other-users-code'],
    axes: {
      pageSize: 3,
      widestSpanMs: 2_592_000_000,
      perMinute: 120,
      minuteEnds: 'unsaid',
      mail: '© 2026 Example Ltd. Your code: {code}',
      readyAfterMs: 700,
    },
  },
  {
    why: 'a ticket number before the code, which is valid for half a second',
    seed: 53008575,
    depth: 'standard',
    ids: [
      'auth/logs/wrong-token',
      'verify/other-users-code',
      'logs/sort-by-range',
      'declares/cursor-carries-filters',
      'auth/verify/wrong-token',
    ],
    axes: {
      pageSize: 3,
      count: 4,
      openSearches: { most: 5, over: 'refused' },
      mail: 'Ticket 482913: code {code}, valid 15 minutes',
      codeLivesMs: 2000,
      readyAfterMs: 1500,
    },
  },
  {
    why: 'a page of a walk is lost, and its repetition is shed',
    seed: 58017847,
    depth: 'standard',
    ids: [
      ...['create/rejects-non-json', 'auth/register/never-remembered', 'register/accepts-valid'],
      ...['auth/create/never-remembered', 'auth/create/no-header', 'logs/walks-agree', 'logs/range-gap'],
      ...['logs/walk-complete', 'logs/status-truth', 'verify/rejects-non-json', 'auth/verify/never-remembered'],
      'register/required-fields',
    ],
    axes: {
      ...{ defaultOrder: 'asc', form: 'refuses-repeating', trailing: 'when-full', loneToMs: 172_800_000 },
      ...{ statuses: [true], webhookIds: 'long', growsEveryMs: 3000, methods: 'head-and-options' },
      ...{ allIsWebhook: true, needsUserAgent: true, refusalBody: 'html', validatesFirst: true },
      ...{ atOnce: 1, shed: { status: 503, retryAfter: '0' }, perSecond: 10, minuteEnds: 'at-date' },
      ...{ limitMeans: 'nothing', quotaStatus: 403, digits: 10, mail: '© 2026 Example Ltd. Your code: {code}' },
      ...{ taken: 'hidden', readyAfterMs: 700, lostRequests: 4 },
    },
  },
];

test.each(cases)('nothing is reported: $why', async ({ seed, depth, ids, axes }) => {
  const chosen = ids === undefined ? {} : { ids: new Set(ids) };
  const result = await judge({ server: { ...neutral, ...axes }, seed, depth, ...chosen });
  expect(falseAlarmsOf(result).map(({ id, verdict }) => `${id}: ${verdict.message}`)).toEqual([]);
});
