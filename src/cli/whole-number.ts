/** Flags that take a whole number. */
import type { Flags } from '../config/options.ts';
import { UsageError } from '../core/errors.ts';

/** Undefined if it is not given. @throws UsageError for anything but a whole number within the bounds */
export function wholeNumber(flags: Flags, flag: string, least: number, most: number): number | undefined {
  const text = flags[flag] as string | undefined;
  if (text === undefined) return undefined;
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new UsageError(`--${flag} is "${text}"; it takes a whole number from ${least} to ${most}`);
}
