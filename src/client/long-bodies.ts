/** Lets one long body at a time be read and judged: several of them at once would not fit into memory. */

/** Bytes from which on a body is long. */
export const longBody = 1024 * 1024;

export class LongBodies {
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  /**
   * Takes the turn, or calls back as soon as it has come. {@link leave} must follow.
   * @returns whether the turn was free, so that nothing is called back
   */
  take(whenFree: () => void): boolean {
    if (this.#isTaken) {
      this.#waiting.push(whenFree);
      return false;
    }
    this.#isTaken = true;
    return true;
  }

  leave(): void {
    // The check that waits for the body judges it first; then the body is cut to what is kept.
    setImmediate(() => {
      const next = this.#waiting.shift();
      if (next === undefined) this.#isTaken = false;
      else next();
    });
  }
}
