/** Turns ajv's errors into sentences: what a value must be, and what it is. Secrets (`writeOnly`) are never repeated. */

import { defined } from '../core/defined.ts';
import { cutText } from '../core/text.ts';
import type { ErrorObject } from './ajv.ts';
import type { JsonSchema } from './library.ts';
import { nearest } from './nearest.ts';

/** One thing that is wrong with a value. */
export type SchemaProblem = {
  /** JSON Pointer of the value; for a missing or unknown key, the pointer that it would have. */
  readonly path: string;
  /** Such as `cursor.totalItems must be an integer, got "12" (string)`. */
  readonly message: string;
} & (
  | { readonly kind: 'missing' | 'unknown-key' | 'invalid-key' }
  | { readonly kind: 'invalid-value'; readonly parts: InvalidValue }
);

/** The message about an invalid value in parts, for callers that phrase it differently. */
export interface InvalidValue {
  /** The dotted path, such as `cursor.totalItems`. */
  readonly subject: string;
  /** `"12"`, `an empty array`; of a secret only its type; absent if the demand implies it (`must not be empty`). */
  readonly actual?: string;
  /** The JSON type of `actual` if it helps: `string`. */
  readonly type?: string;
  /** `must be an integer`; absent if `takes` says it better than a pattern. */
  readonly demand?: string;
  /** What the key takes, by its description in the schema; only if the schema is one for users. */
  readonly takes?: string;
}

/** The sentence of the parts, without its subject. */
export function describeInvalidValue({ actual, type, demand, takes }: Omit<InvalidValue, 'subject'>): string {
  const shown = actual === undefined ? '' : `${actual}${type === undefined ? '' : ` (${type})`}`;
  const problem = demand === undefined ? `is ${shown}` : `${demand}${shown === '' ? '' : `, got ${shown}`}`;
  return takes === undefined ? problem : `${problem}; it takes ${takes}`;
}

interface Voice {
  /** The whole schema, to find where a misplaced key belongs. */
  readonly root: JsonSchema;
  /** Whether the description of a key is added, as what it takes. */
  readonly explain: boolean;
}

const several = 20;

/** At most {@link several} sentences, one per problem, without those that only follow from another. */
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
    ...actualOf(error, parent),
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
      return `must be ${comparisons[String(params['comparison'])]} ${n}`;
    case 'minLength':
      return n === 1 ? 'must not be empty' : `must have at least ${n} characters`;
    case 'minItems':
      return n === 1 ? 'must not be empty' : `must have at least ${n} items`;
    case 'maxProperties':
      return n === 0 ? 'must have no fields' : `must have at most ${n} fields`;
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

/** A JSON Pointer in dotted form: `/fixtures/webhooks/0/id` as `fixtures.webhooks[0].id`. */
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

const comparisons: Readonly<Record<string, string>> = {
  '>=': 'at least',
  '<=': 'at most',
  '>': 'greater than',
  '<': 'less than',
};

function actualOf(error: ErrorObject, { writeOnly }: JsonSchema): Pick<InvalidValue, 'actual' | 'type'> {
  const { data: value, keyword } = error as { readonly data: unknown; readonly keyword: string };
  const isEmpty = value === '' || (Array.isArray(value) && value.length === 0);
  if (isEmpty && (keyword === 'minLength' || keyword === 'minItems')) return {};
  if (value === null) return { actual: 'null' };
  if (Array.isArray(value)) return { actual: value.length === 0 ? 'an empty array' : `an array of ${value.length}` };
  if (typeof value === 'object') {
    const names = Object.keys(value);
    const isAboutNames = keyword === 'maxProperties' || keyword === 'oneOf' || keyword === 'anyOf';
    return { actual: isAboutNames && names.length > 0 ? list(names) : 'an object' };
  }
  const type = typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value;
  return writeOnly === true ? { actual: `${withArticle(type)} that is not shown` } : { actual: text(value), type };
}

function text(value: unknown): string {
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 80 ? `${cutText(json, 80)}…` : json;
}

const takesOf = (schema: JsonSchema | undefined): string =>
  schema?.description === undefined ? '' : `; it takes ${schema.description}`;
const withArticle = (type: string): string =>
  type === 'null' ? type : `${/^[aeiou]/.test(type) ? 'an' : 'a'} ${type}`;
const list = (words: readonly string[]): string => words.join(', ');
const escaped = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The dotted path of a key that exists further down, such as `run.depth` for `depth` at the top. */
function elsewhere(key: string, schema: JsonSchema, above = ''): string | undefined {
  for (const [name, below] of Object.entries(schema.properties ?? {})) {
    if (above !== '' && name === key) return `${above}${name}`;
    const found = elsewhere(key, below, `${above}${name}.`);
    if (found !== undefined) return found;
  }
  return undefined;
}
