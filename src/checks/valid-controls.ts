/** The valid request in other forms, and the bodies of those that must be rejected for their form. */
import type { Exchange, OperationRequest } from '../core/exchange.ts';
import type { Operation } from '../interface/operations.ts';
import type { CheckContext } from './check-context.ts';
import { sharedUser } from './pending-users.ts';
import { sendReliably } from './shared-controls.ts';
import type { PendingUser } from './users.ts';
import { requirePendingUser, validRequest, verificationBody } from './valid-request.ts';

/** The valid request, changed in what must not matter. */
export async function sendValid(
  t: CheckContext,
  operation: Operation,
  how: Partial<OperationRequest> = {},
): Promise<Exchange> {
  return sendReliably(t, { ...(await validRequest(t, operation)), ...how });
}

/** Requests that a user serves: a target may count each of them as a wrong code. */
const requestsPerUser = 3;

/** Verification bodies of pending users, for requests that must be rejected. */
export class RightBodies {
  readonly #t: CheckContext;
  #userOf: (t: CheckContext) => Promise<PendingUser> = sharedUser;
  #body: Promise<ReturnType<typeof verificationBody>> | undefined;
  #uses = 0;

  constructor(t: CheckContext) {
    this.#t = t;
  }

  next(): Promise<ReturnType<typeof verificationBody>> {
    if (this.#uses === requestsPerUser) this.renew();
    this.#body ??= this.#userOf(this.#t).then(verificationBody);
    this.#uses += 1;
    return this.#body;
  }

  /** The code may be used up: the next body is that of a fresh user. */
  renew(): void {
    this.#userOf = requirePendingUser;
    this.#body = undefined;
    this.#uses = 0;
  }
}
