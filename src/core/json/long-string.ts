/**
 * A string of a JSON text, read from its octets as they arrive. A long one becomes what is kept of a long item
 * (abridged-item.ts). Its octets are held until it ends, or not at all if it is longer than an item that is compared in its
 * canonical form.
 */
import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { abridgedOctets } from '../items/abridged-item.ts';
import { canonicalItem, longestItem } from '../items/canonical-item.ts';
import { Scratch } from './scratch.ts';

/** Octets up to which a string stays as it is. A cursor of that length can still be sent back. */
export const shortString = 16 * 1024;
/** Control characters are escaped in a JSON string (RFC 8259 §7). */
const firstUnescaped = 0x20;
/** The highest bit of each of four octets. */
const highestBits = 0x80808080;
const quote = 0x22;
const mark = Buffer.from('"');
const backslash = 0x5c;

/** What is kept of long strings, by the digest of their octets: each long item arrives again with each reading of its log. */
const known = new Map<string, string>();
const mostKnown = 20_000;

/** Octets of a string that is not an element of a list, such as a cursor, up to which it is decoded. */
const longestMember = 256 * 1024;
/** Octets that are looked at one by one before the next jump. */
const lookedAt = 64;
/** Octets that are kept of a string which is not held. */
const shownBeginning = 1024;

export class LongString {
  readonly #hash = createHash('sha256');
  readonly #isElement: boolean;
  /** Octets beyond which it is not decoded. */
  readonly #most: number;
  readonly #octets = new Scratch();
  #beginning = new Uint8Array();
  #size = 0;
  #isEscaped = false;
  /** Whether only its beginning is held. */
  #isCut = false;
  #hasControl = false;

  /** @param isElement of a list, as items are: such strings are compared, however long they are */
  constructor(isElement: boolean) {
    this.#isElement = isElement;
    this.#most = isElement ? longestItem : longestMember;
  }

  /** Octets that it holds. */
  get held(): number {
    return this.#octets.octets.length;
  }

  /**
   * Takes octets from a place inside the string.
   * @returns the place of the quotation mark that ends it, or the end of the octets
   */
  write(octets: Buffer, start: number): number {
    const end = this.#endIn(octets, start);
    const part = octets.subarray(start, end);
    if (this.#isElement || !this.#isCut) this.#hash.update(part);
    this.#size += part.length;
    if (!this.#isCut) this.#octets.write(part);
    else this.#hasControl ||= hasControl(part);
    if (this.#size > this.#most && !this.#isCut) this.#cut();
    return end;
  }

  #cut(): void {
    const { octets } = this.#octets;
    // JSON.parse does not judge it, since it is not decoded.
    this.#hasControl = hasControl(octets);
    this.#beginning = Uint8Array.from(octets.subarray(0, shownBeginning));
    this.#octets.drop();
    this.#isCut = true;
  }

  /** Looks at each octet if escapes are dense, and else jumps to the next one of interest, which is ten times faster. */
  #endIn(octets: Buffer, start: number): number {
    let at = start;
    let nextQuote = -1;
    let nextBackslash = -1;
    while (at < octets.length) {
      const looked = Math.min(at + lookedAt, octets.length);
      let escapes = 0;
      for (; at < looked; at += 1) {
        const octet = octets[at]!;
        if (this.#isEscaped) this.#isEscaped = false;
        else if (octet === backslash) {
          this.#isEscaped = true;
          escapes += 1;
        } else if (octet === quote) return at;
      }
      if (escapes > 0) continue;
      if (nextQuote < at) nextQuote = placeOf(quote, octets, at);
      if (nextBackslash < at) nextBackslash = placeOf(backslash, octets, at);
      at = Math.min(nextQuote, nextBackslash);
    }
    return at;
  }

  /** The string, or what is kept of a long one, as JSON text. @throws SyntaxError if a long one is not a JSON string */
  end(): Uint8Array {
    try {
      return this.#size <= shortString ? Buffer.concat([mark, this.#octets.octets, mark]) : this.#longText();
    } finally {
      this.#octets.drop();
    }
  }

  #longText(): Uint8Array {
    if (this.#hasControl) throw new SyntaxError('control character in a string');
    if (this.#isCut && !this.#isElement) return Buffer.from(this.#abridged('unread'));
    const digest = this.#hash.digest('base64url');
    const before = known.get(digest);
    if (before !== undefined) return Buffer.from(before);
    if (known.size >= mostKnown) known.clear();
    const text = this.#isCut
      ? this.#abridged(digest)
      : JSON.stringify(canonicalItem(JSON.parse(`"${this.#octets.octets.toString()}"`) as string));
    known.set(digest, text);
    return Buffer.from(text);
  }

  #abridged(digest: string): string {
    return JSON.stringify(abridgedOctets(this.#beginning, digest, this.#size));
  }
}

function placeOf(octet: number, octets: Buffer, start: number): number {
  const place = octets.indexOf(octet, start);
  return place < 0 ? octets.length : place;
}

/** Whether any octet is a control character; 32 at a time, since this is what a page of many megabytes costs. */
function hasControl(octets: Uint8Array): boolean {
  const { buffer, byteOffset, length } = octets;
  const before = Math.min(length, (4 - (byteOffset % 4)) % 4);
  const words = new Int32Array(buffer, byteOffset + before, (length - before) >> 2);
  // The highest bit of an octet is set if the difference is below zero, and in octets from 0x80 on.
  const below = (at: number) => (words[at]! - 0x20202020) & ~words[at]!;
  const blocks = words.length - (words.length % 8);
  let at = 0;
  for (; at < blocks; at += 8) {
    const any =
      below(at) |
      below(at + 1) |
      below(at + 2) |
      below(at + 3) |
      below(at + 4) |
      below(at + 5) |
      below(at + 6) |
      below(at + 7);
    if ((any & highestBits) !== 0) return true;
  }
  for (; at < words.length; at += 1) if ((below(at) & highestBits) !== 0) return true;
  const isControl = (octet: number) => octet < firstUnescaped;
  return octets.subarray(0, before).some(isControl) || octets.subarray(before + 4 * words.length).some(isControl);
}
