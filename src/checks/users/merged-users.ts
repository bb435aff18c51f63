/**
 * Whether a target treats e-mails that differ only after a plus as one user. If the configured e-mail has its unique part there, all
 * users of a run are one user for such a target, and findings about several users prove nothing.
 */
import type { Client } from '../../client/index.ts';
import { type Exchange, isAccepted } from '../../core/exchange.ts';
import type { User, Users } from './users.ts';

/** Whether the e-mails of new users differ only after a plus. */
export function differAfterPlus(template: string): boolean {
  const unique = template.indexOf('{unique}');
  return unique < template.lastIndexOf('@') && template.slice(0, unique).includes('+');
}

/** Why such users prove nothing, and what the reader can do. */
export const whyMerged =
  'the target treats e-mails that differ only after a plus as one user; put {unique} before the plus in fixtures.register.email';

/** Rejections of right codes or new users after which the target may take all users for one. */
export const suspicious = 3;

/** All of these tries must show it, since a registration may be rejected, or a code mixed up, for another reason. */
const tries = 2;

/** Whether two users whose e-mails differ only after a plus are one user, while a user with another e-mail is not. */
export async function areMerged(client: Client, users: Users): Promise<boolean> {
  for (let n = 0; n < tries; n += 1) if (!(await isOneUser(client, users))) return false;
  return true;
}

async function isOneUser(client: Client, users: Users): Promise<boolean> {
  const { email } = client.settings.fixtures.register;
  const domain = email.slice(email.lastIndexOf('@'));
  const name = `cawl${users.unique()}`;
  const first = await users.register({ email: `${name}+a${domain}` });
  const code = await codeOf(users, first);
  const other = await users.register({ email: `cawl{unique}${domain}` });
  const second = await users.register({ email: `${name}+b${domain}` });
  if (!isAccepted(first.registered) || !isAccepted(other.registered)) return false;
  if (!isAccepted(second.registered)) {
    const after = await users.register({ email: `cawl{unique}${domain}` });
    return isAccepted(after.registered);
  }
  // The second registration may have replaced the code.
  for (const [sent, receiver] of [
    [code, second],
    [await codeOf(users, second), first],
  ] as const) {
    if (sent === undefined) continue;
    // A target that compares no codes shows nothing about users.
    if (isAccepted(await verify(client, other, sent))) return false;
    if (isAccepted(await verify(client, receiver, sent))) return true;
  }
  return false;
}

async function codeOf(users: Users, { body, n, registered }: User): Promise<string | undefined> {
  return isAccepted(registered) ? users.code(body.email, n) : undefined;
}

function verify(client: Client, { body }: User, code: string): Promise<Exchange> {
  return client.send({ operation: 'verify', body: { email: body.email, code: Number(code) }, throttle: 'accept' });
}
