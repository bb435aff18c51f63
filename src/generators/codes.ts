/** Wrong verification codes that resemble a right one: those that a careless comparison accepts. */
import { alikeInLowPlaces } from '../core/derive-code.ts';
import { seededRandom, shuffle } from '../core/random.ts';
import { inTurns } from './text.ts';

export interface WrongCode {
  /** A safe integer, numerically different from the right code. */
  readonly value: number;
  readonly label: string;
  /** How it derives from the right code, without showing that: `{code} + 1`, `{code[0:5]}`. */
  readonly from: string;
}

/** A wrong code that has nothing to do with the right one, with as many digits at most. */
export function madeUpCode(right: string): number {
  return (Number(right) + 7919) % 10 ** right.length;
}

/**
 * All near misses of a code, without repetitions, the kinds taking turns.
 * @param right the digits that the user was sent, leading zeros included, with a minus sign if it has one
 * @throws RangeError if `right` has not 1 to 15 digits
 */
export function wrongCodes(right: string): WrongCode[] {
  if (!/^-?\d{1,15}$/.test(right)) throw new RangeError('a code is 1 to 15 digits');
  // The digits change and the sign stays: else a target could tell all wrong codes of a negative one by their sign.
  const minus = right.startsWith('-') ? '-' : '';
  return usableCodes(inTurns(nearMisses(right.slice(minus.length), minus)), Number(right));
}

/** Near misses of a code by kind; some are numerically the right code, the same as another one, or too large for a number. */
function nearMisses(right: string, minus: '-' | ''): WrongCode[][] {
  const n = Number(minus + right);
  const { length } = right;
  const places = Array.from({ length }, (_, i) => i);
  const of = (label: string, from: string, value: number | string): WrongCode => ({
    value: typeof value === 'number' ? value : Number(minus + value),
    label,
    from,
  });
  const plus = (d: number, label = `${sign(d)}1`): WrongCode =>
    of(label, `{code} ${d < 0 ? '-' : '+'} ${Math.abs(d)}`, n + d);
  return [
    [plus(1), plus(-1)],
    // Each of the next three is what several careless comparisons accept: of either end, of any part, of low bits or digits.
    fromMiddle(places.slice(1)).map((i) =>
      of('two digits swapped', `{code} with digits ${i} and ${i + 1} swapped`, swapped(right, i)),
    ),
    [
      of('doubled', '{code}{code}', right + right),
      of('all digits the same', `{code[0:1]}, ${length} times`, right[0]!.repeat(length)),
    ],
    [of('zero', '0', 0)],
    [of('negated', '-{code}', -n)],
    [of('same low bits and digits', '{code} + 2^32 × 5^9', n < 0 ? n - alikeInLowPlaces : n + alikeInLowPlaces)],
    // Its other digits stay, and so does its length.
    places
      .slice(1)
      .reverse()
      .filter((i) => right[i] !== '0')
      .map((i) => of('another first digit', `{code[${i}:${i + 1}]}{code[1:]}`, right[i] + right.slice(1))),
    places
      .slice(1)
      .reverse()
      .map((i) => of('prefix', `{code[0:${i}]}`, right.slice(0, i))),
    [...'0159234678'].map((d) => of('one more digit at the end', `{code}${d}`, right + d)),
    [...'195234678'].map((d) => of('one more digit in front', `${d}{code}`, d + right)),
    [of('reversed', '{code} reversed', [...right].reverse().join(''))],
    places.map((i) =>
      of('one digit removed', `{code[0:${i}]}{code[${i + 1}:]}`, right.slice(0, i) + right.slice(i + 1) || '0'),
    ),
    // What is alike in 16 low bits is alike in 8 of them, and the same low bits and digits are alike in 32.
    (2 ** 16 < 10 ** length ? [16, 8, 32] : [8, 16, 32]).flatMap((bits) =>
      [2 ** bits, -(2 ** bits)].map((d) => plus(d, 'the same low bits')),
    ),
    places.slice(1).map((i) => of('rotated', `{code[${i}:]}{code[0:${i}]}`, right.slice(i) + right.slice(0, i))),
    places.slice(1).map((i) => of('suffix', `{code[${i}:]}`, right.slice(i))),
  ];
}

/** The codes that can be sent as a number, each value once, without the right one. */
function usableCodes(codes: readonly WrongCode[], right: number): WrongCode[] {
  // The set treats 0 and -0 as equal, as a comparison of numbers does.
  const seen = new Set([right]);
  const usable: WrongCode[] = [];
  for (const code of codes) {
    if (seen.has(code.value) || !Number.isSafeInteger(code.value)) continue;
    seen.add(code.value);
    usable.push(Object.is(code.value, -0) ? { ...code, value: 0 } : code);
  }
  return usable;
}

/** Codes that developers leave behind, by kind. */
const leftBehind = {
  'left behind': [123_456, 0, 1, 1234, 12_345, 12_345_678, 654_321, 424_242, 1337],
  'left behind, one digit repeated': [111_111, 1111],
  'left behind, nines': [999_999, 9999],
};

/** What is left behind in place of a code has as many digits. */
function ofLengthFirst(values: readonly number[], right: string): readonly number[] {
  const hasLength = (value: number) => `${value}`.length === right.replace('-', '').length;
  return [...values.filter(hasLength), ...values.filter((value) => !hasLength(value))];
}

/** The near misses of a code and what developers leave behind, by names that mean the same for every right code. */
export function namedWrongCodes(right: string): ReadonlyMap<string, WrongCode> {
  const named = new Map<string, WrongCode>();
  for (const wrong of wrongCodes(right)) if (!named.has(wrong.from)) named.set(wrong.from, wrong);
  for (const [label, values] of Object.entries(leftBehind))
    for (const value of ofLengthFirst(values, right))
      if (value !== Number(right) && !named.has(`${value}`)) named.set(`${value}`, { value, label, from: `${value}` });
  return named;
}

/** Number of kinds of wrong codes: {@link drawWrongCodes} begins with one of each. */
export function kindsOfWrongCodes(named: ReadonlyMap<string, WrongCode>): number {
  return new Set([...named.values()].map(({ label }) => label)).size;
}

/** The names of wrong codes, their kinds by turns; the seed draws which names of a large kind come early. */
export function drawWrongCodes(named: ReadonlyMap<string, WrongCode>, seed: number): string[] {
  const kinds = new Map<string, string[]>();
  for (const [name, { label }] of named) kinds.set(label, [...(kinds.get(label) ?? []), name]);
  return inTurns(
    [...kinds.values()].map((names) =>
      names.length > 3 ? [names[0]!, ...shuffle(names.slice(1), seededRandom(seed))] : names,
    ),
  );
}

/** Places of digits, those in the middle first: a change there leaves both ends as they are. */
function fromMiddle(places: readonly number[]): number[] {
  const middle = ((places[0] ?? 0) + (places.at(-1) ?? 0)) / 2;
  return [...places].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
}

const swapped = (digits: string, i: number): string =>
  digits.slice(0, i - 1) + digits[i] + digits[i - 1] + digits.slice(i + 1);
const sign = (d: number): string => (d < 0 ? '−' : '+');
