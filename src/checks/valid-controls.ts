/** The valid request beside what one check varies: where it is rejected too, a rejection says nothing about the change. */
import type { Exchange, OperationRequest } from '../core/exchange.ts';
import { needsCode, type Operation } from '../interface/operations.ts';
import type { CheckContext } from './check-context.ts';
import { requireRightCode, sharedUser } from './pending-users.ts';
import type { PendingUser } from './users.ts';
import { requirePendingUser, validRequest, verificationBody } from './valid-request.ts';

/** Sends a request, and once more on a fresh connection where there was no response: a kept one may just have been closed. */
export async function sendReliably(t: CheckContext, request: OperationRequest): Promise<Exchange> {
  const first = await t.send(request);
  return first.response === null ? t.send({ ...request, connection: 'fresh' }) : first;
}

/** The valid request, changed in what must not matter. */
export async function sendValid(
  t: CheckContext,
  operation: Operation,
  how: Partial<OperationRequest> = {},
): Promise<Exchange> {
  return sendReliably(t, { ...(await validRequest(t, operation)), ...how });
}

/**
 * Requires that the valid request is accepted, before or after what must be rejected. Where the run is lean, the control
 * after is enough, since what is accepted needs none; checks share it where it needs a code.
 * @returns the control; undefined before, where the run is lean
 * @throws CheckConcluded (inconclusive) where it is rejected
 */
export async function requireControl(
  t: CheckContext,
  operation: Operation,
  when: 'before' | 'after',
): Promise<Exchange | undefined> {
  if (t.effort.isLean && when === 'before') return undefined;
  if (t.effort.isLean && needsCode(operation)) return requireRightCode(t);
  const control = await sendValid(t, operation);
  t.requireAccepted(control, `the canonical request ${when} it`);
  return control;
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
