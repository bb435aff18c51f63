/** An e-mail that nobody registered is not verified, however near it is to one that is pending. */
import {
  accepted,
  checksOf,
  type Decision,
  type Exchange,
  fail,
  inconclusive,
  isThrottling,
  type PendingUser,
  pass,
  pendingUser,
  said,
  type Trial,
} from '../../src/kit.ts';
import { needRightCode, sharedUser } from '../pending.ts';
import { each } from '../sending.ts';
import { type Change, changes, partsOf } from './near-emails.ts';
import { rows } from './requirements.ts';

const check = checksOf(rows);

/** E-mails tried with the code of one user: some targets lock a user, or slow a client, after a few tries. */
const triesAUser = 3;

check('verify/unknown-email', unknownEmail, { phase: 'wrong-codes', limitMs: 240_000 });

async function unknownEmail(trial: Trial): Promise<Decision> {
  await needRightCode(trial, 'before');
  const template = trial.settings.fixtures.register.email;
  const madeUp: Change[] = [
    { label: 'a made-up e-mail', inTag: true, of: () => trial.users.body().email },
    { label: 'a made-up e-mail of another domain', inTag: false, of: () => `${trial.users.unique()}@example.org` },
  ];
  const all = trial.some([...madeUp, ...changes], triesAUser + 1);
  const groups = Array.from({ length: Math.ceil(all.length / triesAUser) }, (_, n) =>
    all.slice(n * triesAUser, (n + 1) * triesAUser),
  );
  let judged = 0;
  await each(groups, 5, async (group) => {
    const user = await sharedUser(trial);
    for (const change of group) {
      const exchange = await attempt(trial, user, change, template);
      if (exchange === undefined) continue;
      if (exchange.response !== null && !isThrottling(exchange)) judged += 1;
      if (!accepted(exchange)) continue;
      await blame(trial, change, exchange, template);
      return;
    }
  });
  await otherCodes(trial);
  await needRightCode(trial);
  if (judged === 0) throw inconclusive('every try was throttled', 'a target that throttles less');
  return pass({ samples: { count: judged, kinds: {} } });
}

function attempt(trial: Trial, user: PendingUser, change: Change, template: string): Promise<Exchange | undefined> {
  const email = change.of(partsOf(user.body.email, template));
  if (email === undefined || email === user.body.email) return Promise.resolve(undefined);
  return trial.send({ operation: 'verify', body: { email, code: Number(user.code) }, throttle: 'accept' });
}

/** An acceptance counts with a second fresh user; one that differs after a plus alone, unless the target drops such tags. */
async function blame(trial: Trial, change: Change, exchange: Exchange, template: string): Promise<void> {
  const user = await pendingUser(trial);
  const again = await attempt(trial, user, change, template);
  if (again === undefined || !accepted(again)) return;
  if (
    change.inTag &&
    template.slice(0, template.indexOf('{unique}')).includes('+') &&
    (await dropsTags(trial, template))
  )
    return;
  throw fail(
    `an e-mail that nobody registered (${change.label}) ${said(exchange)} with the code of another, and so for a second user`,
    [exchange, [user.registered, 'a user'], [again, `its code, and ${change.label}`]],
    { symptom: { kind: 'accepted' } },
  );
}

/** Whether any other tag is as good as the registered one, while another e-mail is not. */
async function dropsTags(trial: Trial, template: string): Promise<boolean> {
  const tag = { label: '', inTag: true, of: () => trial.users.body().email };
  const anyTag = await attempt(trial, await pendingUser(trial), tag, template);
  const front = { label: '', inTag: false, of: () => `x${trial.users.body().email}` };
  const anyEmail = await attempt(trial, await pendingUser(trial), front, template);
  return anyTag !== undefined && accepted(anyTag) && anyEmail !== undefined && !accepted(anyEmail);
}

/** Made-up e-mails with codes of nobody. */
async function otherCodes(trial: Trial): Promise<void> {
  for (const code of [0, 123_456].slice(0, trial.runs(2))) {
    const send = () =>
      trial.send({ operation: 'verify', body: { email: trial.users.body().email, code }, throttle: 'accept' });
    const exchange = await send();
    if (!accepted(exchange)) continue;
    const again = await send();
    if (accepted(again))
      throw fail(`a made-up e-mail with the code ${code} ${said(exchange)}, and again`, [exchange, again], {
        symptom: { kind: 'accepted' },
      });
  }
}
