/** Why a request was not sent. */
export type NotSentReason = 'budget' | 'given-up' | 'throttled' | 'aborted' | 'read-only';

/** A request that was not sent: `reason` says which limit forbids it. It proves nothing about the target. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
  readonly reason: NotSentReason;
  constructor(reason: NotSentReason, message: string) {
    super(message);
    this.reason = reason;
  }
}
