/**
 * The form in which items are compared. An item that is the text of a JSON object or array names the same record whatever
 * the order of its members and the white space between them, which may differ from replica to replica. All else is opaque
 * and stays as it was sent; so do numbers, which are never read, since reading would round them.
 */
import { createHash } from 'node:crypto';
import { isNestedDeeper } from '../json/nesting.ts';
import { abridgedItem, wholeItem } from './abridged-item.ts';
import { TextMemo } from './text-memo.ts';

const token = /\s*("[^"\\]*(?:\\.[^"\\]*)*"|[-+.\deE]+|true|false|null|[[\]{}:,])/y;
const startsJson = /^\s*[[{]/;
/** Longer items are compared as they were sent, octets or characters. */
export const longestItem = 4 * 1024 * 1024;
/** So are items with more arrays and objects inside each other. */
const deepest = 200;

/** The canonical forms of short items. */
const shortForms = new TextMemo(canonicalForm, 4 * 1024 * 1024);
/** Those of long items, by the digest of their text. */
const known = new Map<string, string>();
const mostKnown = 20_000;

/** The canonical form of an item, which keeps the beginning and a digest of a long one. */
export function canonicalItem(item: string): string {
  // An opaque item needs no memo, for which all of its characters would be hashed.
  if (item.length <= wholeItem) return startsJson.test(item) ? abridgedItem(shortForms.of(item)) : item;
  const digest = createHash('sha256').update(item).digest('base64url');
  const before = known.get(digest);
  if (before !== undefined) return before;
  if (known.size >= mostKnown) known.clear();
  // Once more, so that the form of a form is the form itself.
  const form = canonicalForm(abridgedItem(canonicalForm(item)));
  known.set(digest, form);
  return form;
}

/** The canonical form in full; the item itself if it is not the text of a JSON object or array. */
export function canonicalForm(item: string): string {
  if (!startsJson.test(item) || item.length > longestItem || isNestedDeeper(item, deepest)) return item;
  try {
    JSON.parse(item);
  } catch {
    return item;
  }
  return new Writer(item).value();
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

/** Writes a valid JSON text again, the members of each object sorted. */
class Writer {
  readonly #text: string;
  #at = 0;
  #next: string;

  constructor(text: string) {
    this.#text = text;
    this.#next = this.#read();
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
    while (this.#next !== end) {
      if (this.#next === ',') this.#take();
      elements.push(element());
    }
    this.#take();
    return elements;
  }

  #take(): string {
    const taken = this.#next;
    this.#next = this.#read();
    return taken;
  }

  /** The token at the current place; empty at the end. */
  #read(): string {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text);
    if (found === null) return '';
    this.#at = token.lastIndex;
    return found[1]!;
  }
}
