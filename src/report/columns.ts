/** Fits text into the columns of a terminal. Takes text that is already visible (see visible-text.ts). */

const wide =
  /^[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]$/u;
const none = /^(?:\p{Mn}|\p{Me}|\u200c|\u200d)$/u;

/** Columns that a text occupies: two for wide characters, none for combining ones. */
export function columns(text: string): number {
  let count = 0;
  for (const character of text) {
    if (none.test(character)) continue;
    count += wide.test(character) ? 2 : 1;
  }
  return count;
}

/** The text in at most `width` columns, with an ellipsis if it was cut. */
export function shorten(text: string, width: number): string {
  if (columns(text) <= width) return text;
  let taken = '';
  let used = 0;
  for (const character of text) {
    const size = columns(character);
    if (used + size > width - 1) break;
    taken += character;
    used += size;
  }
  return `${taken}…`;
}

/** Lines of at most `width` columns, broken at spaces; a longer word is broken inside. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/ +/)) {
    let rest = word;
    if (line !== '' && columns(line) + 1 + columns(rest) > width) {
      lines.push(line);
      line = '';
    }
    while (columns(rest) > width) {
      const head = shorten(rest, width + 1).replace(/…$/, '');
      const piece = head === '' ? ([...rest][0] ?? '') : head;
      lines.push(piece);
      rest = rest.slice(piece.length);
    }
    line = line === '' ? rest : `${line} ${rest}`;
  }
  if (line !== '') lines.push(line);
  return lines;
}

/** The text padded to `width` columns. */
export function pad(text: string, width: number, side: 'left' | 'right' = 'right'): string {
  const spaces = ' '.repeat(Math.max(0, width - columns(text)));
  return side === 'right' ? text + spaces : spaces + text;
}
