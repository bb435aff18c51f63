/**
 * Judges requests that must be refused for their token, or its lack. One that is accepted counts when it happens again
 * with fresh values; one that is refused counts when its controls were recognised.
 */
import {
  type CheckContext,
  type ControlledAttempt,
  describeResponse,
  type Exchange,
  type Finding,
  inconclusive,
  isAccepted,
  isAcceptedOrDuplicate,
  isDuplicate,
  needsCode,
  type Operation,
  type OperationRequest,
  type PositiveControls,
  type Proof,
  parsePage,
} from '../../src/suite.ts';
import { endpointOf } from '../lib/per-operation.ts';

/** A request that differs from the valid one in what the label says. */
export interface Attempt {
  /** Ends a sentence: "without an Authorization header", "with the good token cut at the end by 1". */
  readonly label: string;
  readonly how: Partial<OperationRequest>;
}

export const withoutHeader: Attempt = { label: 'without an Authorization header', how: { authorization: null } };
/** Refused by whatever looks at the token at all. */
export const withMadeUpToken: Attempt = {
  label: 'with a made-up token',
  how: { authorization: 'Bearer madeup-4f9a2c71d0e85b36' },
};

const bare = new WeakMap<object, Map<Operation, Promise<ControlledAttempt>>>();

/** The request without the header among its controls; at depth quick the rows share one. */
export function bareTry(t: CheckContext, operation: Operation): Promise<ControlledAttempt> {
  const known = bare.get(t.runContext) ?? new Map<Operation, Promise<ControlledAttempt>>();
  bare.set(t.runContext, known);
  const shared = t.effort.isLean ? known.get(operation) : undefined;
  const sent = shared ?? t.attempt(operation, withoutHeader.how);
  known.set(operation, sent);
  return sent;
}

/** "answered 200 with 20 items". */
export function describePage(exchange: Exchange): string {
  const page = parsePage(exchange.response);
  if (page === undefined) return describeResponse(exchange);
  return `${describeResponse(exchange)} with ${page.data.length} ${page.data.length === 1 ? 'item' : 'items'}`;
}

/** "POST /v2/auth/register without an Authorization header". */
export const describeAttempt = (operation: Operation, label: string): string => `${endpointOf[operation]} ${label}`;

/** The attempts of one row: what was decided, and what was not. */
export class Attempts {
  readonly #t: CheckContext;
  readonly #operation: Operation;
  readonly #controls: PositiveControls;
  #meaningful = 0;
  #undecided: ControlledAttempt | undefined;
  #undecidedCount = 0;

  constructor(t: CheckContext, operation: Operation) {
    this.#t = t;
    this.#operation = operation;
    this.#controls = t.controls;
  }

  /** Sends an attempt among its controls; gives what is wrong where it was accepted, twice. */
  async refused({ label, how }: Attempt): Promise<Finding | undefined> {
    const first = await this.#try(how, false);
    if (isAccepted(first.exchange)) return this.#confirmed(label, how, first);
    if (first.conclusive) {
      this.#meaningful += 1;
      return undefined;
    }
    // The wave may have been too much for its user, or its twin met a bad moment: once more, alone.
    const alone = await this.#try(how, true);
    if (isAccepted(alone.exchange)) return this.#confirmed(label, how, alone);
    if (alone.conclusive) this.#meaningful += 1;
    else {
      this.#undecided = alone;
      this.#undecidedCount += 1;
    }
    return undefined;
  }

  async #try(how: Attempt['how'], alone: boolean): Promise<ControlledAttempt> {
    const tried = await (how === withoutHeader.how && !alone
      ? bareTry(this.#t, this.#operation)
      : this.#controls.attempt(this.#t, this.#operation, how, alone));
    // A creation that the target has already is answered 409, perhaps before anyone looks at the token.
    if (!isDuplicate(tried.exchange)) return tried;
    return this.#controls.attempt(this.#t, this.#operation, { body: this.#t.creations.next(), ...how }, alone);
  }

  async #confirmed(label: string, how: Attempt['how'], first: ControlledAttempt): Promise<Finding | undefined> {
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const again = await this.#try(how, true);
      if (!isAccepted(again.exchange)) continue;
      return {
        message: `${describeAttempt(this.#operation, label)} ${describePage(first.exchange)}, and again; it must be refused`,
        proof: proofOf(this.#operation, again, label),
      };
    }
    this.#undecided = first;
    this.#undecidedCount += 1;
    return undefined;
  }

  /** Throws `inconclusive` unless at least one refusal was meaningful. Gives a remark about the others. */
  conclude(): string | undefined {
    if (this.#meaningful > 0)
      return this.#undecidedCount === 0
        ? undefined
        : `${this.#undecidedCount} more attempts had no twin that was accepted, and do not count`;
    const { before, exchange, after } = this.#undecided ?? {};
    const twin = [after, before].find((candidate) => candidate !== undefined && !isAcceptedOrDuplicate(candidate));
    inconclusive(
      twin === undefined
        ? 'no attempt was decided'
        : `the same request with the good token ${describeResponse(twin)}, so a refusal proves nothing`,
      `a target that accepts the valid request before and after one that it refuses; see ${this.#operation}/accepts-valid`,
      [before, exchange, after].filter((one) => one !== undefined),
    );
  }
}

/** The twin first, so that the code of a pending user can be had, and the attempt last. */
export function proofOf(operation: Operation, tried: ControlledAttempt, label: string): readonly Proof[] {
  const twin = needsCode(operation)
    ? 'the user is registered, and its code comes'
    : 'the same request with the good token';
  return [
    [tried.before, twin],
    [tried.exchange, `${label}: it must be refused`],
  ];
}
