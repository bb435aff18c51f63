/**
 * Positive controls: a request that must be rejected proves nothing unless the same request put right is accepted before
 * and after it, since an outage, a throttle or an expired token reject as well. Controls cost requests, so attempts that
 * wait at the same time, of whichever check, go out together as one batch between two controls. Each attempt is sent by
 * the check that asks for it; the batch decides only when.
 */
import type { Client } from '../../client/index.ts';
import { type Exchange, isAccepted, type OperationRequest } from '../../core/exchange.ts';
import { mayBeOutage } from '../../core/outage.ts';
import {
  needsCode,
  type Operation,
  type OperationWithCode,
  type OperationWithoutCode,
} from '../../interface/operations.ts';
import type { CheckContext } from '../check-context.ts';
import { isDuplicate } from '../creations.ts';
import type { RunContext } from '../run-context.ts';
import { Users } from '../users/users.ts';
import { requirePendingUser, validRequest, verificationBody } from '../valid-request.ts';

/** One attempt, with the positive controls around it. */
export interface ControlledAttempt {
  readonly exchange: Exchange;
  readonly before: Exchange;
  readonly after: Exchange;
  /** Both controls were accepted: a rejection is due to what is wrong with the attempt. */
  readonly conclusive: boolean;
}

/** Largest number of attempts in a batch. */
const batchSize = 32;
/** The same after the control of a batch was rejected: a server may void a code, or lock its user, after some wrong attempts. */
const cautiousSize = 10;
/** Batches that may be open at once. Those that need a code have a user each, and codes can be seconds late. */
const openBatches = (operation: Operation): number => (needsCode(operation) ? 3 : 1);
/** Age up to which the control after one batch is also the control before the next, ms. */
const freshMs = 2000;

/** Accepted; or, for a creation, answered that the target has it already: the token was accepted either way. */
export function isAcceptedOrDuplicate(exchange: Exchange): boolean {
  return isAccepted(exchange) || isDuplicate(exchange);
}

/** An error of the control after a batch is met by each of its members. */
const ignore = (): undefined => undefined;

/** What each attempt of a batch is given. */
interface Batch {
  readonly before: Exchange;
  /** The valid request: for verify that of the user of the batch, else a new one made for the sender. */
  readonly request: (users: Users) => OperationRequest;
  /** Reports that one attempt is done; resolves with the control that follows the last of them. */
  leave(): Promise<Exchange>;
}

/** A batch before its members are counted. */
interface OpenedBatch extends Omit<Batch, 'leave'> {
  close(): Promise<Exchange>;
}

interface QueuedAttempt {
  readonly alone: boolean;
  readonly open: (batch: Batch) => void;
  readonly abandon: (reason: unknown) => void;
}

/** The attempts of one operation that wait, and its batches. */
class Queue {
  batchSize = batchSize;
  readonly waiting: QueuedAttempt[] = [];
  open = 0;
  /** Adds another attempt to the batch that was opened last; undefined once that is full, or all of its members are done. */
  join: () => Batch | undefined = () => undefined;
  /** Whether the batches are about to be formed, from all attempts queued by then. */
  isDue = false;
  last: Exchange | undefined;
}

export class PositiveControls {
  readonly #context: RunContext;
  readonly #queues: { readonly [op in Operation]: Queue } = {
    create: new Queue(),
    register: new Queue(),
    verify: new Queue(),
    logs: new Queue(),
  };

  constructor(context: RunContext) {
    this.#context = context;
  }

  /**
   * Sends the operation's valid request, changed by `how` in the one way that must be rejected.
   * @param alone sends it in a separate batch, and for verify with a separate user
   * @throws CheckConcluded (inconclusive) if verify has no pending user
   */
  async attempt(
    t: CheckContext,
    operation: Operation,
    how: Partial<OperationRequest>,
    alone = false,
  ): Promise<ControlledAttempt> {
    const queue = this.#queues[operation];
    // Work that runs alone must not wait for what others send.
    const joined = alone || t.client.runsAlone ? undefined : queue.join();
    const batch =
      joined ??
      (await new Promise<Batch>((open, abandon) => {
        queue.waiting.push({ alone, open, abandon });
        this.#formSoon(operation);
      }));
    let exchange: Exchange;
    try {
      exchange = await t.send({ ...batch.request(t.users), ...how });
    } catch (error) {
      batch.leave().catch(ignore);
      throw error;
    }
    const { before } = batch;
    const after = await batch.leave();
    const conclusive = [before, after].every(isAcceptedOrDuplicate) && !t.client.troubles.isDoubtful(exchange);
    return { exchange, before, after, conclusive };
  }

  #request(operation: OperationWithoutCode, users: Users): OperationRequest {
    // A creation that is repeated may be answered 409, which accepts the token without using up a configured id.
    return validRequest({ users, creations: this.#context.creations }, operation, 'repeated');
  }

  #formSoon(operation: Operation): void {
    const queue = this.#queues[operation];
    if (queue.isDue) return;
    queue.isDue = true;
    this.#context.client.clock.startTimer(0, () => {
      queue.isDue = false;
      this.#form(operation);
    });
  }

  #form(operation: Operation): void {
    const queue = this.#queues[operation];
    const most = queue.batchSize;
    while (queue.waiting.length > 0 && queue.open < openBatches(operation)) {
      const together = queue.waiting.findIndex(({ alone }) => alone);
      const size = together === 0 ? 1 : together > 0 ? Math.min(together, most) : most;
      void this.#run(operation, queue.waiting.splice(0, size));
    }
  }

  async #run(operation: Operation, members: readonly QueuedAttempt[]): Promise<void> {
    const queue = this.#queues[operation];
    queue.open += 1;
    let size = members.length;
    let left = size;
    const ended = () => {
      queue.open -= 1;
      this.#form(operation);
    };
    try {
      const { before, request, close } = await this.#open(operation);
      let closed: (after: Promise<Exchange>) => void = () => undefined;
      const after = new Promise<Exchange>((resolve) => {
        closed = resolve;
      });
      after.catch(ignore).finally(ended);
      const leave = (): Promise<Exchange> => {
        left -= 1;
        if (left === 0) closed(close());
        return after;
      };
      after.then((control) => {
        if (needsCode(operation) && !isAccepted(control)) queue.batchSize = cautiousSize;
      }, ignore);
      const batch: Batch = { before, request, leave };
      const isAlone = members.some(({ alone }) => alone);
      if (!isAlone)
        queue.join = () => {
          if (left === 0 || size >= queue.batchSize) return undefined;
          size += 1;
          left += 1;
          return batch;
        };
      for (const member of members) member.open(batch);
    } catch (error) {
      for (const member of members) member.abandon(error);
      ended();
    }
  }

  #open(operation: Operation): Promise<OpenedBatch> {
    // What a batch sends for all of its members counts for none of them.
    const client = this.#context.client.sharing('positive controls');
    const users = new Users(client, this.#context.users.memory);
    return needsCode(operation) ? this.#openWithUser(operation, users) : this.#openBetween(operation, client, users);
  }

  async #openBetween(operation: OperationWithoutCode, client: Client, users: Users): Promise<OpenedBatch> {
    const queue = this.#queues[operation];
    const send = async () => {
      const first = await client.send({ ...this.#request(operation, users), canonical: true });
      if (!mayBeOutage(first)) return first;
      return client.send({ ...this.#request(operation, users), canonical: true, connection: 'fresh' });
    };
    const isFresh = (one: Exchange | undefined) =>
      one !== undefined && client.clock.now() - one.startedAt < freshMs && isAcceptedOrDuplicate(one);
    const known = [queue.last, this.#context.canonical.of(operation).last].find(isFresh);
    const before = known ?? (await send());
    const close = async () => {
      const control = await send();
      queue.last = control;
      return control;
    };
    return { before, request: (sender) => this.#request(operation, sender), close };
  }

  /** The control before is the user's registration: its code serves only once, after the batch. */
  async #openWithUser(operation: OperationWithCode, users: Users): Promise<OpenedBatch> {
    const user = await requirePendingUser({ users });
    return {
      before: user.registered,
      request: () => ({ operation, body: verificationBody(user) }),
      close: () => users.verify(user),
    };
  }
}
