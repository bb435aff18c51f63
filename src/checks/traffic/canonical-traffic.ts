/** The valid requests of the run and their results, whichever check sent them. */
import type { Client } from '../../client/index.ts';
import { type Exchange, isAccepted } from '../../core/exchange.ts';
import { textOf } from '../../core/text.ts';
import { type Operation, operations, operationTable } from '../../interface/operations.ts';
import { namesLimit } from './limit-responses.ts';

/** Rejections kept of each operation. */
const kept = 50;

interface Seen {
  accepted: number;
  rejected: number;
  /** The first that was accepted, and the last. */
  first: Exchange | undefined;
  last: Exchange | undefined;
  /** Whether none was rejected or lost since the last one that was accepted. */
  isGood: boolean;
  readonly lone: Exchange[];
  /** By what they ask for, so that a creation which the target already has is compared only with itself. */
  readonly series: Map<string, Series>;
}

/** The last of the requests that ask for the same. */
export interface Series {
  readonly wasAccepted: boolean;
  /** The last one, if it was rejected right after one that was accepted. */
  readonly open: Exchange | undefined;
}

export class CanonicalTraffic {
  readonly #seen = new Map<Operation, Seen>(
    operations.map((op) => [
      op,
      { accepted: 0, rejected: 0, first: undefined, last: undefined, isGood: false, lone: [], series: new Map() },
    ]),
  );

  constructor(client: Client) {
    client.listen((exchange) => {
      if (exchange.request.canonical) this.take(exchange);
    });
  }

  /** Takes in a valid request, also one that turned out to be valid only by its response. */
  take(exchange: Exchange): void {
    this.#seen.get(exchange.request.operation)!.isGood = isAccepted(exchange);
    if (exchange.response !== null) this.#record(exchange);
  }

  /** Of one operation; `lone` are the rejections directly between two acceptances, without those that name a limit. */
  of(operation: Operation): Readonly<Pick<Seen, 'accepted' | 'rejected' | 'first' | 'last' | 'isGood'>> & {
    readonly lone: readonly Exchange[];
  } {
    return this.#seen.get(operation)!;
  }

  #record(exchange: Exchange): void {
    const seen = this.#seen.get(exchange.request.operation)!;
    const key = askedFor(exchange);
    if (isAccepted(exchange)) {
      seen.accepted += 1;
      seen.first ??= exchange;
      seen.last = exchange;
    } else seen.rejected += 1;
    seen.series.set(key, follow(seen.series.get(key), exchange, seen.lone));
  }
}

/**
 * The series with one more exchange. Adds the one before to `between` if it was rejected between two acceptances, with a
 * status that names no limit.
 */
export function follow(before: Series | undefined, exchange: Exchange, between: Exchange[]): Series {
  if (!isAccepted(exchange)) return { wasAccepted: false, open: before?.wasAccepted === true ? exchange : undefined };
  const open = before?.open;
  if (open !== undefined && !namesLimit(open) && between.length < kept) between.push(open);
  return { wasAccepted: true, open: undefined };
}

/** Registrations and verifications ask for the same with other values: a fresh e-mail, its code. */
function askedFor({ request: { operation, target, body } }: Exchange): string {
  return operationTable[operation].consumes === 'event' && body !== null ? textOf(body) : target;
}
