/**
 * Whether a target treats e-mails that differ only after a plus as one user. If the configured e-mail has its unique part there, all
 * users of a run are one user for such a target, and findings about several users prove nothing.
 */
import { type Exchange, isAccepted } from '../core/exchange.ts';
import type { CheckContext } from './check-context.ts';
import type { User } from './users.ts';

/** Whether the e-mails of new users differ only after a plus. */
export function differAfterPlus(template: string): boolean {
  const unique = template.indexOf('{unique}');
  return unique < template.lastIndexOf('@') && template.slice(0, unique).includes('+');
}

/** All of these tries must show it, since a registration may be rejected, or a code mixed up, for another reason. */
const tries = 2;

/** Whether two users whose e-mails differ only after a plus are one user, while a user with another e-mail is not. */
export async function areMerged(t: CheckContext): Promise<boolean> {
  for (let n = 0; n < tries; n += 1) if (!(await isOneUser(t))) return false;
  return true;
}

async function isOneUser(t: CheckContext): Promise<boolean> {
  const { email } = t.settings.fixtures.register;
  const domain = email.slice(email.lastIndexOf('@'));
  const name = `cawl${t.users.unique()}`;
  const first = await t.users.register({ email: `${name}+a${domain}` });
  const code = await codeOf(t, first);
  const other = await t.users.register({ email: `cawl{unique}${domain}` });
  const second = await t.users.register({ email: `${name}+b${domain}` });
  if (!isAccepted(first.registered) || !isAccepted(other.registered)) return false;
  if (!isAccepted(second.registered)) {
    const after = await t.users.register({ email: `cawl{unique}${domain}` });
    return isAccepted(after.registered);
  }
  // The second registration may have replaced the code.
  for (const [sent, receiver] of [
    [code, second],
    [await codeOf(t, second), first],
  ] as const) {
    if (sent === undefined) continue;
    // A target that compares no codes shows nothing about users.
    if (isAccepted(await verify(t, other, sent))) return false;
    if (isAccepted(await verify(t, receiver, sent))) return true;
  }
  return false;
}

async function codeOf(t: CheckContext, { body, n, registered }: User): Promise<string | undefined> {
  return isAccepted(registered) ? t.users.code(body.email, n) : undefined;
}

function verify(t: CheckContext, { body }: User, code: string): Promise<Exchange> {
  return t.send({ operation: 'verify', body: { email: body.email, code: Number(code) }, throttle: 'accept' });
}
