// @ts-check
/** Results in a file, from which a run that was stopped is continued. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** @typedef {readonly import('./worker.mjs').ScopeJudgement[]} Judged */

/** By key of the mutant. Saved after each so many results, and at the end. */
export class Results {
  /** @type {string | undefined} */
  #file;
  /** @type {Map<string, Judged>} */
  #byKey;

  /** @param {string | undefined} file none: the results are kept for this run only */
  constructor(file) {
    this.#file = file;
    const before = file !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
    this.#byKey = new Map(Object.entries(before));
  }

  /** @param {string} key */
  of(key) {
    return this.#byKey.get(key);
  }

  /**
   * @param {string} key
   * @param {Judged} judged
   */
  add(key, judged) {
    this.#byKey.set(key, judged);
    if (this.#byKey.size % 10 === 0) this.save();
  }

  save() {
    if (this.#file !== undefined)
      writeFileSync(this.#file, `${JSON.stringify(Object.fromEntries(this.#byKey), null, 1)}\n`);
  }
}
