/** Liberties of logs that change while they are read, and of what is read late (§4.4). */
import { items } from '../support/history.ts';
import { logsOf, type NamedLiberties, sixSorts, usualLogs } from './liberty.ts';

export const ofChangingLogs: NamedLiberties = {
  'private-cache': {
    does: 'repeats the same bytes for the same URL for 1.5 s while its log grows',
    search: { growsPerSecond: 2, cacheMs: 1500 },
    live: true,
  },
  'cached-counts': {
    does: 'counts anew only every 4 s while its log grows',
    search: { growsPerSecond: 2, countCacheMs: 4000 },
    live: true,
  },
  'late-status-index': {
    does: 'searches by status see entries 5 s late',
    search: { growsPerSecond: 2, statusLagMs: 5000 },
    live: true,
  },
  'back-dated': {
    does: 'new entries carry a time up to a minute ago',
    search: { growsPerSecond: 2, backDatedMs: 60_000 },
    live: true,
  },
  retention: { does: 'its oldest entry leaves for good every 700 ms', search: { expiresEveryMs: 700 }, live: true },
  'growing-ring': {
    does: 'keeps 74 entries: the oldest leave as new ones come',
    search: { growsPerSecond: 2, keeps: 74 },
    live: true,
  },
  'keeps-a-minute': {
    does: 'keeps its entries for a minute, and has a new one every 1.2 s',
    logs: logsOf({ count: 50, days: 1 / 1440, newestMs: 0 }),
    search: { growsPerSecond: 1 / 1.2, keepsMs: 60_000 },
    live: true,
  },
  'keeps-a-minute-quiet': {
    does: 'keeps its entries for a minute, and has no new ones',
    logs: logsOf({ count: 50, days: 1 / 1440, newestMs: 0 }),
    search: { keepsMs: 60_000 },
    live: true,
  },
  'keeps-newest-50': {
    does: 'keeps 50 entries, and has a new one every two seconds',
    logs: logsOf({ count: 50 }),
    search: { growsPerSecond: 0.5, keeps: 50 },
    live: true,
  },
  'slow-growth': { does: 'one new entry every three seconds', search: { growsPerSecond: 0.33 }, live: true },
  'quiet-beside-growing': {
    does: 'forty new entries a second in one log and none in another; reads from and to as seconds ago',
    logs: [
      { id: 'wh_main', shape: { count: 74, seed: 311, days: 9, item: items.opaque }, changes: { growsPerSecond: 40 } },
      { id: 'wh_side', shape: { count: 47, seed: 312, days: 5, item: items.opaque } },
    ],
    search: { range: 'seconds-ago' },
    live: true,
  },
  'quick-growth': { does: 'ten new entries a second', search: { growsPerSecond: 10 }, live: true },
  'sql-times': {
    does: 'reads from and to as a database writes times, of UTC+9, and grows',
    search: { range: 'sql', growsPerSecond: 2 },
    logs: logsOf({ item: items.json }),
    live: true,
  },
  'member-order': {
    does: 'JSON items come with their members in another order from each replica',
    search: { memberOrderVaries: true },
    logs: logsOf({ item: items.json }),
  },
  replicas: {
    does: 'three replicas answer in turn, up to a second behind a growing log',
    search: { growsPerSecond: 2, replicaLagsMs: [0, 200, 1000] },
    live: true,
  },
  'replica-behind': {
    does: 'two replicas answer in turn, one of them 3 s behind a log with a new entry each second',
    search: { growsPerSecond: 1, replicaLagsMs: [0, 3000] },
    live: true,
  },
  'replica-behind-quick': {
    does: 'two replicas answer in turn, one of them 3 s behind a log with two new entries a second',
    search: { growsPerSecond: 2, replicaLagsMs: [3000, 0] },
    live: true,
  },
  'replica-behind-slow': {
    does: 'two replicas answer in turn, one of them 3 s behind a log with a new entry each two seconds',
    search: { growsPerSecond: 0.5, replicaLagsMs: [0, 3000] },
    logs: logsOf({ item: items.json }),
    live: true,
  },
  'replica-behind-retries': {
    does: 'two replicas answer in turn, one of them 3 s behind a log that grows, and in which failed deliveries succeed',
    search: { growsPerSecond: 1, retriesPerSecond: 0.5, replicaLagsMs: [0, 3000] },
    live: true,
  },
  'polls-growing': {
    does: 'each page has a next, past the last entry too, where new entries come last; its log grows',
    search: { polls: 'anew', newestFirst: false, growsPerSecond: 2 },
    live: true,
  },
  'retried-deliveries': {
    does: 'a failed delivery succeeds every two seconds, so that entries change their status',
    search: { retriesPerSecond: 0.5 },
    live: true,
  },
  'growing-retries': {
    does: 'two new entries a second, and each second a failed delivery succeeds',
    search: { growsPerSecond: 2, retriesPerSecond: 1 },
    live: true,
  },
  'retries-seen-late': {
    does: 'two replicas answer in turn, one 3 s behind, and a failed delivery succeeds every two seconds',
    search: { retriesPerSecond: 0.5, replicaLagsMs: [0, 3000] },
    live: true,
  },
  'clock-ahead': {
    does: 'entries carry the time of a clock that is three minutes ahead',
    search: { growsPerSecond: 2, clockAheadMs: 180_000 },
    live: true,
  },
  'clock-behind': {
    does: 'entries carry the time of a clock that is five minutes behind',
    search: { growsPerSecond: 2, clockAheadMs: -300_000 },
    live: true,
  },
  'long-cache': {
    does: 'repeats the same bytes for the same URL for 6 s while its log grows',
    search: { growsPerSecond: 1, cacheMs: 6000 },
    live: true,
  },
  'minute-cache': {
    does: 'repeats the same bytes for the same URL for a minute while its log grows',
    search: { growsPerSecond: 0.5, cacheMs: 60_000 },
    live: true,
  },
  'half-minute-cache': {
    does: 'repeats the same bytes for the same URL for half a minute while its log grows',
    search: { growsPerSecond: 1 / 3, cacheMs: 30_000 },
    live: true,
  },
  'nodes-with-caches': {
    does: 'two nodes answer in turn, each repeats its bytes for the same URL for half a minute, and failed deliveries succeed',
    search: { retriesPerSecond: 1 / 3, cacheMs: 30_000, cachingNodes: 2 },
    live: true,
  },
  'cached-second-log': {
    does: 'repeats the same bytes for the same URL for half a minute while the log of its second webhook grows',
    logs: usualLogs.map((log, at) => (at === 0 ? log : { ...log, changes: { growsPerSecond: 1 / 3 } })),
    search: { cacheMs: 30_000 },
    live: true,
  },
  'six-sorts-growing': {
    does: 'sorts by six fields, and has two new entries a second',
    logs: logsOf({ item: items.json }),
    search: { sortBy: sixSorts, growsPerSecond: 2 },
    live: true,
  },
};
