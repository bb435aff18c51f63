/**
 * Reads a long JSON text from its octets as they arrive, and keeps a short text that stands for it, in which long strings are
 * replaced by what is kept of them (long-string.ts) and simple members beyond a number are left out. So a page of many megabytes
 * takes no more memory than its short values.
 * Whether the rest is JSON is not judged here: if it is not, neither is the short text.
 */
import { Buffer, isUtf8 } from 'node:buffer';
import { LongString, shortString } from './long-string.ts';

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d] as const;

export interface LongJsonLimits {
  /** Most arrays and objects inside each other. */
  readonly nesting: number;
  /** Most elements of a list that is the text itself, or a member of it. */
  readonly elements: number;
  /** Members of the object that the text itself is, after which those whose values are neither lists nor objects are left out. */
  readonly members: number;
  /** Members that are kept in any place. */
  readonly keptMembers: readonly string[];
}

/** Octets that are looked at as characters at once. */
const windowSize = 64 * 1024;

/** Depth of the lists whose elements are counted: the text itself, and its members. */
const countedDepth = 2;
/** Stands for an object among the lists that are open: its commas are not counted. */
const ofObject = Number.NEGATIVE_INFINITY;

export class LongJson {
  readonly #limits: LongJsonLimits;
  readonly #kept: Uint8Array[] = [];
  #keptSize = 0;
  /** The string that the octets so far end in. */
  #string: LongString | undefined;
  /** Commas of each list that is open. */
  readonly #open: number[] = [];
  /** Commas between the members of the object that the text itself is. */
  #members = 0;
  readonly #simpleMembers: RegExp;
  /** Octets of those that are being read, one character each, and where they begin. */
  #window = { from: 0, characters: '' };
  /** Octets of a character that is not yet complete. */
  #incomplete: Uint8Array = new Uint8Array();
  #isUtf8 = true;
  #broken: string | undefined;
  #exceeded: string | undefined;

  constructor(limits: LongJsonLimits) {
    this.#limits = limits;
    this.#simpleMembers = simpleMembers(limits.keptMembers);
  }

  /** Octets that it holds. */
  get held(): number {
    return this.#keptSize + (this.#string?.held ?? 0);
  }

  /** Which limit the text exceeds, as what it has; what follows is not read. */
  get exceeded(): string | undefined {
    return this.#exceeded;
  }

  /** Takes the next octets. */
  write({ buffer, byteOffset, length }: Uint8Array): void {
    const octets = Buffer.from(buffer, byteOffset, length);
    this.#checkUtf8(octets);
    this.#window = { from: 0, characters: '' };
    let at = 0;
    while (at < octets.length && this.#exceeded === undefined)
      at = this.#string === undefined ? this.#readStructure(octets, at) : this.#readString(octets, at, this.#string);
  }

  /** The text that stands for what was read; `broken` says why a long string is not JSON. */
  end(): { readonly text: string; readonly isUtf8: boolean; readonly broken?: string } {
    const text = Buffer.concat(this.#kept).toString();
    const broken = this.#string === undefined ? this.#broken : 'a string does not end';
    const whole = this.#isUtf8 && this.#incomplete.length === 0;
    return { text, isUtf8: whole, ...(broken === undefined ? {} : { broken }) };
  }

  /** Reads up to a string that is long or does not end in these octets. @returns the place inside it, or the end */
  #readStructure(octets: Buffer, start: number): number {
    let at = start;
    while (at < octets.length && this.#exceeded === undefined) {
      const octet = octets[at]!;
      if (octet === quote) {
        const end = endOfString(octets, at + 1);
        if (end === undefined) {
          this.#keep(octets.subarray(start, at));
          this.#string = new LongString((this.#open.at(-1) ?? ofObject) >= 0);
          return at + 1;
        }
        at = end;
      } else if (octet === comma && this.#open.length === 1 && this.#open[0] === ofObject) {
        this.#members += 1;
        const end = this.#members > this.#limits.members ? this.#endOfSimpleMembers(octets, at) : at;
        if (end > at) {
          this.#keep(octets.subarray(start, at));
          return end;
        }
      } else if (octet >= comma) this.#noteStructure(octet);
      at += 1;
    }
    this.#keep(octets.subarray(start, at));
    return at;
  }

  /** The comma that ends simple members which begin with one here; the place itself if there are none. */
  #endOfSimpleMembers(octets: Buffer, at: number): number {
    if (at >= this.#window.from + this.#window.characters.length)
      this.#window = { from: at, characters: octets.toString('latin1', at, at + windowSize) };
    const { from, characters } = this.#window;
    this.#simpleMembers.lastIndex = at - from;
    return this.#simpleMembers.test(characters) ? from + this.#simpleMembers.lastIndex : at;
  }

  #noteStructure(octet: number): void {
    const open = this.#open;
    if (octet === comma) {
      const last = open.length - 1;
      if (last < 0 || last >= countedDepth) return;
      open[last]! += 1;
      if (open[last]! >= this.#limits.elements)
        this.#exceeded = `a list of more than ${this.#limits.elements} elements`;
    } else if (octet === openList || octet === openObject) {
      open.push(octet === openList ? 0 : ofObject);
      if (open.length > this.#limits.nesting)
        this.#exceeded = `more than ${this.#limits.nesting} arrays or objects inside each other`;
    } else if (octet === closeList || octet === closeObject) open.pop();
  }

  #readString(octets: Buffer, start: number, string: LongString): number {
    const end = string.write(octets, start);
    if (end === octets.length) return end;
    this.#string = undefined;
    try {
      this.#keep(string.end());
    } catch (error) {
      this.#broken ??= (error as Error).message;
    }
    return end + 1;
  }

  /** Keeps a copy: a part would hold the whole piece that it is of. */
  #keep(octets: Uint8Array): void {
    if (octets.length === 0) return;
    this.#kept.push(Uint8Array.from(octets));
    this.#keptSize += octets.length;
  }

  #checkUtf8(octets: Uint8Array): void {
    if (!this.#isUtf8) return;
    const all = this.#incomplete.length === 0 ? octets : Buffer.concat([this.#incomplete, octets]);
    const whole = all.length - incompleteAtEnd(all);
    this.#incomplete = Uint8Array.from(all.subarray(whole));
    this.#isUtf8 = isUtf8(all.subarray(0, whole));
  }
}

/** Members of an object (RFC 8259 §4) whose values are neither arrays nor objects, each with the comma before it, up to another one. */
function simpleMembers(kept: readonly string[]): RegExp {
  const string = '"[^"\\\\\\x00-\\x1f]*"';
  const number = '-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?';
  const space = '[ \\t\\r\\n]*';
  const member = `${space}(?!"(?:${kept.join('|')})")${string}${space}:${space}(?:${string}|${number}|true|false|null)${space}`;
  return new RegExp(`(?:,${member})+(?=,)`, 'y');
}

/** The place of the quotation mark that ends a short string; undefined if it is long, or does not end in these octets. */
function endOfString(octets: Uint8Array, start: number): number | undefined {
  const most = Math.min(octets.length, start + shortString + 1);
  for (let at = start; at < most; at += 1) {
    const octet = octets[at]!;
    if (octet === quote) return at;
    if (octet === backslash) at += 1;
  }
  return undefined;
}

/** Octets at the end that begin a character of UTF-8 whose last octets are still to come (RFC 3629 §3). */
function incompleteAtEnd(octets: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, octets.length); back += 1) {
    const octet = octets[octets.length - back]!;
    if (octet < 0x80) return 0;
    if (octet >= 0xc0) return back < (octet >= 0xf0 ? 4 : octet >= 0xe0 ? 3 : 2) ? back : 0;
  }
  return 0;
}
