/**
 * Bodies of creations that should be accepted. The canonical one, as long as the target takes it again; a server may
 * refuse a repeated identical creation (409), and then each next body names another mixture of the configured ids.
 */
import type { Client } from '../client/index.ts';
import type { Settings } from '../core/config.ts';
import type { Exchange } from '../core/exchange.ts';
import { operationTable } from '../interface/operations.ts';
import type { CheckContext } from './check-context.ts';

export interface CreationBody {
  readonly limit: number;
  readonly profileIds: readonly string[];
  readonly calendarIds: readonly string[];
}

export class Creations {
  readonly #fixtures: Settings['fixtures'];
  #repeatsRefused = false;
  #mixtures: Iterator<CreationBody> | undefined;

  constructor(client: Client) {
    this.#fixtures = client.settings.fixtures;
    client.listen((exchange) => {
      if (exchange.request.canonical && isDuplicate(exchange)) this.#repeatsRefused = true;
    });
  }

  get canonical(): CreationBody {
    return operationTable.create.canonical(this.#fixtures).body;
  }

  /** Whether the target was seen to refuse a creation that it already has. */
  get repeatsRefused(): boolean {
    return this.#repeatsRefused;
  }

  /** The next body that should be accepted. */
  next(): CreationBody {
    if (!this.#repeatsRefused) return this.canonical;
    this.#mixtures ??= mixtures(this.canonical);
    const { value, done } = this.#mixtures.next();
    return done === true ? this.canonical : value;
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

/** The whole list, its reverse, then each id alone. */
function choices(ids: readonly string[]): (readonly string[])[] {
  return ids.length < 2 ? [ids] : [ids, [...ids].reverse(), ...ids.map((id) => [id])];
}

/** The answer says that the target has this already (409). */
export function isDuplicate(exchange: Exchange): boolean {
  return operationTable[exchange.request.operation].consumes === 'event' && exchange.response?.status === 409;
}

/** A creation with this body; where the run is lean, one for all checks that look at the same. */
export function sendCreation(t: CheckContext, body: object): Promise<Exchange> {
  return t.share(`creation ${JSON.stringify(body)}`, (first) => first.send({ operation: 'create', body }));
}
