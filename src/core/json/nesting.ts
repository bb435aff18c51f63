/** How deeply arrays and objects of a JSON text are nested. */

const quote = 0x22;
const backslash = 0x5c;

/** Whether a text opens more than `most` arrays and objects inside each other, whether or not it is JSON. */
export function isNestedDeeper(text: string, most: number): boolean {
  // Most texts hold fewer brackets in all.
  if (text.length <= most) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) {
      depth += 1;
      if (depth > most) return true;
    } else if (code === 0x5d || code === 0x7d) depth -= 1;
  }
  return false;
}

/** The place of the quotation mark that ends the string; the end of the text if none does. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
  return text.length;
}
