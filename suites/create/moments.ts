/** Moments that an item may show. */

/** A time of day (ISO 8601, extended or basic), digits of a date and a time, and numbers that may be the time since the epoch. */
const plainTime =
  /\d{1,2}:\d\d(?::\d\d(?:[.,]\d+)?)?|(?<=\d{8}T)\d{4,}|(?<!\d)20\d\d(?:0[1-9]|1[0-2])[0-3]\d[-_]?\d{4,}|1\d{9,}/g;

/** How the time since the epoch is written with letters, as by `Date.now().toString(36)`: the lengths are those of this century. */
const codes = [
  { base: 36, length: 8, unitMs: 1 },
  { base: 36, length: 6, unitMs: 1000 },
  { base: 16, length: 11, unitMs: 1 },
  { base: 16, length: 8, unitMs: 1000 },
] as const;

/** How far the clock of a target may be from ours, ms. */
const toleranceMs = 86_400_000;

/** An item without the time of day and without what may be the moment of its request, ms since the epoch. */
export function withoutTime(item: string, sentAt: number): string {
  return codes.reduce((text, code) => withoutCode(text, code, sentAt), item.replace(plainTime, ''));
}

function withoutCode(item: string, { base, length, unitMs }: (typeof codes)[number], sentAt: number): string {
  for (let start = 0; start + length <= item.length; start += 1) {
    const part = item.slice(start, start + length);
    const isNumber = base === 36 ? /^[0-9a-z]+$/i.test(part) : /^[0-9a-f]+$/i.test(part);
    if (isNumber && Math.abs(Number.parseInt(part, base) * unitMs - sentAt) < toleranceMs)
      return item.slice(0, start) + item.slice(start + length);
  }
  return item;
}
