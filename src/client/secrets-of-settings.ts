/** The secrets that a configuration holds. */
import type { Settings } from '../core/config.ts';
import { Secrets } from './secrets.ts';

/** Configured headers whose value must be masked, such as gateway keys and session cookies. */
const secretHeader = /auth|key|token|secret|cookie|pass|session|credential|signature/i;
/** A shorter value would be masked wherever those characters happen to stand. */
const leastSecret = 4;

/** All that the configuration holds and no report may show. */
export function secretsOf({ tokens, run, fixtures }: Settings): Secrets {
  const secrets = new Secrets();
  for (const tenant of ['valid', 'otherTenant', 'expired'] as const) {
    const token = tokens[tenant];
    if (token !== undefined) secrets.addToken(token, tenant);
  }
  for (const [name, value] of run.headers)
    if (secretHeader.test(name) && value.length >= leastSecret) secrets.add(value, { kind: 'header', name });
  const { password } = fixtures.register;
  if (password.length >= leastSecret) secrets.add(password, { kind: 'password' });
  return secrets;
}
