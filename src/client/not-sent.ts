import type { Operation } from '../core/operation.ts';

/**
 * Why a request was not sent.
 * - `share`: its requirement has sent as many as it may.
 * - `given-up`: its operation hangs. `hung`: requests like it hang, and others do not.
 * - `own-limit`: the response is longer than the kit reads.
 * - `banned`: the target bans clients that send wrong tokens. `firewall`: it bans clients whose requests look like attacks.
 * - `user-paused`: the target refuses codes of the user for a while.
 * - `token-ended`: the target has rejected the valid token since some moment. `away`: it has lost every request for a long time.
 * - `fixture`: the configuration names nothing that the request could be about.
 */
export type NotSentReason =
  | 'budget'
  | 'share'
  | 'time'
  | 'given-up'
  | 'hung'
  | 'own-limit'
  | 'throttled'
  | 'banned'
  | 'user-paused'
  | 'firewall'
  | 'token-ended'
  | 'away'
  | 'aborted'
  | 'read-only'
  | 'methods'
  | 'creations'
  | 'fixture';

/** A request that was not sent, or not waited for: `reason` says why. It proves nothing about the target. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
  readonly reason: NotSentReason;
  /** The option or key of the configuration that would let it be sent. */
  readonly setting: string | undefined;
  /** What value of it would do, as the end of a phrase; empty if that is not known. */
  readonly advice: string;
  /** The operation that is throttled, if that is the reason. */
  readonly operation: Operation | undefined;
  constructor(reason: NotSentReason, message: string, setting?: string, advice = '', operation?: Operation) {
    super(message);
    this.reason = reason;
    this.setting = setting;
    this.advice = advice;
    this.operation = operation;
  }
}
