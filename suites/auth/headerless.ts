/** Requests without the Authorization header, in ways that a guard may treat differently. */
import type { CheckContext, Operation } from '../../src/suite.ts';
import { api, controls, fc } from '../../src/suite.ts';
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

/** More ids than any usual request has, and a name that makes its body larger than one that a guard may look into. */
const manyIds = 300;
const longText = 'a'.repeat(6000);

/** A webhook that does not exist. */
const madeUp = 'cawl-made-up';

export const bare = sampleOf(controls.withoutHeader);

const withoutHeaderAnd = (what: string, how: controls.Attempt['how']): Sample =>
  sampleOf({ label: `${bare.label}, ${what}`, how: { ...how, authorization: null } });

/** Requests without the header of which little is asked. */
function undemanding(t: CheckContext, op: Operation): readonly Sample[] {
  const { canonical } = t.creations;
  const nothing = { limit: canonical.limit, profileIds: [], calendarIds: [] };
  return [
    ...(api.operationTable[op].consumes === 'event' ? [withoutHeaderAnd('with empty lists', { body: nothing })] : []),
    ...invalidWithoutHeader(op).map(sampleOf),
    ...t.effort.take(ownWays(t, op), { quick: 0 }),
  ];
}

/** Requests for which a server may have a way of their own, in front of its guard: for much, for none, for what cannot exist. */
function ownWays(t: CheckContext, op: Operation): readonly Sample[] {
  const { canonical } = t.creations;
  const many = Array.from({ length: manyIds }, (_, at) => `cawl-many-${at}`);
  switch (api.operationTable[op].consumes) {
    case 'event':
      return [
        withoutHeaderAnd('with many ids', { body: { ...canonical, profileIds: many, calendarIds: many } }),
        withoutHeaderAnd('with a limit of 0', { body: { ...canonical, limit: 0 } }),
      ];
    case 'email':
      return [withoutHeaderAnd('with long names', { body: { ...t.users.body(), firstName: longText } })];
    case 'code':
      return [];
    case null:
      return [
        withoutHeaderAnd('for a made-up webhook, with a range the wrong way round', {
          webhook: madeUp,
          query: [
            ['from', '2000000000000'],
            ['to', '1000000000000'],
          ],
        }),
      ];
  }
}

/** In ways that a guard may treat differently, but in the usual form of message. */
function variants(t: CheckContext, op: Operation): readonly Sample[] {
  const fresh = { label: 'on a fresh connection', how: { connection: 'fresh' } } as const;
  return [inAll(bare, [fresh, ...trusted(t)]), ...undemanding(t, op)];
}

/** The valid request without the header, in ways that a guard may treat differently, and requests of which little is asked. */
export function headerless(t: CheckContext, op: Operation): readonly Sample[] {
  return withVariants(t, op, bare, variants(t, op));
}

/** One of the variants in one of the forms that are tried by themselves. */
export function headerlessInAnyForm(t: CheckContext, op: Operation): fc.Arbitrary<Sample> {
  const anyVariant = fc.constantFrom(bare, ...variants(t, op));
  const anyForm = fc.constantFrom(...messageForms(t, op, 2));
  return fc.tuple(anyVariant, anyForm).map(([variant, form]) => inForm(variant, form));
}

/** With few requests: every header that a guard may trust, in a form with many parts, and little asked, all at once. */
export function fewHeaderless(t: CheckContext, op: Operation): readonly Sample[] {
  const crowd = [...trusted(t), fullForm(t, op)];
  const { whole, parts } = littleAsked(t, op);
  return [bare, { ...within(whole, crowd), together: { without: bare, parts: [...parts, within(bare, crowd)] } }];
}

/** One request for which a server may have several ways of its own, and a request for each of these. */
function littleAsked(t: CheckContext, op: Operation): { readonly whole: Sample; readonly parts: readonly Sample[] } {
  const one = (what: string, how: controls.Attempt['how'], parts: readonly Sample[]) => ({
    whole: { ...withoutHeaderAnd(what, how), simpler: () => parts },
    parts,
  });
  const [empty] = undemanding(t, op);
  const invalid = withoutHeaderAnd(mostInvalid(op).label, mostInvalid(op).how);
  const own = ownWays(t, op);
  switch (api.operationTable[op].consumes) {
    case 'event':
      return one('with empty lists and a limit of 0', { body: { limit: 0, profileIds: [], calendarIds: [] } }, [
        empty!,
        own.at(-1)!,
      ]);
    case 'email':
      return one('with an empty object and many blanks', { raw: `{}${' '.repeat(longText.length)}`, typed: false }, [
        invalid,
        ...own,
      ]);
    case 'code':
      return { whole: invalid, parts: [invalid] };
    case null:
      return one(
        'for a made-up webhook, with a status that does not exist',
        { ...mostInvalid(op).how, webhook: madeUp },
        [invalid, ...own],
      );
  }
}

/** An invalid request without the header as the others send it: where possible, one that tries a form of message, too. */
export function headerlessAnd(t: CheckContext, op: Operation, { common }: controls.Attempt): Sample | undefined {
  return headerless(t, op).find((sample) => sample.common === inAForm(common!));
}
