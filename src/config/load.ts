/**
 * From flags, environment and file to settings. Flags win over `CAWL_*` variables, these over the file, the file over the
 * defaults. All problems are reported at once, each with its place. Reads files; sends and prints nothing.
 */
import { dirname } from 'node:path';
import type { RunSettings } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { UsageError } from '../core/errors.ts';
import { nearest } from '../schema/nearest.ts';
import { type ConfigDocument, formatPlace, readDocument } from './document.ts';
import { findFile, plainMap, read, shownPath } from './file.ts';
import { type GivenTarget, readTarget } from './given-target.ts';
import { mergeSources } from './merge.ts';
import { type Flags, queueVariable, runOptions, tokenVariables } from './options.ts';
import { type Override, overridesOf, textOf } from './overrides.ts';
import { Problems } from './problems.ts';
import { throughProxies } from './proxy.ts';
import { type Output, readRun } from './run-settings.ts';
import { validateConfiguration } from './validate.ts';
import type { Environment } from './variables.ts';

export interface Sources {
  readonly cwd: string;
  readonly env: Environment;
  readonly flags: Flags;
  /** The configuration as a value with the keys of the file. A file is read only if `--config` names one; the value wins over it. */
  readonly value?: Readonly<Record<string, unknown>>;
}

export interface Configuration {
  /** The file that was read, relative to the current folder where it is below it. */
  readonly file: string | undefined;
  /** Undefined for the embedded reference server. */
  readonly target: GivenTarget | undefined;
  /** Name of the fault of the embedded server. */
  readonly fault: string | undefined;
  readonly run: RunSettings;
  readonly output: Output & { readonly compareTo: string | undefined };
}

/** @throws UsageError that names every problem with its file, line and column, or its flag or variable */
export function loadConfiguration({ cwd, env, flags, value }: Sources): Configuration {
  const fault = textOf('fault', flags, env);
  const named = textOf('config', flags, env);
  const overrides = overridesOf(flags, env, cwd).filter(
    ({ source, path }) => fault === undefined || source.startsWith('--') || path.startsWith('/run/'),
  );
  const address = overrides.find(({ path }) => path === '/baseUrl');
  if (fault !== undefined && address !== undefined)
    throw new UsageError(
      `${fault.source} and ${address.source} exclude each other: only the embedded server has faults`,
      'leave out one of them',
    );
  const file = value !== undefined && named === undefined ? undefined : findFile(cwd, named);
  const document = file === undefined ? undefined : readDocument(shownPath(cwd, file), read(file, named?.source));
  const raw = document === undefined ? { ...value } : overlaid(plainMap(document), value);
  const embedded = fault !== undefined || (address === undefined && raw['baseUrl'] === undefined);
  rejectUnknownVariables(env, JSON.stringify(raw));
  if (embedded && fault === undefined) rejectHalfTarget(raw, document, overrides);

  const problems = new Problems(document, overrides);
  const merged = mergeSources(embedded ? withoutTarget(raw) : raw, env, overrides);
  const unfilled = new Set(merged.problems.map(({ path }) => path));
  problems.add(...merged.problems, ...validateConfiguration(merged.value, unfilled));
  const folder = file === undefined ? cwd : dirname(file);
  const target = embedded ? undefined : readTarget(merged.value, problems, unfilled, folder);
  const run = readRun(merged.value.run ?? {}, problems, { cwd, folder, embedded });
  problems.throwIfAny();
  const proxied = throughProxies(target, env);
  return {
    file: document?.name,
    target: withTrustedSource(proxied.target, run.settings),
    fault: fault?.value,
    run: { ...run.settings, ...defined({ proxy: proxied.proxy }) },
    output: { ...run.output, compareTo: textOf('compare-to', flags, env)?.value },
  };
}

/** The target, whose source of codes is trusted as the target is: often it is a part of it. */
function withTrustedSource(target: GivenTarget | undefined, { insecure, ca }: RunSettings): GivenTarget | undefined {
  const source = target?.fixtures.verificationCode;
  if (target === undefined || source === undefined || (!insecure && ca === undefined)) return target;
  const verificationCode = { ...source, tls: { insecure, ...defined({ ca }) } };
  return { ...target, fixtures: { ...target.fixtures, verificationCode } };
}

/** The keys of a file with those of a value in their place; of `run` each key by itself. */
function overlaid(
  file: Readonly<Record<string, unknown>>,
  value: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const run = { ...(file['run'] as object | undefined), ...(value['run'] as object | undefined) };
  return { ...file, ...value, ...(Object.keys(run).length === 0 ? {} : { run }) };
}

/** Keys that describe a target: they say nothing about the embedded server. Unknown keys stay, to be reported. */
const targetKeys = ['$schema', 'baseUrl', 'tokens', 'fixtures', 'declares', 'waivers', 'traceLink', 'allowWrites'];

function withoutTarget(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(raw).filter(([key, value]) => !targetKeys.includes(key) && (key !== 'run' || value !== undefined)),
  );
}

/** A configuration that describes a target without its address must not silently judge another server. */
function rejectHalfTarget(
  raw: Readonly<Record<string, unknown>>,
  document: ConfigDocument | undefined,
  overrides: readonly Override[],
): void {
  const half = ['tokens', 'fixtures', 'declares', 'waivers'].find((key) => raw[key] !== undefined);
  if (half !== undefined) {
    const place = document === undefined ? '' : `${formatPlace(document.place(`/${half}`))}  `;
    throw new UsageError(
      `${place}there is \`${half}\`, but baseUrl is missing, so there is no target`,
      'add baseUrl to the file, or give --base-url or CAWL_BASE_URL',
      'INVALID_CONFIGURATION',
    );
  }
  if (document !== undefined)
    throw new UsageError(
      `${document.name} has no baseUrl, so there is no target`,
      'add baseUrl to it, or judge the embedded server in a folder without a configuration',
      'INVALID_CONFIGURATION',
    );
  const token = overrides.find(({ path }) => path.startsWith('/tokens/') || path.startsWith('/fixtures/'));
  if (token !== undefined)
    throw new UsageError(
      `${token.source} is given, but no target: there is no configuration here, and no --base-url`,
      'run it where the configuration is, or add --base-url',
    );
}

/**
 * A misspelt variable must not leave its option at the default.
 * @param text the configuration, which may take variables with names of its owner's choice
 */
function rejectUnknownVariables(env: Environment, text: string): void {
  const options = runOptions.flatMap((option) => (option.env === undefined ? [] : [option.env]));
  const known = [...options, ...tokenVariables.map((variable) => variable.env), queueVariable];
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('CAWL_') || value === undefined || value === '') continue;
    if (known.includes(name) || text.includes(`{${name}}`)) continue;
    const closest = nearest(name, known);
    throw new UsageError(
      `the environment variable ${name} is set, and cawl takes none of that name${closest === undefined ? '' : `; did you mean ${closest}?`}`,
      'unset it; cawl run --help names the options, and each has a variable',
    );
  }
}
