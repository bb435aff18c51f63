/** Values that the command line and the environment give for places of the configuration, each with its source. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../core/errors.ts';
import { type JsonSchema, schema } from '../schema/library.ts';
import { stepsOf } from './document.ts';
import type { RunOption } from './options/option.ts';
import { type Flags, runOptions, tokenVariables } from './options.ts';
import type { Environment } from './variables.ts';

export interface Override {
  /** JSON Pointer. */
  readonly path: string;
  readonly value: unknown;
  /** `--rate` or `CAWL_RATE`. */
  readonly source: string;
}

/**
 * For each option its flag, or else its `CAWL_*` variable; a variable that is set but empty counts as absent.
 * @throws UsageError for a token file that cannot be read, or a header without a colon
 */
export function overridesOf(flags: Flags, env: Environment, cwd: string): Override[] {
  const overrides: Override[] = [];
  for (const option of runOptions) {
    const { path } = option;
    if (path === undefined) continue;
    const found = given(option, flags, env);
    if (found === undefined) continue;
    const { value, source } = found;
    if (path === '/run/headers') {
      for (const line of value as string[]) overrides.push({ ...header(line, source), source });
    } else if (path === '/fixtures/webhooks') {
      overrides.push({ path, value: (value as string[]).map((id) => ({ id })), source });
    } else if (option.kind === 'text') {
      overrides.push({ path, value: coerce(value as string, path), source });
    } else {
      overrides.push({ path, value: option.negates === true ? value !== true : value, source });
    }
  }
  for (const { env: name, path } of tokenVariables) {
    const value = env[name];
    if (value !== undefined && value !== '') overrides.push({ path, value, source: name });
  }
  const file = given(optionOf('token-file'), flags, env);
  if (file !== undefined) {
    const own = overrides.findIndex(({ path }) => path === '/tokens/valid');
    // A flag wins over CAWL_TOKEN; as two variables, CAWL_TOKEN wins.
    if (own === -1 || file.source.startsWith('--')) {
      if (own !== -1) overrides.splice(own, 1);
      overrides.push({
        path: '/tokens/valid',
        value: tokenFrom(String(file.value), file.source, cwd),
        source: file.source,
      });
    }
  }
  return overrides;
}

/** The value of an option that has no place in the configuration, such as `config`; undefined if it is not given. */
export function textOf(flag: string, flags: Flags, env: Environment): { value: string; source: string } | undefined {
  return given(optionOf(flag), flags, env) as { value: string; source: string } | undefined;
}

function optionOf(flag: string): RunOption {
  return runOptions.find((option) => option.flag === flag)!;
}

function given(option: RunOption, flags: Flags, env: Environment): { value: unknown; source: string } | undefined {
  const flag = flags[option.flag];
  if (flag !== undefined) return { value: flag, source: `--${option.flag}` };
  const name = option.env;
  const text = name === undefined ? undefined : env[name];
  if (name === undefined || text === undefined || text === '') return undefined;
  if (option.kind === 'switch') {
    const yes = /^(1|true|yes|on)$/i.test(text);
    if (!yes && !/^(0|false|no|off)$/i.test(text)) throw new UsageError(`${name} is "${text}"; it takes true or false`);
    return { value: yes, source: name };
  }
  if (option.kind === 'text') return { value: text, source: name };
  return { value: option.flag === 'header' ? text.split('\n').filter(Boolean) : listed(text), source: name };
}

/** Splits at commas and spaces, except inside `{a,b}` of a glob. */
function listed(text: string): string[] {
  return text.match(/(?:\{[^}]*\}|[^\s,{])+/g) ?? [];
}

function header(line: string, source: string): { path: string; value: string } {
  const [, name, value] = /^\s*([!#$%&'*+.^_`|~0-9A-Za-z-]+)\s*:(.*)$/s.exec(line) ?? [];
  if (name === undefined || value === undefined)
    throw new UsageError(
      `${source} ${JSON.stringify(line)} is not a header`,
      "it takes a name, a colon and a value: --header 'X-Env: staging'",
    );
  return { path: `/run/headers/${name.replaceAll('~', '~0')}`, value: value.trim() };
}

function tokenFrom(path: string, source: string, cwd: string): string {
  let text: string;
  try {
    text = readFileSync(resolve(cwd, path), 'utf8');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = { ENOENT: 'does not exist', EISDIR: 'is a folder' }[code ?? ''] ?? `cannot be read: ${message}`;
    throw new UsageError(`${source} ${path} ${why}`, 'it takes a file that contains only the token', 'FILE_ERROR');
  }
  if (text.trim() === '')
    throw new UsageError(
      `${source} ${path} is empty; it takes a file that contains only the token`,
      undefined,
      'FILE_ERROR',
    );
  return text.trim();
}

/** Turns a text into the number or boolean that its place takes; any other text stays, for the schema to reject. */
export function coerce(text: string, path: string): unknown {
  const types = [schemaAt(path)?.type ?? []].flat();
  if (types.includes('string')) return text;
  if ((types.includes('integer') || types.includes('number')) && /^-?\d+(\.\d+)?$/.test(text.trim()))
    return Number(text);
  if (types.includes('boolean') && /^(true|false)$/.test(text)) return text === 'true';
  return text;
}

/** The part of the configuration schema for a place; undefined for an unknown key. */
export function schemaAt(path: string): JsonSchema | undefined {
  let place: JsonSchema | undefined = schema('kit/config');
  for (const step of stepsOf(path))
    place = /^\d+$/.test(step) && place?.items ? place.items : place?.properties?.[step];
  return place;
}
