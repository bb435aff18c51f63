/**
 * How a secret may be written in what a target returns or a program prints: escaped for JSON (also as PHP does), a URL or HTML,
 * each character in its own way; in hexadecimal; in base64, alone or within a longer text.
 */

/** Shorter pieces of base64 stand in other texts, too. */
const leastBase64 = 5;

/** One of the ways of writing, as the source of a regular expression, and its name for the placeholder. */
export interface WrittenForm {
  readonly pattern: RegExp;
  /** A string in every text that the pattern can match beyond the plain secret: it is searched for first, since that is faster. */
  readonly escapes?: RegExp;
  /** Undefined if the secret is written character by character. */
  readonly encoding?: 'hex' | 'base64';
}

export function writtenForms(secret: string): readonly WrittenForm[] {
  const bytes = Buffer.from(secret);
  const pieces = base64Pieces(bytes).filter((piece) => piece.length >= leastBase64);
  return [
    { pattern: new RegExp([...secret].map(anyWriting).join(''), 'gu'), escapes: escapesOf(secret) },
    { pattern: new RegExp(bytes.toString('hex'), 'gi'), encoding: 'hex' },
    ...pieces.map(
      (piece): WrittenForm => ({
        pattern: new RegExp([...piece].map(base64Character).join(''), 'gu'),
        encoding: 'base64',
      }),
    ),
  ];
}

/** What begins some character of the secret in {@link anyWriting}, if that is not the character itself. */
function escapesOf(secret: string): RegExp {
  const signs = [...new Set(secret)].filter((character) => !/[A-Za-z0-9]/.test(character)).map(literally);
  const others = [
    ...(secret.includes(' ') ? [String.raw`\+`] : []),
    // UTF-8 that was read as Latin-1 begins with one of these.
    ...(/[^\0-\x7f]/.test(secret) ? [String.raw`[\xc2-\xf4]`] : []),
  ];
  return new RegExp([String.raw`[%&]|\\(?:${['[ux]', ...signs].join('|')})`, ...others].join('|'), 'u');
}

/**
 * The characters of base64 that are the secret's alone, for each place in three octets at which it may begin: those at both ends
 * depend on what is beside it.
 */
function base64Pieces(bytes: Buffer): readonly string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const from = [0, 2, 3][before]!;
    const isWhole = (before + bytes.length) % 3 === 0;
    return text.slice(from, isWhole ? undefined : -1);
  });
}

const namedEntities: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' };

/** Hexadecimal digits in either case. */
function hexDigits(value: number, length: number): string {
  const digits = value.toString(16).padStart(length, '0');
  return [...digits].map((digit) => (/[a-f]/.test(digit) ? `[${digit}${digit.toUpperCase()}]` : digit)).join('');
}

/** A character as it is, or escaped in any way; `%25` may stand for the percent sign, and backslashes may be doubled. */
function anyWriting(character: string): string {
  const code = character.codePointAt(0)!;
  const octets = [...Buffer.from(character)];
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  const literal = literally(character);
  return `(?:${[
    character === '\\' ? String.raw`\\+` : /[A-Za-z0-9]/.test(character) ? literal : String.raw`\\*${literal}`,
    octets.map((octet) => `%(?:25)*${hexDigits(octet, 2)}`).join(''),
    units.map((unit) => String.raw`\\+u${hexDigits(unit, 4)}`).join(''),
    String.raw`\\+u\{0*${hexDigits(code, 1)}\}`,
    ...(code < 0x100 ? [String.raw`\\+x${hexDigits(code, 2)}`] : []),
    `&(?:amp;)*#0*${code};?`,
    `&(?:amp;)*#[xX]0*${hexDigits(code, 1)};?`,
    ...(namedEntities[character] === undefined ? [] : [`&(?:amp;)*${namedEntities[character]};`]),
    ...(character === ' ' ? [String.raw`\+`] : []),
    // UTF-8 that was read as Latin-1.
    ...(octets.length === 1 ? [] : [literally(Buffer.from(character).toString('latin1'))]),
  ].join('|')})`;
}

/** Characters beyond letters and digits have another form in URLs, and are escaped there and in PHP's JSON. */
function base64Character(character: string): string {
  if (character === '+') return String.raw`(?:\+|-|%2[bB]|\\u002[bB])`;
  if (character === '/') return String.raw`(?:\\*\/|_|%2[fF]|\\u002[fF])`;
  return character;
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
