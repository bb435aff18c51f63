/**
 * A code and an e-mail that are used up: the code of a verified user is sent again, and its e-mail registered again. What a target
 * answers is a gap (gaps/accounts), unless it is a server error.
 */
import type { CheckContext, User } from '../../src/suite.ts';
import { controls, responses } from '../../src/suite.ts';

export interface UsedAgain {
  /** The user whose e-mail was registered again; undefined if none can be registered. */
  readonly user: User | undefined;
}

/** Sends both, once for all checks of the run, and records what is answered. */
export function useAgain(t: CheckContext): Promise<UsedAgain> {
  return t.client.runsAlone || t.effort.isExhaustive ? sendAgain(t) : t.once('code and e-mail used again', sendAgain);
}

async function sendAgain(t: CheckContext): Promise<UsedAgain> {
  const user = await sendCodeAgain(t);
  if (user === undefined) return { user };
  const taken = await t.send({ operation: 'register', body: user.body, throttle: 'accept' });
  if (taken.response !== null) t.observations.record('takenEmail', taken.response.status, taken);
  return { user };
}

/** Verifies a user twice, if its code can be read. */
async function sendCodeAgain(t: CheckContext): Promise<User | undefined> {
  const known = await controls.takeVerifiedUser(t, 'gaps/accounts');
  const pending = known === undefined && t.users.canReadCodes ? await t.users.pending() : undefined;
  const user = known?.user ?? (pending?.ok === true ? pending.user : undefined);
  if (user === undefined) {
    const registered = await t.users.register();
    return responses.isAccepted(registered.registered) ? registered : undefined;
  }
  t.observations.record('codeLength', user.code.length, user.registered);
  if (known === undefined && !responses.isAccepted(await t.users.verify(user))) return user;
  const again = await t.users.verify(user, { throttle: 'accept' });
  if (!responses.isLimit(again)) t.observations.record('codeReuse', responses.isAccepted(again), again);
  return user;
}
