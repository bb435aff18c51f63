/**
 * Other spellings of the path, or disguises of the request, without a token, for registrations and verifications: their effect is
 * seen by the codes that come, and by those that still work.
 */
import type { CheckContext, Exchange, Operation, PendingUser, Proof, User } from '../../src/suite.ts';
import { checksOf, controls, inconclusive, pass, responses, series } from '../../src/suite.ts';
import { requireNoGuardOfCodes } from '../lib/repeat-guards.ts';
import { requirements } from './requirements.ts';
import {
  bare,
  causeOf,
  failSpelling,
  inRounds,
  passOn,
  type Spelling,
  type Spellings,
  sendSpellings,
  spellingsOf,
} from './spellings.ts';

const check = checksOf(requirements);
const { is2xx } = controls;
const { describeResponse, isAccepted, isThrottling } = responses;

/** Spellings that seem to lead to an operation, to be decided when wrong codes may be sent. */
const suspectsOf = (t: CheckContext, operation: Operation): Spelling[] =>
  t.once(`suspected spellings of ${operation}`, () => []);

/** The same once they are known; a confirmation, which remembers none of them, tries the one that it confirms. */
const judgedOf = (t: CheckContext, operation: Operation): readonly Spelling[] =>
  t.onlyCase === undefined ? suspectsOf(t, operation) : spellingsOf(t, operation).all;

/** Whether the body is an empty object, as register and verify return it. */
const isEmptyObject = ({ response }: Exchange): boolean =>
  response !== null &&
  responses.parseJsonBody(response).ok &&
  responses.shapeProblem(response, 'empty-object') === undefined;

/** How long a code may come after that of a valid registration that was sent later, ms. */
const lateMs = 300;

check('auth/register/path-variants', registerWithFixedCode, {
  phase: 'wrong-codes',
  prepare: {
    phase: 'right-codes',
    work: (t) => controls.besideOwnPath(t, 'register', () => registerBySpellings(t)),
  },
});

interface Registered {
  readonly spelling: Spelling;
  readonly user: User;
  readonly exchange: Exchange;
}

async function registerBySpelling(t: CheckContext, spelling: Spelling): Promise<Registered> {
  const user = await t.users.register({}, bare(spelling));
  return { spelling, user, exchange: user.registered };
}

async function registerBySpellings(t: CheckContext) {
  const [first, second] = inRounds(t, spellingsOf(t, 'register'));
  const sendAll = (spellings: Spellings) =>
    sendSpellings(t, 'register', spellings, (one) => registerBySpelling(t, one));
  const disguised = await sendAll(first);
  // Effects of rejected requests are looked for once, together.
  const isSuspected = disguised.some(({ exchange }) => is2xx(exchange));
  if (isSuspected) await requireNobodyRegistered(t, disguised);
  const others = await sendAll(second);
  await requireNobodyRegistered(t, isSuspected ? others : [...disguised, ...others]);
  return passOn([...disguised, ...others]);
}

async function requireNobodyRegistered(t: CheckContext, sent: readonly Registered[]): Promise<void> {
  const answered = sent.filter(({ exchange }) => is2xx(exchange));
  if (t.users.sharedCode) {
    const suspects = answered.filter(({ exchange }) => isEmptyObject(exchange));
    suspectsOf(t, 'register').push(...suspects.map(({ spelling }) => spelling));
  } else if (t.users.canReadCodes) await requireNoCodes(t, sent);
  else if (answered.length > 0)
    inconclusive(
      'another spelling of the path answers 2xx without a token; whether it registers cannot be seen without the codes',
      'fixtures.verificationCode in the configuration',
      answered.map(({ exchange }) => exchange),
    );
}

async function requireNoCodes(t: CheckContext, sent: readonly Registered[]): Promise<void> {
  const registerAgain = async (spelling: Spelling, own = t) =>
    (await withCodes(own, [await registerBySpelling(own, spelling)]))[0];
  for (const { spelling: found, exchange } of await withCodes(t, sent)) {
    const spelling = await causeOf(found, async (part) => (await registerAgain(part)) !== undefined);
    const again = await registerAgain(spelling);
    if (again === undefined) continue;
    const proof = [exchange, [again.exchange, 'a code came for this e-mail too']] as const;
    const what = `${describeResponse(exchange)} and a code came`;
    const showsAgain = async (own: CheckContext) => (await registerAgain(spelling, own)) !== undefined;
    failSpelling('register', { found, spelling }, what, proof, showsAgain);
  }
}

/** The users to whom a code was sent, read once the code of a later valid registration has come. */
async function withCodes<Sent extends { readonly user: User }>(t: CheckContext, sent: readonly Sent[]) {
  await controls.requirePendingUser(t);
  const nobody = t.users.body();
  const hasCode = async (email: string, n: number) => (await t.users.code(email, n, lateMs)) !== undefined;
  const came = await Promise.all(sent.map(({ user }) => hasCode(user.body.email, user.n)));
  if (came.includes(true) && (await hasCode(nobody.email, 0)))
    inconclusive(
      'the source of codes has one for an e-mail that nobody registered',
      'a source that knows codes by their e-mail',
    );
  return sent.filter((_, at) => came[at]);
}

async function registerWithFixedCode(t: CheckContext) {
  for (const spelling of judgedOf(t, 'register')) {
    const proofs: Proof[][] = [];
    for (const _ of [1, 2]) {
      const user = await t.users.register({}, bare(spelling));
      const verified = await controls.verifyWithSharedCode(t, user);
      if (isAccepted(verified)) proofs.push([user.registered, [verified, 'the same e-mail is verified']]);
    }
    if (proofs.length < 2) continue;
    await controls.requireSelectiveCode(t);
    failSpelling('register', { found: spelling, spelling }, 'registers a user that can be verified', proofs[1]!);
  }
  return pass();
}

/** Spellings that one user's code is sent to before it is sent properly. */
const spellingsPerUser = 32;

check('auth/verify/path-variants', tellCodesApart, {
  phase: 'wrong-codes',
  prepare: { phase: 'right-codes', work: verifyBySpellings },
});

async function verifyBySpellings(t: CheckContext) {
  const spellings = spellingsOf(t, 'verify');
  // The batch of an attempt ends with its user's right code: if that works, the spelling did nothing.
  const isHarmless = async () => {
    const tried = await Promise.all(spellings.all.map((spelling) => t.attempt('verify', bare(spelling))));
    return tried.every(({ exchange, after }) => !is2xx(exchange) && isAccepted(after));
  };
  if (await t.effort.isDecidedBy(isHarmless)) return passOn(spellings.all.map((spelling) => ({ spelling })));
  // The requests for comparison come before the users, whose codes may be short-lived.
  if (spellings.alone.length > 0) await controls.attemptWithoutHeader(t, 'verify');
  const tried = await Promise.all(
    Array.from({ length: Math.ceil(spellings.all.length / spellingsPerUser) }, (_, at) =>
      spellThenVerify(t, {
        ...spellings,
        all: spellings.all.slice(at * spellingsPerUser, (at + 1) * spellingsPerUser),
      }),
    ),
  );
  const sent = tried.flatMap((one) => one.sent);
  const lookAlikes = sent.filter(({ exchange: e }) => is2xx(e) && isEmptyObject(e));
  suspectsOf(t, 'verify').push(...lookAlikes.map(({ spelling }) => spelling));
  for (const { spelling } of tried.filter(({ isVerified }) => !isVerified).flatMap((one) => one.sent))
    await requireNotVerifying(t, spelling);
  return passOn(sent);
}

/** Fails if a spelling alone uses up the code of a fresh user, repeatedly, while the codes of other users still work. */
async function requireNotVerifying(t: CheckContext, found: Spelling): Promise<void> {
  const spell = (spelling: Spelling, verify = verifyOnce, own = t) =>
    spellThenVerify(own, { all: [spelling], alone: [] }, verify);
  const verifies = async (spelling: Spelling) => !(await spell(spelling)).isVerified;
  if (!(await verifies(found))) return;
  const spelling = await causeOf(found, verifies);
  const spellAgain = (own: CheckContext) => spell(spelling, controls.verifyToConfirm, own);
  const again = await spellAgain(t);
  if (!isVerifiedBefore(again)) return;
  for (const _ of [1, 2]) await requireUntouchedAccepted(t, again.age);
  await requireNoGuardOfCodes(t, again.proper);
  const proof = [
    [again.user.registered, 'the user is registered, and its code comes'],
    [again.sent[0]!.exchange, 'without a token', 'wrong'],
    [again.proper, 'the proper path with the valid token'],
  ] as const;
  const what = 'verifies the user: the code no longer works after it';
  failSpelling('verify', { found, spelling }, what, proof, async (own) => {
    const third = await spellAgain(own);
    await requireUntouchedAccepted(own, third.age);
    return isVerifiedBefore(third);
  });
}

/** Whether the right code was used up before. One whose response was lost may have verified its user itself. */
const isVerifiedBefore = ({ isVerified, proper }: { isVerified: boolean; proper: Exchange }): boolean =>
  !isVerified && !series.isLost(proper);

/** A target that rejects the code of a user that got no such request does so for another reason. */
async function requireUntouchedAccepted(t: CheckContext, age: number): Promise<void> {
  t.requireAccepted(await controls.verifyUntouched(t, age), 'the right code of a user that got no such request');
}

/** The right code of a fresh user to other spellings without a token, then to the proper path with it. */
async function spellThenVerify(t: CheckContext, spellings: Spellings, verify = verifyOnce) {
  const user = await controls.requirePlainUser(t);
  const body = controls.verificationBody(user);
  const sent = await sendSpellings(t, 'verify', spellings, async (spelling) => ({
    spelling,
    exchange: await t.send({ operation: 'verify', body, ...bare(spelling) }),
  }));
  const { verified: proper, age } = await verify(t, user);
  return { user, sent, proper, age, isVerified: isAccepted(proper) };
}

async function verifyOnce(t: CheckContext, user: PendingUser) {
  const verified = await t.users.verify(user);
  return { verified, age: controls.ageOf({ user, verified }) };
}

/** Fails for a path that leads to the operation: it does if it distinguishes a right code from a wrong one. */
async function tellCodesApart(t: CheckContext) {
  for (const spelling of judgedOf(t, 'verify')) {
    // In both orders, so that a path whose responses alternate is not mistaken for one.
    const proofs = [
      await distinguishesCodes(t, spelling, 'wrong-first'),
      await distinguishesCodes(t, spelling, 'right-first'),
    ];
    if (proofs.every((proof) => proof !== undefined))
      failSpelling('verify', { found: spelling, spelling }, 'tells the right code from a wrong one', proofs[1]!);
  }
  return pass();
}

/** The proof that a path accepts the right code of a fresh user and rejects a wrong one; undefined if it does not. */
async function distinguishesCodes(
  t: CheckContext,
  spelling: Spelling,
  order: 'right-first' | 'wrong-first',
): Promise<readonly Proof[] | undefined> {
  const user = await controls.requirePlainUser(t);
  const right = controls.verificationBody(user);
  const wrong = { ...right, code: right.code === 4321 ? 4322 : 4321 };
  const ask = (body: object) => t.send({ operation: 'verify', body, ...bare(spelling), throttle: 'accept' });
  const isRightFirst = order === 'right-first';
  const answers = [await ask(isRightFirst ? right : wrong), await ask(isRightFirst ? wrong : right)] as const;
  const [verified, rejected] = isRightFirst ? answers : ([answers[1], answers[0]] as const);
  if (!is2xx(verified) || is2xx(rejected) || isThrottling(rejected)) return undefined;
  return [
    [user.registered, 'a user is registered'],
    [rejected, 'a wrong code'],
    [verified, 'the right code'],
  ];
}
