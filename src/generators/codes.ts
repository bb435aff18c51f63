/** Wrong verification codes that resemble a right one: those that a careless comparison accepts. */

export interface WrongCode {
  /** A safe integer, numerically different from the right code. */
  readonly value: number;
  readonly label: string;
  /** How it derives from the right code, without showing that: `{code} + 1`, `{code[0:5]}`. */
  readonly from: string;
}

/**
 * All near misses of a code, without repetitions, the kinds taking turns.
 * @param right the digits that the user was sent, leading zeros included
 * @throws RangeError if `right` is not 1 to 15 digits
 */
export function wrongCodes(right: string): WrongCode[] {
  if (!/^\d{1,15}$/.test(right)) throw new RangeError('a code is 1 to 15 digits');
  const n = Number(right);
  const length = right.length;
  const places = Array.from({ length }, (_, i) => i);
  const of = (label: string, from: string, value: number | string): WrongCode => ({
    value: Number(value),
    label,
    from,
  });
  const plus = (d: number): WrongCode =>
    of(`${sign(d)}${power(Math.abs(d))}`, `{code} ${d < 0 ? '-' : '+'} ${Math.abs(d)}`, n + d);
  const groups: WrongCode[][] = [
    [plus(1), plus(-1)],
    places
      .slice(1)
      .reverse()
      .map((i) => of('prefix', `{code[0:${i}]}`, right.slice(0, i))),
    [...'0159234678'].map((d) => of('one more digit at the end', `{code}${d}`, right + d)),
    [...'195234678'].map((d) => of('one more digit in front', `${d}{code}`, d + right)),
    places
      .slice(1)
      .map((i) => of('two digits swapped', `{code} with digits ${i} and ${i + 1} swapped`, swapped(right, i))),
    [of('reversed', '{code} reversed', [...right].reverse().join(''))],
    places.map((i) =>
      of('one digit removed', `{code[0:${i}]}{code[${i + 1}:]}`, right.slice(0, i) + right.slice(i + 1) || '0'),
    ),
    [of('zero', '0', 0), of('negated', '-{code}', -n)],
    [8, 16, 32].flatMap((bits) => [plus(2 ** bits), plus(-(2 ** bits))]),
    places.slice(1).map((i) => of('rotated', `{code[${i}:]}{code[0:${i}]}`, right.slice(i) + right.slice(0, i))),
    places.slice(1).map((i) => of('suffix', `{code[${i}:]}`, right.slice(i))),
    [
      of('all digits the same', `{code[0:1]}, ${length} times`, right[0]!.repeat(length)),
      of('doubled', '{code}{code}', right + right),
    ],
  ];
  const seen = new Set([n]);
  const found: WrongCode[] = [];
  for (let turn = 0; turn < Math.max(...groups.map((group) => group.length)); turn++)
    for (const group of groups) {
      const code = group[turn];
      // The set treats 0 and -0 as equal, as a comparison of numbers does.
      if (code === undefined || seen.has(code.value) || !Number.isSafeInteger(code.value)) continue;
      seen.add(code.value);
      found.push(Object.is(code.value, -0) ? { ...code, value: 0 } : code);
    }
  return found;
}

const swapped = (digits: string, i: number): string =>
  digits.slice(0, i - 1) + digits[i] + digits[i - 1] + digits.slice(i + 1);
const sign = (d: number): string => (d < 0 ? '−' : '+');
const power = (d: number): string => (d > 1 ? `2^${Math.log2(d)}` : '1');
