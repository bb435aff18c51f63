/**
 * Tells requests that hang from those that are answered late. The specification gives no time limit, and the time-out is a choice of the
 * kit: before a request that timed out is a finding, it is sent again and waited for longer. Each such wait costs several time-outs, so
 * that one hang stands for requests like it, and a few late answers for an operation that is slow.
 */
import { traitsOf } from '../../client/index.ts';
import { longWaitFactor } from '../../core/config.ts';
import type { Exchange, OperationRequest } from '../../core/exchange.ts';
import type { Operation } from '../../core/operation.ts';
import type { CheckContext } from '../check-context.ts';
import { inconclusive } from '../conclusion.ts';
import { sameAgain } from '../requests.ts';

/** Late answers of an operation after which a time-out of another of its requests proves nothing. */
const mostLate = 2;

/** Share of the long wait that a time-out must have lasted: clocks differ a little. */
const nearly = 0.9;

export class LongWaits {
  readonly #timeoutMs: number;
  /** Traits of requests that timed out. */
  readonly #timedOut = new Set<string>();
  /** Traits of requests that got no answer within the long wait. */
  readonly #hung = new Set<string>();
  readonly #late = new Map<Operation, Exchange[]>();

  constructor(timeoutMs: number) {
    this.#timeoutMs = timeoutMs;
  }

  /** Takes in an exchange of the run. */
  note(exchange: Exchange): void {
    const { request, response, failure, ms } = exchange;
    if (failure?.kind === 'timeout') {
      this.#timedOut.add(keyOf(exchange));
      if (ms >= nearly * longWaitFactor * this.#timeoutMs) this.#hung.add(keyOf(exchange));
    }
    // On a busy machine, an answer may be read a little later than the time-out.
    if (response !== null && ms >= this.#timeoutMs && this.#timedOut.has(keyOf(exchange)))
      this.#late.set(request.operation, [...this.lateOf(request.operation), exchange]);
  }

  /** Answers of an operation that came later than the time-out. */
  lateOf(operation: Operation): readonly Exchange[] {
    return this.#late.get(operation) ?? [];
  }

  /** How a request without a response is sent again; undefined if it timed out, and its operation is known to be slow. */
  howAgain(suspicion: Exchange): Pick<OperationRequest, 'evenIfHung' | 'waitsLong'> | undefined {
    const isKnown = suspicion.failure?.kind !== 'timeout' || this.#hung.has(keyOf(suspicion));
    if (isKnown) return { evenIfHung: true };
    if (this.lateOf(suspicion.request.operation).length >= mostLate) return undefined;
    return { evenIfHung: true, waitsLong: true };
  }
}

const keyOf = ({ request }: Exchange): string => [request.operation, ...traitsOf(request)].join();

/** Inconclusive unless a request that timed out hangs, though its operation was given up. */
export async function requireHang(t: CheckContext, suspicion: Exchange): Promise<void> {
  const { longWaits } = t.runContext;
  const { operation } = suspicion.request;
  const how = longWaits.howAgain(suspicion);
  const again =
    how &&
    (await t.exclusively((alone) => alone.send({ ...sameAgain(alone, suspicion), ...how, evenIfGivenUp: true })));
  if (again?.failure?.kind !== 'timeout') inconclusiveAsLate(t, again ?? longWaits.lateOf(operation).at(-1)!);
}

/** Ends the check: a request that timed out was answered when it was waited for longer. */
export function inconclusiveAsLate({ settings: { run } }: CheckContext, late: Exchange): never {
  return inconclusive(
    `a request that was not answered within ${run.timeoutMs} ms was answered after ${Math.round(late.ms)} ms when it was waited for longer: the target is slow, and does not hang`,
    'a higher --timeout',
    [late],
  );
}
