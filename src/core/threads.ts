/**
 * What the threads of one run tell each other. Each thread decides requirements of its own with its own share of the limits;
 * one arbiter, in the main thread, says when all of them begin a phase, and when one of them has the target to itself.
 */
import type { Operation } from './operation.ts';

/** Which requests exclusive work keeps out: those of all operations, or of one. */
export type Reach = Operation | 'all';

/** Which of the threads of a run this is. Its messages go over the BroadcastChannel of that name. */
export interface ThreadPlace {
  readonly channel: string;
  /** From 0, less than `of`. */
  readonly index: number;
  readonly of: number;
}

/** What one thread learned of the target, and all others should know. Times in ms since the epoch. */
export type ThreadNews =
  /** The target throttles: nothing is sent for `ms`. */
  | { readonly type: 'slow-down'; readonly ms: number }
  /** A request without the valid token was answered at `ended`: it may lead to a ban. */
  | { readonly type: 'suspect'; readonly ended: number }
  /** A ban is over. */
  | { readonly type: 'banned'; readonly lastedMs: number; readonly refusedMs: number }
  /** The canonical search was accepted. */
  | { readonly type: 'searchable' }
  /** The target is being examined: nothing is sent until the same thread says `resume`. */
  | { readonly type: 'hold' }
  | { readonly type: 'resume' };

/** From a thread, to the arbiter or to all others. */
export type FromThread =
  /** It has ended all phases before this one. */
  | { readonly type: 'reached'; readonly phase: number }
  /** It wants the target to itself. */
  | { readonly type: 'ask'; readonly reach: Reach }
  /** It sends nothing within the reach it was asked to leave alone. */
  | { readonly type: 'paused'; readonly turn: number }
  /** Its exclusive work has ended. */
  | { readonly type: 'done' }
  | ThreadNews;

/** From the arbiter, to all threads or to one. */
export type FromArbiter =
  | { readonly type: 'begin'; readonly phase: number }
  | { readonly type: 'pause'; readonly to: number; readonly turn: number; readonly reach: Reach }
  | { readonly type: 'granted'; readonly to: number }
  | { readonly type: 'go-on' }
  /** A thread has ended. */
  | { readonly type: 'left'; readonly index: number }
  /** The run was stopped: nobody waits for anybody any more. */
  | { readonly type: 'stopped' };

export type ThreadMessage = (FromThread & { readonly from: number }) | (FromArbiter & { readonly from: 'arbiter' });
