/**
 * Positive controls around requests that must be rejected: the valid request is accepted before and after them. Checks that
 * send such requests at the same time stand between the same two controls, one before the first of them and one after the
 * last: what locks or slows the client for one of them does so for all.
 */
import { type Clock, waitAtMost } from '../../core/clock.ts';
import { describeResponse, type Exchange, type OperationRequest } from '../../core/exchange.ts';
import { mayBeOutage } from '../../core/outage.ts';
import { needsCode, type Operation } from '../../interface/operations.ts';
import type { CheckContext } from '../check-context.ts';
import { inconclusive } from '../conclusion.ts';
import type { RunContext } from '../run-context.ts';
import { requirePendingUser, validRequest } from '../valid-request.ts';
import { isAcceptedOrDuplicate } from './positive-control.ts';

/** Age up to which an accepted control is also the one before what comes next, ms. */
const freshMs = 10_000;
/** Longest time for which a check waits until the others have ended, ms. */
const mostWaitMs = 10_000;
/** Pause before another valid request is sent instead of one that was lost, ms. */
const lostPauseMs = 50;

/** The controls of one operation. */
class SharedControl {
  last: Exchange | undefined;
  /** The control before, while it is on its way. */
  before: Promise<Exchange> | undefined;
  /** The control after those that are at work, once one of them asks for it. */
  after: Promise<Exchange> | undefined;
  #atWork = 0;
  #onIdle: (() => void)[] = [];
  #lastTurn: Promise<unknown> = Promise.resolve();

  enter(): void {
    this.#atWork += 1;
  }

  leave(): void {
    this.#atWork -= 1;
    if (this.#atWork === 0) for (const go of this.#onIdle.splice(0)) go();
  }

  /** Does work after all that was begun so before. */
  inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(work);
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  /** Waits until none is at work, and not for long. */
  async waitForOthers(clock: Clock): Promise<void> {
    if (this.#atWork === 0) return;
    const idle = new Promise<void>((resolve) => {
      this.#onIdle.push(resolve);
    });
    await waitAtMost(clock, mostWaitMs, idle);
  }
}

/**
 * Does work whose requests must be rejected between two controls. Where the run is lean, the one after is enough, since what
 * is accepted needs none.
 * @param work gets the control before it
 * @param isFirst it need not take turns with others if the run is lean: what they do to a user would hide what it looks for
 * @throws CheckConcluded (inconclusive) if a control is rejected
 */
export async function betweenControls<T>(
  t: CheckContext,
  operation: Operation,
  work: (before: Exchange | undefined) => Promise<T>,
  { isFirst = false }: { readonly isFirst?: boolean } = {},
): Promise<T> {
  const control = t.once(`controls of ${operation}`, () => new SharedControl());
  control.enter();
  let result: T;
  try {
    const before = await controlBefore(t, operation, control);
    result = await (takesTurns(t, operation) && !isFirst ? control.inTurn(() => work(before)) : work(before));
  } finally {
    control.leave();
  }
  await controlAfter(t, operation, control);
  return result;
}

/**
 * Where few requests may be sent, and each case may need a user: if all checks began at once and the budget ended, none of them
 * would have sent all of its cases.
 */
const takesTurns = (t: CheckContext, operation: Operation): boolean => t.effort.isLean && needsCode(operation);

/** Requires that the valid request is accepted now. @throws CheckConcluded (inconclusive) if it is rejected */
export function requireControl(t: CheckContext, operation: Operation): Promise<Exchange> {
  return controlAfter(
    t,
    operation,
    t.once(`controls of ${operation}`, () => new SharedControl()),
  );
}

async function controlBefore(t: CheckContext, operation: Operation, control: SharedControl) {
  // It verifies a user, who serves as a control as well.
  if (needsCode(operation) && t.users.canReadCodes && !t.effort.isLean) await t.users.prepareCodes();
  const known = lastValid(t.runContext, operation);
  const last = control.last ?? (known.isGood || !needsCode(operation) ? known.last : undefined);
  if (last !== undefined && t.clock.now() - last.startedAt < freshMs) return requireAccepted(t, last, 'before');
  if (t.effort.isLean) return undefined;
  control.before ??= keeping(control, sendControl(t.sharing('right requests'), operation)).finally(() => {
    control.before = undefined;
  });
  return requireAccepted(t, await control.before, 'before');
}

/** The latest valid request of an operation that was accepted, and whether none was rejected since. */
export function lastValid(
  { canonical, users }: RunContext,
  operation: Operation,
): { readonly last: Exchange | undefined; readonly isGood: boolean } {
  const { lastVerified = { last: undefined, isGood: false } } = users.memory;
  return needsCode(operation) ? lastVerified : canonical.of(operation);
}

async function controlAfter(t: CheckContext, operation: Operation, control: SharedControl): Promise<Exchange> {
  // Work that runs alone holds up all others: it must not wait for them.
  if (t.client.isExclusive) return requireAccepted(t, await keeping(control, sendControl(t, operation)), 'after');
  control.after ??= control.waitForOthers(t.clock).then(() => {
    control.after = undefined;
    // Without it, what was sent before would decide nothing.
    return keeping(control, sendControl(t.sharing('right requests').leaving(0), operation));
  });
  return requireAccepted(t, await control.after, 'after');
}

async function keeping(control: SharedControl, sending: Promise<Exchange>): Promise<Exchange> {
  const exchange = await sending;
  control.last = isAcceptedOrDuplicate(exchange) ? exchange : undefined;
  return exchange;
}

/** The valid request; for verify the right code of a fresh user. */
async function sendControl(t: CheckContext, operation: Operation): Promise<Exchange> {
  if (needsCode(operation)) return t.users.verify(await requirePendingUser(t));
  return sendValid(t, operation);
}

/** The valid request, changed in what must not matter. If it was lost, another one follows after a pause. */
export async function sendValid(
  t: CheckContext,
  operation: Operation,
  how: Partial<OperationRequest> = {},
): Promise<Exchange> {
  const send = async () => sendReliably(t, { ...(await validRequest(t, operation)), ...how });
  const first = await send();
  if (!mayBeOutage(first)) return first;
  await t.clock.sleep(lostPauseMs);
  return send();
}

/** Sends a request. Without a response it is sent again on a fresh connection: the target may have closed the kept one. */
export async function sendReliably(t: CheckContext, request: OperationRequest): Promise<Exchange> {
  const first = await t.send(request);
  return first.response === null ? t.send({ ...request, connection: 'fresh' }) : first;
}

function requireAccepted(t: CheckContext, exchange: Exchange, when: 'before' | 'after'): Exchange {
  t.client.noteUse([exchange]);
  const { operation } = exchange.request;
  if (!needsCode(operation) || isAcceptedOrDuplicate(exchange)) {
    t.requireAccepted(exchange, `the canonical request ${when} it`);
    return exchange;
  }
  return inconclusive(
    `the right code of a fresh user ${describeResponse(exchange)} ${when} wrong codes were sent, so a rejection would prove nothing`,
    `a target that accepts every right code (see register/then-verify) and does not lock the client, or a run with --only ${t.requirement.id}`,
    [exchange],
  );
}
