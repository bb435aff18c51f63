/** Lets one body of which much is held be read and judged at a time: several of them at once would not fit into memory. */

import { collectNewGarbage } from './garbage.ts';

/** Octets of dropped pieces after which they are collected. */
const collectedAfter = 4 * 1024 * 1024;

export class LongBodies {
  #dropped = 0;
  #isTaken = false;
  readonly #waiting: (() => void)[] = [];

  /** Notes octets that were read and are not kept. */
  noteDropped(octets: number): void {
    this.#dropped += octets;
    if (this.#dropped < collectedAfter) return;
    this.#dropped = 0;
    collectNewGarbage();
  }

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
