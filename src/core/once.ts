/** A value that is worked out once, when it is first asked for. A failure is remembered too. */
export class Once<T> {
  #value: Promise<T> | undefined;
  /** Whether it is still being worked out, by work that is not exclusive. */
  #isUnderWay = false;

  /** @param isExclusive whether the caller blocks all other work, so that waiting for any of it would be a deadlock */
  get(make: () => Promise<T>, { isExclusive }: { readonly isExclusive: boolean }): Promise<T> {
    if (this.#isUnderWay && isExclusive) return make();
    this.#value ??= this.#workOut(make, isExclusive);
    return this.#value;
  }

  #workOut(make: () => Promise<T>, isExclusive: boolean): Promise<T> {
    this.#isUnderWay = !isExclusive;
    return make().finally(() => {
      this.#isUnderWay = false;
    });
  }

  /** The value, if it was asked for; undefined also where it could not be worked out. */
  async known(): Promise<T | undefined> {
    return this.#value?.catch(() => undefined);
  }
}
