/**
 * The gap register: everything the specification leaves open, with the requirement that observes it, the advice for
 * portable clients, and whether a configuration can declare the server's choice. A gap never fails by itself: only a
 * declared choice can. Observations, `cawl learn`, the HTML report and the proofs read this table and keep no lists.
 */
import type { Declares } from './config.ts';
import { type Operation, operations, operationsWithBody } from './operation.ts';

interface GapBase {
  /** Section of the specification. */
  readonly section: string;
  /** What is open, as a noun phrase. */
  readonly about: string;
}

/** A gap that a run can observe. */
export interface ObservedGap extends GapBase {
  /** Id of the requirement whose check observes it. */
  readonly probe: string;
  /** What a portable client should do, in one sentence: another server may choose differently. */
  readonly advice: string;
  /** The choice can be declared in the configuration, under `declares.<gap id>`. */
  readonly declarable?: true;
  /** Id of a requirement whose traffic the probe reads; `cawl learn` runs it as well. */
  readonly needs?: string;
  /** Its value is the largest that was seen. */
  readonly grows?: true;
  /** Responses of a limit, such as 429, count too: for other gaps they say nothing about the target's choice. */
  readonly shownByLimits?: true;
  /** Why `cawl learn` does not run the probe. */
  readonly skippedByLearn?: string;
}

/** A gap that no request can show. */
export interface ExcludedGap extends GapBase {
  readonly excluded: string;
}

/** The declarable choices, as paths below `declares`. */
export type DeclareKey =
  | Exclude<keyof Declares, 'successStatus' | 'requiredFields'>
  | `successStatus.${keyof NonNullable<Declares['successStatus']>}`
  | `requiredFields.${keyof NonNullable<Declares['requiredFields']>}`;

/** One entry per operation, with ids such as `successStatus.create`. */
function perOperation<const Op extends Operation, Name extends string, const Entry extends ObservedGap>(
  name: Name,
  of: readonly Op[],
  entry: (operation: Op) => Entry,
) {
  return Object.fromEntries(of.map((operation) => [`${name}.${operation}`, entry(operation)])) as {
    readonly [Id in `${Name}.${Op}`]: Entry;
  };
}

const register = {
  ...perOperation('successStatus', operations, (op) => ({
    section: '4',
    about: `status code of a successful ${op}`,
    probe: `${op}/success-status`,
    needs: `${op}/accepts-valid`,
    declarable: true,
    advice: 'Treat any 2xx as success; do not compare with this number.',
  })),
  ...perOperation('requiredFields', operationsWithBody, (op) => ({
    section: '2',
    about: `required fields of a ${op} body`,
    probe: `${op}/required-fields`,
    declarable: true,
    advice: 'Send every field; another server may require the others.',
  })),
  ...perOperation('unknownFields', operationsWithBody, (op) => ({
    section: '2',
    about: `a ${op} body with a field that the specification does not name`,
    probe: `${op}/required-fields`,
    advice: 'Send only the fields that the specification names.',
  })),
  refusalStatus: {
    section: '7',
    about: 'status code of a request without a valid token',
    probe: 'auth/logs/refusal-status',
    declarable: true,
    advice: 'Treat every status other than 2xx as a refusal; do not branch on this one alone.',
  },
  refusalChallenge: {
    section: '7',
    about: 'challenge in a refusal (WWW-Authenticate)',
    probe: 'gaps/refusals',
    advice: 'Do not wait for a challenge: send the token with every request.',
  },
  errorContentType: {
    section: '7',
    about: 'media type of error bodies',
    probe: 'gaps/refusals',
    shownByLimits: true,
    advice: 'Read the status first, and parse an error body only as its Content-Type says.',
  },
  errorMembers: {
    section: '7',
    about: 'members of error bodies',
    probe: 'gaps/refusals',
    shownByLimits: true,
    advice: 'Show or log an error body; do not branch on its members.',
  },
  errorCodes: {
    section: '7',
    about: 'error codes',
    excluded: 'the meaning of a member of an error body cannot be observed; the members themselves are',
  },
  rateLimitHeaders: {
    section: '8',
    about: 'headers that announce a rate limit',
    probe: 'gaps/refusals',
    shownByLimits: true,
    advice: 'Use rate limit headers where they exist, and work without them.',
  },
  throttling: {
    section: '8',
    about: 'status code that slows a client down',
    probe: 'gaps/refusals',
    shownByLimits: true,
    advice: 'Be ready for 429 and for 503 with Retry-After; wait, then repeat.',
  },
  largestBody: {
    section: '8',
    about: 'size of the largest accepted request body, in bytes',
    probe: 'gaps/refusals',
    grows: true,
    advice: 'Keep bodies small; another server may accept less.',
  },
  limit: {
    section: '8',
    about: 'whether limit of a creation is the page size',
    probe: 'gaps/limit',
    declarable: true,
    advice: 'Count the items in a page; do not infer them from limit.',
  },
  'limit.minimum': {
    section: '8',
    about: 'smallest accepted limit of a creation',
    probe: 'gaps/limit',
    advice: 'Send a limit of at least 1; 0 and negative values may be rejected.',
  },
  'limit.maximum': {
    section: '8',
    about: 'largest accepted limit of a creation',
    probe: 'gaps/limit',
    advice: 'Be ready for a rejected limit, and repeat with a smaller one.',
  },
  'limit.default': {
    section: '8',
    about: 'page size of a creation without limit',
    probe: 'gaps/limit',
    advice: 'Send limit whenever the page size matters.',
  },
  'limit.bounds': {
    section: '8',
    about: 'accepted limits of a creation, among those tried',
    probe: 'create/page-shape',
    skippedByLearn: 'gaps/limit finds the bounds',
    advice: 'Keep limit moderate: another server may reject values that this one accepts.',
  },
  'create.unknownIds': {
    section: '2',
    about: 'a creation with ids that do not exist',
    probe: 'create/page-shape',
    skippedByLearn: 'a server may log its unusual creations as errors',
    advice: 'Make sure that ids exist; a server may ignore unknown ones or reject the request.',
  },
  'create.emptyLists': {
    section: '2',
    about: 'a creation with empty lists of ids',
    probe: 'create/page-shape',
    skippedByLearn: 'a server may log its unusual creations as errors',
    advice: 'Do not send empty lists; they may be rejected.',
  },
  'create.repeatedIds': {
    section: '2',
    about: 'a creation that lists an id twice',
    probe: 'create/page-shape',
    skippedByLearn: 'a server may log its unusual creations as errors',
    advice: 'List each id once.',
  },
  'create.repeated': {
    section: '2',
    about: 'a creation that repeats an earlier one',
    probe: 'create/page-shape',
    skippedByLearn: 'a server may log its unusual creations as errors',
    advice: 'Be ready for a conflict (409) when a creation is repeated.',
  },
  pageSize: {
    section: '8',
    about: 'page size of a log',
    probe: 'gaps/pages',
    advice: 'Do not take a short page for the last one.',
  },
  endOfLog: {
    section: '2',
    about: 'cursor.next on the last page',
    probe: 'declares/end-of-log',
    declarable: true,
    advice: 'Take a next that is absent, empty or null as the end, and so an empty page after totalItems items.',
  },
  firstPagePrev: {
    section: '2',
    about: 'cursor.prev on the first page',
    probe: 'gaps/pages',
    advice: 'Do not infer from prev whether a page is the first.',
  },
  cursorCarriesFilters: {
    section: '4.4',
    about: 'whether a cursor alone keeps the filters',
    probe: 'declares/cursor-carries-filters',
    declarable: true,
    advice: 'Repeat all filters with the cursor, and be ready for a server that refuses that.',
  },
  cursorReuse: {
    section: '4.4',
    about: 'a cursor that is used a second time',
    probe: 'gaps/pages',
    advice: 'Use a cursor at once and only once; do not store, parse or build one.',
  },
  cursorLifetime: {
    section: '4.4',
    about: 'lifetime of a cursor',
    excluded: 'a run would have to wait for as long as a cursor may live',
  },
  nextWithPrev: {
    section: '4.4',
    about: 'next and prev in one search',
    probe: 'gaps/parameters',
    advice: 'Send next or prev, never both.',
  },
  defaultOrder: {
    section: '4.4',
    about: 'order of a log without sortDirection',
    probe: 'declares/default-order',
    declarable: true,
    advice: 'Send sortDirection whenever the order matters.',
  },
  sortBy: {
    section: '4.4',
    about: 'values of sortBy that sort by time',
    probe: 'declares/sort-by',
    declarable: true,
    advice: 'Other servers may know none of these names; sort on the server only where you can do without it.',
  },
  sortByAccepted: {
    section: '4.4',
    about: 'accepted values of sortBy, among those tried',
    probe: 'declares/sort-by',
    advice: 'Other servers may accept none of these names; sort on the server only where you can do without it.',
  },
  sortByUnknown: {
    section: '4.4',
    about: 'a value of sortBy that names no field',
    probe: 'declares/sort-by',
    advice: 'Do not take an accepted sortBy for a working one: an unknown name may be ignored.',
  },
  timeFormat: {
    section: '4.4',
    about: 'format of from and to',
    probe: 'declares/time-format',
    declarable: true,
    advice: 'Make the format of from and to a setting.',
  },
  rangeBounds: {
    section: '4.4',
    about: 'whether the bounds of a range belong to it',
    probe: 'declares/range-bounds',
    declarable: true,
    advice: 'Do not rely on whether an item at exactly from or to is included.',
  },
  rangeReversed: {
    section: '4.4',
    about: 'from after to',
    probe: 'gaps/parameters',
    advice: 'Never send from after to: it may be rejected, or answered with an empty page.',
  },
  unknownParameter: {
    section: '4.4',
    about: 'a query parameter that the specification does not name',
    probe: 'gaps/parameters',
    advice: 'Send only the parameters that the specification names.',
  },
  repeatedParameter: {
    section: '4.4',
    about: 'a query parameter that is given twice',
    probe: 'gaps/parameters',
    advice: 'Send each parameter once.',
  },
  unknownWebhook: {
    section: '4.4',
    about: 'status code for a webhook that does not exist',
    probe: 'declares/unknown-webhook',
    declarable: true,
    advice: 'Be ready for an error as well as for an empty page.',
  },
  item: {
    section: '2',
    about: 'content of a log item',
    probe: 'declares/item',
    declarable: true,
    advice: 'Treat an item as an opaque string.',
  },
  itemsUnique: {
    section: '2',
    about: 'whether an item occurs once in its log',
    probe: 'gaps/items',
    declarable: true,
    advice: 'Be ready to see the same item twice.',
  },
  commonEvent: {
    section: '2',
    about: 'fields of a common event record',
    excluded: 'no operation returns one: the items of a creation are opaque strings',
  },
  takenEmail: {
    section: '2',
    about: 'registration of an e-mail that is already registered',
    probe: 'gaps/accounts',
    advice: 'Do not infer from the answer whether an e-mail is registered.',
  },
  codeReuse: {
    section: '2',
    about: 'whether a code can be used twice',
    probe: 'gaps/accounts',
    advice: 'Send a code once; a second use may be refused.',
  },
  codeLength: {
    section: '2',
    about: 'number of digits in a code',
    probe: 'gaps/accounts',
    advice: 'Accept codes of any length from the user.',
  },
  lockout: {
    section: '2',
    about: 'what stops the guessing of codes',
    probe: 'verify/lockout',
    skippedByLearn: 'its wrong codes may lock users',
    shownByLimits: true,
    advice: 'Stop after a few wrong codes, and let the user wait or register again.',
  },
  fieldFormats: {
    section: '2',
    about: 'accepted names, passwords and e-mails',
    probe: 'register/ordinary-names',
    skippedByLearn: 'it registers dozens of users',
    advice: 'Show the server’s rejection to the user; do not copy its rules into the client.',
  },
  transitions: {
    section: '3',
    about: 'transitions between the statuses of a log',
    excluded: 'no operation changes the status of a log',
  },
  purpose: {
    section: '1',
    about: 'purpose of the service beyond its four operations',
    excluded: 'no request shows it',
  },
  tokens: {
    section: '5',
    about: 'how a token is obtained, how long it lives and what it permits',
    excluded: 'no operation issues one; tokens are configured',
  },
  deliveries: {
    section: '6',
    about: 'event types, payloads, signatures and retries of deliveries',
    excluded: 'deliveries go to the owner of the webhook, not to a client of this interface',
  },
  deprecation: {
    section: '9',
    about: 'deprecation and other rules of versions',
    excluded: 'it happens over years, not during a run',
  },
} as const satisfies Readonly<Record<string, ObservedGap | ExcludedGap>> & {
  readonly [Key in DeclareKey]: ObservedGap & { readonly declarable: true };
};

/** Every gap of the register; ids per operation are template literals such as `requiredFields.verify`. */
export type GapId = keyof typeof register;

/** The gaps that a run can observe. */
export type ObservedGapId = {
  [Id in GapId]: (typeof register)[Id] extends ObservedGap ? Id : never;
}[GapId];

export type Gap = { readonly id: GapId } & (ObservedGap | ExcludedGap);

export const gaps: readonly Gap[] = (Object.keys(register) as GapId[]).map((id) => ({ id, ...gapOf(id) }));

export const observedGaps = gaps.filter((gap): gap is { readonly id: ObservedGapId } & ObservedGap => 'probe' in gap);

/** Ids of the gaps whose choice can be declared under `declares`. */
export const declarableGaps = observedGaps.filter((gap) => gap.declarable === true).map(({ id }) => id as DeclareKey);

/** Ids of the requirements that `cawl learn` checks: probes without side effects that a server's owner may mind. */
export const learnRequirements: readonly string[] = [
  ...new Set(
    observedGaps
      .filter(({ skippedByLearn }) => skippedByLearn === undefined)
      .flatMap(({ probe, needs }) => (needs === undefined ? [probe] : [needs, probe])),
  ),
];

export function gapOf(id: GapId): ObservedGap | ExcludedGap {
  return register[id];
}

/** The configuration key that declares a gap, such as `declares.refusalStatus`; undefined where none does. */
export function declarationOf(id: GapId): `declares.${DeclareKey}` | undefined {
  const gap = gapOf(id);
  return 'declarable' in gap && gap.declarable ? `declares.${id as DeclareKey}` : undefined;
}

/** Advice for portable clients. Takes any id, since a report of another version may name gaps unknown here. */
export function adviceFor(id: string): string | undefined {
  return observedGaps.find((gap) => gap.id === id)?.advice;
}
