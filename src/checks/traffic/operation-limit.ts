/** A limit on users, on users that wait for their verification, or on events: from some request on, the target refuses each. */
import type { Client } from '../../client/index.ts';
import { type Exchange, isAccepted } from '../../core/exchange.ts';
import { mayBeLimit } from './limit-responses.ts';

/** Refusals that show a limit: a single one may have another reason. */
const proving = 2;

/** Requests that were accepted before one was refused, and how. */
interface Refusal {
  readonly after: number;
  readonly status: number;
}

interface Limited {
  readonly operation: 'register' | 'create';
  /** What is limited. */
  readonly what: string;
  /** One accepted request. */
  readonly one: string;
  /** Statuses with another meaning, such as that the event exists. */
  readonly others: readonly number[];
}

export const limitedUsers: Limited = {
  operation: 'register',
  what: 'users, or on unverified users,',
  one: 'registration',
  others: [],
};
export const limitedEvents: Limited = { operation: 'create', what: 'events', one: 'creation', others: [409, 423] };

export class OperationLimit {
  readonly #limited: Limited;
  #accepted = 0;
  /** The first request that was refused with the latest status, so that the advice stays the same. */
  #first: Refusal | undefined;
  #refused = 0;
  /** Whether something else was accepted while these were refused. */
  #isAlone = false;
  #isRefusing = false;

  constructor(client: Pick<Client, 'listen'>, limited: Limited) {
    this.#limited = limited;
    client.listen((exchange) => this.#note(exchange));
  }

  /** The change that would let the target accept more; undefined unless it refused these, and nothing else. */
  get remedy(): string | undefined {
    if (this.#first === undefined || this.#refused < proving || !this.#isAlone) return undefined;
    const { after, status } = this.#first;
    const { what, one } = this.#limited;
    const accepted = after === 1 ? `one ${one}` : `${after} ${one}s`;
    return `a higher limit on ${what} on the target: after ${accepted} it answered ${status} to a valid one`;
  }

  #note(exchange: Exchange): void {
    const { request, response } = exchange;
    const accepted = isAccepted(exchange);
    const { operation, others } = this.#limited;
    if (request.operation !== operation) this.#isAlone ||= accepted && this.#isRefusing;
    else if (accepted) this.#noteAccepted();
    else if (request.canonical && response !== null && mayBeLimit(exchange) && !others.includes(response.status))
      this.#noteRefusal(response.status);
  }

  #noteAccepted(): void {
    this.#accepted += 1;
    this.#isRefusing = false;
  }

  #noteRefusal(status: number): void {
    if (this.#accepted === 0) return;
    this.#isRefusing = true;
    this.#refused += 1;
    if (this.#first?.status !== status) this.#first = { after: this.#accepted, status };
  }
}
