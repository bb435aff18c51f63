/** Colour on a terminal, where it was asked for. Only our own words are painted; see visible-text.ts for a target's. */
export interface Paint {
  readonly strong: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly good: (text: string) => string;
  readonly bad: (text: string) => string;
  readonly warn: (text: string) => string;
}

const plain = (text: string) => text;
const sgr = (on: number, off: number) => (text: string) => `\x1b[${on}m${text}\x1b[${off}m`;

/** Green, red and yellow of the user's own theme; text as it is where no colour is wanted. */
export function painter(color: boolean): Paint {
  if (!color) return { strong: plain, dim: plain, good: plain, bad: plain, warn: plain };
  return { strong: sgr(1, 22), dim: sgr(2, 22), good: sgr(32, 39), bad: sgr(31, 39), warn: sgr(33, 39) };
}
