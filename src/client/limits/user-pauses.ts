/**
 * Pauses of one user: after some wrong codes a target may refuse further codes of that user for a while, with 429 and Retry-After,
 * and answer all other requests. A verification of another e-mail, sent at once, tells such a pause from a limit on all of them. Only
 * requests of that user then wait, or are given up if the pause is long.
 */
import type { Clock } from '../../core/clock.ts';
import { describeDuration } from '../../core/duration.ts';
import { type Exchange, hasValidToken, type SentRequest, type WireResult } from '../../core/exchange.ts';
import { jsonOfSent } from '../../core/sent-body.ts';
import { NotSent } from '../not-sent.ts';
import { isThrottling } from './throttling.ts';

/** The longest pause that is waited out, ms: the run has other things to do for that long. */
const longestWaitMs = 5000;

export interface UserPausesSurroundings {
  readonly clock: Clock;
  /** Sends a verification of this e-mail, with a wrong code, ahead of all waiting requests; undefined if the run is over. */
  readonly verify: (email: string) => Promise<WireResult> | undefined;
}

export class UserPauses {
  readonly #around: UserPausesSurroundings;
  /** E-mails with a code that was rejected. */
  readonly #rejected = new Set<string>();
  /** Until when each paused user is refused, ms of {@link Clock.elapsed}. */
  readonly #until = new Map<string, number>();
  #probes = 0;

  constructor(around: UserPausesSurroundings) {
    this.#around = around;
  }

  note(exchange: Exchange): void {
    const { request, response } = exchange;
    if (request.operation !== 'verify' || response === null || response.status < 400 || isThrottling(exchange)) return;
    const email = emailOf(request);
    if (email !== undefined) this.#rejected.add(email);
  }

  /** @throws NotSent if its user is paused for longer than that */
  assertMaySend(request: SentRequest): void {
    if (this.#until.size === 0) return;
    const leftMs = this.#leftOf(emailOf(request));
    if (leftMs > longestWaitMs) throw refusal(leftMs);
  }

  /**
   * Whether a throttled request was refused because of its user alone, and may be sent again now. Waits until then.
   * @param pauseMs the pause that the target asks for
   * @throws NotSent if the pause is too long to wait out
   */
  async waitOut(exchange: Exchange, pauseMs: number): Promise<boolean> {
    const { request } = exchange;
    const email = emailOf(request);
    if (email === undefined || !this.#rejected.has(email) || !hasValidToken(request)) return false;
    if (this.#leftOf(email) === 0 && !(await this.#isAloneIn(exchange, email))) return false;
    const { clock } = this.#around;
    this.#until.set(email, clock.elapsed() + pauseMs);
    if (pauseMs > longestWaitMs) throw refusal(pauseMs);
    await clock.sleep(pauseMs);
    return true;
  }

  #leftOf(email: string | undefined): number {
    const until = email === undefined ? undefined : this.#until.get(email);
    return Math.max(0, (until ?? 0) - this.#around.clock.elapsed());
  }

  /** Whether the target would check a code of another user at this moment. */
  async #isAloneIn({ request }: Exchange, email: string): Promise<boolean> {
    this.#probes += 1;
    // Letters, since some targets ignore digits or a tag at the end of the local part.
    const other = email.replace(/@/, `${'q'.repeat(this.#probes)}@`);
    const result = other === email ? undefined : await this.#around.verify(other);
    if (result === undefined || 'failure' in result) return false;
    const { response } = result;
    return response.status < 500 && response.status !== 403 && !isThrottling({ request, response });
  }
}

function emailOf({ operation, body }: SentRequest): string | undefined {
  if (operation !== 'verify') return undefined;
  const { email } = (jsonOfSent(body) ?? {}) as { readonly email?: unknown };
  return typeof email === 'string' ? email : undefined;
}

function refusal(ms: number): NotSent {
  return new NotSent(
    'user-paused',
    `after wrong codes of this user, the target refuses its codes for ${describeDuration(Math.round(ms))} more, and not those of others`,
  );
}
