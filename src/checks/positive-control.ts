/**
 * Twins: a request that must be refused proves nothing unless the same request put right is accepted before and after
 * it (an outage, a throttle or an expired token refuse as well). Twins cost requests, so attempts that wait at the same
 * time, of whichever check, go out together as one wave between two twins. An attempt is sent by its own check; the
 * wave only opens and closes the way.
 */

import type { Client } from '../client/index.ts';
import { type Exchange, isAccepted, type OperationRequest } from '../core/exchange.ts';
import {
  needsCode,
  type Operation,
  type OperationWithCode,
  type OperationWithoutCode,
} from '../interface/operations.ts';
import type { CheckContext } from './check-context.ts';
import { isDuplicate } from './creations.ts';
import type { RunContext } from './run-context.ts';
import { Users } from './users.ts';
import { requirePendingUser, validRequest, verificationBody } from './valid-request.ts';

/** One attempt, with the twins around it. */
export interface ControlledAttempt {
  readonly exchange: Exchange;
  readonly before: Exchange;
  readonly after: Exchange;
  /** Both twins were recognised: the refusal, if it is one, is owed to what is wrong with the attempt. */
  readonly conclusive: boolean;
}

/** Attempts of one wave. A code may be voided or its user locked by what a server counts as wrong tries. */
const waveSize: { readonly [op in Operation]: number } = { create: 32, register: 32, verify: 10, logs: 32 };
/** Waves of verify have a user each and may overlap: codes can be seconds late. */
const wavesAtOnce: { readonly [op in Operation]: number } = { create: 1, register: 1, verify: 3, logs: 1 };
/** A twin this young serves the next wave too, ms. */
const freshMs = 500;

/** Accepted; or, for a creation, answered that the target has it already: the token was recognised either way. */
export function isAcceptedOrDuplicate(exchange: Exchange): boolean {
  return isAccepted(exchange) || isDuplicate(exchange);
}

interface Batch {
  readonly before: Exchange;
  /** For verify that of the wave's user; else a new one of the sender's own. */
  readonly request: (users: Users) => OperationRequest;
  /** Says that one attempt is done; gives the twin that follows the last of them. */
  leave(): Promise<Exchange>;
}

/** Through which something is sent. */
interface Sender {
  readonly client: Client;
  readonly users: Users;
}

interface QueuedAttempt {
  readonly alone: boolean;
  readonly open: (wave: Batch) => void;
  readonly refuse: (reason: unknown) => void;
}

/** Refusals kept of an operation, to be looked at again at the end of the run. */
const refusalsKept = 200;

export class PositiveControls {
  readonly #context: RunContext;
  readonly #waiting: { readonly [op in Operation]: QueuedAttempt[] } = {
    create: [],
    register: [],
    verify: [],
    logs: [],
  };
  readonly #open: { [op in Operation]: number } = { create: 0, register: 0, verify: 0, logs: 0 };
  readonly #due = new Set<Operation>();
  readonly #last = new Map<Operation, { readonly twin: Exchange; readonly at: number }>();

  readonly #refusals: { readonly [op in Operation]: Exchange[] } = { create: [], register: [], verify: [], logs: [] };

  constructor(context: RunContext) {
    this.#context = context;
    context.client.listen((exchange) => {
      const { operation, authorization, tenant, proper } = exchange.request;
      const unauthorised = authorization !== 'Bearer {token}' && tenant !== 'otherTenant';
      if (unauthorised && proper && exchange.response !== null && !isAccepted(exchange))
        if (this.#refusals[operation].length < refusalsKept) this.#refusals[operation].push(exchange);
    });
  }

  /** Refusals of requests without the good token, whichever check sent them (the first ones of the run). */
  refusals(operation: Operation): readonly Exchange[] {
    return this.#refusals[operation];
  }

  /**
   * Sends the operation's valid request, changed by `how` in the one way that must be refused. `alone` gives it a wave,
   * and for verify a user, of its own. Throws `inconclusive` where verify has no pending user.
   */
  async attempt(
    trial: CheckContext,
    operation: Operation,
    how: Partial<OperationRequest>,
    alone = false,
  ): Promise<ControlledAttempt> {
    const wave = await new Promise<Batch>((open, refuse) => {
      this.#waiting[operation].push({ alone, open, refuse });
      this.#soon(operation);
    });
    let exchange: Exchange;
    try {
      exchange = await trial.send({ ...wave.request(trial.users), ...how });
    } catch (error) {
      wave.leave().catch(() => undefined);
      throw error;
    }
    const { before } = wave;
    const after = await wave.leave();
    return { exchange, before, after, conclusive: isAcceptedOrDuplicate(before) && isAcceptedOrDuplicate(after) };
  }

  /** The valid request itself, with the good token. */
  sendControl(trial: CheckContext, operation: OperationWithoutCode): Promise<Exchange> {
    return this.#send(trial, operation);
  }

  #send({ client, users }: Sender, operation: OperationWithoutCode): Promise<Exchange> {
    return client.send({ ...this.#request(operation, users), canonical: true });
  }

  #request(operation: OperationWithoutCode, users: Users): OperationRequest {
    // A creation that is repeated may be answered 409, which recognises the token without using up a configured id.
    return validRequest({ users, creations: this.#context.creations }, operation, 'repeated');
  }

  /** What is asked for by then goes out together. */
  #soon(operation: Operation): void {
    if (this.#due.has(operation)) return;
    this.#due.add(operation);
    setTimeout(() => {
      this.#due.delete(operation);
      this.#flush(operation);
    }, 0);
  }

  #flush(operation: Operation): void {
    const waiting = this.#waiting[operation];
    while (waiting.length > 0 && this.#open[operation] < wavesAtOnce[operation]) {
      const together = waiting.findIndex((entrant) => entrant.alone);
      const size = together === 0 ? 1 : together > 0 ? Math.min(together, waveSize[operation]) : waveSize[operation];
      void this.#wave(operation, waiting.splice(0, size));
    }
  }

  async #wave(operation: Operation, entrants: readonly QueuedAttempt[]): Promise<void> {
    this.#open[operation] += 1;
    let left = entrants.length;
    const ended = () => {
      this.#open[operation] -= 1;
      this.#flush(operation);
    };
    try {
      const { before, request, close } = await (needsCode(operation)
        ? this.#pending(operation)
        : this.#opened(operation));
      let closed: (after: Promise<Exchange>) => void = () => undefined;
      const after = new Promise<Exchange>((resolve) => {
        closed = resolve;
      });
      after.catch(() => undefined).finally(ended);
      const leave = (): Promise<Exchange> => {
        left -= 1;
        if (left === 0) closed(close());
        return after;
      };
      for (const entrant of entrants) entrant.open({ before, request, leave });
    } catch (error) {
      for (const entrant of entrants) entrant.refuse(error);
      ended();
    }
  }

  /** What a wave sends by itself counts for none of those in it. */
  get #sender(): Sender {
    const client = this.#context.client.sharing('twins');
    return { client, users: new Users(client, this.#context.users.memory) };
  }

  async #opened(operation: OperationWithoutCode) {
    const last = this.#last.get(operation);
    const young = last !== undefined && Date.now() - last.at < freshMs && isAcceptedOrDuplicate(last.twin);
    const before = young ? last.twin : await this.#send(this.#sender, operation);
    const close = async () => {
      const twin = await this.#send(this.#sender, operation);
      this.#last.set(operation, { twin, at: Date.now() });
      return twin;
    };
    return { before, request: (users: Users) => this.#request(operation, users), close };
  }

  /** The twin before is the user's registration: its code serves only once, after the wave. */
  async #pending(operation: OperationWithCode) {
    const { users } = this.#sender;
    const user = await requirePendingUser({ users });
    return {
      before: user.registered,
      request: (): OperationRequest => ({ operation, body: verificationBody(user) }),
      close: () => users.verify(user),
    };
  }
}
