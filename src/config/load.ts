/**
 * From flags, environment and file to settings: flags win over `CAWL_*` variables, these over the file, the file over
 * the defaults. Everything that is wrong is said at once, each with its place. Reads files; sends and prints nothing.
 */
import { dirname } from 'node:path';
import type { RunSettings } from '../core/config.ts';
import { UsageError } from '../core/errors.ts';
import { type ConfigDocument, readDocument } from './document.ts';
import { findFile, plainMap, read, shownPath } from './file.ts';
import { type GivenTarget, readTarget } from './given-target.ts';
import { Loading } from './loading.ts';
import type { Flags } from './options.ts';
import { type Override, overridesOf, textOf } from './overrides.ts';
import { type Output, readRun } from './run-settings.ts';
import type { Environment } from './variables.ts';

export interface Sources {
  readonly cwd: string;
  readonly env: Environment;
  readonly flags: Flags;
  /** The configuration as a value with the keys of the file; then no file is looked for, unless `--config` names one. */
  readonly value?: Readonly<Record<string, unknown>>;
}

export interface Configuration {
  /** The file that was read, relative to the current folder where it lies below it. */
  readonly file: string | undefined;
  /** Undefined: the embedded reference server. */
  readonly target: GivenTarget | undefined;
  /** The fault of the embedded server. */
  readonly fault: string | undefined;
  readonly run: RunSettings;
  readonly output: Output & { readonly compareTo: string | undefined };
}

/** @throws UsageError naming every problem with its file, line and column, its flag or its variable */
export function loadConfiguration({ cwd, env, flags, value }: Sources): Configuration {
  const fault = textOf('fault', flags, env);
  const named = textOf('config', flags, env);
  const overrides = overridesOf(flags, env, cwd).filter(
    (one) => fault === undefined || one.source.startsWith('--') || one.path.startsWith('/run/'),
  );
  const addressed = overrides.find((one) => one.path === '/baseUrl');
  if (fault !== undefined && addressed !== undefined)
    throw new UsageError(
      `${fault.source} and ${addressed.source} exclude each other: a fault is one of the embedded server's`,
      'leave one of them out',
    );
  const file = value !== undefined && named === undefined ? undefined : findFile(cwd, named);
  const document = file === undefined ? undefined : readDocument(shownPath(cwd, file), read(file, named?.source));
  const raw = document === undefined ? { ...value } : plainMap(document);
  const embedded = fault !== undefined || (addressed === undefined && raw['baseUrl'] === undefined);
  const loading = new Loading(document, overrides);
  if (embedded && fault === undefined) refuseHalfTarget(raw, document, overrides);
  // What the file says of another target does not hold for the embedded server.
  const relevant: Record<string, unknown> = embedded
    ? { ...(raw['run'] === undefined ? {} : { run: raw['run'] }) }
    : raw;
  if (embedded) for (const key of Object.keys(raw)) if (!knownKeys.includes(key)) relevant[key] = raw[key];

  const merged = loading.merge(relevant, env);
  loading.judge(merged);
  const folder = file === undefined ? cwd : dirname(file);
  const target = embedded ? undefined : readTarget(merged, loading, folder);
  const run = readRun(merged['run'] ?? {}, loading, { cwd, folder, embedded });
  loading.refuse();
  return {
    file: document?.name,
    target,
    fault: fault?.value,
    run: run.settings,
    output: { ...run.output, compareTo: textOf('compare-to', flags, env)?.value },
  };
}

const knownKeys = ['$schema', 'baseUrl', 'tokens', 'fixtures', 'declares', 'run', 'waivers'];

/** A configuration that describes a target but does not say where it is must not quietly judge another server. */
function refuseHalfTarget(
  raw: Record<string, unknown>,
  document: ConfigDocument | undefined,
  overrides: readonly Override[],
): void {
  const half = ['tokens', 'fixtures', 'declares', 'waivers'].find((key) => raw[key] !== undefined);
  if (half !== undefined)
    throw new UsageError(
      `${document === undefined ? '' : `${document.place(`/${half}`)}  `}there is \`${half}\`, but baseUrl is missing, so there is no target`,
      'add baseUrl to the file, or give --base-url or CAWL_BASE_URL',
    );
  const token = overrides.find((one) => one.path === '/tokens/valid' && one.source.startsWith('--'));
  if (token !== undefined)
    throw new UsageError(`${token.source} is given, but no target`, 'add --base-url, or baseUrl in the configuration');
}
