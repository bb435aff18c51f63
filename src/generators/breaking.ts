/**
 * Requests of the stated types that break servers most often, in an order in which a few samples tell most: what one text
 * field passes through, long texts, bounds, times. They supplement {@link variants}, which has every kind of every field.
 */
import fc from 'fast-check';
import { cutText } from '../core/text.ts';
import { type Operation, operationTable } from '../interface/operations.ts';
import { unusualEmails } from './breaking-emails.ts';
import { blankName, formats, mediumNames } from './breaking-names.ts';
import { timeVariants } from './breaking-times.ts';
import { edges } from './edge.ts';
import { furtherIds, idsOf, longNumbersAsIds } from './ids.ts';
import { type Canonical, type Fields, type Variant, variedValue, withText } from './request.ts';
import { inheritedNames } from './text.ts';
import { variants } from './valid.ts';

/**
 * What breaks the languages that a text passes through, several at once: each sample tries about half of them, and
 * shrinking leaves the one that it was. Control characters are separate: many targets reject them and look no further.
 */
const ingredients = [
  ...["'", '"', '%', '\\', '😀', 'é', '%s', '<b>', '{{7*7}}', '`', ';', '--', '&', '?', '*', '[', '(', '+', '../', '|'],
  ...['#', '{0}', '$1', '_', '^', '=', '~', '/', ':', ',', 'e\u0301', '李', 'ש', 'İ', '\u2028', '\u202e', '\ufeff'],
];
const controls = ['\u0000', '\n', '\r', '\t', '\u001b', '\u0085', 'a'];

const kindOfMixed = 'several metacharacters';

/** One of the text fields with any mixture of metacharacters. */
export function mixtures(operation: Operation, canonical: Canonical, fields = textFieldsOf(operation)) {
  // No least length: with one, the shrinker would never leave the first part alone.
  const text = fc.oneof(
    { weight: 3, arbitrary: fc.subarray([...ingredients]) },
    { weight: 1, arbitrary: fc.subarray([...controls]) },
  );
  // An empty webhookId would be another path.
  return fc
    .tuple(fc.constantFrom(...fields), text)
    .map(([field, parts]) => withText(operation, canonical, field, kindOfMixed, parts.join('') || 'a'));
}

/** Whether the field holds free text, of which {@link mixtures} can be made. */
export const isTextField = (operation: Operation, field: string): boolean => textFieldsOf(operation).includes(field);

const textFieldsOf = (operation: Operation): readonly string[] => operationTable[operation].textFields;

/** Kinds that are not text: few values, each of which counts. */
const structuralKinds = new Set([
  'small',
  'binary-border',
  'safe-border',
  'empty-array',
  'long-array',
  'repeated',
  'several',
  'email',
]);

/** Long texts first; then three texts, and one of each other sort, and so on. */
export function likelyToBreak(operation: Operation, canonical: Canonical): readonly Variant[] {
  const { first } = variants(operation, canonical);
  // Each field alone, and all but one, are what other checks send: optional-parameters and required-fields.
  const [all, none] = first.filter(({ kind }) => kind === 'subset');
  const subset = operationTable[operation].consumes === null ? all : none;
  const structural = first.filter(({ kind }) => structuralKinds.has(kind));
  const texts = first.filter((one) => one.kind !== 'subset' && !structuralKinds.has(one.kind) && !holdsNul(one));
  const bounds = [
    ...blankName(operation, canonical),
    ...edges(operation, canonical).filter((one) => one.within && !isPlain(one)),
  ];
  const times = timeVariants(operation, canonical);
  const order = [
    ...longTexts(operation, canonical),
    ...(operationTable[operation].consumes === 'email' ? longAndControls(canonical).slice(1) : []),
    ...inherited(operation, canonical),
    ...unusualEmails(operation, canonical),
    ...furtherIds(operation, canonical),
    ...longNumbersAsIds(operation, canonical),
    ...beyondColumns(operation, canonical),
    ...beyondHashes(operation, canonical),
    ...(subset === undefined ? [] : [subset]),
    ...emptyCursors(operation, canonical),
    ...specialSorts(operation, canonical),
    ...formats(operation, canonical),
    ...mediumNames(operation, canonical),
  ];
  for (let turn = 0; turn < first.length; turn += 1)
    order.push(
      ...texts.slice(turn * 3, turn * 3 + 3),
      ...structural.slice(turn * 2, turn * 2 + 2),
      ...bounds.slice(turn, turn + 1),
      ...times.slice(turn, turn + 1),
    );
  return order;
}

/** Whether it has a NUL in an id or e-mail that few targets look up; one within a usual id or e-mail, which is sent too, gets further. */
const holdsNul = (one: Variant): boolean =>
  (one.field === 'webhookId' || (one.field === 'email' && operationTable[one.operation].consumes === 'email')) &&
  String(variedValue(one)).includes('\u0000');

/** Longer than most columns and limits; and longer than the usual column alone, for targets that limit the former. */
const long = { most: 5000, less: 300 };

function longTexts(operation: Operation, canonical: Canonical): Variant[] {
  return textFieldsOf(operation).map((field) =>
    withText(operation, canonical, field, 'long', plainLetter.repeat(long.most)),
  );
}

/** The same with a text that is still longer than the usual column; undefined for what is not a long text. */
export function lessLong(operation: Operation, canonical: Canonical, { kind, field }: Variant): Variant | undefined {
  if (kind !== 'long' || !isTextField(operation, field)) return undefined;
  return withText(operation, canonical, field, 'fairly-long', plainLetter.repeat(long.less));
}

const plainLetter = 'a';

/** The text field with a value that has nothing odd: if it is rejected, it shows how any made-up value is. */
export function plainText(operation: Operation, canonical: Canonical, field: string): Variant {
  const variant = withText(operation, canonical, field, 'plain', plainLetter);
  // No e-mail, as made-up ones are not.
  return variant.body === undefined ? variant : { ...variant, body: { ...variant.body, [field]: plainLetter } };
}

const isPlain = (one: Variant): boolean => /^a+$/.test(String(variedValue(one)));

/** Fields by whose values a server may look something up. */
const keyFields: { readonly [operation in Operation]: readonly string[] } = {
  create: ['profileIds', 'calendarIds'],
  register: [],
  verify: ['email'],
  logs: ['webhookId', 'sortBy'],
};

/** Wrong webhook ids send `constructor`. */
const lookedUp = inheritedNames.filter((name) => name !== 'constructor');

function inherited(operation: Operation, canonical: Canonical): Variant[] {
  return lookedUp.flatMap((name) =>
    keyFields[operation].map((field) => withText(operation, canonical, field, 'inherited', name)),
  );
}

/** An empty cursor, which a server may decode all the same. */
function emptyCursors(operation: Operation, canonical: Canonical): Variant[] {
  if (operationTable[operation].consumes !== null) return [];
  return ['next', 'prev'].map((field) => ({ operation, kind: 'empty', field, ...canonical, query: { [field]: '' } }));
}

/** The descending order as other interfaces spell it, a word that SQL reserves, an operator of MongoDB, and what ends a text in C. */
function specialSorts(operation: Operation, canonical: Canonical): Variant[] {
  if (!isTextField(operation, 'sortBy')) return [];
  return [
    withText(operation, canonical, 'sortBy', 'sign', '-createdAt'),
    withText(operation, canonical, 'sortBy', 'reserved-word', 'order'),
    withText(operation, canonical, 'sortBy', 'operator', '$where'),
    withText(operation, canonical, 'sortBy', 'nul', 'createdAt\u0000'),
  ];
}

/** A code that is an integer of JSON, and more than a column of a database holds. */
function beyondColumns(operation: Operation, canonical: Canonical): Variant[] {
  if (operationTable[operation].consumes !== 'code') return [];
  return [{ operation, kind: 'beyond-64-bits', field: 'code', body: { ...canonical.body, code: 2 ** 63 } }];
}

/** Longer than what bcrypt hashes, shorter than a usual column, and with all that rules for passwords ask for. */
const beyondHash = `${plainLetter.repeat(80)}A1!`;
/** The same in octets alone: a rule of 72 characters lets pass what is too long for a hash of 72 octets. */
const beyondHashInOctets = `${'密'.repeat(32)}aA1!`;

/** Hash functions written in C end at the first NUL, and some refuse to. */
const withNul = 'Correct-\u0000Horse-9';

function beyondHashes(operation: Operation, canonical: Canonical): Variant[] {
  if (operationTable[operation].consumes !== 'email') return [];
  const password = (kind: string, value: string) => withText(operation, canonical, 'password', kind, value);
  return [
    password('beyond-72-octets', beyondHash),
    password('beyond-72-octets', beyondHashInOctets),
    password('nul-inside', withNul),
  ];
}

/** Draws `count` of the cases; the first `certain` ones are always among them. */
type Draw = <T>(cases: readonly T[], count: number, certain?: number) => readonly T[];

/** At most `most` variants: every ingredient in every text field, a name that every object has, then bounds, or a long text and drawn ones. */
export function mostTelling(operation: Operation, canonical: Canonical, most: number, draw: Draw): readonly Variant[] {
  const everything = textFieldsOf(operation).map((field) =>
    twiceInList(withText(operation, canonical, field, kindOfMixed, ingredients.join(''))),
  );
  const bounds = boundsOf(operation).map((values): Variant => {
    return { operation, kind: 'bounds', field: '*', body: { ...canonical.body, ...values } };
  });
  const usual = [...everything, ...telling(inherited(operation, canonical), operation, draw)];
  if (bounds.length > 0) return [...usual, ...bounds];
  if (operationTable[operation].consumes === 'email')
    usual.push(...longAndControls(canonical), ...beyondHashes(operation, canonical).slice(1, 2));
  const all = likelyToBreak(operation, canonical);
  const long = all.filter(({ kind }) => kind === 'long');
  const others = all.filter(({ kind }) => kind !== 'long');
  const left = most - usual.length;
  return [...usual, ...draw(long, Math.min(1, left)), ...draw(others, Math.max(left - 1, 0), 0)].slice(0, most);
}

/** Texts that are longer than a column, or than what a hash takes, in all fields at once; and control characters in the names. */
function longAndControls({ body }: Canonical): readonly Variant[] {
  const column = plainLetter.repeat(long.less);
  const several = (kind: string, values: Fields): Variant => {
    return { operation: 'register', kind, field: '*', body: { ...(body as Fields), ...values } };
  };
  return [
    several('long', { firstName: column, lastName: column, password: beyondHash }),
    several('control', { firstName: controls.join(''), lastName: `Lovelace${controls[0]}` }),
  ];
}

/** The same element twice if the field is a list: whatever stores one row for each meets the same one again. */
function twiceInList(variant: Variant): Variant {
  const value = (variant.body as Fields | undefined)?.[variant.field];
  if (!Array.isArray(value)) return variant;
  return { ...variant, body: { ...(variant.body as Fields), [variant.field]: [...value, ...value] } };
}

/** One of the names that every object has; a search sorts by one that is a function, too. */
function telling(names: readonly Variant[], operation: Operation, draw: Draw): readonly Variant[] {
  if (operationTable[operation].consumes !== null) return draw(names, 1, 0);
  return names.filter(({ query }) => query?.['sortBy'] === 'toString');
}

/** Bounds of numbers and lists, several in one request if it has several. */
function boundsOf(operation: Operation): readonly object[] {
  const largest = Number.MAX_SAFE_INTEGER;
  switch (operationTable[operation].consumes) {
    case 'code':
      return [{ code: largest }, { code: -1 }];
    case 'event':
      return [
        { limit: 0, profileIds: [], calendarIds: [] },
        { limit: -1 },
        // More ids than one statement takes, and more pairs of them.
        { limit: largest, profileIds: idsOf('profile', 1000), calendarIds: idsOf('calendar', 3) },
      ];
    default:
      return [];
  }
}

/** What varies, for the report. */
export function showVariant(variant: Variant): unknown {
  const { field, kind, body, query, path } = variant;
  const value = variedValue(variant);
  if (field !== '*' && value !== undefined) return { [field]: value };
  return { kind, ...(body === undefined ? { path, query } : { body }) };
}

/** Characters of a text that a message shows in whole. */
const shownCharacters = 32;

/** What varies, for a message: `limit 9007199254740991`, `profileIds of 60 items`, `nothing but status, sortBy`. */
export function describeVariant({ field, kind, body, query, path }: Variant): string {
  const given: Readonly<Record<string, unknown>> = { ...path, ...query, ...(body as object | undefined) };
  const value = given[field];
  if (typeof value === 'string') return `${field} ${describeText(value)}`;
  if (value !== undefined) return describeField(field, value);
  const names = Object.keys(given);
  if (kind === 'subset') return names.length === 0 ? 'nothing' : `nothing but ${names.join(', ')}`;
  return Object.entries(given)
    .map(([name, one]) => (typeof one === 'string' ? name : describeField(name, one)))
    .join(', ');
}

function describeField(name: string, value: unknown): string {
  if (Array.isArray(value)) return `${name} of ${value.length} ${value.length === 1 ? 'item' : 'items'}`;
  return `${name} ${String(value)}`;
}

function describeText(text: string): string {
  if (text.length <= shownCharacters) return JSON.stringify(text);
  return `of ${text.length} characters (${JSON.stringify(cutText(text, shownCharacters))}…)`;
}
