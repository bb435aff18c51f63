/**
 * Counts and lists what a run creates: users and events stay on the target. A request that may create something is sent only
 * while the limits of the run allow it, whatever those in flight turn out to create. What is left of a limit in the end is kept
 * for confirmations: a finding that cannot be confirmed was found in vain.
 */
import { type Exchange, isAccepted, isJsonSuccess, type SentRequest } from '../core/exchange.ts';
import type { CreationLimits, LeftBehind, LeftEvent, LeftUser } from '../core/left-behind.ts';
import { jsonOfSent } from '../core/sent-body.ts';
import { operationTable } from '../interface/operations.ts';
import { parsePage } from '../schema/page.ts';
import { NotSent } from './not-sent.ts';
import { maskedValue } from './secrets/masked-value.ts';
import type { Secrets } from './secrets/secrets.ts';

type Kind = keyof CreationLimits;

/** Share of a limit that is kept for confirmations. */
const confirmationShare = 1 / 8;
/** Items listed of an event. */
const listedItems = 20;

/** A request that may create something, from its sending on. */
export interface Reservation {
  /** Waited for before it is sent; undefined if it need not wait. */
  readonly turn: Promise<void> | undefined;
  /** Called once, with the exchange if there was one. */
  settle(exchange: Exchange | undefined): void;
}

export class CreationLedger {
  readonly #limits: CreationLimits | undefined;
  readonly #secrets: Secrets | undefined;
  readonly #users: LeftUser[] = [];
  /** In that list, by e-mail. */
  readonly #places = new Map<string, number>();
  readonly #events: LeftEvent[] = [];
  readonly #inFlight: { [kind in Kind]: number } = { users: 0, events: 0 };
  readonly #waiting: (() => void)[] = [];
  /** How many of each list were told. */
  readonly #told: { [kind in Kind]: number } = { users: 0, events: 0 };

  /** @param secrets masked in what a target returned; e-mails stay as they are, since they name what is left */
  constructor(limits: CreationLimits | undefined, secrets?: Secrets) {
    this.#limits = limits;
    this.#secrets = secrets;
  }

  get leftBehind(): LeftBehind {
    return this.#masked(this.#users, [...this.#events]);
  }

  /** Users and events created since the last call; undefined if there are none. */
  takeNew(): LeftBehind | undefined {
    const { users, events } = this.#told;
    if (users === this.#users.length && events === this.#events.length) return undefined;
    this.#told.users = this.#users.length;
    this.#told.events = this.#events.length;
    return this.#masked(this.#users.slice(users), this.#events.slice(events));
  }

  #masked(users: readonly LeftUser[], events: readonly LeftEvent[]): LeftBehind {
    return { users, events: this.#secrets === undefined ? events : maskedValue(events, this.#secrets) };
  }

  /** Undefined for a request that creates nothing. */
  reserve(sent: SentRequest, confirming: boolean): Reservation | undefined {
    const kind = kindOf(sent);
    if (kind === undefined) return undefined;
    let isSent = this.#enter(kind, confirming);
    const wait = async () => {
      await this.#waitFor(kind, confirming);
      isSent = true;
    };
    const turn = isSent ? undefined : wait();
    return {
      turn,
      settle: (exchange) => {
        if (!isSent) return;
        this.#inFlight[kind] -= 1;
        if (exchange !== undefined) this.#note(kind, exchange);
        for (const go of this.#waiting.splice(0)) go();
      },
    };
  }

  /** Whether it may be sent now, whatever becomes of the others. */
  #enter(kind: Kind, confirming: boolean): boolean {
    if (this.#created(kind) + this.#inFlight[kind] >= this.#limitOf(kind, confirming)) return false;
    this.#inFlight[kind] += 1;
    return true;
  }

  async #waitFor(kind: Kind, confirming: boolean): Promise<void> {
    while (this.#created(kind) < this.#limitOf(kind, confirming)) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
      if (this.#enter(kind, confirming)) return;
    }
    const flag = kind === 'users' ? '--max-users' : '--max-events';
    throw new NotSent('creations', `the run has created ${this.#created(kind)} ${kind}, and may not create more`, flag);
  }

  #created(kind: Kind): number {
    return kind === 'users' ? this.#users.length : this.#events.length;
  }

  #limitOf(kind: Kind, confirming: boolean): number {
    const limit = this.#limits?.[kind] ?? Number.POSITIVE_INFINITY;
    return confirming ? limit : Math.ceil(limit * (1 - confirmationShare));
  }

  #note(kind: Kind, exchange: Exchange): void {
    const { request, response, failure } = exchange;
    const isUncertain = request.proper && response === null && failure?.kind !== 'refused';
    const isCreated = request.proper ? isAccepted(exchange) : isJsonSuccess(response);
    if (!isCreated && !isUncertain) return;
    const common = {
      at: new Date(exchange.startedAt).toISOString(),
      ...(isUncertain ? { uncertain: true as const } : {}),
    };
    const body = bodyOf(exchange);
    if (kind === 'users') this.#noteUser({ email: String(body['email']), ...common });
    else {
      const { limit, profileIds, calendarIds } = body;
      const items = parsePage(exchange.response)?.data.slice(0, listedItems) ?? [];
      this.#events.push({ limit, profileIds, calendarIds, items, ...common });
    }
  }

  /** An e-mail that is registered again is no other account; what got no response before is certain then. */
  #noteUser(user: LeftUser): void {
    const known = this.#places.get(user.email);
    if (known !== undefined && user.uncertain === true) return;
    const place = known ?? this.#users.length;
    if (user.email.includes('@')) this.#places.set(user.email, place);
    this.#users[place] = user;
  }
}

/** A request to an operation that creates may create something even without a token, with a wrong value or on another path. */
function kindOf({ operation, method }: SentRequest): Kind | undefined {
  if (method !== 'POST') return undefined;
  const { consumes } = operationTable[operation];
  if (consumes === 'email') return 'users';
  return consumes === 'event' ? 'events' : undefined;
}

/** The body that was sent; empty if it is not an object, or is long. */
function bodyOf({ request: { body } }: Exchange): Readonly<Record<string, unknown>> {
  const value = jsonOfSent(body);
  return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {};
}
