/** Where the queue is: the address may hold a password, so that a variable can give it, too. */
import { type Flags, queueVariable } from '../config/options.ts';
import type { Io } from './io.ts';

/** `--queue`, or CAWL_QUEUE; undefined if neither is given. */
export function queueAddress(flags: Flags, { env }: Pick<Io, 'env'>): string | undefined {
  const given = (flags['queue'] as string | undefined) ?? env[queueVariable];
  return given === '' ? undefined : given;
}
