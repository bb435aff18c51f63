/** The secrets that a configuration holds: the one place that knows where they are. */
import type { Settings, VerificationCode } from '../../core/config.ts';
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
    if ((secretHeader.test(name) && value.length >= leastSecret) || resemblesSecret(value))
      secrets.add(value, { kind: 'header', name });
  const { password } = fixtures.register;
  if (password.length >= leastSecret) secrets.add(password, { kind: 'password' });
  const hidden = [...inUrl(run.proxy), ...inSource(fixtures.verificationCode)];
  for (const value of hidden) if (value.length >= leastSecret) secrets.addHidden(value);
  return secrets;
}

/** Whether a value may be a key: no word of a sentence, which would be masked wherever it stands. */
function resemblesSecret(value: string): boolean {
  return value.length >= 16 || (value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value));
}

/** The user, the password and the values of the query of a URL. */
function inUrl(address: string | undefined): readonly string[] {
  if (address === undefined || !URL.canParse(address)) return [];
  const { username, password, searchParams } = new URL(address);
  const values = [...searchParams.values()].filter((value) => !value.includes('{email}'));
  return [username, password].map(decoded).concat(values);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Keys in the address of a source of codes, and in the words of its command. */
function inSource(source: VerificationCode | undefined): readonly string[] {
  if (source === undefined) return [];
  const words = [source.command ?? []].flat().flatMap((word) => word.split(/[\s"'=:]+/));
  return [
    ...[source.url, source.mailpit, source.proxy].flatMap(inUrl),
    ...words.filter((word) => !word.includes('{email}') && !/[/\\]/.test(word) && resemblesSecret(word)),
    ...words.flatMap(inUrl),
  ];
}
