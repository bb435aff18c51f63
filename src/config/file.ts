/** The configuration file: where it is, how messages name it, and its keys. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { UsageError } from '../core/errors.ts';
import { type ConfigDocument, formatPlace } from './document.ts';

/** File names that are looked for in the current folder, in this order. */
export const configNames = ['cawl.config.yaml', 'cawl.config.yml', 'cawl.config.json'] as const;

/** The path of the file; undefined if none is named and none exists. @throws UsageError for several, or one that does not exist */
export function findFile(cwd: string, named: { value: string; source: string } | undefined): string | undefined {
  if (named === undefined) {
    const found = configNames.map((name) => join(cwd, name)).filter((path) => existsSync(path));
    if (found.length > 1)
      throw new UsageError(
        `there are ${found.length} configurations here: ${found.map((path) => shownPath(cwd, path)).join(', ')}`,
        'keep one, or name one with --config',
        'FILE_ERROR',
      );
    return found[0];
  }
  const path = resolve(cwd, named.value);
  if (!existsSync(path))
    throw new UsageError(
      `${named.source} ${named.value} does not exist`,
      'cawl init writes a configuration to start from',
      'FILE_ERROR',
    );
  if (statSync(path).isDirectory())
    throw new UsageError(`${named.source} ${named.value} is a folder; it takes a file`, undefined, 'FILE_ERROR');
  return path;
}

/** The text of a file, without a byte order mark. @throws UsageError */
export function read(path: string, source: string | undefined): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const why = (error as Error).message;
    throw new UsageError(`${source ?? 'the configuration'} ${path} cannot be read: ${why}`, undefined, 'FILE_ERROR');
  }
}

/** Relative to the current folder where it lies below it. */
export function shownPath(cwd: string, path: string): string {
  const below = relative(cwd, path);
  return below.startsWith('..') || isAbsolute(below) ? path : below;
}

/** The keys and values of a document. @throws UsageError for a list or a single value */
export function plainMap(document: ConfigDocument): Record<string, unknown> {
  const { value } = document;
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new UsageError(
      `${formatPlace(document.place(''))}  the configuration is ${Array.isArray(value) ? 'a list' : 'a single value'}; it takes keys such as baseUrl, tokens and fixtures`,
      'cawl init writes one to start from',
      'INVALID_CONFIGURATION',
    );
  return value as Record<string, unknown>;
}
