/**
 * Requests that must be rejected for their token, or because they carry none. One that is accepted is reported only if
 * that happens again with fresh values. A rejection counts only if both positive controls around it were accepted.
 */
import { NotSent } from '../../client/index.ts';
import { defined } from '../../core/defined.ts';
import {
  describeResponse,
  type Exchange,
  isAccepted,
  isRejection,
  type OperationRequest,
} from '../../core/exchange.ts';
import type { Samples } from '../../core/verdict.ts';
import { needsCode, type Operation } from '../../interface/operations.ts';
import type { CheckContext } from '../check-context.ts';
import { type Conclusion, fail, pass, validRejected } from '../conclusion.ts';
import { isDuplicate } from '../creations.ts';
import type { Finding } from '../property.ts';
import { simplified } from '../simplified.ts';
import { Suspicions } from '../suspicions.ts';
import type { PendingUser } from '../users/users.ts';
import { requirePendingUser, validRequest, verificationBody } from '../valid-request.ts';
import {
  type Attempt,
  attemptOnce,
  describeAttempt,
  describePage,
  isSameRejection,
  proofOfAttempt,
  type Shown,
  type Together,
} from './attempt.ts';
import { type ControlledAttempt, isAcceptedOrDuplicate } from './positive-control.ts';

/** The result of the work that was first begun for a key. */
function once<K, V>(begun: Map<K, Promise<V>>, key: K, work: () => Promise<V>): Promise<V> {
  const known = begun.get(key) ?? work();
  begun.set(key, known);
  return known;
}

/** The attempts of one check: how many were decided, and which were not. */
export class Attempts {
  readonly #t: CheckContext;
  readonly #operation: Operation;
  readonly #undecided: ControlledAttempt[] = [];
  /** Reasons why attempts were not sent, and how many there were of each. */
  readonly #unsent: NotSent[] = [];
  #decided = 0;
  /** Requests without any of several ways in, by their change of the valid request. */
  readonly #plain = new Map<Attempt['how'], Promise<ControlledAttempt>>();
  /** Parts that were tried alone: several attempts may have them in common. */
  readonly #alone = new Map<Attempt, Promise<Finding | undefined>>();
  readonly #suspicions: Suspicions;
  #judged = 0;
  /** A user whose code was not accepted with any attempt yet. */
  #pending: PendingUser | undefined;
  /** The control before the attempt that was sent last. */
  #before: Exchange | undefined;
  /** Attempts that were rejected, between controls that were accepted. */
  readonly #cleared = new WeakSet<Attempt>();

  constructor(t: CheckContext, operation: Operation) {
    this.#t = t;
    this.#operation = operation;
    this.#suspicions = new Suspicions(() => t.clock.sleep(0));
  }

  /**
   * Sends an attempt between positive controls; a finding if it was accepted twice. Once one is confirmed, those that are under
   * way send nothing more, and find nothing.
   */
  async judge(attempt: Attempt): Promise<Finding | undefined> {
    try {
      return await this.#judge(attempt);
    } catch (error) {
      // After a ban, only a few are tried, or none that look like attacks: what was decided before it stands.
      if (!(error instanceof NotSent) || !this.#isLeftOut(error)) throw error;
      this.#unsent.push(error);
      return undefined;
    }
  }

  #isLeftOut({ reason }: NotSent): boolean {
    return reason === 'firewall' || (reason === 'banned' && this.#t.client.isSparing);
  }

  async #judge(attempt: Attempt): Promise<Finding | undefined> {
    this.#judged += 1;
    const place = this.#judged;
    if (await this.#suspicions.isOneConfirmed()) return undefined;
    let tried = await this.#send(attempt, false);
    if (!isAccepted(tried.exchange) && !tried.conclusive) {
      if (await this.#suspicions.isOneConfirmed()) return undefined;
      // The batch may have been too much for its user, or a control met a bad moment: once more, alone.
      tried = await this.#send(attempt, true);
    }
    // A finding that is confirmed was accepted twice before.
    if (isAccepted(tried.exchange) && this.#t.onlyCase !== undefined) return this.#finding(attempt, tried, tried);
    if (isAccepted(tried.exchange)) return this.#suspicions.lookInto(place, () => this.#confirm(attempt, tried));
    if (attempt.together !== undefined && !(await this.#clearsAll(tried, attempt.together)))
      return (await this.#suspicions.isOneConfirmed()) ? undefined : this.#judgeAlone(attempt.together.parts);
    this.#count(attempt, tried);
    return undefined;
  }

  #count(attempt: Attempt, tried: ControlledAttempt): void {
    if (!tried.conclusive) this.#undecided.push(tried);
    else {
      this.#decided += 1;
      this.#cleared.add(attempt);
    }
  }

  /**
   * Sends an attempt with fewer parts than one that is a finding: a finding if it is accepted, which is confirmed before it is
   * reported. Attempts that were rejected before are not sent again.
   */
  async judgeSmaller(attempt: Attempt): Promise<Finding | undefined> {
    if (this.#cleared.has(attempt)) return undefined;
    const tried = await this.#sendUncontrolled(attempt);
    return isAccepted(tried.exchange) ? this.#finding(attempt, tried, tried) : undefined;
  }

  /** Sends an attempt whose rejection would decide nothing, so that no control is needed after it. For verify, with a separate user. */
  async #sendUncontrolled({ how }: Attempt): Promise<Shown> {
    const operation = this.#operation;
    if (needsCode(operation)) {
      const user = await (this.#pending ?? requirePendingUser(this.#t));
      const exchange = await this.#t.send({ operation, body: verificationBody(user), ...how });
      this.#pending = isAccepted(exchange) ? undefined : user;
      return { before: user.registered, exchange };
    }
    const send = (request: Partial<OperationRequest>) =>
      this.#t.send({ ...validRequest(this.#t, operation, 'repeated'), ...request });
    let exchange = await send(how);
    if (isDuplicate(exchange)) exchange = await send({ body: this.#t.creations.next(), ...how });
    return { before: this.#before!, exchange };
  }

  async #clearsAll({ exchange, conclusive }: ControlledAttempt, { without }: Together): Promise<boolean> {
    if (!conclusive) return false;
    const plain = await once(this.#plain, without.how, () => this.#send(without, false));
    if (!plain.conclusive || !isSameRejection(plain.exchange, exchange)) return false;
    this.#cleared.add(without);
    return true;
  }

  async #judgeAlone(parts: readonly Attempt[]): Promise<Finding | undefined> {
    const findings = await Promise.all(parts.map((part) => once(this.#alone, part, () => this.#judge(part))));
    return findings.find((finding) => finding !== undefined);
  }

  /** The finding with as few parts of the attempt as show it. */
  async simplify(attempt: Attempt, finding: Finding): Promise<Finding> {
    const { found } = await simplified(
      { value: attempt, found: finding },
      { simpler: (whole) => whole.simpler?.() ?? [], judge: (smaller) => this.judgeSmaller(smaller) },
    );
    return found;
  }

  async #send(attempt: Attempt, alone: boolean): Promise<ControlledAttempt> {
    const { how } = attempt;
    const tried = await (alone
      ? this.#t.attempt(this.#operation, how, true)
      : attemptOnce(this.#t, this.#operation, attempt));
    this.#before = tried.before;
    // A creation that the target has already is answered 409, perhaps before the token is looked at.
    if (!isDuplicate(tried.exchange)) return tried;
    return this.#t.attempt(this.#operation, { body: this.#t.creations.next(), ...how }, alone);
  }

  async #confirm(attempt: Attempt, first: ControlledAttempt): Promise<Finding | undefined> {
    this.#t.client.lookIntoFirst();
    for (let repetition = 1; repetition <= 2; repetition += 1) {
      const again = await this.#sendUncontrolled(attempt);
      if (isAccepted(again.exchange)) return this.#onOneConnection(attempt, this.#finding(attempt, first, again));
    }
    this.#undecided.push(first);
    return undefined;
  }

  /** Adds to the finding what a fresh connection shows: a server may take a token for one that the connection carried before. */
  async #onOneConnection(attempt: Attempt, finding: Finding): Promise<Finding> {
    const { exchange } = await this.#sendUncontrolled({ ...attempt, how: { ...attempt.how, connection: 'fresh' } });
    if (!isRejection(exchange)) return finding;
    const message = `${finding.message}; on a fresh connection it ${describeResponse(exchange)}: the target may remember tokens with the connection`;
    return { ...finding, message, connection: 'same' };
  }

  #finding(attempt: Attempt, first: Shown, again: Shown): Finding {
    const operation = this.#operation;
    return {
      message: `${describeAttempt(operation, attempt.label)} ${describePage(first.exchange)}, and again; it must be rejected`,
      proof: proofOfAttempt(operation, again, attempt),
      showsAgain: (own) => new Attempts(own, operation).isLetIn(attempt),
    };
  }

  /** Whether the attempt is accepted, sent once more. */
  async isLetIn(attempt: Attempt): Promise<boolean> {
    return isAccepted((await this.#sendUncontrolled(attempt)).exchange);
  }

  /** The pass, with a remark on what was not decided; inconclusive unless at least one rejection counts. */
  conclude(samples: Samples): Conclusion {
    if (this.#decided > 0) {
      const remarks = [
        ...(this.#undecided.length === 0
          ? []
          : [`${this.#undecided.length} more attempts do not count: a positive control was not accepted`]),
        ...this.#unsent
          .slice(0, 1)
          .map(({ message }) => `${this.#unsent.length} more attempts were not sent: ${message}`),
      ];
      return pass(defined({ samples, message: remarks.length === 0 ? undefined : remarks.join('; ') }));
    }
    const [unsent] = this.#unsent;
    if (unsent !== undefined && this.#undecided.length === 0) throw unsent;
    const { before, exchange, after } = this.#undecided.at(-1) ?? {};
    const control = [after, before].find((one) => one !== undefined && !isAcceptedOrDuplicate(one));
    validRejected(
      this.#operation,
      control === undefined
        ? 'no attempt was decided'
        : `the same request with the valid token ${describeResponse(control)}, so a rejection would prove nothing`,
      'the valid request before and after one that it rejects',
      [before, exchange, after].filter((one) => one !== undefined),
    );
  }
}

/** Requires that each attempt is rejected; they go out together. */
export async function requireRejected(
  t: CheckContext,
  operation: Operation,
  attempts: readonly Attempt[],
): Promise<Conclusion> {
  const tried = new Attempts(t, operation);
  const cases = t.casesOf(attempts, ({ label }) => label);
  const findings = await Promise.all(cases.map((attempt) => tried.judge(attempt)));
  const at = findings.findIndex((finding) => finding !== undefined);
  if (at !== -1) {
    const { message, proof, showsAgain, connection } = await tried.simplify(cases[at]!, findings[at]!);
    const one = { name: cases[at]!.label, ...defined({ showsAgain }) };
    fail(message, proof, { symptom: { kind: 'accepted' }, case: one, ...defined({ connection }) });
  }
  return tried.conclude({ count: attempts.length, kinds: {} });
}
