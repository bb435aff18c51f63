/**
 * Several requests of which each varies one field, as one that varies them all: a target that accepts it has accepted each of
 * its values, and keeps one new object instead of several. Where it is not accepted, its parts are sent one by one, so that
 * the validation of one field hides nothing of another.
 */
import fc from 'fast-check';
import { type Fields, type Variant, variedValue } from './request.ts';

/** Variants of different fields, or whose values go together; one alone is sent as it is. */
export type Bundle = readonly Variant[];

/** Fields that targets have rules for: what breaks one is rejected, and so is all that is beside it. */
const ruledFields: ReadonlySet<string> = new Set(['email', 'password', 'limit']);

/** Kinds of texts that break a target wherever they stand, so that several of them may stand in one text. */
const contained: ReadonlySet<string> = new Set([
  ...['astral', 'combining', 'right-to-left', 'unicode'],
  ...['sql', 'shell', 'json', 'html', 'template', 'format', 'regex', 'like-and-glob'],
]);
/** Kinds that break a target as an element of any list, and in a text only alone. */
const elements: ReadonlySet<string> = new Set([
  ...contained,
  'inherited',
  'beyond-64-bits',
  'mixed',
  'several metacharacters',
]);
/** Values of one field in a bundle. */
const mostJoined = 6;

const isAlone = ({ field, body }: Variant): boolean => field === '*' || ruledFields.has(field) || !isObject(body);

/**
 * All variants once, in their order, those of different fields together, and some of the same field. What is in the path or the
 * query is often rejected, and stands with values of its own field alone, and so does what a target has rules for.
 */
export function bundled(variants: readonly Variant[]): readonly Bundle[] {
  const bundles: Variant[][] = [];
  for (const variant of variants) {
    const open = bundles.find((bundle) => belongsWith(variant, bundle[0]!) && hasRoomFor(variant, bundle));
    if (open === undefined) bundles.push([variant]);
    else open.push(variant);
  }
  return bundles;
}

/** Fields with rules are bundled with themselves alone. */
function belongsWith(variant: Variant, other: Variant): boolean {
  return isAlone(variant) || isAlone(other) ? variant.field === other.field && variant.field !== '*' : true;
}

/** Whether the bundle has no value for the field yet, or values that one more may join. */
function hasRoomFor(variant: Variant, bundle: Bundle): boolean {
  const others = bundle.filter(({ field }) => field === variant.field);
  return others.length === 0 || (others.length < mostJoined && [variant, ...others].every(isJoinable));
}

function isJoinable(variant: Variant): boolean {
  const value = variedValue(variant);
  if (Array.isArray(value)) return value.length <= 2 && elements.has(variant.kind);
  return typeof value === 'string' && contained.has(variant.kind);
}

function joined(before: unknown, value: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(value)) return [...before, ...value];
  return typeof before === 'string' && typeof value === 'string' ? `${before} ${value}` : value;
}

/** A few drawn variants, as many as have different fields. */
export function bundles(variant: fc.Arbitrary<Variant>): fc.Arbitrary<Bundle> {
  return fc.tuple(variant, variant, variant).map((drawn) => bundled(drawn)[0]!);
}

/** The request that has the value of each part in its field. */
export function mergedVariant(bundle: Bundle): Variant {
  const [first] = bundle;
  if (bundle.length === 1) return first!;
  const values = new Map<string, unknown>();
  for (const one of bundle) values.set(one.field, joined(values.get(one.field), variedValue(one)));
  const { body, path, query } = first!;
  const merged = (fields: Fields) =>
    Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, values.get(name) ?? value]));
  return {
    ...first!,
    kind: bundle.map(({ kind }) => kind).join(' + '),
    field: values.size === 1 ? first!.field : '*',
    ...(isObject(body) ? { body: merged(body as Fields) } : {}),
    ...(path === undefined ? {} : { path: merged(path) }),
    ...(query === undefined ? {} : { query: merged(query) }),
  };
}

function isObject(value: unknown): value is object {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
