/**
 * Alternative spellings of a path that servers, proxies and frameworks commonly resolve to the same resource (RFC 3986
 * §5.2.4, §6.2; matrix parameters; suffixes that name a format). What a server makes of one is decided elsewhere.
 */
import fc from 'fast-check';
import { inTurns } from './text.ts';

export interface PathVariant {
  /** "with the path spelled differently: slash at the end". */
  readonly label: string;
  /** What was done to the path, not where: for the distribution in the report. */
  readonly kind: string;
  readonly path: string;
  /** Another method than the operation's, and headers that a guard may trust; see disguises.ts. */
  readonly method?: string;
  readonly headers?: readonly (readonly [string, string])[];
  /** Which of several segments was changed, from 0. */
  readonly segment?: number;
  /** What it puts together, each alone. */
  readonly parts?: readonly PathVariant[];
  /** Those with fewer of the parts. */
  simpler?(): readonly PathVariant[];
}

/**
 * The common spellings of a path in their order, few of them, and the rare ones in an order that the seed draws.
 * @param turn callers with following turns have the few at other segments
 */
export function pathVariants(path: string, fixed: readonly number[], seed: number, turn: number) {
  const rare = rarePathVariants(path, fixed);
  const shuffled = fc.sample(fc.shuffledSubarray(rare, { minLength: rare.length }), { seed, numRuns: 1 })[0]!;
  const common = commonPathVariants(path, fixed);
  return { common, few: [...everywhere(path, turn), ...fewOf(common, fixed, turn)], rare: shuffled };
}

/** Prefixes of paths that many servers leave open to everyone. Callers take turns. */
const openPlaces = ['public', 'health', 'static', 'login'];

/**
 * Changes in all segments at once: what a router undoes in one segment it undoes in all, and a guard that looks at the beginning
 * or the end of the path, or at all of it, misses it.
 */
function everywhere(path: string, turn: number): PathVariant[] {
  const open = openPlaces[turn % openPlaces.length]!;
  const segments = path.slice(1).split('/');
  const all = (kind: string, change: (segment: string, at: number) => string): PathVariant =>
    variant(`${kind}, everywhere`, `/${segments.map(change).join('/')}`);
  return [
    // A guard may leave style sheets open to everyone.
    all('path parameter', (segment, at) => `${withParameter(segment)}${at === segments.length - 1 ? '.css' : ''}`),
    all(encodedLetter, encodedOnce),
    all('dot segment', (segment) => `./${segment}`),
    all('doubly encoded letter', encodedTwice),
    all('way up and back', (segment, at) => `${at === 0 ? open : 'x'}/../${segment}`),
  ].filter((one) => one.path !== path);
}

const encodedLetter = 'encoded letter';

/** Of single segments, routers are mounted at the first one in any letter case. */
const letterCase = 'letter case';

/** Double slashes are taken for other things in front of a path than inside, so that they are tried at two places. */
const atTwoPlaces = 'double slash';
/** Of the changes in one segment, and of those at the end that are like others, callers share four parts. */
const parts = 4;
const likeOthers: readonly string[] = ['double slash at the end', 'dot segment at the end', 'semicolon at the end'];

function fewOf(variants: readonly PathVariant[], fixed: readonly number[], turn: number): PathVariant[] {
  const kinds = [...new Set(variants.map(({ kind }) => kind))];
  const isNear = (one: PathVariant): boolean => {
    const segments = variants.flatMap(({ kind, segment }) =>
      kind === one.kind && segment !== undefined ? [segment] : [],
    );
    const last = Math.max(...segments);
    if (one.kind === letterCase) return one.segment === Math.min(...segments);
    const before = segments.filter((segment) => segment !== last).sort((a, b) => a - b);
    return one.segment === last || one.segment === before[(turn + kinds.indexOf(one.kind)) % before.length];
  };
  const isShared = ({ kind, segment }: PathVariant) =>
    likeOthers.includes(kind) || (segment !== undefined && kind !== atTwoPlaces && kind !== letterCase);
  const near = variants.filter((one) => one.segment === undefined || isNear(one));
  const shared = near.filter(isShared).filter((_, at) => at % parts === turn % parts);
  // A guard may match the id as it is written, and the handler what it decodes to.
  const isId = ({ kind, segment }: PathVariant) => kind === encodedLetter && fixed.includes(segment ?? -1);
  return variants.filter((one) => isId(one) || (near.includes(one) && (!isShared(one) || shared.includes(one))));
}

/**
 * The common spellings: each alone, in each segment, the kinds taking turns.
 * @param fixed places of segments whose letter case must stay, from 0
 */
export function commonPathVariants(path: string, fixed: readonly number[] = []): PathVariant[] {
  const segments = path.slice(1).split('/');
  return inTurns([
    [
      variant('slash at the end', `${path}/`),
      variant('letter case, everywhere', respelt(segments, fixed, upper)),
      variant('suffix .json', `${path}.json`),
      variant('double slash at the end', `${path}//`),
      variant('dot segment at the end', `${path}/.`),
      variant('semicolon at the end', `${path};`),
    ],
    before(segments, 'double slash', ''),
    each(segments, letterCase, upper, fixed),
    each(segments, 'path parameter', withParameter, []),
    each(segments, encodedLetter, encodedOnce, []),
    before(segments, 'dot segment', '.'),
    each(segments, 'doubly encoded letter', encodedTwice, []),
    before(segments, 'way up and back', 'x/..'),
  ]).filter((one) => one.path !== path);
}

/** Rarer spellings: encoded slashes and dots, other suffixes, spaces, backslashes. */
export function rarePathVariants(path: string, fixed: readonly number[] = []): PathVariant[] {
  const segments = path.slice(1).split('/');
  const joints = segments.slice(1).map((_, at) => at + 1);
  const joined = (kind: string, by: string): PathVariant[] =>
    joints.map((at) =>
      placed(kind, at, segments.length, `/${segments.slice(0, at).join('/')}${by}${segments.slice(at).join('/')}`),
    );
  return [
    ...['.xml', '.html', '.css', '.js', '.do', '.'].map((suffix) => variant(`suffix ${suffix}`, path + suffix)),
    variant('question mark at the end', `${path}?`),
    variant('encoded space at the end', `${path}%20`),
    variant('encoded NUL at the end', `${path}%00`),
    variant('encoded tab at the end', `${path}%09`),
    variant('encoded line feed at the end', `${path}%0A`),
    variant('encoded carriage return at the end', `${path}%0D`),
    variant('encoded slash at the end', `${path}%2F`),
    variant('encoded question mark at the end', `${path}%3F`),
    variant('encoded number sign at the end', `${path}%23`),
    variant('path parameter and way up', `${path}/..;/${segments.at(-1)}`),
    variant('slash and path parameter at the end', `${path}/;a=b`),
    variant('dot segments at the end', `${path}/x/..`),
    ...joined('encoded slash', '%2F'),
    ...joined('doubly encoded slash', '%252F'),
    ...joined('backslash', '\\'),
    ...before(segments, 'encoded dot segment', '%2e'),
    ...before(segments, 'encoded way up and back', 'x/%2e%2e'),
    ...before(segments, 'doubly encoded way up and back', 'x/%252e%252e'),
    ...before(segments, 'way up with a path parameter', 'x/..;'),
    ...before(segments, 'three slashes', '/'),
    ...each(segments, 'first letter case', title, fixed),
    ...each(segments, 'all letters encoded', allEncoded, []),
    ...each(segments, 'lone semicolon', (segment) => `${segment};`, []),
  ].filter((one) => one.path !== path);
}

const variant = (kind: string, path: string): PathVariant => ({
  label: `with the path spelled differently: ${kind}`,
  kind,
  path,
});

const placed = (kind: string, at: number, of: number, path: string): PathVariant => ({
  label: `with the path spelled differently: ${kind}, segment ${at + 1} of ${of}`,
  kind,
  path,
  segment: at,
});

/** Inserts a segment before each of them in turn. */
function before(segments: readonly string[], kind: string, what: string): PathVariant[] {
  return segments.map((_, at) =>
    placed(kind, at, segments.length, `/${[...segments.slice(0, at), what, ...segments.slice(at)].join('/')}`),
  );
}

/** Changes each segment in turn, the last one first, except those that are fixed: in another letter case an id is another id. */
function each(
  segments: readonly string[],
  kind: string,
  change: (segment: string) => string,
  fixed: readonly number[],
): PathVariant[] {
  return segments
    .map((_, at) =>
      placed(
        kind,
        at,
        segments.length,
        `/${segments.map((segment, index) => (index === at && !fixed.includes(at) ? change(segment) : segment)).join('/')}`,
      ),
    )
    .reverse();
}

const respelt = (segments: readonly string[], fixed: readonly number[], change: (segment: string) => string): string =>
  `/${segments.map((segment, at) => (fixed.includes(at) ? segment : change(segment))).join('/')}`;

// Percent-encoding within an id must stay intact.
const upper = (segment: string): string =>
  segment.replace(/%[0-9a-f]{2}|[a-z]/gi, (part) => (part.length === 1 ? part.toUpperCase() : part));
const title = (segment: string): string => segment.charAt(0).toUpperCase() + segment.slice(1);

/** Encodes the last letter or digit that is not part of a percent-encoding. */
function encoded(segment: string, sign: '%' | '%25'): string {
  return segment.replace(/[a-z0-9](?=(?:%[0-9a-f]{2}|[^a-z0-9%])*$)/i, (char) => `${sign}${hex(char)}`);
}

const encodedOnce = (segment: string): string => encoded(segment, '%');
const encodedTwice = (segment: string): string => encoded(segment, '%25');
const withParameter = (segment: string): string => `${segment};a=b`;

const allEncoded = (segment: string): string =>
  segment.replace(/%[0-9a-f]{2}|[a-z0-9]/gi, (part) => (part.length === 1 ? `%${hex(part)}` : part));

const hex = (char: string): string => char.charCodeAt(0).toString(16).toUpperCase();
