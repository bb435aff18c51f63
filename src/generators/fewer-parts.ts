/** Smaller selections of several parts, to find out whether fewer of them show the same. */

/** From this number of parts on, halves are tried before all but one: few requests then find the part that matters. */
const enoughToHalve = 4;

/** Each half of the parts, if there are enough, and then all parts but one. */
export function fewerParts<T>(parts: readonly T[]): readonly (readonly T[])[] {
  const middle = Math.ceil(parts.length / 2);
  const halves = parts.length < enoughToHalve ? [] : [parts.slice(0, middle), parts.slice(middle)];
  return [...halves, ...parts.map((_, at) => parts.toSpliced(at, 1))];
}
