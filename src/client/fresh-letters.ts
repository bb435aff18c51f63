/** Letters that make an e-mail unique. */
import { createHash, getRandomValues } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz';
/** With which they begin, so that a user found later can be traced to this kit. */
export const freshPrefix = 'cawl';
const length = 8;

export class FreshLetters {
  readonly #key: string | undefined;
  readonly #counts = new Map<string, number>();

  /** @param key makes the letters the same in the next run; random without one, as a server that outlives the run requires */
  constructor(key: string | undefined) {
    this.#key = key;
  }

  /**
   * Twelve letters that no user's e-mail holds yet, the first four always the same. Letters only, so that none is mistaken for
   * a verification code. Each requirement draws its own sequence.
   */
  next(requirement: string): string {
    const count = (this.#counts.get(requirement) ?? 0) + 1;
    this.#counts.set(requirement, count);
    const octets = this.#key === undefined ? randomOctets(length) : hashOf([this.#key, requirement, count]);
    let fresh = freshPrefix;
    for (const octet of octets) fresh += alphabet[octet % alphabet.length];
    return fresh;
  }
}

const hashOf = (parts: readonly unknown[]): Uint8Array =>
  createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, length);

/** Drawn for several hundred calls at once: each draw costs a system call. */
let drawn = new Uint8Array(0);
function randomOctets(count: number): Uint8Array {
  if (drawn.length < count) drawn = getRandomValues(new Uint8Array(512 * count));
  const octets = drawn.subarray(0, count);
  drawn = drawn.subarray(count);
  return octets;
}
