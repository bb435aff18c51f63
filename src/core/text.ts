/**
 * Texts of users and targets, which may hold any character: cut between code points and percent-encoded. Half an emoji
 * must never end a run.
 */

/** The first `most` UTF-16 units; one fewer if the cut would split a character. */
export function cutText(text: string, most: number): string {
  const last = text.charCodeAt(most - 1);
  return text.slice(0, text.length > most && last >= 0xd800 && last <= 0xdbff ? most - 1 : most);
}

const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });

/** Octets as UTF-8. A byte order mark stays: a body with one is not the same as without. */
export function textOf(octets: Uint8Array): string {
  return utf8.decode(octets);
}

/** Like `encodeURIComponent`, which throws for half a surrogate pair: here that becomes U+FFFD, as in UTF-8. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** Whether any text in the value holds `{unique}`; names of members do not count. */
export function wantsUnique(value: unknown): boolean {
  if (typeof value === 'string') return value.includes('{unique}');
  if (typeof value !== 'object' || value === null) return false;
  return (Array.isArray(value) ? value : Object.values(value)).some(wantsUnique);
}

/** The value with a fresh part wherever a text in it holds `{unique}`. */
export function withUnique<T>(value: T, unique: string): T {
  if (typeof value === 'string') return value.replaceAll('{unique}', unique) as T;
  if (Array.isArray(value)) return value.map((item) => withUnique(item, unique)) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, withUnique(below, unique)])) as T;
}

/** What stands in a text for `{unique}` of its template; undefined if the rest differs. */
export function uniquePartOf(text: string, template: string): string | undefined {
  const [before = '', after = ''] = template.split('{unique}');
  const unique = text.slice(before.length, text.length - after.length);
  return text === `${before}${unique}${after}` ? unique : undefined;
}

/** The id of an item that is a JSON object; undefined for any other. */
export function idOfItem(item: string): string | undefined {
  return /^\{.*?"(?:id|_id|uuid)"\s*:\s*"([^"\\]{1,60})"/s.exec(item)?.[1];
}
