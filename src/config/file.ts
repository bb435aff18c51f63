/** The configuration's file: where it is, how it is called, and its plain keys. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { UsageError } from '../core/errors.ts';
import type { ConfigDocument } from './document.ts';

/** Looked for in the current folder, in this order. */
export const configNames = ['cawl.config.yaml', 'cawl.config.yml', 'cawl.config.json'] as const;

/** Its path; undefined where none is named and none is there. @throws UsageError */
export function findFile(cwd: string, named: { value: string; source: string } | undefined): string | undefined {
  if (named === undefined) {
    const found = configNames.map((name) => join(cwd, name)).filter((path) => existsSync(path));
    if (found.length > 1)
      throw new UsageError(
        `there are ${found.length} configurations here: ${found.map((path) => shownPath(cwd, path)).join(', ')}`,
        'keep one, or name one with --config',
      );
    return found[0];
  }
  const path = resolve(cwd, named.value);
  if (!existsSync(path))
    throw new UsageError(
      `${named.source} ${named.value} does not exist`,
      'cawl init writes a configuration to start from',
    );
  if (statSync(path).isDirectory()) throw new UsageError(`${named.source} ${named.value} is a folder; it takes a file`);
  return path;
}

/** Its text. @throws UsageError */
export function read(path: string, source: string | undefined): string {
  try {
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    throw new UsageError(`${source ?? 'the configuration'} ${path} cannot be read: ${(error as Error).message}`);
  }
}

/** Relative to the current folder where it lies below it. */
export function shownPath(cwd: string, path: string): string {
  const below = relative(cwd, path);
  return below.startsWith('..') || isAbsolute(below) ? path : below;
}

/** Its keys and values. @throws UsageError for a list or a single value */
export function plainMap(document: ConfigDocument): Record<string, unknown> {
  const { value } = document;
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new UsageError(
      `${document.place('')}  the configuration is ${Array.isArray(value) ? 'a list' : 'a single value'}; it takes keys such as baseUrl, tokens and fixtures`,
      'cawl init writes one to start from',
    );
  return value as Record<string, unknown>;
}
