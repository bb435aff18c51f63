/**
 * Bodies of creations that should be accepted. The canonical one, as long as the target takes it again; a server may
 * refuse a repeated identical creation, and then each next body names another mixture of the configured ids.
 */
import type { Client } from '../client/index.ts';
import type { Settings } from '../core/config.ts';
import { type Exchange, hasValidToken, isAccepted } from '../core/exchange.ts';
import { mayBeOutage } from '../core/outage.ts';
import { textOf } from '../core/text.ts';
import { operationTable } from '../interface/operations.ts';
import type { CheckContext } from './check-context.ts';

export interface CreationBody {
  readonly limit: number;
  readonly profileIds: readonly string[];
  readonly calendarIds: readonly string[];
}

export class Creations {
  readonly #fixtures: Settings['fixtures'];
  readonly #accepted = new Map<string, Exchange>();
  /** Bodies for which the target may already have an event, though no response of the run says so. */
  readonly #uncertain = new Set<string>();
  #repeatsRefused = false;
  #repeatsAccepted = false;
  #mixtures: Iterator<CreationBody> | undefined;
  #unused: CreationBody[] | undefined;

  constructor(client: Client) {
    this.#fixtures = client.settings.fixtures;
    if (client.settings.run.eventExists === true) this.#uncertain.add(JSON.stringify(this.canonical));
    client.listen((exchange) => this.#note(exchange));
  }

  /** The canonical body, as it was first accepted in this run. */
  get accepted(): Exchange | undefined {
    return this.#accepted.get(JSON.stringify(this.canonical));
  }

  /** Learns whether the target takes a body twice, and marks what may be rejected as a repetition. */
  #note(exchange: Exchange): void {
    const body = plainBodyOf(exchange);
    if (body === undefined) return;
    if (isAccepted(exchange)) {
      if (this.#accepted.has(body)) this.#repeatsAccepted = true;
      else this.#accepted.set(body, exchange);
      return;
    }
    if (mayBeOutage(exchange)) this.#uncertain.add(body);
    const isMixture = isMixtureOf(this.canonical, body);
    if (!this.#repeatsAccepted && repetitionStatuses.has(exchange.response?.status ?? 0))
      if (this.#accepted.has(body) || this.#uncertain.has(body) || (isMixture && this.#repeatsRefused))
        repetitions.add(exchange);
    if (exchange.request.canonical && isDuplicate(exchange)) this.#repeatsRefused = true;
  }

  get canonical(): CreationBody {
    return operationTable.create.canonical(this.#fixtures).body;
  }

  /** Whether any creation was accepted in this run. */
  get isUsed(): boolean {
    return this.#accepted.size > 0;
  }

  /** Whether the target was seen to refuse a creation that it already has. */
  get repeatsRefused(): boolean {
    return this.#repeatsRefused;
  }

  /** Whether the target was seen to take a body that it already has. */
  get repeatsAccepted(): boolean {
    return this.#repeatsAccepted;
  }

  isCanonical(body: object): boolean {
    return JSON.stringify(body) === JSON.stringify(this.canonical);
  }

  /** The next body that should be accepted. */
  next(): CreationBody {
    // A lock between writers rejects parallel creations with the statuses of a repetition.
    if (!this.#repeatsRefused || this.#repeatsAccepted) return this.canonical;
    this.#mixtures ??= withoutReserved(mixtures(this.canonical));
    const { value, done } = this.#mixtures.next();
    return done === true ? this.canonical : value;
  }

  /** A body that {@link next} never gives, as long as there is one: other checks cannot have used it up. */
  unused(): CreationBody {
    this.#unused ??= [...firstOf(mixtures(this.canonical), reserved.to)].slice(reserved.from);
    return this.#unused.shift() ?? this.next();
  }
}

/** Places of the mixtures that are kept for {@link Creations.unused}: enough for a check and its repetitions. */
const reserved = { from: 18, to: 42 } as const;

function* firstOf<T>(all: Iterable<T>, count: number): Generator<T> {
  let place = 0;
  for (const one of all) {
    if (place === count) return;
    place += 1;
    yield one;
  }
}

function* withoutReserved<T>(all: Iterable<T>): Generator<T> {
  let place = 0;
  for (const one of all) {
    if (place < reserved.from || place >= reserved.to) yield one;
    place += 1;
  }
}

/** Every order and choice of ids under every limit from the canonical one down, the canonical body itself left out. */
function* mixtures({ limit, profileIds, calendarIds }: CreationBody): Generator<CreationBody> {
  let first = true;
  for (let size = limit; size >= 1; size -= 1)
    for (const profiles of choices(profileIds))
      for (const calendars of choices(calendarIds)) {
        if (!first) yield { limit: size, profileIds: profiles, calendarIds: calendars };
        first = false;
      }
}

/** Whether a body is one of the mixtures, and not the canonical one with a field that is missing or wrong. */
function isMixtureOf(canonical: CreationBody, text: string): boolean {
  const [, size, rest] = /^{"limit":(\d+)(,.*)$/.exec(text) ?? [];
  if (rest === undefined || Number(size) < 1 || Number(size) > canonical.limit || text === JSON.stringify(canonical))
    return false;
  return choices(canonical.profileIds).some((profileIds) =>
    choices(canonical.calendarIds).some(
      (calendarIds) => rest === JSON.stringify({ profileIds, calendarIds }).replace('{', ','),
    ),
  );
}

/** The whole list, its reverse, then each id alone. */
function choices(ids: readonly string[]): (readonly string[])[] {
  return ids.length < 2 ? [ids] : [ids, [...ids].reverse(), ...ids.map((id) => [id])];
}

/** Statuses that may say that something exists already, or that ids do not belong together; not those of a token or a limit. */
const repetitionStatuses: ReadonlySet<number> = new Set([400, 404, 409, 412, 422]);

/**
 * Rejections of a body that the target has accepted before, or may have, and of mixtures on a target that refuses repetitions: it need
 * not accept any other body than the configured one. None on a target that was seen to accept one body twice.
 */
const repetitions = new WeakSet<Exchange>();

/** The body of a creation with the valid token that differs from the canonical one in nothing else. */
function plainBodyOf({ request }: Exchange): string | undefined {
  const { operation, proper, body, headers } = request;
  if (operationTable[operation].consumes !== 'event' || !proper || body === null) return undefined;
  if (!hasValidToken(request)) return undefined;
  const isJson = headers.some(([name, value]) => name.toLowerCase() === 'content-type' && value === 'application/json');
  return isJson ? textOf(body) : undefined;
}

/** The answer says that the target has this already (409), or may say so; see {@link Creations}. */
export function isDuplicate(exchange: Exchange): boolean {
  if (repetitions.has(exchange)) return true;
  return operationTable[exchange.request.operation].consumes === 'event' && exchange.response?.status === 409;
}

/**
 * A creation with this body; one for all checks that look at the same, unless nothing is left out for its cost. The canonical one
 * is sent only if it was not accepted before.
 */
export function sendCreation(t: CheckContext, body: object): Promise<Exchange> {
  const send = (first: CheckContext) => first.send({ operation: 'create', body });
  // Work that runs alone holds up all other requests: it would wait for ever for one of them.
  if (t.effort.isExhaustive || t.client.runsAlone) return send(t);
  return t.once(keyOf(body), async (first) => {
    const { accepted } = first.creations;
    if (accepted === undefined || !first.creations.isCanonical(body)) return send(first);
    first.client.noteUse([accepted]);
    return accepted;
  });
}

const keyOf = (body: object): string => `creation ${JSON.stringify(body)}`;

/** Whether a check has sent this creation, or is sending it: {@link sendCreation} then returns that exchange. */
export const isCreationSent = ({ runContext }: CheckContext, body: object): boolean => runContext.memo.has(keyOf(body));
