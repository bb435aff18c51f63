/**
 * Values of the Authorization header with a token that was never issued, in the order in which servers accept them by
 * mistake: both ends of the valid token changed, the whole token in disguise, then what needs a rarer mistake.
 */
import fc from 'fast-check';
import type { Family } from '../request.ts';
import { inTurns } from '../text.ts';
import type { BearerTry } from './bearer-try.ts';
import { madeUpTokens } from './made-up-tokens.ts';
import { isHexOrUuid } from './token-forms.ts';
import { mutants } from './token-mutants.ts';

/**
 * Mutants of the valid token and made-up ones by turns.
 * @param place which of `places` callers asks: all have both ends, then each begins at other characters inside, so that
 *   together they reach far more places of a comparison that they share
 */
export function wrongTokens(valid: string, place: number, places: number): WrongTokens {
  const [ofValid, madeUp] = [orderedMutants(valid, place, places), orderedMadeUp(valid)];
  // Padding at the end is never what is changed.
  const length = Math.max(0, ...ofValid.flatMap((one) => one.place ?? []));
  const isDoubled = ofValid.some((one) => doubled(one, length));
  const ends = isDoubled ? certain : certain.map((one) => (one === doubled ? ofKind('extended-at-end') : one));
  const [always, carried, others] = [ends, carriedOnes, shared].map((wanted) =>
    firstOfEach([...ofValid, ...madeUp], wanted, length),
  ) as [BearerTry[], BearerTry[], BearerTry[]];
  const ofTurn = (all: readonly BearerTry[], turn: number) => all.filter((_, at) => at % places === turn % places);
  const first = inTurns([ofValid, madeUp]);
  return {
    first,
    usual: (turn) => usualOf(first, { length, place, places, turn }),
    few: (turn) => [...always, ...ofTurn(carried, turn), ...ofTurn(others, turn)],
    arbitrary: fc.oneof(mutants(valid).arbitrary, madeUpTokens(valid).arbitrary),
  };
}

export interface WrongTokens extends Family<BearerTry> {
  /**
   * Where about thirty can be sent: one for each mistake that is not shown by another of them, some places inside the token, and
   * of the others a few, which callers with following turns share.
   */
  readonly usual: (turn: number) => readonly BearerTry[];
  /**
   * Where few can be sent: those that show most, and of other usual ones a part. Callers with following turns have all of
   * these among them.
   */
  readonly few: (turn: number) => readonly BearerTry[];
}

type IsOne = (one: BearerTry, length: number) => boolean;

const ofKind =
  (kind: BearerTry['kind']): IsOne =>
  (one) =>
    one.kind === kind;
const named =
  (token: string): IsOne =>
  ({ header }) =>
    header === `Bearer ${token}`;
const changedAt =
  (isPlace: (place: number, length: number) => boolean): IsOne =>
  ({ kind, place = 0 }, length) =>
    kind === 'changed-character' && isPlace(place, length);
const changedInside = changedAt((place, length) => place !== 1 && place !== length);
/** Ends in the valid token, and begins with it: what any text may follow or precede is accepted doubled. */
const doubled = ofKind('doubled');

/**
 * What shows all usual mistakes, each of them once. Two cut characters show what one does, doubling what another text at either
 * end does, a changed end what a random text of the same alphabet does, and a number of 32 digits what other hexadecimal or
 * alphanumeric tokens do. The letter in front is one of "Bearer": code that strips the characters of the scheme, as TrimLeft in
 * Go and lstrip in Python do, strips it, too.
 */
const telling: readonly IsOne[] = [
  changedAt((place, length) => place === length),
  ofKind('uuid'),
  ofKind('cut-at-end'),
  changedAt((place) => place === 1),
  ofKind('digits'),
  ofKind('cut-at-start'),
  ofKind('unsigned-jwt'),
  doubled,
  ofKind('dot-after'),
  // A pattern for the characters of a token (RFC 6750 §2.1) that does not say where it ends.
  ofKind('colon-after'),
  ofKind('signed-jwt'),
  ofKind('swapped-case'),
  named('null'),
  named('constructor'),
  ofKind('reversed'),
  ofKind('changed-dot'),
  ofKind('unsigned-claims'),
  ofKind('without-signature'),
  ofKind('without-signature-and-dot'),
  ofKind('empty-key'),
  ofKind('changed-claims'),
  ofKind('no-digit'),
  // Both ways to write a number.
  ofKind('same-number'),
  ofKind('same-number'),
  ofKind('character-removed'),
  named('%'),
  ofKind('character-repeated'),
  ofKind('metacharacters'),
  ofKind('without-separator'),
  ofKind('wildcard'),
  ofKind('extended-at-start'),
  ofKind('length'),
];
/** Of these, each caller tries one part: a guard that accepts them does so at every operation, as a rule. */
const byTurns: readonly IsOne[] = [ofKind('base64url'), ofKind('hex')];
/** In place of the doubled token, if a decoder may read it as the valid one. */
const extended = ofKind('extended-at-end');
/** Number of mistakes that are tried before those places. */
const usualFirst = 7;
/** Places inside the token that one caller changes, and other tries that callers share. */
const insidePlaces = 2;
const sharedOthers = 2;

function usualOf(
  first: readonly BearerTry[],
  { length, place, places, turn }: { length: number; place: number; places: number; turn: number },
): readonly BearerTry[] {
  const isDoubled = first.some((one) => doubled(one, length));
  const found = firstOfEach(first, isDoubled ? telling : [...telling, extended], length);
  const inside = first.filter((one) => changedInside(one, length)).sort((a, b) => a.place! - b.place!);
  const patterns = firstOfEach(first, [ofKind('any-character')], length);
  // A pattern changes a character inside the token, too.
  const own = fromTheMiddle(inside.filter((_, at) => at % places === place)).slice(0, insidePlaces - patterns.length);
  const shared = firstOfEach(first, byTurns, length);
  const rest = first.filter((one) => one.kind !== 'any-character' && ![...found, ...inside, ...shared].includes(one));
  const others = [...shared, ...rest].slice(0, sharedOthers);
  const ofTurn = others.filter((_, at) => at % places === turn % places);
  return [...found.slice(0, usualFirst), ...own, ...patterns, ...found.slice(usualFirst), ...ofTurn];
}

/** The middle one, then every other one from there, so that all parts are among the first. */
function fromTheMiddle<T>(all: readonly T[]): readonly T[] {
  const step = Math.max(2, Math.floor(all.length / insidePlaces));
  const middle = Math.floor((all.length - 1) / 2);
  return [...all.filter((_, at) => at % step === middle % step), ...all.filter((_, at) => at % step !== middle % step)];
}

/** Where few can be sent, what every caller tries: each shows another of the usual mistakes. */
const certain: readonly IsOne[] = [
  changedAt((place, length) => place === length),
  ofKind('cut-at-end'),
  doubled,
  ofKind('swapped-case'),
];

/**
 * Where few can be sent, made-up tokens of which each caller sends one, and the last one none, in a form of message that a guard may
 * treat differently: it is then let in whatever its token is.
 */
export const carriedKinds: readonly BearerTry['kind'][] = ['digits', 'uuid', 'unsigned-claims', 'unsigned-jwt'];
/** What accepts made-up claims without a signature accepts those of the valid token. */
const isUnsigned: IsOne = ({ kind }) => kind === 'unsigned-claims' || kind === 'unsigned-jwt';
const carriedOnes: readonly IsOne[] = [ofKind('digits'), ofKind('uuid'), isUnsigned];

/** Where few can be sent, what callers share. */
const shared: readonly IsOne[] = [
  named('null'),
  changedAt((place) => place === 1),
  ofKind('cut-at-start'),
  changedInside,
  named('%'),
  ofKind('reversed'),
  ofKind('without-separator'),
  // A token of digits has no separator.
  ofKind('same-number'),
  ofKind('same-number'),
  ofKind('character-removed'),
];

/** For each wanted form, the first try that has it and was not taken before. */
function firstOfEach(all: readonly BearerTry[], wanted: readonly IsOne[], length: number): readonly BearerTry[] {
  const found = new Set<BearerTry>();
  for (const isOne of wanted) {
    const one = all.find((candidate) => !found.has(candidate) && isOne(candidate, length));
    if (one !== undefined) found.add(one);
  }
  return [...found];
}

const forgedKinds: readonly BearerTry['kind'][] = [
  'unsigned-claims',
  'without-signature',
  'without-signature-and-dot',
  'empty-key',
  'changed-claims',
];

/** Whether a mutant is of the most usual kind, of the second, and so on. */
const usual: readonly ((one: BearerTry) => boolean)[] = [
  ({ characters }) => characters === 1,
  ({ kind }) => kind === 'swapped-case' || kind === 'doubled' || kind === 'reversed',
  ({ kind }) => kind === 'character-removed' || kind === 'character-repeated' || kind === 'without-separator',
  ({ kind }) => forgedKinds.includes(kind),
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
  const wholes = turnedSeparators(first, place)
    .filter((one) => !isChange(one))
    .sort((a, b) => rankOf(a) - rankOf(b));
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
  return [...inTurns([wholes.slice(0, 2), ends]), ...wholes.slice(2), ...turned, ...patternsOf(valid, place, places)];
}

/** Each caller begins with another separator: a guard that drops only one of them is shown by the token without that one. */
function turnedSeparators(all: readonly BearerTry[], place: number): readonly BearerTry[] {
  const isWithout = ofKind('without-separator');
  const without = all.filter((one) => isWithout(one, 0));
  const turn = place % Math.max(without.length, 1);
  const turned = [...without.slice(turn), ...without.slice(0, turn)];
  return all.map((one) => (isWithout(one, 0) ? turned.shift()! : one));
}

/**
 * An underscore in place of a character inside the token, if a decoder of base64 reads another one: in a pattern of SQL, it stands
 * for any character. One for each caller, that of this place first.
 */
function patternsOf(valid: string, place: number, places: number): readonly BearerTry[] {
  const usable = isHexOrUuid(valid)
    ? []
    : [...valid].flatMap((char, at) => (/[A-Za-f]/.test(char) && at > 0 && at < valid.length - 1 ? [at] : []));
  return Array.from({ length: places }, (_, turn) => (place + turn) % places).flatMap((caller): BearerTry[] => {
    const own = usable.filter((_, index) => index % places === caller);
    const at = own[own.length >> 1];
    if (at === undefined) return [];
    const header = `Bearer {token[0:${at}]}_{token[${at + 1}:]}`;
    return [{ header, kind: 'any-character', label: `character ${at + 1} changed to _`, place: at + 1 }];
  });
}

/** What a missing token turns into, names that every object has, patterns, and a quote that ends a literal. */
const usualWords = ['undefined', 'constructor', "' OR '1'='1", '.*', '%', 'true'].map((word) => `Bearer ${word}`);
/** Number of forms of made-up tokens: one of each comes first. */
const forms = 13;

function orderedMadeUp(valid: string): BearerTry[] {
  const all = madeUpTokens(valid).first;
  const first = all.filter(({ header }, at) => all.findIndex((other) => other.header === header) === at);
  const words = first.slice(forms).filter(({ header }) => usualWords.includes(header));
  return [...first.slice(0, forms), ...words, ...first.slice(forms).filter((one) => !words.includes(one))];
}
