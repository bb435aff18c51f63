/**
 * Verification codes as a capsule writes them: never the digits, but how they come from the code that user n is sent.
 *
 *   {code:1}              the code itself
 *   {code:1+1}            plus or minus a number
 *   {code:1[0:3]}         characters 0 to 2; several slices, and digits between them, are joined:
 *   {code:1[:2][3:]}      one digit cut;  {code:1[0:]7}  one digit more;  {code:1[:0]9[0:]}  one in front
 *
 * Whatever takes the placeholder as a JSON number gets it without leading zeros.
 */

/** A form after the `n` of `{code:n…}`: nothing, an offset, or joined slices. */
const offset = /^([+-])(\d{1,16})$/;
const joined = /^(?:\[\d*:\d*\]\d*)+$/;
const slice = /\[(\d*):(\d*)\](\d*)/g;

/** The digits that a form makes of a code; undefined where it is no form. Leading zeros are kept by slices only. */
export function codeFrom(form: string, code: string): string | undefined {
  if (form === '') return code;
  const sum = offset.exec(form);
  if (sum !== null) return String(Number(code) + (sum[1] === '-' ? -1 : 1) * Number(sum[2]));
  if (!joined.test(form)) return undefined;
  let digits = '';
  for (const [, from = '', to = '', more = ''] of form.matchAll(slice))
    digits += code.slice(Number(from || 0), to === '' ? undefined : Number(to)) + more;
  return digits;
}

/** Offsets that near misses use; any other difference says nothing about the code. */
const offsets = [1, 7919, 2 ** 8, 2 ** 16, 2 ** 32];

/** How a number that was sent comes from a code: a form, or undefined where it has nothing to do with it. */
export function formOf(sent: string, code: string): string | undefined {
  const value = Number(sent);
  if (!Number.isSafeInteger(value)) return undefined;
  for (const form of forms(code)) if (Number(codeFrom(form, code)) === value) return form;
  return undefined;
}

function* forms(code: string): Generator<string> {
  yield '';
  for (const by of offsets) yield* [`+${by}`, `-${by}`];
  const places = Array.from({ length: code.length }, (_, index) => index);
  const inner = places.slice(1);
  // One or two digits left over match by chance as often as not.
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
}
