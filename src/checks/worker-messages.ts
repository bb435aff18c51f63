/** Messages from the worker to the main thread beside verdicts: progress, and the totals at the end. */
import type { LeftBehind } from '../core/left-behind.ts';
import type { SentByOperation } from '../core/plan.ts';
import type { ConformanceReport, Latency, Observation } from '../core/report.ts';
import type { Remedies } from '../core/verdict.ts';

export interface RunTotals {
  readonly requests: number;
  readonly retries: number;
  readonly inFlight: { readonly average: number; readonly limit: number };
  readonly latency: Readonly<Record<string, Latency>>;
  readonly observations: readonly Observation[];
  /** What was excused, by kind. */
  readonly excused: Readonly<Record<string, number>>;
  /** Ids of the requirements with a finding that further runs of the check did not show. */
  readonly unconfirmed: readonly string[];
  /** Valid requests that got no response. */
  readonly lost?: ConformanceReport['run']['lost'];
  /** Number of the request from which on the target rejected the valid token. */
  readonly tokenRejectedFrom?: number;
  /** The changes that would decide more, as far as the run as a whole knows. */
  readonly remedies: Remedies;
  readonly sent: SentByOperation;
  readonly leftBehind: LeftBehind;
}

/** What crosses from main to worker, through vitest's `provide`. */
export interface Assignment {
  readonly settings: import('../core/config.ts').Settings;
  /** Ids of the rows to decide. */
  readonly rows: readonly string[];
  /** Name of the BroadcastChannel of this run. */
  readonly channel: string;
}

/** From main to worker: nothing more is to be sent; what is decided will be reported. */
export interface Stop {
  readonly type: 'stop';
}

export type Message =
  | { readonly type: 'progress'; readonly requests: number }
  /** The target asks for fewer requests: nothing is sent for this long, ms. */
  | { readonly type: 'waits'; readonly ms: number }
  /** What was created since the last such message. */
  | { readonly type: 'created'; readonly left: LeftBehind }
  | { readonly type: 'totals'; readonly totals: RunTotals };
