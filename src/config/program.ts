/** The configuration of a program that uses the kit as a library: a value instead of a file, flags and variables. */
import { resolve } from 'node:path';
import type { Waiver } from '../core/config.ts';
import { defined } from '../core/defined.ts';
import { type Configuration, loadConfiguration } from './load.ts';
import type { RawConfiguration } from './raw.ts';

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T;

type RawRun = NonNullable<RawConfiguration['run']>;

/** The keys of `run` in a configuration file that a program may set; the others are for terminals. */
const runKeys = [
  'only',
  'skip',
  'depth',
  'seed',
  'concurrency',
  'rate',
  'timeoutMs',
  'maxRequests',
  'headers',
  'insecure',
  'ca',
  'cert',
  'key',
  'readOnly',
  'methods',
  'maxUsers',
  'maxEvents',
  'failOn',
  'requireComplete',
] as const satisfies readonly (keyof RawRun)[];

/** The keys of `cawl.config.yaml`, with those of its `run` beside them. `cawl init` writes a file that explains each. */
export interface ProgramConfiguration extends DeepReadonly<Pick<RawRun, (typeof runKeys)[number]>> {
  /** Where the server answers, with its path prefix. */
  readonly baseUrl?: string;
  readonly tokens?: DeepReadonly<RawConfiguration['tokens'] & object>;
  readonly fixtures?: DeepReadonly<RawConfiguration['fixtures'] & object>;
  readonly declares?: DeepReadonly<RawConfiguration['declares'] & object>;
  readonly waivers?: readonly Waiver[];
  /** Users may be registered and events created on a target that is not on this machine. */
  readonly allowWrites?: boolean;
  /** The path of a configuration file; the keys beside it win over those of the file. */
  readonly config?: string;
  /** Source of `${NAME}` and of the `CAWL_*` variables; default empty. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Where relative paths start; default the current folder. */
  readonly cwd?: string;
}

/**
 * The settings of a program's run.
 * @throws UsageError that names every problem
 */
export function programConfiguration(input: ProgramConfiguration, fault?: string): Configuration {
  const { config, env = {}, cwd = resolve('.'), ...keys } = input;
  const given = Object.entries(keys).filter(([, value]) => value !== undefined);
  const isRunKey = ([key]: [string, unknown]) => (runKeys as readonly string[]).includes(key);
  const run = given.filter(isRunKey);
  // A key that exists nowhere goes where keys are checked.
  const value = Object.fromEntries(given.filter((entry) => !isRunKey(entry)));
  if (run.length > 0) value['run'] = Object.fromEntries(run);
  return loadConfiguration({ cwd, env, flags: defined({ config, fault }), value });
}
