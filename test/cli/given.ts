/** A configuration from given files, flags and variables, and what is wrong with it. */
import { type Configuration, loadConfiguration } from '../../src/config/load.ts';
import { UsageError } from '../../src/core/errors.ts';
import { scratch } from './scratch.ts';

export interface Given {
  readonly files?: Readonly<Record<string, string>>;
  readonly yaml?: string;
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
}

export const token = { CAWL_TOKEN: 'good-token' };

export function load({ files = {}, yaml, flags = {}, env }: Given): Configuration {
  const all = yaml === undefined ? files : { ...files, 'cawl.config.yaml': yaml };
  const hasTarget = Object.keys(all).length > 0 || flags['base-url'] !== undefined;
  return loadConfiguration({ cwd: scratch(all), env: env ?? (hasTarget ? token : {}), flags });
}

/** The message of the error, with the hint after an arrow. */
export function complaint(given: Given): string {
  try {
    load(given);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return error.hint === undefined ? error.message : `${error.message}\n→ ${error.hint}`;
  }
  return 'nothing was wrong';
}
