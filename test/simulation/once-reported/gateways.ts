/** Requests and responses that get lost, limits and bans. */
import type { Case } from './case.ts';

export const gateways: readonly Case[] = [
  {
    why: 'right codes whose verification a gateway loses, sent again after a 503 as if that were load',
    seed: 11_002_458,
    depth: 'standard',
    ids: ['verify/same-every-time', 'logs/cursor-bound', 'declares/cursor-carries-filters', 'logs/combined-parameters'],
    axes: { atOnce: 4, restart: 503, lostRequests: 4, lostResponses: 1 },
  },
  {
    why: 'right codes that a gateway loses, of users that become verifiable together',
    seed: 9_509_502,
    depth: 'quick',
    ids: ['verify/accepts-valid'],
    axes: { startsAt: 1_835_395_201_000, lostRequests: 4, readyEveryMs: 1000 },
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
    why: 'an item that is the text of an error, and a ban in place of it',
    seed: 51_602,
    depth: 'quick',
    ids: ['logs', 'verify', 'register', 'create'].flatMap((operation) =>
      ['refusal-without-data', 'wrong-token', 'no-header', 'path-variants'].map((name) => `auth/${operation}/${name}`),
    ),
    axes: { items: 'error-text', otherLog: 'repeating', validatesFirst: true, banAfter: 12 },
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
