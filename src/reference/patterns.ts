/** Ways in which a careless lookup turns the text of a client into a pattern. */

/** The pattern of SQL LIKE: `%` is any text, `_` any character. */
export function sqlLike(pattern: string): RegExp {
  return wholeText(escaped(pattern).replaceAll('%', '.*').replaceAll('_', '.'));
}

/** The pattern of a shell: `*` is any text. */
export function glob(pattern: string): RegExp {
  return wholeText(escaped(pattern).replaceAll('\\*', '.*'));
}

/** Whether `pattern` is a regular expression that matches all of `text`. */
export function matchesAsRegex(pattern: string, text: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`).test(text);
  } catch {
    return false;
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function wholeText(source: string): RegExp {
  return new RegExp(`^${source}$`, 's');
}
