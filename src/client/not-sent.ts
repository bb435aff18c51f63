/** Why a request was not sent. `given-up`: its operation hangs; `hung`: requests like it hang, and others do not. */
export type NotSentReason = 'budget' | 'given-up' | 'hung' | 'throttled' | 'aborted' | 'read-only';

/** A request that was not sent, or not waited for: `reason` says why. It proves nothing about the target. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
  readonly reason: NotSentReason;
  constructor(reason: NotSentReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
