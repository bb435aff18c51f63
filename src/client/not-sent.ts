import type { Operation } from '../core/operation.ts';

/**
 * Why a request was not sent. `given-up`: its operation hangs; `hung`: requests like it hang, and others do not; `fixture`:
 * the configuration names nothing that it could be about; `own-limit`: the response is longer than is read; `banned`: the
 * target bans clients that send such requests; `user-paused`: it refuses codes of one user for a while; `firewall`: it bans clients whose requests look like attacks; `token-ended`: the
 * target rejects the valid token from some moment on; `away`: the target has lost every request for a long time; `share`: one
 * requirement has sent as many as it may.
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
  /** What value of it would do, as the end of a phrase; empty where that is not known. */
  readonly advice: string;
  /** The operation that is throttled, where `reason` says that. */
  readonly operation: Operation | undefined;
  constructor(reason: NotSentReason, message: string, setting?: string, advice = '', operation?: Operation) {
    super(message);
    this.reason = reason;
    this.setting = setting;
    this.advice = advice;
    this.operation = operation;
  }
}
