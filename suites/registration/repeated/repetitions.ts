/** Ways to register the e-mail of a pending user once more. */
import type { generate } from '../../../src/suite.ts';

/** How the e-mail of a pending user is registered once more. */
export interface Repetition {
  readonly label: string;
  readonly isAtOnce?: true;
  /** Also tried on the one user of `isVerifiedAfterAll`. */
  readonly isForOne?: true;
  readonly spelt: (parts: generate.EmailParts) => string;
}

const plainly = ({ before, unique, after, domain }: generate.EmailParts): string =>
  `${before}${unique}${after}@${domain}`;

/** In capitals. The unique part keeps its case if there are other letters before the @: reports recognise it in lower case. */
function inCapitals({ before, unique, after, domain }: generate.EmailParts): string {
  const fresh = /[a-z]/.test(before + after) ? unique : unique.toUpperCase();
  return `${before.toUpperCase()}${fresh}${after.toUpperCase()}@${domain.toUpperCase()}`;
}

export const repetitions: readonly Repetition[] = [
  { label: 'registered a second time', isForOne: true, spelt: plainly },
  { label: 'registered twice at once', isAtOnce: true, spelt: plainly },
  { label: 'registered again in another letter case', isForOne: true, spelt: inCapitals },
  { label: 'registered again with a trailing space', isForOne: true, spelt: (parts) => `${plainly(parts)} ` },
];
