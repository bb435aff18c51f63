/**
 * Text that often breaks servers, in named kinds: scripts of the world, and metacharacters of the languages that a string
 * passes through. All of it is well-formed Unicode, without lone surrogates. Each kind begins with short constants, which
 * need no shrinking, and continues with random text.
 */
import fc from 'fast-check';

export interface TextKind {
  readonly kind: string;
  readonly constants: readonly string[];
  readonly arbitrary: fc.Arbitrary<string>;
}

const plain = fc.string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789'), maxLength: 8 });
const range = (from: number, to: number) => fc.integer({ min: from, max: to }).map((n) => String.fromCodePoint(n));
const runs = (unit: fc.Arbitrary<string>) => fc.string({ unit, minLength: 1, maxLength: 24 });

/**
 * Any code point except surrogates. fast-check's unit `binary` builds a map of all 1.1 million at its first use, which
 * takes 0.6 s; a run needs a few thousand.
 */
export const codePoint = fc.integer({ min: 0, max: 0x10ffff - 0x800 }).map(
  (n) => String.fromCodePoint(n < 0xd800 ? n : n + 0x800),
  (text) => {
    const code = typeof text === 'string' && /^.$/su.test(text) ? text.codePointAt(0)! : 0xd800;
    if (code >= 0xd800 && code <= 0xdfff) throw new Error('not a code point');
    return code < 0xd800 ? code : code - 0x800;
  },
);

const astral = range(0x10000, 0x10ffff);
const combining = fc.tuple(range(0x61, 0x7a), runs(range(0x300, 0x36f))).map((parts) => parts.join(''));
const rightToLeft = fc.oneof(range(0x5d0, 0x5ea), range(0x620, 0x64a), fc.constantFrom('\u200f', '\u202e', ' '));

/** Members of every object in JavaScript: what is looked up by such a name in an object without a prototype check is found. */
export const inheritedNames = ['__proto__', 'constructor', 'toString'] as const;

/** Scripts; the first three come before all other kinds. */
const scripts: readonly TextKind[] = [
  { kind: 'astral', constants: ['😀', '𝒳', '👩‍👩‍👧', '🇩🇪', '\u{10ffff}'], arbitrary: runs(astral) },
  { kind: 'combining', constants: ['e\u0301', 'Z̤͔ͧ̑̓ä͖̭̈̇', '\u0301', 'ﬁ', 'ǆ'], arbitrary: runs(combining) },
  { kind: 'right-to-left', constants: ['שלום', 'مرحبا', '\u202eabc', 'a\u200fb'], arbitrary: runs(rightToLeft) },
  {
    kind: 'unicode',
    constants: ['李小龍', 'Nguyễn', 'İı', 'ß', '\u00a0', '\u2028', '\ufeff', '\ufffd', '\uffff', '\u200b'],
    arbitrary: fc.string({ unit: codePoint, minLength: 1, maxLength: 40 }),
  },
  {
    kind: 'control',
    constants: ['\u0000', '\n', '\t', '\u0007', '\u001b[2J', '\u007f', '\u0085', 'a\u0000b'],
    arbitrary: runs(fc.oneof(range(0, 0x1f), range(0x7f, 0x9f), range(0x61, 0x7a))),
  },
  {
    kind: 'blank',
    constants: ['', ' ', '  ', ' a ', '\u3000'],
    arbitrary: runs(fc.constantFrom(' ', '\t', '\u2003', 'a')),
  },
];

/** Metacharacters of one language: alone, in well-formed combinations, and scattered in plain text. */
function meta(kind: string, singles: readonly string[], combinations: readonly string[]): TextKind {
  const constants = [...singles, ...combinations];
  const strewn = fc.array(fc.oneof(plain, fc.constantFrom(...constants)), { minLength: 1, maxLength: 6 });
  return { kind, constants, arbitrary: strewn.map((parts) => parts.join('')) };
}

const languages: readonly TextKind[] = [
  meta(
    'sql',
    ["'", '"', '`', ';', '--', '\\', '/*'],
    ["''", "' OR '1'='1", "'; SELECT 1; --", '") OR ("1"="1', 'x/**/y', "\\'", "E'\\\\'", '$$a$$', ':name', '?', '@a'],
  ),
  meta(
    'like-and-glob',
    ['%', '_', '*', '?', '[', ']', '{', '}', '!'],
    ['%%', '%_%', '\\%', '[a-z]*', '[!a]', '[[:alpha:]]', '{a,b}', '**/*'],
  ),
  meta(
    'regex',
    ['.', '^', '$', '|', '+', '(', ')', '\\'],
    ['.*', '^.*$', '(a|b)', '(a+)+$', '[^a]', 'a{1,3}', '\\d+', '(?i)a', '(?<n>a)', '[', '(', '*a', '\\'],
  ),
  meta(
    'template',
    ['{', '}', '$', '#', '%', '<%', '{{'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: meant for the target's templates
    ['{{7*7}}', '${7*7}', '#{7*7}', '<%= 7*7 %>', '{% if 1 %}', '%s%n', '%d', '{0}', '{}', '$1', '$&', '@{1}'],
  ),
  meta(
    'shell',
    ['`', '$', '&', '|', '>', '<', '~', '!', '#', '\n'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: meant for the target's shell
    ['`id`', '$(id)', '; id', '| cat', '&& id', '> x', '$HOME', '${HOME}', '-rf', '--help', '{a..b}'],
  ),
  meta(
    'path',
    ['/', '\\', '..', '.', ':', '~'],
    [
      '../',
      '../../etc/passwd',
      '..\\..\\x',
      '/etc/passwd',
      'C:\\x',
      'file:///x',
      '%2e%2e%2f',
      '%00',
      '//',
      'a/./b',
      'con',
    ],
  ),
  meta(
    'header',
    ['\r', '\n', ':', ',', ';', '=', '"'],
    ['\r\n', '\r\nX-A: 1', 'a: b', 'a, b', 'a;q=1', '"a\\"b"', '=?utf-8?q?a?='],
  ),
  meta(
    'html',
    ['<', '>', '&', '"', "'"],
    ['<b>a</b>', '<script>a()</script>', '&amp;', '&#39;', '&lt', '<!--', ']]>', '<a href="x">'],
  ),
  meta(
    'json',
    ['"', '\\', '{', '[', ','],
    ['\\u0000', '\\ud800', '{"a":1}', '[]', 'null', 'true', '"a"', '1e999', 'NaN', '0x10', '-0'],
  ),
  meta(
    'word',
    [...inheritedNames, 'undefined', 'null'],
    ['hasOwnProperty', 'NaN', 'None', 'nil', 'true', 'id', '$where', '$ne', 'length'],
  ),
  meta(
    'url',
    ['%', '+', '&', '=', '#', '?', '/'],
    ['%20', '%2F', '%25', '%zz', 'a+b', 'a&b=c', '?x=1', '#x', 'a%2', '%c3%a9', '%c0%af', ';x=1'],
  ),
];

/** Longer than a column of 255 characters, longer than most limits, then common sizes of buffers and columns, and one more. */
const lengths = [300, 10_000, 73, 1025, 4097, 255, 256, 257, 1000, 1024, 4096];
const longs: TextKind = {
  kind: 'long',
  constants: lengths.map((length) => 'a'.repeat(length)),
  arbitrary: fc
    .tuple(fc.constantFrom('a', 'é', '龍', '😀', "'", ' '), fc.constantFrom(...lengths))
    .map(([unit, length]) => unit.repeat(length)),
};

/**
 * The metacharacters of all languages in one text, for runs too short to try each: short enough for any column, with an
 * open quote, a format directive, a wildcard, a template, a tag and a truncated escape.
 */
const mixed: TextKind = {
  kind: 'mixed',
  constants: [
    // biome-ignore lint/suspicious/noTemplateCurlyInString: meant for the target's templates
    '\'"`;--%s%d%n_*?[a(+^$|{{7*7}}${x}#{x}<%x<b>&#x;\\u00%zz,:=!~@../',
    "x' OR '1'='1\t\r\n\u0000\u0007\u001b\u007f",
  ],
  arbitrary: fc
    .shuffledSubarray(
      languages.map(({ constants }) => constants[0]!),
      { minLength: 3 },
    )
    .map((parts) => parts.join('')),
};

/** All kinds, in the order in which their first constants come. */
export const textKinds: readonly TextKind[] = [...scripts, mixed, ...languages, longs];

/** Kinds of which each field is given one text before any other kind has its second turn. */
export const earlyKinds: readonly string[] = ['astral', 'combining', 'right-to-left', 'mixed'];

/** Any text of any kind, without the long ones: the leaf of generated arrays and objects. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: plain },
  ...[...scripts, ...languages].map((k) => ({
    weight: 1,
    arbitrary: fc.oneof(fc.constantFrom(...k.constants), k.arbitrary),
  })),
);

/** Interleaves groups: the first of each, then the second of each, and so on. */
export function inTurns<T>(groups: readonly (readonly T[])[]): T[] {
  const longest = Math.max(0, ...groups.map((group) => group.length));
  return Array.from({ length: longest }, (_, i) => groups.flatMap((group) => group.slice(i, i + 1))).flat();
}
