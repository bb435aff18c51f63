/** Flags that take a span of time. */
import type { Flags } from '../config/options.ts';
import { durationMs } from '../core/duration.ts';
import { UsageError } from '../core/errors.ts';

/** In ms; undefined if it is not given. @throws UsageError */
export function spanFlag(flags: Flags, flag: string): number | undefined {
  const text = flags[flag] as string | undefined;
  if (text === undefined) return undefined;
  const ms = durationMs(text);
  if (ms === undefined || ms < 1) throw new UsageError(`--${flag} is "${text}"; it takes a span such as 30s or 2m`);
  return ms;
}
