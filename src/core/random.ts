/**
 * Randomness of a run. Everything is drawn from the seed that the report prints, so the same seed gives the same run. The
 * one exception is `Client.fresh`: e-mails must be new to a target that outlives the run.
 */

/** A generator of numbers from 0 up to, but not including, 1 (mulberry32: small and fast, not for secrets). */
export function seededRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A copy in random order (Fisher–Yates). */
export function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const order = [...items];
  for (let last = order.length - 1; last > 0; last -= 1) {
    const at = Math.floor(random() * (last + 1));
    [order[last], order[at]] = [order[at]!, order[last]!];
  }
  return order;
}

/** The id plus 2^32: the same id to a server that keeps ids in 32 bits. Undefined if the id is not a whole number. */
export function wrappedId(id: string): string | undefined {
  return /^(?:0|[1-9]\d*)$/.test(id) ? String(BigInt(id) + 2n ** 32n) : undefined;
}

/** A shorter id might exist by chance. */
export const minIdLength = 12;
/** An id may hold hardly any letter or digit: fewer drawn ones might give the same id. */
const minDrawn = 8;

/**
 * An id in the form of a given one, so that a server does not reject it for its form: digits stay digits, letters keep
 * their case, a hexadecimal id stays hexadecimal. It is long enough that nobody has it.
 */
export function similarId(id: string, random: () => number): string {
  const pick = (from: string) => from[Math.floor(random() * from.length)]!;
  const letters = /^[0-9a-f-]+$/i.test(id) ? 'abcdef' : 'abcdefghijklmnopqrstuvwxyz';
  const drawn = id.match(/[A-Za-z0-9]/g)?.length ?? 0;
  const missing = Math.max(0, minIdLength - id.length, minDrawn - drawn);
  const padding = (/^\d*$/.test(id) ? '0' : 'x').repeat(missing);
  return `${id}${padding}`.replace(/[A-Za-z0-9]/g, (char) => {
    if (/\d/.test(char)) return pick('0123456789');
    return /[A-Z]/.test(char) ? pick(letters.toUpperCase()) : pick(letters);
  });
}
