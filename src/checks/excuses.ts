/**
 * Suspicions that a run has excused, since each may have a cause other than a violation. One of them is not a finding; three of
 * the same kind, on a target that stayed the same, are. So each is counted, whichever check met it.
 */
import type { Exchange } from '../core/exchange.ts';
import type { Requirement } from '../core/requirement.ts';
import { operations } from '../interface/operations.ts';
import type { LogMemory } from '../log/log-memory.ts';
import { inconsistentWalks, type WebhookMemory } from '../log/webhook-memory.ts';
import type { Proof } from './conclusion.ts';
import type { CanonicalTraffic } from './traffic/canonical-traffic.ts';
import type { LostRequests } from './traffic/lost-requests.ts';
import type { Rejections } from './traffic/rejections.ts';
import type { RepeatedRequests } from './traffic/repeated-requests.ts';
import type { TrafficMonitor } from './traffic/traffic-monitor.ts';

/** A finding of a check that two more runs of it did not show. */
export interface UnconfirmedFinding {
  readonly requirement: Requirement;
  readonly message: string;
  readonly proof: readonly Proof[];
}

export class Excuses {
  readonly unconfirmed: UnconfirmedFinding[] = [];
  /** Valid requests that were rejected in one series and in no second one. */
  readonly rejectedOnce: Exchange[] = [];
}

/** The counts of what was excused, by kind; kinds without any are left out. */
export function countExcuses(run: {
  readonly excuses: Excuses;
  readonly logs: LogMemory;
  readonly canonical: CanonicalTraffic;
  readonly repeated: RepeatedRequests;
  readonly rejections: Rejections;
  readonly traffic: TrafficMonitor;
  readonly lostRequests: LostRequests;
}): Record<string, number> {
  const inLogs = (of: (memory: WebhookMemory) => readonly unknown[]) =>
    run.logs.webhooks.reduce((sum, memory) => sum + of(memory).length, 0);
  const perOperation = (count: (op: (typeof operations)[number]) => number) =>
    operations.reduce((sum, op) => sum + count(op), 0);
  const counts = {
    unconfirmedFindings: run.excuses.unconfirmed.length,
    errorsInOutage: run.traffic.outage.excused.length,
    unsteadyReads: inLogs(({ unstable }) => unstable),
    disturbedReads: inLogs(({ disturbed }) => disturbed),
    inconsistentWalks: inLogs(inconsistentWalks),
    rejectedValidRequests: perOperation((op) => run.canonical.of(op).lone.length + run.repeated.flips(op).length),
    lostRequests: run.lostRequests.total,
    acceptedStrangers: perOperation((op) => run.rejections.acceptedOf(op).length),
  };
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
}
