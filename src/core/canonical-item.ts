/**
 * The form in which items are compared. An item that is the text of a JSON object or array names the same record whatever
 * the order of its members and the white space between them, which may differ from replica to replica. All else is opaque
 * and stays as it was sent; so do numbers, which are never read, since reading would round them.
 */

const token = /"(?:[^"\\]|\\.)*"|[-+.\deE]+|true|false|null|[[\]{}:,]/g;
const startsJson = /^\s*[[{]/;
/** Longer items are compared as they were sent. */
const longestItem = 100_000;

/** The canonical form of an item; the item itself where it is not the text of a JSON object or array. */
export function canonicalItem(item: string): string {
  if (!startsJson.test(item) || item.length > longestItem) return item;
  try {
    JSON.parse(item);
    return new Writer(item.match(token) ?? []).value();
  } catch {
    return item;
  }
}

interface Member {
  readonly name: string;
  readonly value: string;
}

const textOf = ({ name, value }: Member): string => `${name}:${value}`;

/** Short names first, so that an item that is shortened in a message still shows its id. */
function byName(a: Member, b: Member): number {
  if (a.name.length !== b.name.length) return a.name.length - b.name.length;
  return textOf(a) < textOf(b) ? -1 : 1;
}

/** Writes the tokens of a valid JSON text again, the members of each object sorted. */
class Writer {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  value(): string {
    const first = this.#take();
    if (first === '{')
      return `{${this.#list('}', () => this.#member())
        .sort(byName)
        .map(textOf)
        .join(',')}}`;
    if (first === '[') return `[${this.#list(']', () => this.value()).join(',')}]`;
    return first.startsWith('"') ? JSON.stringify(JSON.parse(first)) : first;
  }

  #member(): Member {
    const name = this.value();
    this.#take();
    return { name, value: this.value() };
  }

  /** The elements up to the closing bracket, which is taken too. */
  #list<T>(end: string, element: () => T): T[] {
    const elements: T[] = [];
    while (this.#tokens[this.#at] !== end) {
      if (this.#tokens[this.#at] === ',') this.#at += 1;
      elements.push(element());
    }
    this.#at += 1;
    return elements;
  }

  #take(): string {
    const taken = this.#tokens[this.#at]!;
    this.#at += 1;
    return taken;
  }
}
