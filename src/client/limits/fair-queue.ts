/** Who waits for a place, in an order that does not let many independent requests delay a chain of dependent ones. */

/** Who takes places: a requirement, or a chain of dependent requests. */
export type Holder = string | symbol;

interface Waiting {
  /** Counts all that ever waited. */
  readonly arrival: number;
  readonly enter: () => void;
}

/** Work that others wait for goes first, then the holder that wants the fewest places; ties are served in order of arrival. */
export class FairQueue {
  readonly #urgent: (() => void)[] = [];
  /** Of each holder in order of arrival. */
  readonly #waiting = new Map<Holder, Waiting[]>();
  #arrivals = 0;

  get isEmpty(): boolean {
    return this.#urgent.length === 0 && this.#waiting.size === 0;
  }

  /** @param isUrgent others wait for the work of this holder */
  add(holder: Holder, isUrgent: boolean, enter: () => void): void {
    this.#arrivals += 1;
    if (isUrgent) {
      this.#urgent.push(enter);
      return;
    }
    const own = this.#waiting.get(holder);
    const one = { arrival: this.#arrivals, enter };
    if (own === undefined) this.#waiting.set(holder, [one]);
    else own.push(one);
  }

  /**
   * Takes out who is served next.
   * @param wantedBy the places that a holder has and waits for
   */
  take(wantedBy: (holder: Holder) => number): (() => void) | undefined {
    if (this.#urgent.length > 0) return this.#urgent.shift();
    const holder = this.#next(wantedBy);
    if (holder === undefined) return undefined;
    const own = this.#waiting.get(holder)!;
    const { enter } = own.shift()!;
    if (own.length === 0) this.#waiting.delete(holder);
    return enter;
  }

  #next(wantedBy: (holder: Holder) => number): Holder | undefined {
    let best: Holder | undefined;
    let [fewest, earliest] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (const [holder, own] of this.#waiting) {
      const wanted = wantedBy(holder);
      const { arrival } = own[0]!;
      if (wanted > fewest || (wanted === fewest && arrival > earliest)) continue;
      [best, fewest, earliest] = [holder, wanted, arrival];
    }
    return best;
  }
}
