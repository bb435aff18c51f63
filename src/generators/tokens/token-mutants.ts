/**
 * The good token with one change (§5). No mutant is the good token under a reading that an RFC allows: outer white space,
 * base64 padding, unused bits and the letter case of hex and UUIDs are never what is changed.
 */
import fc from 'fast-check';
import { fillToken, tokenIn } from '../../core/placeholders.ts';
import type { Family } from '../request.ts';
import { inTurns } from '../text.ts';
import type { BearerTry } from './bearer-try.ts';
import { madeUpTokens } from './made-up-tokens.ts';
import {
  base64,
  base64url,
  isHexOrUuid,
  isSameToken,
  isSignedWith,
  jsonOf,
  jwt,
  jwtParts,
  mayBeOfOneCase,
  signedWithEmptyKey,
} from './token-forms.ts';

/**
 * The good token with one change, as templates. `first` holds all of them except for places inside long tokens, which
 * the arbitrary draws.
 */
export function mutants(token: string): Family<BearerTry> {
  const end = endOf(token);
  const lists = [
    ends(token, end),
    changes(token, end),
    [...wholes(token, end), ...insides(token, end), ...beyondHex(token), ...sameNumbers(token)],
  ];
  const first = inTurns(lists).filter(
    ({ header }) => !isSameToken(fillToken(header, token).slice('Bearer '.length), token),
  );
  const places = Array.from({ length: end }, (_, i) => i);
  const changed =
    places.length === 0
      ? []
      : [
          fc
            .constantFrom(...places)
            .chain((at) => fc.constantFrom(...replacements(token, at)).map((other) => change(at, other))),
        ];
  return {
    first,
    arbitrary: first.length === 0 ? madeUpTokens(token).arbitrary : fc.oneof(fc.constantFrom(...first), ...changed),
  };
}

/** Length of a token without base64 padding. A token with a tilde is not base64, so that = is part of it. */
const endOf = (token: string): number => (token.includes('~') ? token : token.replace(/=+$/, '')).length;

const ends = (token: string, end: number): readonly BearerTry[] => [...cuts(token, end), ...extensions(token, end)];

/** Cut at either end by one character, by three and by half. */
function cuts(token: string, end: number): readonly BearerTry[] {
  const few = [...new Set([1, 3, Math.floor(end / 2)])].filter((characters) => characters > 0 && characters < end);
  // Leading zeros of a number may mean nothing.
  const atStart = few.filter((characters) => !/^0+$/.test(token.slice(0, characters)));
  return [
    ...few.map((characters): BearerTry => {
      const label = `cut at the end by ${characters}`;
      return { header: `Bearer {token[0:${end - characters}]}`, kind: 'cut-at-end', label, characters };
    }),
    ...atStart.map((characters): BearerTry => {
      const label = `cut at the start by ${characters}`;
      return { header: `Bearer {token[${characters}:]}`, kind: 'cut-at-start', label, characters };
    }),
  ];
}

/** Extended at either end. */
function extensions(token: string, end: number): readonly BearerTry[] {
  const more = extension(token, end);
  const after = 'A'.repeat(isHexOrUuid(token) ? 0 : more) || 'a'.repeat(more);
  const padding = end === token.length ? '' : `{token[${end}:]}`;
  const whole = padding === '' ? '{token}' : `{token[0:${end}]}`;
  const label = `extended at the end by ${more}`;
  const found: BearerTry[] = [
    { header: `Bearer ${whole}${after}${padding}`, kind: 'extended-at-end', label, characters: more },
    { header: 'Bearer a{token}', kind: 'extended-at-start', label: 'extended at the start by 1', characters: 1 },
  ];
  // A decoder may stop at padding, or at the first character that is not a digit.
  if (padding === '' && !isHexOrUuid(token))
    found.push(
      { header: `Bearer {token}.${'x'.repeat(more)}`, kind: 'dot-after', label: 'followed by a dot and more' },
      { header: `Bearer {token}:${'x'.repeat(more)}`, kind: 'colon-after', label: 'followed by a colon and more' },
    );
  return found;
}

/** How many characters to add so that the decoded octets change too: a lone one after whole groups is ignored. */
function extension(token: string, end: number): number {
  const last = end - (token.slice(0, end).lastIndexOf('.') + 1);
  return isHexOrUuid(token) || last % 4 === 0 ? 2 : 1;
}

/** One character changed: at both ends, and at every place of a token of up to 64 characters, else at 64 places. */
function changes(token: string, end: number): BearerTry[] {
  const step = Math.max(1, Math.ceil(end / 64));
  const inner = Array.from({ length: Math.ceil(end / step) }, (_, i) => i * step);
  const dots = [...token].flatMap((char, i) => (char === '.' ? [i - 1, i + 1] : []));
  const places = [...new Set([end - 1, 0, ...dots, ...inner])].filter((at) => at >= 0 && at < end);
  return places.map((at) => change(at, replacements(token, at)[0]!));
}

const change = (at: number, other: string): BearerTry => ({
  header: `Bearer {token[0:${at}]}${other}{token[${at + 1}:]}`,
  kind: 'changed-character',
  label: `character ${at + 1} changed`,
  place: at + 1,
});

/**
 * Characters whose base64 value differs in its top bit from that of the present one, and which are not the same letter in another
 * case; of the token's alphabet if possible.
 */
function replacements(token: string, at: number): string[] {
  const present = token[at]!;
  const there = topBit(present);
  const own = isHexOrUuid(token) ? (/[A-F]/.test(token) ? '0123456789ABCDEF' : '0123456789abcdef') : token;
  const differs = (char: string): boolean =>
    topBit(char) !== undefined && topBit(char) !== there && char.toLowerCase() !== present.toLowerCase();
  const found = [...new Set(own)].filter((char) => differs(char) && /[\w-]/.test(char));
  return found.length > 0 ? found : ['g', 'h', 'A', 'B'].filter(differs).slice(0, 1);
}

function topBit(char: string): boolean | undefined {
  const value = Math.max(base64url.indexOf(char), base64.indexOf(char));
  return value < 0 ? undefined : value >= 32;
}

/** One character removed or repeated inside, and each sort of punctuation removed. */
function insides(token: string, end: number): BearerTry[] {
  const found: BearerTry[] = [];
  const middle = Math.floor(end / 2);
  // A dash may only group the others.
  const at = token[middle] === '-' ? middle + 1 : middle;
  // Zeros in front of a number may mean nothing.
  if (at > 0 && at < end - 1 && !/^0+$/.test(token.slice(0, at + 1)))
    found.push(
      {
        header: `Bearer {token[0:${at}]}{token[${at + 1}:]}`,
        kind: 'character-removed',
        label: `character ${at + 1} removed`,
      },
      {
        header: `Bearer {token[0:${at + 1}]}{token[${at}:]}`,
        kind: 'character-repeated',
        label: `character ${at + 1} repeated`,
      },
    );
  for (const separator of ['-', '_', '.', '~', '+', '/'])
    if (token.includes(separator) && !(separator === '-' && mayBeOfOneCase(token)))
      found.push({
        header: `Bearer ${slicesBetween(token, separator)}`,
        kind: 'without-separator',
        label: `every ${separator} removed`,
      });
  return found;
}

/** Placeholders of the parts between the separators. */
function slicesBetween(token: string, separator: string): string {
  let from = 0;
  const slices: string[] = [];
  for (const part of token.split(separator)) {
    if (part !== '') slices.push(`{token[${from}:${from + part.length}]}`);
    from += part.length + separator.length;
  }
  return slices.join('');
}

/** The whole token turned into something else. */
function wholes(token: string, end: number): BearerTry[] {
  const found: BearerTry[] = [{ header: 'Bearer {token.reversed}', kind: 'reversed', label: 'reversed' }];
  // A base64 decoder may stop at padding, and would then see a single token.
  if (end === token.length) found.push({ header: 'Bearer {token}{token}', kind: 'doubled', label: 'doubled' });
  if (!mayBeOfOneCase(token) && tokenIn({ kind: 'swapcase' }, token) !== token)
    found.push({ header: 'Bearer {token.swapcase}', kind: 'swapped-case', label: 'letter case swapped' });
  return [...found, ...forged(token)];
}

/** The claims of a signed JWT with another signature, and other claims with its signature. */
function forged(token: string): BearerTry[] {
  const parts = jwtParts(token);
  if (parts === undefined || isSignedWith(undefined, token)) return [];
  const { header: a, claims: b } = parts.end;
  const claims = `{token[${a + 1}:${b}]}`;
  const unsigned = jwt(undefined, {}).split('.')[0]!;
  const found: BearerTry[] = [
    { header: `Bearer ${unsigned}.${claims}.`, kind: 'unsigned-claims', label: 'its claims in an unsigned JWT' },
    { header: `Bearer {token[0:${b}]}.`, kind: 'without-signature', label: 'its signature removed' },
    {
      header: `Bearer {token[0:${b}]}`,
      kind: 'without-signature-and-dot',
      label: 'its signature and the dot before it removed',
    },
  ];
  if (!isSignedWith('', token)) {
    const { header, signature } = signedWithEmptyKey(parts.claims);
    const label = 'its claims signed with an empty key, under the id of a key that does not exist';
    found.push({ header: `Bearer ${header}.${claims}.${signature}`, kind: 'empty-key', label });
  }
  const octets = Buffer.from(parts.claims, 'base64url').toString('latin1');
  if (!octets.endsWith('}') || Object.keys(jsonOf(parts.claims)).length === 0) return found;
  // Base64 encodes three octets at a time: only the last group, which ends in the brace, is another one.
  const kept = Math.floor((octets.length - 1) / 3);
  const changed = Buffer.from(`${octets.slice(kept * 3, -1)},"admin":true}`, 'latin1').toString('base64url');
  found.push({
    header: `Bearer {token[0:${a + 1 + kept * 4}]}${changed}{token[${b}:]}`,
    kind: 'changed-claims',
    label: 'a claim added under its signature',
  });
  return found;
}

/**
 * A letter in place of a hexadecimal digit. Code that does not check its digits reads zero in it, or a digit with the same low bits;
 * what stops or skips there reads another token.
 */
function beyondHex(token: string): BearerTry[] {
  if (!isHexOrUuid(token)) return [];
  const digits = [...token.slice(0, -1)].map((char, at) => ({ at, value: Number.parseInt(char, 16) }));
  // Zeros in front of a number may mean nothing.
  const begin = digits.findIndex(({ value }) => value > 0);
  const inside = begin < 0 ? [] : digits.slice(begin + 1);
  const { at, value } = inside.find((one) => one.value === 0) ?? inside.find((one) => one.value > 0) ?? {};
  if (at === undefined || value === undefined) return [];
  const letter = String.fromCharCode('g'.charCodeAt(0) + value);
  const other = /[A-F]/.test(token) ? letter.toUpperCase() : letter;
  const label = `character ${at + 1} changed to a letter that is not hexadecimal`;
  return [{ header: `Bearer {token[0:${at}]}${other}{token[${at + 1}:]}`, kind: 'no-digit', label }];
}

/** Other ways to write a token of digits as a number, for code that compares numbers. Read as hexadecimal, each is a different value. */
function sameNumbers(token: string): BearerTry[] {
  if (!/^\d+$/.test(token)) return [];
  return [
    { header: 'Bearer +{token}', kind: 'same-number', label: 'after a plus sign' },
    { header: 'Bearer {token}e0', kind: 'same-number', label: 'followed by e0, the same number' },
  ];
}
