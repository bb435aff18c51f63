/** An e-mail that nobody registered is not verified, however near it is to one that is pending. */
import {
  type CheckContext,
  type Conclusion,
  checksOf,
  controls,
  describeResponse,
  type Exchange,
  fail,
  inconclusive,
  isAccepted,
  isThrottling,
  type PendingUser,
  pass,
  requirePendingUser,
} from '../../src/suite.ts';
import { forEachConcurrently } from '../lib/requests.ts';
import { type Change, changes, partsOf } from './near-emails.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);

/** E-mails tried with the code of one user: some targets lock a user, or slow a client, after a few tries. */
const triesAUser = 3;

check('verify/unknown-email', unknownEmail, { phase: 'wrong-codes', limitMs: 240_000 });

async function unknownEmail(t: CheckContext): Promise<Conclusion> {
  await controls.requireRightCode(t, 'before');
  const template = t.settings.fixtures.register.email;
  const madeUp: Change[] = [
    { label: 'a made-up e-mail', inTag: true, of: () => t.users.body().email },
    { label: 'a made-up e-mail of another domain', inTag: false, of: () => `${t.users.unique()}@example.org` },
  ];
  const all = t.effort.sampleOf([...madeUp, ...changes], triesAUser + 1);
  const groups = Array.from({ length: Math.ceil(all.length / triesAUser) }, (_, n) =>
    all.slice(n * triesAUser, (n + 1) * triesAUser),
  );
  let judged = 0;
  await forEachConcurrently(groups, 5, async (group) => {
    const user = await controls.sharedUser(t);
    for (const change of group) {
      const exchange = await attempt(t, user, change, template);
      if (exchange === undefined) continue;
      if (exchange.response !== null && !isThrottling(exchange)) judged += 1;
      if (!isAccepted(exchange)) continue;
      await blame(t, change, exchange, template);
      return;
    }
  });
  await otherCodes(t);
  await controls.requireRightCode(t);
  if (judged === 0) inconclusive('every try was throttled', 'a target that throttles less');
  return pass({ samples: { count: judged, kinds: {} } });
}

function attempt(t: CheckContext, user: PendingUser, change: Change, template: string): Promise<Exchange | undefined> {
  const email = change.of(partsOf(user.body.email, template));
  if (email === undefined || email === user.body.email) return Promise.resolve(undefined);
  return t.send({ operation: 'verify', body: { email, code: Number(user.code) }, throttle: 'accept' });
}

/** An acceptance counts with a second fresh user; one that differs after a plus alone, unless the target drops such tags. */
async function blame(t: CheckContext, change: Change, exchange: Exchange, template: string): Promise<void> {
  const user = await requirePendingUser(t);
  const again = await attempt(t, user, change, template);
  if (again === undefined || !isAccepted(again)) return;
  if (change.inTag && template.slice(0, template.indexOf('{unique}')).includes('+') && (await dropsTags(t, template)))
    return;
  fail(
    `an e-mail that nobody registered (${change.label}) ${describeResponse(exchange)} with the code of another, and so for a second user`,
    [exchange, [user.registered, 'a user'], [again, `its code, and ${change.label}`]],
    { symptom: { kind: 'accepted' } },
  );
}

/** Whether any other tag is as good as the registered one, while another e-mail is not. */
async function dropsTags(t: CheckContext, template: string): Promise<boolean> {
  const tag = { label: '', inTag: true, of: () => t.users.body().email };
  const anyTag = await attempt(t, await requirePendingUser(t), tag, template);
  const front = { label: '', inTag: false, of: () => `x${t.users.body().email}` };
  const anyEmail = await attempt(t, await requirePendingUser(t), front, template);
  return anyTag !== undefined && isAccepted(anyTag) && anyEmail !== undefined && !isAccepted(anyEmail);
}

/** Made-up e-mails with codes of nobody. */
async function otherCodes(t: CheckContext): Promise<void> {
  for (const code of [0, 123_456].slice(0, t.effort.sampleCount(2))) {
    const send = () => t.send({ operation: 'verify', body: { email: t.users.body().email, code }, throttle: 'accept' });
    const exchange = await send();
    if (!isAccepted(exchange)) continue;
    const again = await send();
    if (isAccepted(again))
      fail(`a made-up e-mail with the code ${code} ${describeResponse(exchange)}, and again`, [exchange, again], {
        symptom: { kind: 'accepted' },
      });
  }
}
