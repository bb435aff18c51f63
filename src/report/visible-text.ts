/**
 * Makes text from a target safe to show: whatever a terminal or a bidirectional renderer would act on (ANSI escapes, control
 * characters, direction overrides, zero-width marks, lone surrogates) is spelled out. Nothing is dropped.
 */
import { cutText } from '../core/text.ts';

// C0, DEL, C1; soft hyphen; Arabic letter mark; Mongolian vowel separator; zero-width and direction marks; line and
// paragraph separators; embeddings, overrides and isolates; invisible operators; BOM; interlinear marks; tags.
const active =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Cs}]|[\u{e0000}-\u{e007f}]/gu;

/** One character as JavaScript escapes it: `\n`, `\x1b`, `\u202e`. */
export function spellCharacter(character: string): string {
  if (character === '\n') return '\\n';
  if (character === '\r') return '\\r';
  if (character === '\t') return '\\t';
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x100) return `\\x${code.toString(16).padStart(2, '0')}`;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** The text with every active character replaced by what `spell` returns for it. */
export function respell(text: string, spell: (character: string) => string): string {
  return text.replace(active, spell);
}

/** JSON text in which active characters are escaped: a terminal that shows the file acts on none, and it means the same. */
export function activeAsJson(json: string): string {
  return json.replace(active, (character) => {
    // Of the whitespace between values.
    if (character === '\n') return character;
    return Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
      .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
      .join('');
  });
}

/** Active characters that no text of the kit has, not even the colors of a terminal: C1 and all that is beyond ASCII. */
export function withoutControls(text: string): string {
  return text.replace(active, (character) =>
    (character.codePointAt(0) ?? 0) < 0x80 ? character : spellCharacter(character),
  );
}

/** The text with every active character spelled out, on one line. */
export function visible(text: string): string {
  return respell(text, spellCharacter);
}

/** Like {@link visible}, but line breaks and tabs stay. */
export function visibleLines(text: string): string {
  return text.replace(active, (character) =>
    character === '\n' || character === '\t' ? character : spellCharacter(character),
  );
}

/** The parts of a text, each spelled out or not, for renderers that mark the former. */
export function visibleParts(text: string): { readonly text: string; readonly spelled: boolean }[] {
  const parts: { text: string; spelled: boolean }[] = [];
  let from = 0;
  for (const found of text.matchAll(active)) {
    if (found[0] === '\n' || found[0] === '\t') continue;
    if (found.index > from) parts.push({ text: text.slice(from, found.index), spelled: false });
    parts.push({ text: spellCharacter(found[0]), spelled: true });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), spelled: false });
  return parts;
}

/** The first `limit` characters, cut between code points, with the number of the rest. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const kept = cutText(text, limit);
  return `${kept}… (${thousands(text.length - kept.length)} more characters)`;
}

/** `1234567` as `1,234,567`. */
export function thousands(count: number): string {
  return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `1 failure`, `2 failures`. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${thousands(count)} ${count === 1 ? one : many}`;
}

/** A size in bytes for people: `812 B`, `1.5 kB`. */
export function byteSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** A duration in ms for people: `340 ms`, `12.4 s`, `3 min 5 s`. */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** An RFC 3339 time as `2027-01-05 10:22 UTC`; any other text unchanged. */
export function moment(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? at : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** A value on one line as JSON, or as text if JSON cannot hold it. */
export function oneLine(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/** The text with its first letter in upper case. */
export function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
