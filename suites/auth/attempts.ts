/**
 * Judges requests that must be refused for their token, or its lack. One that is accepted counts when it happens again
 * with fresh values; one that is refused counts when its twins were recognised.
 */
import {
  accepted,
  type Exchange,
  type Finding,
  inconclusive,
  type Operation,
  type OperationRequest,
  type Proof,
  pageOf,
  pendingUser,
  recognised,
  repeated,
  said,
  type Trial,
  type Tried,
  Twins,
  verification,
} from '../../src/kit.ts';
import { named } from '../rows.ts';

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

const bare = new WeakMap<object, Map<Operation, Promise<Tried>>>();

/** The request without the header among its twins; at depth quick the rows share one. */
export function bareTry(trial: Trial, operation: Operation): Promise<Tried> {
  const known = bare.get(trial.context) ?? new Map<Operation, Promise<Tried>>();
  bare.set(trial.context, known);
  const shared = trial.quick ? known.get(operation) : undefined;
  const sent = shared ?? Twins.of(trial.context).try(trial, operation, withoutHeader.how);
  known.set(operation, sent);
  return sent;
}

/** "answered 200 with 20 items". */
export function answered(exchange: Exchange): string {
  const page = pageOf(exchange.response);
  if (page === undefined) return said(exchange);
  return `${said(exchange)} with ${page.data.length} ${page.data.length === 1 ? 'item' : 'items'}`;
}

/** "searching the logs of a webhook without an Authorization header". */
export const sentence = (operation: Operation, label: string): string => `${named[operation]} ${label}`;

/** The attempts of one row: what was decided, and what was not. */
export class Attempts {
  readonly #trial: Trial;
  readonly #operation: Operation;
  readonly #twins: Twins;
  #meaningful = 0;
  #undecided: Tried | undefined;
  #undecidedCount = 0;

  constructor(trial: Trial, operation: Operation) {
    this.#trial = trial;
    this.#operation = operation;
    this.#twins = Twins.of(trial.context);
  }

  /** Sends an attempt among its twins; gives what is wrong where it was accepted, twice. */
  async refused({ label, how }: Attempt): Promise<Finding | undefined> {
    const first = await this.#try(how, false);
    if (accepted(first.exchange)) return this.#confirmed(label, how, first);
    if (first.meaningful) {
      this.#meaningful += 1;
      return undefined;
    }
    // The wave may have been too much for its user, or its twin met a bad moment: once more, alone.
    const alone = await this.#try(how, true);
    if (accepted(alone.exchange)) return this.#confirmed(label, how, alone);
    if (alone.meaningful) this.#meaningful += 1;
    else {
      this.#undecided = alone;
      this.#undecidedCount += 1;
    }
    return undefined;
  }

  async #try(how: Attempt['how'], alone: boolean): Promise<Tried> {
    const tried = await (how === withoutHeader.how && !alone
      ? bareTry(this.#trial, this.#operation)
      : this.#twins.try(this.#trial, this.#operation, how, alone));
    // A creation that the target has already is answered 409, perhaps before anyone looks at the token.
    if (!repeated(tried.exchange)) return tried;
    return this.#twins.try(this.#trial, this.#operation, { body: this.#trial.creations.next(), ...how }, alone);
  }

  async #confirmed(label: string, how: Attempt['how'], first: Tried): Promise<Finding | undefined> {
    for (let attempt = 1; attempt <= 2; attempt += 1) {
      const again = await this.#try(how, true);
      if (!accepted(again.exchange)) continue;
      return {
        message: `${sentence(this.#operation, label)} ${answered(first.exchange)}, and again; it must be refused`,
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
    const twin = [after, before].find((candidate) => candidate !== undefined && !recognised(candidate));
    throw inconclusive(
      twin === undefined
        ? 'no attempt was decided'
        : `the same request with the good token ${said(twin)}, so a refusal proves nothing`,
      `a target that accepts the valid request before and after one that it refuses; see ${this.#operation}/accepts-valid`,
      [before, exchange, after].filter((one) => one !== undefined),
    );
  }
}

/** A valid request with values of its own: a fresh e-mail, a pending user. */
export async function validRequest(trial: Trial, op: Operation): Promise<OperationRequest> {
  if (op === 'verify') return { operation: op, body: verification(await pendingUser(trial)) };
  if (op === 'register') return { operation: op, body: trial.users.body() };
  return op === 'create' ? { operation: op, body: trial.creations.canonical } : { operation: op };
}

/** The twin first, so that the code of a pending user can be had, and the attempt last. */
export function proofOf(operation: Operation, tried: Tried, label: string): readonly Proof[] {
  const twin =
    operation === 'verify' ? 'the user is registered, and its code comes' : 'the same request with the good token';
  return [
    [tried.before, twin],
    [tried.exchange, `${label}: it must be refused`],
  ];
}
