/** What of several requests of one check may be violations: they are looked into one after another, since one is enough. */

interface Suspicion {
  readonly place: number;
  readonly look: () => Promise<boolean>;
  /** Ends the waiting for it; nothing is found if it was not looked into. */
  readonly end: () => void;
}

export class Suspicions {
  /** Ends when all responses that are there have been looked at. */
  readonly #soon: () => Promise<void>;
  readonly #waiting: Suspicion[] = [];
  /** Whether one of those that are looked into, or wait for it, is confirmed; undefined while there are none. */
  #underWay: Promise<boolean> | undefined;

  constructor(soon: () => Promise<void>) {
    this.#soon = soon;
  }

  /**
   * Waits for the suspicion that is being looked into, and tells whether it is a violation; false if there is none. The check that
   * raised it learns of it first, so that nothing more begins once the others end.
   */
  async isOneConfirmed(): Promise<boolean> {
    const before = this.#underWay;
    await this.#soon();
    const isConfirmed = (await (before ?? this.#underWay)) ?? false;
    if (isConfirmed) await this.#soon();
    return isConfirmed;
  }

  /**
   * What `confirm` finds, after those before; undefined, without looking, if one of them is confirmed.
   * @param place among the requests: of several that wait, the first comes next, whichever response came first
   */
  async lookInto<T>(place: number, confirm: () => Promise<T | undefined>): Promise<T | undefined> {
    let looked: Promise<T | undefined> = Promise.resolve(undefined);
    await new Promise<void>((end) => {
      const look = (): Promise<boolean> => {
        looked = confirm();
        return looked.then(
          (found) => found !== undefined,
          // Its check ends with the error.
          () => true,
        );
      };
      this.#waiting.push({ place, look, end });
      this.#underWay ??= this.#lookIntoAll();
    });
    return looked;
  }

  async #lookIntoAll(): Promise<boolean> {
    await this.#soon();
    let isConfirmed = false;
    for (;;) {
      this.#waiting.sort((a, b) => a.place - b.place);
      const next = this.#waiting.shift()!;
      isConfirmed ||= await next.look();
      // Whoever learns of the last one may suspect something else at once.
      if (this.#waiting.length === 0) this.#underWay = undefined;
      next.end();
      if (this.#underWay === undefined) return isConfirmed;
    }
  }
}
