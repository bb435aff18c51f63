/** One string for equal texts: without this, each reading of a log would keep a copy of it. */
import { TextMemo } from './text-memo.ts';

const texts = new TextMemo((text) => text, 16 * 1024 * 1024);

/** The first string with this text that was asked for. */
export function sharedText(text: string): string {
  return texts.of(text);
}
