/** Measures how many requests are in flight on average, over the time in which there is any. */
export class InFlightMeter {
  #inFlight = 0;
  #busySince = 0;
  #busyMs = 0;
  #requestMs = 0;

  /** @param now ms of the process's clock */
  begin(now: number): void {
    if (this.#inFlight === 0) this.#busySince = now;
    this.#inFlight += 1;
  }

  /** @param startedAt what {@link begin} was given for this request */
  end(startedAt: number, now: number): void {
    this.#inFlight -= 1;
    this.#requestMs += now - startedAt;
    if (this.#inFlight === 0) this.#busyMs += now - this.#busySince;
  }

  /** Whether any is in flight now. */
  get isBusy(): boolean {
    return this.#inFlight > 0;
  }

  get average(): number {
    return this.#busyMs === 0 ? 0 : this.#requestMs / this.#busyMs;
  }
}
