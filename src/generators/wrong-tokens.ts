/**
 * Values of the Authorization header with a token that was never issued, in the order in which servers accept them by
 * mistake: both ends of the valid token changed, the whole token in disguise, then what needs a rarer mistake.
 */
import fc from 'fast-check';
import type { BearerTry } from './bearer-try.ts';
import { madeUpTokens } from './made-up-tokens.ts';
import type { Family } from './request.ts';
import { inTurns } from './text.ts';
import { mutants } from './token-mutants.ts';

/**
 * Mutants of the valid token and made-up ones by turns.
 * @param place which of `places` callers asks: all have both ends, then each begins at other characters inside, so that
 *   together they reach far more places of a comparison that they share
 */
export function wrongTokens(valid: string, place: number, places: number): Family<BearerTry> {
  return {
    first: inTurns([orderedMutants(valid, place, places), orderedMadeUp(valid)]),
    arbitrary: fc.oneof(mutants(valid).arbitrary, madeUpTokens(valid).arbitrary),
  };
}

/** Whether a mutant is of the most usual kind, of the second, and so on. */
const usual: readonly ((one: BearerTry) => boolean)[] = [
  ({ characters }) => characters === 1,
  ({ kind }) => kind === 'swapped-case' || kind === 'doubled' || kind === 'reversed',
  ({ kind }) => kind === 'character-removed' || kind === 'character-repeated' || kind === 'without-separator',
  ({ kind }) => kind === 'unsigned-claims' || kind === 'without-signature' || kind === 'without-signature-and-dot',
  ({ kind }) => kind === 'cut-at-start' || kind === 'cut-at-end',
  ({ kind }) => kind === 'extended-at-start' || kind === 'extended-at-end',
];

function rankOf(one: BearerTry): number {
  const rank = usual.findIndex((isUsual) => isUsual(one));
  return rank < 0 ? usual.length : rank;
}

function orderedMutants(valid: string, place: number, places: number): BearerTry[] {
  const { first } = mutants(valid);
  const isChange = ({ kind }: BearerTry) => kind === 'changed-character';
  const [last, front, ...inner] = first.filter(isChange);
  const ends = [last, front].filter((one) => one !== undefined);
  const wholes = first.filter((one) => !isChange(one)).sort((a, b) => rankOf(a) - rankOf(b));
  // A token that is taken for a regular expression: a dot stands for any character.
  const dot = valid.indexOf('.', 1);
  if (dot > 0)
    wholes.unshift({
      header: `Bearer {token[0:${dot}]}x{token[${dot + 1}:]}`,
      kind: 'changed-dot',
      label: 'its first dot replaced',
    });
  const turned = Array.from({ length: places }, (_, at) =>
    inner.filter((__, index) => index % places === (place + at) % places),
  ).flat();
  return [...inTurns([wholes.slice(0, 2), ends]), ...wholes.slice(2), ...turned];
}

/** What a missing token turns into, names that every object has, patterns, and a quote that ends a literal. */
const usualWords = ['undefined', 'constructor', "' OR '1'='1", '.*', '%', 'true'].map((word) => `Bearer ${word}`);
/** Number of forms of made-up tokens: one of each comes first. */
const forms = 13;

function orderedMadeUp(valid: string): BearerTry[] {
  const { first } = madeUpTokens(valid);
  const words = first.slice(forms).filter(({ header }) => usualWords.includes(header));
  return [...first.slice(0, forms), ...words, ...first.slice(forms).filter((one) => !words.includes(one))];
}
