/**
 * Several requests of which each varies one field, as one that varies them all: a target that accepts it has accepted each of
 * its values, and keeps one new object instead of several. Where it is not accepted, its parts are sent one by one, so that
 * the validation of one field hides nothing of another.
 */
import fc from 'fast-check';
import type { Variant } from './request.ts';

/** Variants of different fields; one alone is sent as it is. */
export type Bundle = readonly Variant[];

/** Fields that targets have rules for: what breaks one is rejected, and so is all that is beside it. */
const ruledFields: ReadonlySet<string> = new Set(['email', 'password', 'limit']);

const isAlone = ({ field, body }: Variant): boolean => field === '*' || ruledFields.has(field) || !isObject(body);

/** All variants once, in their order, those of different fields together. */
export function bundled(variants: readonly Variant[]): readonly Bundle[] {
  const bundles: Variant[][] = [];
  for (const variant of variants) {
    const open = isAlone(variant)
      ? undefined
      : bundles.find((bundle) => !isAlone(bundle[0]!) && bundle.every(({ field }) => field !== variant.field));
    if (open === undefined) bundles.push([variant]);
    else open.push(variant);
  }
  return bundles;
}

/** A few drawn variants, as many as have different fields. */
export function bundles(variant: fc.Arbitrary<Variant>): fc.Arbitrary<Bundle> {
  return fc.tuple(variant, variant, variant).map((drawn) => bundled(drawn)[0]!);
}

/** The request that has the value of each part in its field. */
export function mergedVariant(bundle: Bundle): Variant {
  const [first] = bundle;
  if (bundle.length === 1) return first!;
  const values = bundle.map(({ field, body }) => [field, (body as Record<string, unknown>)[field]]);
  const body = { ...(first!.body as object), ...Object.fromEntries(values) };
  return { ...first!, kind: bundle.map(({ kind }) => kind).join(' + '), field: '*', body };
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
