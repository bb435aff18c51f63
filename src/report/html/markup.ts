/**
 * Markup that is safe by construction: in `html` templates every value is text unless another template made it. What a target
 * sent is always a value, so it cannot become an element, an attribute or a script. Write attributes in double quotes.
 */
import { cut, respell, visible, visibleParts } from '../visible-text.ts';

/** A finished piece of HTML. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type Value = string | number | Markup | readonly Value[] | null | undefined | false;

/** A template of HTML: texts and numbers are escaped and made visible, lists are joined, and null and false are left out. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Markup {
  return new Markup(
    strings.map((part, index) => part + (index < values.length ? written(values[index]) : '')).join(''),
  );
}

function written(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (value instanceof Markup) return value.text;
  if (Array.isArray(value)) return value.map(written).join('');
  return escaped(visible(String(value)));
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** Text as element content, cut at `limit` characters; characters that had to be spelled out are marked. Not for attributes. */
export function shown(text: string, limit = 2000): Markup {
  const parts: { text: string; spelled: boolean }[] = [];
  for (const part of visibleParts(cut(text, limit))) {
    const last = parts.at(-1);
    if (last !== undefined && last.spelled === part.spelled) last.text += part.text;
    else parts.push({ ...part });
  }
  return new Markup(
    parts.map((part) => (part.spelled ? `<i class="ctl">${escaped(part.text)}</i>` : escaped(part.text))).join(''),
  );
}

/** Text as an attribute that a script reads back unchanged, such as a command to copy. */
export function exact(text: string): Markup {
  return new Markup(
    respell(escaped(text), (character) => {
      const code = character.codePointAt(0) ?? 0;
      // HTML has no NUL and no lone surrogate, and reads references to C1 controls as Windows-1252.
      if (code === 0 || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd';
      return code >= 0x80 && code < 0xa0 ? character : `&#${code};`;
    }),
  );
}

/** How many bytes of markup may still be spent on what a target sent. */
export class Budget {
  #left: number;
  constructor(bytes: number) {
    this.#left = bytes;
  }
  /** The piece if there is room for it, or else its replacement. */
  spend(piece: Markup, instead: Markup): Markup {
    const size = Buffer.byteLength(piece.text);
    if (size > this.#left) return instead;
    this.#left -= size;
    return piece;
  }
}
