/** All repetitions on one user. If it is verified after them, they need not be tried on one user each. */
import type { CheckContext, Exchange, PendingUser } from '../../../src/suite.ts';
import { controls, generate, responses } from '../../../src/suite.ts';
import { verifyAtOnce } from './code-at-once.ts';
import { laterCode } from './later-codes.ts';
import { repetitions } from './repetitions.ts';

const { isAccepted, mayBeOutage } = responses;

/** How long another code is waited for, ms. */
const laterCodeMs = 300;

/**
 * Whether one user is still verified after all repetitions together: registered twice at once and then several times more, and
 * its code sent twice at once. If not, `verifyRepeated` and `verifyTwiceAtOnce` find out which one is the cause.
 */
export async function isVerifiedAfterAll(t: CheckContext): Promise<boolean> {
  const user = await registerTwiceAtOnce(t);
  if (user === undefined) return false;
  const parts = generate.emailParts(user.body.email, t.settings.fixtures.register.email);
  const emails = repetitions.filter(({ isForOne }) => isForOne === true).map(({ spelt }) => spelt(parts));
  for (const email of emails) {
    const again = await t.send({ operation: 'register', body: { ...user.body, email }, throttle: 'accept' });
    if (email === user.body.email) recordTaken(t, again);
  }
  const both = await verifyAtOnce(t, user);
  recordReuse(t, both);
  if (both.some(isAccepted)) return true;
  const mails = { emails: [user.body.email, ...emails], n: user.n, first: user.code };
  const later = await laterCode(t, mails, laterCodeMs);
  return later !== undefined && isAccepted(await t.users.verify({ ...user, code: later }));
}

/** A user that was registered twice at once, with the code that came; undefined if that is rejected, or no code comes. */
async function registerTwiceAtOnce(t: CheckContext): Promise<PendingUser | undefined> {
  const body = t.users.body();
  const n = t.users.memory.count;
  const both = await t.exclusively(
    (alone) => Promise.all([1, 2].map(() => alone.send({ operation: 'register', body, throttle: 'accept' }))),
    'register',
  );
  const registered = both.find(isAccepted);
  const code = registered === undefined ? undefined : await t.users.code(body.email, n);
  return registered === undefined || code === undefined ? undefined : { n, body, registered, code };
}

/** Records how the target answers the registration of a known e-mail, so that no other check needs to ask. */
function recordTaken(t: CheckContext, again: Exchange): void {
  if (again.response === null || responses.isLimit(again)) return;
  t.observations.record('takenEmail', again.response.status, again);
}

/** Records that a code works once: it was accepted in one of two requests, and nothing else explains the other rejection. */
function recordReuse(t: CheckContext, both: readonly Exchange[]): void {
  const [refused] = both.filter((one) => !isAccepted(one));
  if (refused === undefined || !both.some(isAccepted) || mayBeOutage(refused) || controls.mayBeLimit(refused)) return;
  t.observations.record('codeReuse', false, refused);
}
