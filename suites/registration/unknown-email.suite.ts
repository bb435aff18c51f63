/** An e-mail that nobody registered is not verified, however close it is to one that is pending. */
import type { CheckContext, Exchange, PendingUser } from '../../src/suite.ts';
import { checksOf, controls, fail, generate, inconclusive, pass, responses } from '../../src/suite.ts';
import { requirements } from './requirements.ts';

const check = checksOf(requirements);
const { describeResponse, isAccepted } = responses;

/**
 * E-mails tried with the code of one user. None of them is the user's, so that hardly any target counts them as its tries; where
 * few requests may be sent, other checks try that user, too.
 */
const triesPerUser = { quick: 4, standard: 17 };
/** Where few can be sent, how many: the first ones, each of which shows several mistakes. */
const few = 6;
/** How many of them at once: few, so that the target sheds no load. */
const triesAtOnce = 3;

check('verify/unknown-email', (t) => controls.betweenControls(t, 'verify', () => unknownEmail(t), { isFirst: true }), {
  phase: 'wrong-codes',
  limitMs: 240_000,
});

async function unknownEmail(t: CheckContext) {
  // One of another domain is sent with the code of the latest user.
  const madeUp = { label: 'a made-up e-mail', of: () => t.users.body().email };
  const chosen = t.effort.isLean
    ? generate.emailChanges.slice(0, few)
    : [madeUp, ...generate.emailChanges, ...furtherChanges(t)];
  const changes = t.casesOf(chosen, ({ label }) => label);
  const judged = new Set<generate.EmailChange>();
  const tryChange: controls.TryCase<generate.EmailChange> = async (change, user) => {
    const exchange = await verifyChanged(t, user, change);
    if (exchange === undefined) return true;
    if (exchange.response !== null && !responses.isThrottling(exchange)) judged.add(change);
    if (!isAccepted(exchange)) return true;
    return async () => {
      await requireRejected(t, change, exchange, user);
      return false;
    };
  };
  if (t.onlyCase !== undefined) {
    await controls.tryOnUsers(t, [changes], tryChange);
    return undefined;
  }
  const users = t.effort.isLean ? [await controls.sharedUser(t), await tryCodeOfLatest(t)] : [];
  await Promise.all([
    controls.tryOnUsers(t, controls.inGroups(changes, t.effort.pick(triesPerUser)), tryChange, users, triesAtOnce),
    tryOtherCodes(t),
    ...(t.effort.isLean ? [] : [tryCodeOfLatest(t), tryLongEmail(t)]),
  ]);
  if (judged.size === 0) inconclusive('every try was throttled', 'a target that throttles less');
  return pass({ samples: { count: judged.size, kinds: {} } });
}

/** Further changes that the seed draws at depth standard. */
const furtherSamples = 1;

const furtherChanges = ({ effort, seed }: CheckContext): readonly generate.EmailChange[] =>
  effort.pick({
    standard: generate.shuffle(generate.furtherEmailChanges, generate.seededRandom(seed)).slice(0, furtherSamples),
    deep: generate.furtherEmailChanges,
  });

/** The user's code with its e-mail changed; undefined if the change does not apply. */
async function verifyChanged(t: CheckContext, { body, code }: PendingUser, { of }: generate.EmailChange) {
  const email = of(generate.emailParts(body.email, t.settings.fixtures.register.email));
  if (email === undefined || email === body.email) return undefined;
  return t.send({ operation: 'verify', body: { email, code: Number(code) }, throttle: 'accept' });
}

/** Fails if an acceptance recurs with a second fresh user. */
async function requireRejected(
  t: CheckContext,
  change: generate.EmailChange,
  exchange: Exchange,
  first: PendingUser,
): Promise<void> {
  const isLong = first.body.email.length >= longLength;
  const tryAgain = async (own: CheckContext) => {
    const user = (isLong ? await longUser(own) : undefined) ?? (await controls.requirePendingUser(own));
    return { user, again: await verifyChanged(own, user, change) };
  };
  const { user, again } = await tryAgain(t);
  if (again === undefined || !isAccepted(again)) return;
  fail(
    `a verification with an e-mail that nobody registered (${change.label}) and the code of a user ${describeResponse(exchange)}, and again with a second user; it must be rejected`,
    [exchange, [user.registered, 'a user'], [again, `its code, and ${change.label}`]],
    {
      symptom: { kind: 'accepted' },
      case: { name: change.label, showsAgain: async (own) => isAcceptedAgain((await tryAgain(own)).again) },
    },
  );
}

const isAcceptedAgain = (again: Exchange | undefined): boolean => again !== undefined && isAccepted(again);

/** Made-up e-mails with codes that nobody was sent. */
async function tryOtherCodes(t: CheckContext): Promise<void> {
  for (const code of t.effort.take([0, 123_456], { quick: 1, standard: 1 })) {
    const send = (own: CheckContext) =>
      own.send({ operation: 'verify', body: { email: own.users.body().email, code }, throttle: 'accept' });
    const exchange = await send(t);
    if (!isAccepted(exchange)) continue;
    const again = await send(t);
    if (isAccepted(again))
      fail(`a made-up e-mail with the code ${code} ${describeResponse(exchange)}, and again`, [exchange, again], {
        symptom: { kind: 'accepted' },
        case: { showsAgain: async (own) => isAccepted(await send(own)) },
      });
  }
}

/**
 * Sends the code of the user that was registered last of all: a target may assume that the latest registration is meant.
 * @returns that user
 */
async function tryCodeOfLatest(t: CheckContext): Promise<PendingUser> {
  return t.exclusively(async (alone) => {
    const email = () => `${alone.users.unique()}@example.org`;
    const change = { label: 'a made-up e-mail, right after a registration', of: email };
    // With few requests, the same user also serves to compare long e-mails.
    const long = t.effort.isLean ? await longUser(alone) : undefined;
    const latest = long ?? (await controls.requirePendingUser(alone));
    const exchange = await verifyChanged(alone, latest, change);
    if (exchange !== undefined && isAccepted(exchange)) await requireRejected(alone, change, exchange, latest);
    return latest;
  });
}

/** Length of an e-mail that a target may cut when it stores or compares it. */
const longLength = 250;

/** A pending user with such an e-mail; undefined if none can be registered. */
async function longUser(t: CheckContext): Promise<PendingUser | undefined> {
  const pending = await t.users.pending({ email: generate.longEmail(t.settings.fixtures.register.email, longLength) });
  return pending.ok ? pending.user : undefined;
}

/** The code of a user with a long e-mail, whose end alone is changed. */
async function tryLongEmail(t: CheckContext): Promise<void> {
  const verifyOther = async (own: CheckContext) => {
    const user = await longUser(own);
    if (user === undefined) return undefined;
    const { body, code, registered } = user;
    const place = body.email.lastIndexOf('aa.') + 1;
    const other = `${body.email.slice(0, place)}b${body.email.slice(place + 1)}`;
    const verified = await own.send({
      operation: 'verify',
      body: { email: other, code: Number(code) },
      throttle: 'accept',
    });
    return isAccepted(verified) ? { registered, verified } : undefined;
  };
  const first = await verifyOther(t);
  const again = first && (await verifyOther(t));
  if (first === undefined || again === undefined) return;
  fail(
    `a verification with an e-mail of ${longLength} characters that nobody registered, and the code of a user whose e-mail differs only at its end, ${describeResponse(first.verified)}, and again with a second user; it must be rejected`,
    [first.verified, [again.registered, 'a user'], [again.verified, 'its code, and the end of the e-mail changed']],
    {
      symptom: { kind: 'accepted' },
      case: { showsAgain: async (own) => (await verifyOther(own)) !== undefined },
    },
  );
}
