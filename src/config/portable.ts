/**
 * A configuration that can be sent to another machine: `${NAME}` stays as it is, and a secret that stands in the file itself
 * becomes a variable. So it shows nothing that must not be seen, and reads its secrets where it is used.
 */
import { dirname, relative, resolve } from 'node:path';
import type { RunSettings } from '../core/config.ts';
import { readDocument } from './document.ts';
import { findFile, plainMap, read, shownPath } from './file.ts';
import { type Configuration, loadConfiguration, type Sources } from './load.ts';
import { override } from './merge.ts';
import { runOptions, tokenVariables } from './options.ts';
import { overridesOf, schemaAt, textOf } from './overrides.ts';

export interface PortableConfiguration {
  /** The keys of a configuration file. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly run: RunSettings;
  readonly fault: string | undefined;
  /** Names of the variables that it takes. */
  readonly variables: readonly string[];
  /** Files that it names, relative to the current folder. */
  readonly files: readonly string[];
}

/** Without the variables that describe a target, for the embedded server: it has its own tokens and fixtures. */
export function withoutTargetVariables(env: Sources['env']): Sources['env'] {
  const ofTarget = [
    ...runOptions.filter(({ path, flag }) => path?.startsWith('/run/') !== true && flag !== 'fault'),
    ...tokenVariables,
  ].map((variable) => variable.env);
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ofTarget.includes(name)));
}

/** Places whose value is a path, relative to the folder of the configuration. */
const pathPlaces = /^\/(?:run\/(?:ca|cert|key)|tokens\/(?:valid|otherTenant)\/file|fixtures\/webhooks\/\d+\/truth)$/;
const slot = /(?<!\$)\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/**
 * @throws UsageError as {@link loadConfiguration}; variables of secrets need not be set, since only the worker has them
 */
export function portableConfiguration(sources: Sources): PortableConfiguration {
  const { cwd, env, flags } = sources;
  const named = textOf('config', flags, env);
  const file = sources.value !== undefined && named === undefined ? undefined : findFile(cwd, named);
  const raw = structuredClone(
    file === undefined ? {} : plainMap(readDocument(shownPath(cwd, file), read(file, named?.source))),
  ) as Record<string, unknown>;
  Object.assign(raw, structuredClone(sources.value ?? {}));
  const loaded = loadConfiguration({ ...sources, env: withStandIns(raw, sources) });
  if (loaded.target === undefined) return portable({ run: (raw['run'] ?? {}) as object }, loaded, sources, cwd);
  override(raw, overridesOf(flags, env, cwd));
  return portable(raw, loaded, sources, file === undefined ? cwd : dirname(file));
}

function portable(
  raw: Readonly<Record<string, unknown>>,
  { run, fault, target }: Configuration,
  { cwd }: Sources,
  folder: string,
): PortableConfiguration {
  const files: string[] = [];
  const value = mapTexts(raw, (text, path) => {
    if (pathPlaces.test(path)) {
      const shown = relative(cwd, resolve(folder, String(text)));
      files.push(shown);
      return shown;
    }
    return isSecret(path) && !String(text).match(slot) ? `\${${variableFor(path)}}` : text;
  }) as Record<string, unknown>;
  if (target !== undefined) value['tokens'] ??= { valid: `\${${variableFor('/tokens/valid')}}` };
  const variables = [...JSON.stringify(value).matchAll(slot)].map(([, name]) => name!);
  return { value, run, fault, variables: [...new Set(variables)].sort(), files };
}

/** Headers often carry keys, so that none of their values is shown. */
function isSecret(path: string): boolean {
  return path.startsWith('/run/headers/') || schemaAt(path)?.writeOnly === true;
}

function variableFor(path: string): string {
  const known = [...tokenVariables, ...runOptions].find((variable) => variable.path === path)?.env;
  const last = path.startsWith('/run/headers/') ? path.slice('/run/'.length) : path;
  return (
    known ??
    `CAWL_${last
      .replace(/^\//, '')
      .replace(/[^A-Za-z0-9]+/g, '_')
      .toUpperCase()}`
  );
}

/** Stands in for the secrets that are not set here, so that the rest can be checked. */
function withStandIns(raw: Readonly<Record<string, unknown>>, { env, flags, cwd }: Sources): Sources['env'] {
  const standIns: Record<string, string> = {};
  mapTexts(raw, (text, path) => {
    if (isSecret(path)) for (const [, name] of String(text).matchAll(slot)) standIns[name!] = '123456789';
    return text;
  });
  const hasToken = (raw['tokens'] as Record<string, unknown> | undefined)?.['valid'] !== undefined;
  const isGiven = overridesOf(flags, env, cwd).some(({ path }) => path === '/tokens/valid');
  const hasTarget =
    raw['baseUrl'] !== undefined || overridesOf(flags, env, cwd).some(({ path }) => path === '/baseUrl');
  if (!hasToken && !isGiven && hasTarget) standIns['CAWL_TOKEN'] = '123456789';
  const set = Object.entries(env).filter(([, value]) => value !== undefined && value !== '');
  return { ...standIns, ...Object.fromEntries(set) };
}

/** A copy in which `change` has replaced every text and number; it is given the place as a JSON Pointer. */
function mapTexts(value: unknown, change: (text: string | number, path: string) => unknown, path = ''): unknown {
  if (typeof value === 'string' || typeof value === 'number') return change(value, path);
  if (Array.isArray(value)) return value.map((item, index) => mapTexts(item, change, `${path}/${index}`));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, below]) => [
      key,
      mapTexts(below, change, `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`),
    ]),
  );
}
