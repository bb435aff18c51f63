/** Requests without the Authorization header, in ways that a guard may treat differently. */
import type { CheckContext, Operation } from '../../src/suite.ts';
import { api, controls, fc, generate } from '../../src/suite.ts';
import { invalidWithoutHeader, mostInvalid } from './invalid-requests.ts';
import {
  fullForm,
  inAForm,
  inAll,
  inForm,
  messageForms,
  type Sample,
  sampleOf,
  trusted,
  within,
  withVariants,
} from './samples.ts';

/** More ids than a usual request has, and a name that makes the body too large for a guard to look into. */
const manyIds = 300;
const longText = 'a'.repeat(6000);

/** A webhook that does not exist. */
const madeUp = 'cawl-made-up';

export const bare = sampleOf(controls.withoutHeader);

const withoutHeaderAnd = (what: string, how: controls.Attempt['how']): Sample =>
  sampleOf({ label: `${bare.label}, ${what}`, how: { ...how, authorization: null } });

/** A creation without any ids, for which a server may not require a token. */
function emptyCreation(t: CheckContext): Sample {
  const { limit } = t.creations.canonical;
  return withoutHeaderAnd('with empty lists', { body: { limit, profileIds: [], calendarIds: [] } });
}

const creationOfNone = (t: CheckContext): Sample =>
  withoutHeaderAnd('with a limit of 0', { body: { ...t.creations.canonical, limit: 0 } });

const longRegistration = (t: CheckContext): Sample =>
  withoutHeaderAnd('with long names', { body: { ...t.users.body(), firstName: longText } });

const unknownWebhook: Sample = withoutHeaderAnd('for a made-up webhook, with a range the wrong way round', {
  webhook: madeUp,
  query: [
    ['from', '2000000000000'],
    ['to', '1000000000000'],
  ],
});

/** Requests without the header that ask for little. */
function undemanding(t: CheckContext, op: Operation): readonly Sample[] {
  return [
    ...(api.operationTable[op].consumes === 'event' ? [emptyCreation(t)] : []),
    ...invalidWithoutHeader(op).map(sampleOf),
    ...t.effort.take(shortcuts(t, op), { quick: 0 }).map((one, at) => (at === 0 ? fromInside(one) : one)),
  ];
}

/** The request as if it came from a client in the server's internal network. */
function fromInside(sample: Sample): Sample {
  const { name, headers } = generate.internalClient;
  const inside = [{ label: `with ${name}`, how: { headers } }];
  return { ...within(sample, inside), together: { without: bare, parts: [sample, within(bare, inside)] } };
}

/** Requests that a server may answer before its guard: for very many results, for none, or for things that cannot exist. */
function shortcuts(t: CheckContext, op: Operation): readonly Sample[] {
  const many = Array.from({ length: manyIds }, (_, at) => `cawl-many-${at}`);
  switch (api.operationTable[op].consumes) {
    case 'event': {
      const body = { ...t.creations.canonical, profileIds: many, calendarIds: many };
      return [withoutHeaderAnd('with many ids', { body }), creationOfNone(t)];
    }
    case 'email':
      return [longRegistration(t)];
    case 'code':
      return [];
    case null:
      return [unknownWebhook];
  }
}

/** Requests that a guard may treat differently, in the usual form of message. */
function variants(t: CheckContext, op: Operation): readonly Sample[] {
  const fresh = { label: 'on a fresh connection', how: { connection: 'fresh' } } as const;
  return [inAll(bare, [fresh, ...trusted(t)]), ...undemanding(t, op)];
}

/** The valid request without the header, in ways that a guard may treat differently, and requests that ask for little. */
export function headerless(t: CheckContext, op: Operation): readonly Sample[] {
  return withVariants(t, op, bare, variants(t, op));
}

/** One of the variants in one of the forms that are tried by themselves. */
export function headerlessInAnyForm(t: CheckContext, op: Operation): fc.Arbitrary<Sample> {
  const anyVariant = fc.constantFrom(bare, ...variants(t, op));
  const anyForm = fc.constantFrom(...messageForms(t, op, 2));
  return fc.tuple(anyVariant, anyForm).map(([variant, form]) => inForm(variant, form));
}

/** With few requests: every header that a guard may trust, in a form with many parts, and several shortcuts, all at once. */
export function fewHeaderless(t: CheckContext, op: Operation): readonly Sample[] {
  const crowd = [...trusted(t), fullForm(t, op)];
  const { what, how, parts } = shortcutsAtOnce(t, op);
  const together = { ...withoutHeaderAnd(what, how), simpler: () => (parts.length > 1 ? parts : []) };
  return [bare, { ...within(together, crowd), together: { without: bare, parts: [...parts, within(bare, crowd)] } }];
}

interface Shortcuts {
  readonly what: string;
  readonly how: controls.Attempt['how'];
  /** Each of them alone. */
  readonly parts: readonly Sample[];
}

/** One request for several of the requests that a server may answer before its guard. */
function shortcutsAtOnce(t: CheckContext, op: Operation): Shortcuts {
  const { label, how } = mostInvalid(op);
  const invalid = withoutHeaderAnd(label, how);
  switch (api.operationTable[op].consumes) {
    case 'event':
      return {
        what: 'with empty lists and a limit of 0',
        how: { body: { limit: 0, profileIds: [], calendarIds: [] } },
        parts: [emptyCreation(t), creationOfNone(t)],
      };
    case 'email':
      return {
        what: 'with an empty object and many blanks',
        how: { raw: `{}${' '.repeat(longText.length)}`, typed: false },
        parts: [invalid, longRegistration(t)],
      };
    case 'code':
      return { what: label, how, parts: [invalid] };
    case null:
      return {
        what: 'for a made-up webhook, with a status that does not exist',
        how: { ...how, webhook: madeUp },
        parts: [invalid, unknownWebhook],
      };
  }
}

/** An invalid request without the header, shared with other checks: if possible, one that also tries a form of message. */
export function headerlessAnd(t: CheckContext, op: Operation, { common }: controls.Attempt): Sample | undefined {
  return headerless(t, op).find((sample) => sample.common === inAForm(common!));
}
