/**
 * One string for equal texts. The items of a log arrive again with each reading: without this, each reading would keep a
 * copy of the log.
 */

/** Characters after which the known texts are forgotten: what is read from then on is shared anew. */
const mostCharacters = 16 * 1024 * 1024;

const known = new Map<string, string>();
let characters = 0;

/** The first string with this text that was asked for. */
export function sharedText(text: string): string {
  const first = known.get(text);
  if (first !== undefined) return first;
  characters += text.length;
  if (characters > mostCharacters) {
    known.clear();
    characters = text.length;
  }
  known.set(text, text);
  return text;
}
