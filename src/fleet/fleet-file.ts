/** The fleet file: which implementations there are, what they share, and where their known failures are tracked. */
import { dirname, isAbsolute, join } from 'node:path';
import { formatPlace, readDocument } from '../config/document.ts';
import { plainMap, read, shownPath } from '../config/file.ts';
import type { Flags } from '../config/options.ts';
import { portableConfiguration, withoutTargetVariables } from '../config/portable.ts';
import type { Environment } from '../config/variables.ts';
import { defined } from '../core/defined.ts';
import { durationMs } from '../core/duration.ts';
import { UsageError } from '../core/errors.ts';
import type { BugLink } from '../core/matrix.ts';
import { validator } from '../schema/validator.ts';
import type { PlannedTarget, StartCommand } from './plan.ts';

type Keys = Readonly<Record<string, unknown>>;

interface RawImplementation {
  readonly name: string;
  readonly version?: string | number;
  readonly baseUrl?: string;
  readonly config?: string;
  readonly configuration?: Keys;
  readonly fault?: string;
  readonly start?: readonly string[] | StartCommand;
}

interface RawFleet {
  readonly implementations: readonly RawImplementation[];
  readonly configuration?: Keys;
  readonly bugs?: readonly BugLink[];
  readonly staleAfter?: string;
  readonly parallel?: number;
}

export interface Fleet {
  /** Those that can be planned, in the order of the file. */
  readonly targets: readonly PlannedTarget[];
  readonly bugs: readonly BugLink[];
  readonly staleAfterMs: number | undefined;
  readonly parallel: number | undefined;
}

const dayMs = 86_400_000;

/**
 * @param flags those of `cawl matrix`, which win over the file for all implementations
 * @throws UsageError that names the place in the file
 */
export function readFleet(path: string, { cwd, env, flags }: { cwd: string; env: Environment; flags: Flags }): Fleet {
  const full = isAbsolute(path) ? path : join(cwd, path);
  const document = readDocument(shownPath(cwd, full), read(full, 'the fleet file'));
  const raw = plainMap(document);
  const problems = validator('kit/fleet')(raw).map(
    ({ path: place, message }) => `${formatPlace(document.place(place))}  ${message}`,
  );
  if (problems.length > 0)
    throw new UsageError(problems.slice(0, 5).join('\n'), 'see docs/guides/many-machines.md', 'INVALID_CONFIGURATION');
  const { implementations, configuration = {}, bugs = [], staleAfter, parallel } = raw as unknown as RawFleet;
  rejectRepeatedNames(implementations, (index) => formatPlace(document.place(`/implementations/${index}/name`)));
  const known = implementations.map(({ name }) => name);
  for (const [index, { implementation }] of bugs.entries())
    if (!known.includes(implementation))
      throw new UsageError(
        `${formatPlace(document.place(`/bugs/${index}/implementation`))}  there is no implementation ${implementation}`,
        `there are ${known.join(', ')}`,
        'INVALID_CONFIGURATION',
      );
  const folder = shownPath(cwd, dirname(full));
  return {
    targets: implementations.map((one) =>
      targetOf(one, configuration, { cwd, env, flags, folder, text: JSON.stringify(raw) }),
    ),
    bugs,
    staleAfterMs: staleAfter === undefined ? undefined : spanOf(staleAfter),
    parallel,
  };
}

/** Days such as `7d`, or a duration. @throws UsageError */
export function spanOf(text: string): number {
  const days = /^(\d{1,4})d$/.exec(text)?.[1];
  const ms = days === undefined ? durationMs(text) : Number(days) * dayMs;
  if (ms === undefined) throw new UsageError(`"${text}" is not a span of time; it takes 7d, 12h or 90m`);
  return ms;
}

function rejectRepeatedNames(all: readonly RawImplementation[], placeOf: (index: number) => string): void {
  for (const [index, { name }] of all.entries())
    if (all.findIndex((one) => one.name === name) < index)
      throw new UsageError(
        `${placeOf(index)}  there are two implementations ${name}`,
        'name each once, with its version if there are several',
        'INVALID_CONFIGURATION',
      );
}

/**
 * What the environment says of one target, such as its token, must not be said of all. And a variable that another
 * implementation takes is not a misspelt one.
 */
function envOf(env: Environment, value: Keys, fleet: string): Environment {
  const own = JSON.stringify(value);
  const isOfAnother = (name: string) => fleet.includes(`{${name}}`) && !own.includes(`{${name}}`);
  return Object.fromEntries(Object.entries(withoutTargetVariables(env)).filter(([name]) => !isOfAnother(name)));
}

interface Place {
  readonly cwd: string;
  readonly env: Environment;
  readonly flags: Flags;
  /** Of the fleet file, relative to the current folder; '' for the current folder. */
  readonly folder: string;
  /** The fleet file. */
  readonly text: string;
}

function targetOf(one: RawImplementation, shared: Keys, { cwd, env, flags, folder, text }: Place): PlannedTarget {
  const { name, version, baseUrl, config, configuration = {}, fault, start } = one;
  const run = { ...(shared['run'] as object | undefined), ...(configuration['run'] as object | undefined) };
  const value: Keys = {
    ...shared,
    ...configuration,
    ...defined({ baseUrl }),
    ...(Object.keys(run).length === 0 ? {} : { run }),
  };
  const named = defined({ config: config === undefined ? undefined : join(folder, config), fault });
  try {
    const portable = portableConfiguration({ cwd, env: envOf(env, value, text), flags: { ...flags, ...named }, value });
    const command = start === undefined ? undefined : startOf(start, folder);
    return { portable, implementation: name, ...defined({ version: version?.toString(), start: command, fault }) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`implementation ${name}: ${error.message}`, error.hint, error.code);
  }
}

function startOf(start: readonly string[] | StartCommand, folder: string): StartCommand {
  const { command, cwd = '.', wait }: StartCommand = 'command' in start ? start : { command: start };
  return { command, cwd: join(folder, cwd), ...defined({ wait }) };
}
