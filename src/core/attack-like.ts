/**
 * Tells what in a request looks like an attack: a firewall in front of a conforming server may stop it. Letters of all scripts, lone
 * quotes, long texts and unusual numbers do not.
 */
import type { SentRequest } from './exchange.ts';
import { jsonOfAny } from './sent-body.ts';

/** Characters of a header that are more than what clients usually send. */
const longestHeader = 4000;

const signs: readonly (readonly [sign: RegExp, name: string])[] = [
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  [/[\u0000-\u0008\u000b-\u001f\u007f]|%00/, 'a control character'],
  // The escape as text, which a firewall may read as the character.
  [/\\(u00|x)[01][0-9a-f]/i, 'an escaped control character'],
  [/<[a-z!/?%]/i, 'markup'],
  [/\.\.[/\\]|%2e%2e|\/etc\/|[a-z]:\\|file:/i, 'a path such as ../'],
  [/['"]\W*(or|and|union|select)\b|;|(^|[\s'"])--|\/\*/i, 'a piece of SQL'],
  [/`|\$[({]|\|\s*\w|&&|[#{%]\{|\{[{%]|<%/, 'a command or a template'],
  [/__proto__/, 'the name of a prototype'],
];

/** What in a request looks like an attack, as a noun phrase; undefined if nothing does. */
export function attackIn({ target, headers, body }: SentRequest): string | undefined {
  if (headers.some(([, value]) => value.length > longestHeader)) return 'a long header';
  const texts = [target, decoded(target), ...(body === null ? [] : textsIn(jsonOfAny(body)))];
  return signs.find(([sign]) => texts.some((text) => sign.test(text)))?.[1];
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target.replaceAll('+', ' '));
  } catch {
    return target;
  }
}

/** All names and texts of a JSON value, which may be nested too deeply for recursion. */
function textsIn(value: unknown): readonly string[] {
  const texts: string[] = [];
  const left = [value];
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next === 'string') texts.push(next);
    if (typeof next !== 'object' || next === null) continue;
    for (const [name, member] of Object.entries(next)) {
      texts.push(name);
      left.push(member);
    }
  }
  return texts;
}
