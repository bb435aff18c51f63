/**
 * What was made of texts before. The items of a log arrive again with each reading: without this, each reading would cost as much
 * as the first one.
 */
export class TextMemo {
  readonly #make: (text: string) => string;
  readonly #most: number;
  readonly #made = new Map<string, string>();
  #characters = 0;

  /**
   * @param make depends on the text alone
   * @param mostCharacters of the texts together; then all are forgotten
   */
  constructor(make: (text: string) => string, mostCharacters: number) {
    this.#make = make;
    this.#most = mostCharacters;
  }

  of(text: string): string {
    const before = this.#made.get(text);
    if (before !== undefined) return before;
    this.#characters += text.length;
    if (this.#characters > this.#most) {
      this.#made.clear();
      this.#characters = text.length;
    }
    const made = this.#make(text);
    this.#made.set(text, made);
    return made;
  }
}
