/** Letters that make an e-mail unique. */
import { createHash, getRandomValues } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz';
/** With which they begin, so that a user found later can be traced to this kit. */
export const freshPrefix = 'cawl';
const length = 8;

/**
 * Twelve letters that no user's e-mail holds yet, the first four always the same. Letters only, so that none is mistaken for
 * a verification code.
 * @param key makes them the same in the next run; random without one, as a server that outlives the run requires
 */
export function freshLetters(key: string | undefined, requirement: string, count: number): string {
  const octets =
    key === undefined
      ? randomOctets(length)
      : createHash('sha256')
          .update(JSON.stringify([key, requirement, count]))
          .digest()
          .subarray(0, length);
  let fresh = freshPrefix;
  for (const octet of octets) fresh += alphabet[octet % alphabet.length];
  return fresh;
}

/** Drawn for several hundred calls at once: each draw costs a system call. */
let drawn = new Uint8Array(0);
function randomOctets(count: number): Uint8Array {
  if (drawn.length < count) drawn = getRandomValues(new Uint8Array(512 * count));
  const octets = drawn.subarray(0, count);
  drawn = drawn.subarray(count);
  return octets;
}
