/** What is left of several parts, to try whether fewer of them show the same. */

/** From so many parts on, a half of them is tried before all but one: few requests then find the one that matters. */
const enoughToHalve = 4;

/** Each half of the parts, if there are enough, and then all parts but one. */
export function fewerParts<T>(parts: readonly T[]): readonly (readonly T[])[] {
  const middle = Math.ceil(parts.length / 2);
  const halves = parts.length < enoughToHalve ? [] : [parts.slice(0, middle), parts.slice(middle)];
  return [...halves, ...parts.map((_, at) => parts.toSpliced(at, 1))];
}
