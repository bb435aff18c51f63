/** A limit on users, or on users that wait for their verification: from some registration on, the target refuses each. */
import type { Client } from '../../client/index.ts';
import { type Exchange, isAccepted } from '../../core/exchange.ts';
import { mayBeLimit } from '../traffic/limit-responses.ts';

/** Refusals that show a limit: a single one may have another reason. */
const proving = 2;

/** Registrations that were accepted before one was refused, and how. */
interface Refusal {
  readonly after: number;
  readonly status: number;
}

export class UserLimit {
  #accepted = 0;
  /** The first registration that was refused with this status: what is said of it stays the same. */
  #first: Refusal | undefined;
  #refused = 0;
  /** Whether something else was accepted while registrations were refused. */
  #isOnUsersAlone = false;
  #isRefusing = false;

  constructor(client: Pick<Client, 'listen'>) {
    client.listen((exchange) => this.#note(exchange));
  }

  /** What would let the target register more users; undefined unless it refused them, and nothing else. */
  get remedy(): string | undefined {
    if (this.#first === undefined || this.#refused < proving || !this.#isOnUsersAlone) return undefined;
    const { after, status } = this.#first;
    const registrations = after === 1 ? 'one registration' : `${after} registrations`;
    return `a higher limit on users, or on unverified users, on the target: after ${registrations} it answered ${status} to a valid one`;
  }

  #note(exchange: Exchange): void {
    const { request, response } = exchange;
    const accepted = isAccepted(exchange);
    if (request.operation !== 'register') this.#isOnUsersAlone ||= accepted && this.#isRefusing;
    else if (accepted) this.#noteAccepted();
    else if (request.canonical && response !== null && mayBeLimit(exchange)) this.#noteRefusal(response.status);
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
