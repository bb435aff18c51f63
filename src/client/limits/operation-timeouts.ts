/**
 * Counts time-outs, each of which costs the whole time-out. An operation that hangs is given up: after two hangs of its
 * canonical request, or after six in all if they are more than a fifth of what it was asked. So is what a request varies: a
 * trait, two together, or all of them, that hung twice, one after the other, and was never answered. What hangs at once may
 * be due to an outage.
 */
import type { Exchange, OperationRequest, SentRequest } from '../../core/exchange.ts';
import { type Operation, operations } from '../../core/operation.ts';
import { operationTable } from '../../interface/operations.ts';
import { traitsOf } from '../evidence/request-traits.ts';
import { NotSent } from '../not-sent.ts';

const canonicalLimit = 2;
const totalLimit = 6;
/**
 * How many of those time-outs must be like the request: of its operation, and of the stated types or not, as it is. Two prove a
 * hang, and each kind has a requirement.
 */
const leastAlike = 2;

/**
 * How many times as long as the slowest answer so far a response is waited for, once `totalLimit` requests have hung; and the least
 * wait. A response that is not waited for proves nothing: a slow target gets fewer verdicts, and no finding.
 */
const impatience = 4;
const leastWaitMs = 1000;
/**
 * The wait halves after every `unwaitedToHalve` requests that were not waited for, down to `leastOfAverage` times the average answer
 * and to `leastHalvedMs`. Some checks send dozens of requests one by one, each of which may hang.
 */
const unwaitedToHalve = 4;
const leastOfAverage = 8;
const leastHalvedMs = 100;

/** Octets of a body from which on a server may take longer than this run waits: such time-outs do not count. */
export const longBody = 4096;

interface Counts {
  canonical: number;
  all: number;
  /** The time-outs of requests whose fields have the stated types. */
  typed: number;
  answered: number;
  /** The longest time that an answer took, and all of them together, ms. */
  slowestMs: number;
  totalMs: number;
  /** Requests that were not waited for as long as is configured. */
  unwaited: number;
  /** A combination has hung twice, so that requests like it may not be sent. */
  hasHungAgain: boolean;
  /** By combination of traits. */
  readonly combinations: Map<string, Combination>;
  /** Requests that were answered before any combination has hung twice: which traits they have matters only then. */
  readonly answeredBefore: SentRequest[];
}

interface Combination {
  isAnswered: boolean;
  /** When the first request timed out, ms since the epoch. */
  hungAt: number;
  hasHungAgain: boolean;
}

const newCounts = (): Counts => ({
  canonical: 0,
  all: 0,
  typed: 0,
  answered: 0,
  slowestMs: 0,
  totalMs: 0,
  unwaited: 0,
  hasHungAgain: false,
  combinations: new Map(),
  answeredBefore: [],
});

export class OperationTimeouts {
  /** A request of any operation has hung. */
  #hasHung = false;
  readonly #counts = new Map<Operation, Counts>(operations.map((op) => [op, newCounts()]));

  note({ request, failure, startedAt, ms }: Exchange): void {
    const counts = this.#counts.get(request.operation)!;
    if (failure?.kind === 'timeout') {
      if ((request.body?.length ?? 0) < longBody) {
        counts.all += 1;
        if (request.typed) counts.typed += 1;
      }
      if (request.canonical) counts.canonical += 1;
      this.#noteHang(request, startedAt, ms);
      return;
    }
    counts.answered += 1;
    counts.totalMs += ms;
    if (failure === undefined) counts.slowestMs = Math.max(counts.slowestMs, ms);
    // A long body is not kept for what may never matter.
    const waits = !counts.hasHungAgain && (request.body?.length ?? 0) < longBody;
    if (waits) counts.answeredBefore.push(request);
    else this.#noteAnswered(counts, request);
  }

  #noteAnswered({ combinations }: Counts, request: SentRequest): void {
    for (const name of combinationsOf(request)) this.#combination(combinations, name).isAnswered = true;
  }

  /** Notes a request that got no answer within a shorter time than is configured, ms. */
  noteUnwaited(request: SentRequest, startedAt: number, ms: number): void {
    this.#counts.get(request.operation)!.unwaited += 1;
    this.#noteHang(request, startedAt, ms);
  }

  #noteHang(request: SentRequest, startedAt: number, ms: number): void {
    const counts = this.#counts.get(request.operation)!;
    this.#hasHung = true;
    const { combinations, answeredBefore } = counts;
    for (const name of combinationsOf(request)) {
      const known = this.#combination(combinations, name);
      if (startedAt >= known.hungAt) known.hasHungAgain = counts.hasHungAgain = true;
      known.hungAt = Math.min(known.hungAt, startedAt + ms);
    }
    if (counts.hasHungAgain) for (const answered of answeredBefore.splice(0)) this.#noteAnswered(counts, answered);
  }

  #combination(combinations: Map<string, Combination>, name: string): Combination {
    let known = combinations.get(name);
    if (known === undefined) {
      known = { isAnswered: false, hungAt: Number.POSITIVE_INFINITY, hasHungAgain: false };
      combinations.set(name, known);
    }
    return known;
  }

  givenUp(operation: Operation): boolean {
    const { canonical, all, answered } = this.#counts.get(operation)!;
    return canonical >= canonicalLimit || (all >= totalLimit && all * 4 > answered);
  }

  /** @throws NotSent for a request that is likely to hang, as others did, unless it wants that */
  assertMaySend(
    sent: SentRequest,
    { evenIfHung, evenIfGivenUp }: Pick<OperationRequest, 'evenIfHung' | 'evenIfGivenUp'>,
  ): void {
    const { operation } = sent;
    const { label } = operationTable[operation];
    if (evenIfGivenUp !== true && this.givenUp(operation)) {
      const { all } = this.#counts.get(operation)!;
      throw new NotSent('given-up', `requests to ${label} timed out ${all} times; no more are sent`);
    }
    const hung = evenIfHung === true ? undefined : this.hungCombination(sent);
    if (hung !== undefined)
      throw new NotSent('hung', `requests to ${label} with ${hung} timed out, each of them; no more are sent`);
  }

  /** The traits that the request shares with those that hung, in words; undefined if it may be answered. */
  hungCombination(request: SentRequest): string | undefined {
    const { combinations, hasHungAgain } = this.#counts.get(request.operation)!;
    if (!hasHungAgain) return undefined;
    return combinationsOf(request).find((name) => {
      const known = combinations.get(name);
      return known?.hasHungAgain === true && !known.isAnswered;
    });
  }

  /** How long an answer is waited for, ms; undefined for the whole time-out. */
  patienceFor({ operation, typed }: Pick<SentRequest, 'operation' | 'typed'>): number | undefined {
    const counts = this.#counts.get(operation)!;
    const { all, answered, slowestMs, totalMs, unwaited } = counts;
    const alike = typed ? counts.typed : all - counts.typed;
    if (answered === 0 || alike < leastAlike || this.#countOfAll() < totalLimit) return undefined;
    const whole = Math.max(impatience * slowestMs, leastWaitMs);
    const least = Math.max((leastOfAverage * totalMs) / answered, leastHalvedMs);
    return Math.min(whole, Math.max(whole / 2 ** Math.floor(unwaited / unwaitedToHalve), least));
  }

  /**
   * After how long a request is taken to hang, ms, so that others need not wait for it; undefined while no request of the run
   * has hung, or if nothing tells how long answers take.
   */
  lateAfter(operation: Operation): number | undefined {
    if (!this.#hasHung) return undefined;
    const { answered, slowestMs } = this.#counts.get(operation)!;
    return answered === 0 ? undefined : Math.max(impatience * slowestMs, leastWaitMs);
  }

  #countOfAll(): number {
    return [...this.#counts.values()].reduce((sum, { all }) => sum + all, 0);
  }
}

/** Each trait of a request, each two of them, and all. */
function combinationsOf(request: SentRequest): string[] {
  const traits = traitsOf(request);
  const pairs = traits.flatMap((a, index) => traits.slice(index + 1).map((b) => `${a} and ${b}`));
  return [...traits, ...pairs, ...(traits.length > 2 ? [traits.join(', ')] : [])];
}
