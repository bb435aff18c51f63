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
export function wrongTokens(valid: string, place: number, places: number): WrongTokens {
  const [ofValid, madeUp] = [orderedMutants(valid, place, places), orderedMadeUp(valid)];
  return {
    first: inTurns([ofValid, madeUp]),
    few: (turn) => [
      ...telling(ofValid, valid.length),
      ...[...others(ofValid), ...madeUp.slice(0, fewMadeUp)].filter((_, at) => at % places === turn % places),
    ],
    arbitrary: fc.oneof(mutants(valid).arbitrary, madeUpTokens(valid).arbitrary),
  };
}

export interface WrongTokens extends Family<BearerTry> {
  /**
   * Where few can be sent: those that show most, and of other usual ones a part. Callers with following turns have all of
   * these among them.
   */
  readonly few: (turn: number) => readonly BearerTry[];
}

/** Usual mutants, and usual forms of made-up tokens, that callers share where few can be sent. */
const fewMutants = 6;
const fewMadeUp = 6;

/** The last character changed, the first, and one inside: who leaves a part of a token out of the comparison accepts one of them. */
function telling(ofValid: readonly BearerTry[], length: number): BearerTry[] {
  const changed = ofValid.filter(({ kind }) => kind === 'changed-character');
  const inside = changed.find(({ place }) => place !== 1 && place !== length);
  return [...changed.slice(0, 2), ...(inside === undefined ? [] : [inside])];
}

/** Who accepts a doubled token accepts one that is extended at its end. */
const others = (ofValid: readonly BearerTry[]): BearerTry[] =>
  ofValid.filter(({ kind }) => kind !== 'changed-character' && kind !== 'doubled').slice(0, fewMutants);

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
