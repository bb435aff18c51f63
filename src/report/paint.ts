/** Colours on a terminal, if they are wanted. Only fixed words are painted; text from a target goes through visible-text.ts. */
export interface Paint {
  readonly strong: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
}

const plain = (text: string) => text;
const sgr = (on: number, off: number) => (text: string) => `\x1b[${on}m${text}\x1b[${off}m`;

/** Green, red and yellow of the terminal's theme; plain text if no colour is wanted. */
export function painter(color: boolean): Paint {
  if (!color) return { strong: plain, dim: plain, good: plain, bad: plain, warn: plain };
  return { strong: sgr(1, 22), dim: sgr(2, 22), good: sgr(32, 39), bad: sgr(31, 39), warn: sgr(33, 39) };
}
