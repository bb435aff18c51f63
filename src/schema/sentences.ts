/** Turns ajv's errors into plain sentences: what is there, and what must be. Secrets (`writeOnly`) are never repeated. */
import type { ErrorObject } from 'ajv';
import type { JsonSchema } from './library.ts';
import { nearest } from './nearest.ts';

/** One thing that is wrong with a value. */
export interface SchemaProblem {
  /** JSON Pointer of the place; of a missing or unknown key, the pointer that it has or would have. */
  readonly path: string;
  /** Such as `cursor.totalItems is "12" (string), must be an integer`. */
  readonly message: string;
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
    return { path, message: `${named(path)} is missing${takes}` };
  }
  if (error.keyword === 'additionalProperties') {
    const key = String(params['additionalProperty']);
    const meant = nearest(key, Object.keys(parent.properties ?? {})) ?? elsewhere(key, root);
    const inside = place === '' ? '' : ` in ${named(place)}`;
    const advice = meant === undefined ? `; known are ${list(Object.keys(parent.properties ?? {}))}` : '';
    const message = `unknown key \`${key}\`${inside}${meant === undefined ? advice : `; did you mean \`${meant}\`?`}`;
    return { path: `${place}/${escaped(key)}`, message };
  }
  if (error.keyword === 'propertyNames')
    return { path: place, message: `\`${String(params['propertyName'])}\` is no name that ${named(place)} may hold` };
  const takes = explain ? takesOf(parent) : '';
  return { path: place, message: `${named(place)} ${shown(error.data, parent)}, ${demand(error, params)}${takes}` };
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

function shown(value: unknown, { writeOnly }: JsonSchema): string {
  if (value === null) return 'is null';
  if (Array.isArray(value)) return `is an array of ${value.length}`;
  if (typeof value === 'object') return 'is an object';
  const type = typeof value === 'number' && !Number.isInteger(value) ? 'number' : typeName(value);
  return writeOnly === true ? `(${type}, not shown)` : `is ${text(value)} (${type})`;
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
