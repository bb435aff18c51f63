/**
 * Digits derived from a verification code. A reproducer writes a wrong code as a derivation of the right one, because
 * the next run is sent another code. After the user's number in `{code:1…}` stands one of these:
 *
 *   (nothing)     the code itself
 *   +1  -7919     a number added or subtracted
 *   [0:3]         characters 0 to 2
 *   [:2][3:]      several slices, joined: here one digit is left out
 *   [0:]7         digits after a slice: here one digit is appended; [:0]9[0:] puts one in front
 */
const offset = /^([+-])(\d{1,16})$/;
const slices = /^(?:\[\d*:\d*\]\d*)+$/;
const slice = /\[(\d*):(\d*)\](\d*)/g;

/** Applies a derivation; undefined if it is malformed. Slices keep leading zeros, offsets do not. */
export function deriveCode(derivation: string, code: string): string | undefined {
  if (derivation === '') return code;
  const sum = offset.exec(derivation);
  if (sum !== null) return String(Number(code) + (sum[1] === '-' ? -1 : 1) * Number(sum[2]));
  if (!slices.test(derivation)) return undefined;
  let digits = '';
  for (const [, from = '', to = '', literal = ''] of derivation.matchAll(slice))
    digits += code.slice(Number(from || 0), to === '' ? undefined : Number(to)) + literal;
  return digits;
}

/** Whether the derived digits have the value of the code itself with some codes: 1223 with its middle digits swapped. */
export const mayBeRight = (derivation: string): boolean => slices.test(derivation);

/** Finds the derivation by which a sent number comes from a code; undefined if the two seem unrelated. */
export function findDerivation(sent: string, code: string): string | undefined {
  const value = Number(sent);
  if (!Number.isSafeInteger(value)) return undefined;
  for (const derivation of candidates(code)) if (Number(deriveCode(derivation, code)) === value) return derivation;
  return undefined;
}

/** A multiple of 2^32 and of 10^9: added to a code, it changes neither the low 32 bits nor the last nine digits. */
export const alikeInLowPlaces = 2 ** 32 * 5 ** 9;

/** The offsets of the wrong codes that the generators make. Any other difference would match unrelated numbers. */
const offsets = [1, 7919, 2 ** 8, 2 ** 16, 2 ** 32, alikeInLowPlaces];

/** Derivations in the order of preference. */
function* candidates(code: string): Generator<string> {
  yield '';
  for (const by of offsets) yield* [`+${by}`, `-${by}`];
  const places = Array.from({ length: code.length }, (_, index) => index);
  const inner = places.slice(1);
  // A rest of fewer than two digits would often match by chance.
  const long = inner.filter((at) => at >= 2);
  for (const at of [...long].reverse()) yield `[0:${at}]`;
  for (const at of inner.filter((place) => code.length - place >= 2)) yield `[${at}:]`;
  for (const at of places) yield `[0:${at}][${at + 1}:]`;
  for (const at of inner) yield `[0:${at - 1}][${at}:${at + 1}][${at - 1}:${at}][${at + 1}:]`;
  for (const at of inner) yield `[${at}:][0:${at}]`;
  yield [...places]
    .reverse()
    .map((at) => `[${at}:${at + 1}]`)
    .join('');
  for (const digit of '0123456789') yield* [`[0:]${digit}`, `[:0]${digit}[0:]`];
  yield '[0:][0:]';
  yield '[0:1]'.repeat(code.length);
  yield '[0:1]';
  for (const at of inner) yield `[${at}:${at + 1}][1:]`;
}
