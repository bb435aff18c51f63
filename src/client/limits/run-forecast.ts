/** How long a run with a time limit would take at the pace of the target so far: whether it is too long, and what would do. */
import type { Clock } from '../../core/clock.ts';
import { describeDuration } from '../../core/duration.ts';
import type { Exchange } from '../../core/exchange.ts';
import { type RunTime, shareBeforeConfirmations } from './run-time.ts';
import { isThrottling } from './throttling.ts';

/** Answers from which a pace is read. */
const leastAnswers = 100;
/** Factor on the time that the pace suggests, since the pace varies. */
const margin = 1.25;
/** A run needs at least this multiple of the requests answered so far. */
const moreThanAnswered = 1.25;
/** Longest time that is advised, ms. */
const longestAdvisedMs = 3_600_000;
const minuteMs = 60_000;

export class RunForecast {
  readonly #clock: Clock;
  readonly #limitMs: number;
  readonly #time: Pick<RunTime, 'extraMs'>;
  readonly #began: number;
  #expected = 0;
  #answered = 0;
  #advice: string | undefined;

  /**
   * @param limitMs time of the run; infinite without a limit
   * @param time what the run got beyond that
   */
  constructor(clock: Clock, limitMs: number, time: Pick<RunTime, 'extraMs'>) {
    this.#clock = clock;
    this.#limitMs = limitMs;
    this.#time = time;
    this.#began = clock.elapsed();
  }

  /** Sets how many requests the whole run is expected to send. */
  expect(requests: number): void {
    this.#expected = requests;
  }

  note(exchange: Exchange): void {
    // Requests refused because of load are sent again.
    if (exchange.response === null || exchange.response.status === 503 || isThrottling(exchange)) return;
    this.#answered += 1;
  }

  get #elapsedMs(): number {
    return this.#clock.elapsed() - this.#began;
  }

  /** Time that `requests` requests take, ms, if those answered so far took `tookMs`; 0 while no pace is known. */
  #timeOf(requests: number, tookMs: number): number {
    if (this.#answered < leastAnswers) return 0;
    return (tookMs * requests) / this.#answered / shareBeforeConfirmations;
  }

  /** Whether the time is too short for all that is expected. */
  get isTooLong(): boolean {
    return this.#timeOf(this.#expected, this.#elapsedMs - this.#time.extraMs) > this.#limitMs;
  }

  /** A time that would suffice, with the reason: ", such as 4m (…)"; empty if none is known. The same whenever it is asked. */
  get advice(): string {
    this.#advice ??= this.#advise(this.#elapsedMs);
    return this.#advice;
  }

  /** The same if the target asks for a pause, ms, before it answers as many requests again. */
  adviceWithPause(ms: number): string {
    this.#advice ??= this.#advise(this.#elapsedMs + ms);
    return this.#advice;
  }

  #advise(tookMs: number): string {
    // A run that has sent more requests than expected is not finished yet.
    // A time that is given is not extended.
    const neededMs = this.#timeOf(Math.max(this.#expected, moreThanAnswered * this.#answered), tookMs);
    const advisedMs = minuteMs * Math.ceil((margin * neededMs) / minuteMs);
    if (advisedMs <= this.#limitMs || advisedMs > longestAdvisedMs) return '';
    const took = describeDuration(Math.round(tookMs));
    const minutes = advisedMs / minuteMs;
    const share =
      this.#answered < this.#expected ? `of about ${this.#expected}` : `more than the usual ${this.#expected}`;
    return `, such as ${minutes}m (it answered ${this.#answered} requests in ${took}, ${share})`;
  }
}
