/** Merges the sources of a configuration into one value: the file with its variables filled in, then flags and variables over it. */
import { stepsOf } from './document.ts';
import { coerce, type Override } from './overrides.ts';
import type { ConfigProblem } from './problems.ts';
import type { RawConfiguration } from './raw.ts';
import { type Environment, fillVariables } from './variables.ts';

export interface Merged {
  readonly value: RawConfiguration;
  /** Variables that are not set, or not variables. */
  readonly problems: readonly ConfigProblem[];
}

/** The value is as its sources gave it: it may still be invalid. */
export function mergeSources(
  file: Readonly<Record<string, unknown>>,
  env: Environment,
  overrides: readonly Override[],
): Merged {
  const problems: ConfigProblem[] = [];
  const overridden = new Set(overrides.map(({ path }) => path));
  const filled = fillVariables(structuredClone(file), env, overridden, problems);
  const value = coerceFilled(filled, file) as Record<string, unknown>;
  override(value, overrides);
  trimTokens(value['tokens']);
  return { value, problems };
}

/** A token read from a file or a variable often ends in a line break. */
function trimTokens(tokens: unknown): void {
  if (tokens === null || typeof tokens !== 'object') return;
  for (const [key, value] of Object.entries(tokens))
    if (typeof value === 'string') (tokens as Record<string, unknown>)[key] = value.trim();
}

/** Texts that came from a variable become the number or boolean that their place takes. */
function coerceFilled(filled: unknown, before: unknown, path = ''): unknown {
  if (typeof filled === 'string') return filled === before ? filled : coerce(filled, path);
  if (Array.isArray(filled))
    return filled.map((item, index) => coerceFilled(item, (before as unknown[])[index], `${path}/${index}`));
  if (filled === null || typeof filled !== 'object') return filled;
  return Object.fromEntries(
    Object.entries(filled).map(([key, value]) => [
      key,
      coerceFilled(value, (before as Record<string, unknown>)[key], `${path}/${key}`),
    ]),
  );
}

/** Puts the values of flags and variables into a configuration. */
export function override(value: Record<string, unknown>, overrides: readonly Override[]): void {
  if (overrides.some(({ path }) => codeSource.test(path))) dropCodeSource(value);
  for (const { path, value: given } of overrides) setAt(value, stepsOf(path), given);
}

/** Codes are read in one way: a flag for another one replaces the way that the file names. */
const codeSource = /^\/fixtures\/verificationCode\/(?:url|command|smtp)$/;

function dropCodeSource({ fixtures }: Record<string, unknown>): void {
  const { verificationCode: given } = (fixtures ?? {}) as Record<string, unknown>;
  if (given === null || typeof given !== 'object') return;
  for (const key of ['url', 'command', 'mailpit', 'smtp', 'value']) delete (given as Record<string, unknown>)[key];
}

/** Sets a value at a place, and makes what is missing above it. */
function setAt(root: Record<string, unknown>, steps: readonly string[], value: unknown): void {
  let place = root;
  for (const step of steps.slice(0, -1)) {
    const below = place[step];
    if (below === null || typeof below !== 'object' || Array.isArray(below)) place[step] = {};
    place = place[step] as Record<string, unknown>;
  }
  place[steps.at(-1)!] = value;
}
