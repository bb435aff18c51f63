/** Finds the verification code in a JSON text whose member names it, beside others such as an id and a moment. */

/** Members that hold a code, in lower case. */
const codeNames =
  /^(?:(?:verification|confirmation|activation|security|access|one_?time|auth|email|login)_?)?(?:code|otp|pin)$/;
/** A code of four digits or more: fewer may be a status. */
const code = /^-?\d{4,15}$/;
/** A word that may be a code itself. */
const codeLikeWord = /(?:^|\s)-?\d{4,9}(?=[.,;!]?(?:\s|$))/;

/**
 * The value of the only member that names a code. Undefined if there is none, or if it may be the status of an envelope:
 * beside an object, a list or a text with a number in it, which would then hold the code.
 * @param text in lower case
 */
export function codeMemberOf(text: string): string | undefined {
  const [found, ...others] = membersOf(parsed(text));
  return others.length === 0 ? found : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function membersOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  const inside = entries.flatMap(([, held]) => membersOf(held));
  const isEnvelope = entries.some(([name, held]) => !codeNames.test(name) && mayHoldCode(held));
  if (isEnvelope) return inside;
  return [
    ...inside,
    ...entries.flatMap(([name, held]) => (codeNames.test(name) && isCode(held) ? [String(held)] : [])),
  ];
}

const mayHoldCode = (held: unknown): boolean =>
  (typeof held === 'object' && held !== null) || (typeof held === 'string' && codeLikeWord.test(held));

const isCode = (held: unknown): boolean =>
  (typeof held === 'string' || typeof held === 'number') && code.test(String(held));
