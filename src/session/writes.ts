/** Whether a run may change its target: what it creates on a server that others use stays there. */
import type { Configuration } from '../config/load.ts';
import { UsageError } from '../core/errors.ts';
import { isLoopback } from '../core/loopback.ts';

/** @throws UsageError if the run would write to another machine, and the owner has not agreed to that */
export function requireAllowedWrites({ target, run }: Pick<Configuration, 'target' | 'run'>): void {
  if (target === undefined || run.readOnly === true || target.allowWrites === true) return;
  const { host, hostname } = new URL(target.baseUrl);
  if (isLoopback(hostname)) return;
  throw new UsageError(
    `${host} is not this machine, and users and events would be created there`,
    'agree with --yes, or allowWrites: true in the configuration; cawl run --plan shows how many, and --read-only creates none',
    'WRITES_NOT_ALLOWED',
  );
}
