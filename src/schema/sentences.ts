/** Turns ajv's errors into plain sentences: what is there, and what must be. Secrets (`writeOnly`) are never repeated. */
import type { ErrorObject } from 'ajv';
import { defined } from '../core/defined.ts';
import type { JsonSchema } from './library.ts';
import { nearest } from './nearest.ts';

/** One thing that is wrong with a value. */
export type SchemaProblem = {
  /** JSON Pointer of the place; of a missing or unknown key, the pointer that it has or would have. */
  readonly path: string;
  /** Such as `cursor.totalItems is "12" (string), must be an integer`. */
  readonly message: string;
} & (
  | { readonly kind: 'missing' | 'unknown-key' | 'invalid-key' }
  | { readonly kind: 'invalid-value'; readonly parts: InvalidValue }
);

/** The message about an invalid value in parts, for callers that phrase it differently. */
export interface InvalidValue {
  /** The dotted path, such as `cursor.totalItems`. */
  readonly subject: string;
  /** `is "12"`; of a secret value only its type: `(string, not shown)`. */
  readonly actual: string;
  /** The JSON type of `actual` where it helps: `string`. */
  readonly type?: string;
  /** `must be an integer`; absent where `takes` says it better than a pattern. */
  readonly demand?: string;
  /** What the key takes, by its description in the schema; only where the schema is one for users. */
  readonly takes?: string;
}

/** The sentence of the parts, without its subject. */
export function describeInvalidValue({ actual, type, demand, takes }: Omit<InvalidValue, 'subject'>): string {
  return [
    actual,
    ...(type === undefined ? [] : [` (${type})`]),
    ...(demand === undefined ? [] : [`, ${demand}`]),
    ...(takes === undefined ? [] : [`; it takes ${takes}`]),
  ].join('');
}

interface Voice {
  /** The whole schema, to find where a misplaced key belongs. */
  readonly root: JsonSchema;
  /** Whether a place's description is added, as what it takes. */
  readonly explain: boolean;
}

const several = 20;

/** At most {@link several} sentences, one for each fault, without those that only follow from another. */
export function sentences(errors: readonly ErrorObject[], voice: Voice): SchemaProblem[] {
  const wholes = errors.filter((e) => e.keyword === 'oneOf' || e.keyword === 'anyOf');
  return errors
    .filter((e) => !wholes.some((whole) => whole !== e && e.schemaPath.startsWith(`${whole.schemaPath}/`)))
    .filter((e) => e.keyword !== 'pattern' || e.propertyName === undefined)
    .slice(0, several)
    .map((e) => sentence(e, voice));
}

function sentence(error: ErrorObject, { root, explain }: Voice): SchemaProblem {
  const params = error.params as Record<string, unknown>;
  const parent = (error.parentSchema ?? {}) as JsonSchema;
  const place = error.instancePath;
  if (error.keyword === 'required') {
    const path = `${place}/${escaped(String(params['missingProperty']))}`;
    const takes = explain ? takesOf(parent.properties?.[String(params['missingProperty'])]) : '';
    return { kind: 'missing', path, message: `${named(path)} is missing${takes}` };
  }
  if (error.keyword === 'additionalProperties') {
    const key = String(params['additionalProperty']);
    const meant = nearest(key, Object.keys(parent.properties ?? {})) ?? elsewhere(key, root);
    const inside = place === '' ? '' : ` in ${named(place)}`;
    const advice = meant === undefined ? `; known are ${list(Object.keys(parent.properties ?? {}))}` : '';
    const message = `unknown key \`${key}\`${inside}${meant === undefined ? advice : `; did you mean \`${meant}\`?`}`;
    return { kind: 'unknown-key', path: `${place}/${escaped(key)}`, message };
  }
  if (error.keyword === 'propertyNames')
    return {
      kind: 'invalid-key',
      path: place,
      message: `\`${String(params['propertyName'])}\` is not a name that ${named(place)} may contain`,
    };
  const takes = explain ? parent.description : undefined;
  const parts = defined({
    subject: named(place),
    ...actualOf(error.data, parent),
    demand: error.keyword === 'pattern' && takes !== undefined ? undefined : demand(error, params),
    takes,
  });
  return { kind: 'invalid-value', path: place, parts, message: `${parts.subject} ${describeInvalidValue(parts)}` };
}

function demand(error: ErrorObject, params: Record<string, unknown>): string {
  const n = Number(params['limit']);
  switch (error.keyword) {
    case 'type': {
      const types = [params['type']].flat().map((type) => withArticle(String(type)));
      return `must be ${types.join(' or ')}`;
    }
    case 'enum':
      return `must be one of ${list((params['allowedValues'] as unknown[]).map(text))}`;
    case 'const':
      return `must be ${text(params['allowedValue'])}`;
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return `must be ${String(params['comparison'])} ${n}`;
    case 'minLength':
      return n === 1 ? 'must not be empty' : `must have at least ${n} characters`;
    case 'minItems':
      return n === 1 ? 'must not be empty' : `must have at least ${n} items`;
    case 'maxProperties':
      return n === 0 ? `must have no fields, has ${list(Object.keys(error.data as object))}` : `must have at most ${n}`;
    case 'format':
      return `must be a ${String(params['format'])}`;
    case 'pattern':
      return `must match ${String(params['pattern'])}`;
    case 'oneOf':
    case 'anyOf': {
      const keys = ((error.schema ?? []) as JsonSchema[]).flatMap((branch) => branch.required ?? []);
      if (keys.length > 0)
        return `must have ${error.keyword === 'oneOf' ? 'exactly' : 'at least'} one of ${list(keys)}`;
      return 'must have one of the forms that the schema names';
    }
    default:
      return error.message ?? `fails ${error.keyword}`;
  }
}

/** `/fixtures/webhooks/0/id` as `fixtures.webhooks[0].id`. */
export function named(pointer: string): string {
  if (pointer === '') return 'the value';
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return steps
    .map((step) => {
      if (/^\d+$/.test(step)) return `[${step}]`;
      return /^[\w$-]+$/.test(step) ? `.${step}` : `[${JSON.stringify(step)}]`;
    })
    .join('')
    .replace(/^\./, '');
}

function actualOf(value: unknown, { writeOnly }: JsonSchema): Pick<InvalidValue, 'actual' | 'type'> {
  if (value === null) return { actual: 'is null' };
  if (Array.isArray(value)) return { actual: `is an array of ${value.length}` };
  if (typeof value === 'object') return { actual: 'is an object' };
  const type = typeof value === 'number' && !Number.isInteger(value) ? 'number' : typeName(value);
  return writeOnly === true ? { actual: `(${type}, not shown)` } : { actual: `is ${text(value)}`, type };
}

const typeName = (value: unknown): string => (typeof value === 'number' ? 'integer' : typeof value);

function text(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 80 ? `${json.slice(0, 80).replace(/[\uD800-\uDBFF]$/, '')}…` : json;
}

const takesOf = (schema: JsonSchema | undefined): string =>
  schema?.description === undefined ? '' : `; it takes ${schema.description}`;
const withArticle = (type: string): string =>
  type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
const list = (words: readonly string[]): string => words.join(', ');
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The dotted place of a key that exists somewhere below, such as `run.depth` for a `depth` at the top. */
function elsewhere(key: string, schema: JsonSchema, above = ''): string | undefined {
  for (const [name, below] of Object.entries(schema.properties ?? {})) {
    if (above !== '' && name === key) return `${above}${name}`;
    const found = elsewhere(key, below, `${above}${name}.`);
    if (found !== undefined) return found;
  }
  return undefined;
}
